"""An account that somebody else entered: nothing leads to it until the person accepts, and nothing stays if not."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.audit.history import rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.ratings.models import RatedGame, Rating
from nabu.contests.results import services as results
from nabu.contests.results.approval.services import approve_tournament
from nabu.contests.results.history.services import undo
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.check_in import open_check_in
from nabu.contests.tournaments.entries.invitations import accept_invitation, decline_invitation
from nabu.contests.tournaments.entries.queries import check_ins_of, invitations_of, players_to_enter
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, remove_entry
from nabu.contests.tournaments.models import DeclinedInvitation, Entry, Registration, Tournament
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import (
    TournamentSpec,
    create_tournament,
    start_tournament,
    update_tournament,
)
from nabu.contests.tournaments.stages import finish_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.people.claims import invitations as claims
from nabu.people.claims import requests
from nabu.people.claims.merging import merge_players
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.statistics.dashboards.facts.staleness import made_stale_by
from nabu.web.jobs.models import Job
from tests.platform.scenario import account, make_rated

pytestmark = pytest.mark.django_db
NUMBER = "987654321"
"""The number of the victim's player: it stands on no page for any other reason."""
Consent = Entry.Consent


@pytest.fixture
def victim() -> User:
    user = User.objects.create_user(username="enheduanna")
    Player.objects.create(pk=int(NUMBER), name="Ninlil", user=user)
    return user


@pytest.fixture
def organiser() -> User:
    return make_rated(account("mallory"))


def draft(organiser: User, *guests: str, **settings: object) -> Tournament:
    stages = [StageSpec("swiss", {"table_size": 2, "rounds": 2})]
    rules = {"game": "babylonia", "ruleset": "base", "components": "babylonia-2019"}
    made = create_tournament(organiser, TournamentSpec(name="Known cheaters", stages=stages, **rules))
    if settings:
        update_tournament(organiser, made, **settings)
    if guests:
        add_entries_by_name(organiser, made, guests)
    return made


def played(organiser: User, victim: User) -> tuple[Tournament, Entry]:
    """A rated round of two, approved: the account that was entered has won a game."""
    tournament = draft(organiser, ratings_need="reported")
    entry = add_entry(organiser, tournament, victim.player)
    add_entries_by_name(organiser, tournament, ["Ea"])
    start_tournament(organiser, tournament)
    for _round in range(2):
        round_ = publish_round(organiser, pair_round(organiser, tournament))
        results.rule_result(organiser, round_.tables.get(), Ruling([100, 0]))
    approve_tournament(organiser, finish_tournament(organiser, tournament))
    tournament.refresh_from_db()
    return tournament, entry


def public_addresses(tournament: Tournament, entry: Entry) -> list[str]:
    stage = tournament.stages.get()
    round_ = stage.rounds.all()[0]
    table = round_.tables.all()[0]
    pages = {
        "entries": [tournament.pk],
        "detail": [tournament.pk],
        "standings": [tournament.pk],
        "standings_embed": [tournament.pk],
        "ratings": [tournament.pk],
        "cross_table": [stage.pk],
        "round": [round_.pk],
        "follow": [tournament.pk],
        "follow_player": [tournament.pk, entry.player_id],
        "projector": [tournament.pk],
        "export_json": [tournament.pk],
        "export_trf": [tournament.pk],
        "print_people": [tournament.pk],
    }
    api = [
        *("entries/", "standings/", "export/", "ratings/"),
    ]
    return [
        *(reverse(f"tournaments:{name}", args=args) for name, args in pages.items()),
        reverse("table:page", args=[table.pk]),
        reverse("players:list"),
        reverse("players:detail", args=[entry.player_id]),
        *(f"/api/v1/tournaments/{tournament.pk}/{part}" for part in api),
        *(
            f"/api/v1/{part}/"
            for part in (f"entries/{entry.pk}", f"rounds/{round_.pk}", f"tables/{table.pk}", "players")
        ),
        f"/api/v1/players/{entry.player_id}/",
    ]


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def named_by(client: Client, address: str, user: User) -> list[str]:
    """By what of an account that only the account knows a page names it."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    body = b"".join(answer) if answer.streaming else answer.content
    return [word for word in (NUMBER, user.username) if word in body.decode()]


def test_nothing_leads_to_an_account_that_has_not_accepted(organiser: User, victim: User) -> None:
    tournament, entry = played(organiser, victim)
    for who in (None, organiser):
        client = client_of(who)
        for address in public_addresses(tournament, entry):
            assert not named_by(client, address, victim), (who, address)
        own = client.get(reverse("players:detail", args=[NUMBER]))
        assert own.status_code == 404, "the event makes nobody visible"
        assert client.get(f"/api/v1/players/{NUMBER}/").status_code == 404
    assert not RatedGame.objects.exists(), "nobody with an account is rated unasked, under whatever name"
    listed, ratings = (reverse(f"tournaments:{name}", args=[tournament.pk]) for name in ("entries", "ratings"))
    for address, words in ((listed, "invited, not yet accepted"), (ratings, "Missing: Ninlil")):
        assert [words in each.get(address).content.decode() for each in (client, client_of(None))] == [True, False]
    assert client.get(f"/api/v1/entries/{entry.pk}/").json()["invited"] is True
    assert client_of(None).get(f"/api/v1/entries/{entry.pk}/").json()["invited"] is None


def test_who_accepts_has_everything_that_was_played(organiser: User, victim: User) -> None:
    tournament, entry = played(organiser, victim)
    guest = entry.player_id
    client = client_of(victim)
    assert "Known cheaters" in client.get(reverse("home")).content.decode()
    assert "has added you to" in client.get(reverse("home")).content.decode()
    for who in (organiser, account("somebody")):
        with pytest.raises(NotAllowed):
            accept_invitation(who, entry, Consent.INVITATION)
        with pytest.raises(NotAllowed):
            decline_invitation(who, entry)
    Job.objects.all().delete()
    for _tap in range(2):
        assert client.post(reverse("tournaments:entry_accept", args=[entry.pk])).status_code == 302
    entry.refresh_from_db()
    assert (entry.player, entry.invited, entry.consent) == (victim.player, None, Consent.INVITATION)
    assert Rating.objects.get(player=victim.player).games == RatedGame.objects.count() == 2
    assert tournament.pk in made_stale_by(AuditEntry.objects.get(action="entry.invitation_accepted"))
    visitor = client_of(None)
    assert "Known cheaters" in visitor.get(reverse("players:detail", args=[NUMBER])).content.decode()
    for name, args in (("players:detail", []), ("tournaments:follow_player", [tournament.pk])):
        moved = visitor.get(reverse(name, args=[*args, guest]))
        assert (moved.status_code, moved.headers["Location"]) == (302, reverse(name, args=[*args, NUMBER]))
    assert invitations_of(victim) == []
    assert rebuilt_state(tournament.pk) == state_of(tournament.pk)
    assert "Accepted" not in client.get(reverse("home")).content.decode()
    with pytest.raises(Refused, match="already accepted"):
        decline_invitation(victim, entry)


def test_who_declines_leaves_a_guest_and_no_trace(organiser: User, victim: User) -> None:
    tournament, entry = played(organiser, victim)
    answer = client_of(victim).post(reverse("tournaments:entry_refuse", args=[entry.pk]))
    assert answer.status_code == 302
    entry.refresh_from_db()
    assert (entry.invited, entry.is_guest, entry.player.name) == (None, True, "Ninlil")
    assert RatedGame.objects.count() == 2, "the games of a guest like any other"
    directors = client_of(organiser)
    addresses = public_addresses(tournament, entry)
    addresses += [reverse("tournaments:audit", args=[tournament.pk]), f"/api/v1/changes/?tournament={tournament.pk}"]
    addresses += [reverse("tournaments:entry", args=[entry.pk])]
    for address in addresses:
        assert not named_by(directors, address, victim), address
    assert "Invitation declined" in directors.get(addresses[-3]).content.decode()
    assert (invitations_of(victim), requests.offers_for(victim)) == ([], [])
    with pytest.raises(NotAllowed):
        accept_invitation(victim, entry, Consent.INVITATION)
    with pytest.raises(Refused, match="cannot be undone"):
        undo(organiser, AuditEntry.objects.get(action="entry.invitation_declined"))
    assert rebuilt_state(tournament.pk) == state_of(tournament.pk)


def test_who_has_declined_is_not_invited_to_the_event_again(organiser: User, victim: User) -> None:
    tournament = draft(organiser, "Ea", registration=True)
    entry = add_entry(organiser, tournament, victim.player)
    assert players_to_enter(organiser, tournament, victim.username, 9) == []
    with pytest.raises(Refused, match="Already in the tournament"):
        add_entry(organiser, tournament, victim.player)
    remove_entry(organiser, entry)
    removed = AuditEntry.objects.get(action="entry.removed")
    again = add_entry(organiser, tournament, victim.player)
    decline_invitation(victim, again)
    assert [each.player.name for each in tournament.entries.all()] == ["Ea"], "before the start the entry is removed"
    assert players_to_enter(organiser, tournament, victim.username, 9) == []
    with pytest.raises(Refused, match="cannot be invited"):
        add_entry(organiser, tournament, victim.player)
    with pytest.raises(Refused, match="has answered since"):
        undo(organiser, removed)
    undo(organiser, AuditEntry.objects.filter(action="entry.removed").latest("pk"))
    back = tournament.entries.get(player__name="Ninlil")
    assert (back.invited, back.is_guest) == (None, True), "what is taken back is the removal of a guest"
    # Registering is the person's own word.
    register(victim, tournament)
    assert tournament.entries.filter(player=victim.player).exists()
    assert DeclinedInvitation.objects.count() == 1


def test_registering_accepts_the_open_invitation(organiser: User, victim: User) -> None:
    tournament = draft(organiser, "Ea", registration=True, registration_approval=True)
    entry = add_entry(organiser, tournament, victim.player)
    assert register(victim, tournament, club="SK Ur").status == Registration.Status.ACCEPTED
    entry.refresh_from_db()
    assert (entry.player, entry.invited, entry.club) == (victim.player, None, "SK Ur")
    assert (entry.consent, tournament.entries.count()) == (Consent.REGISTRATION, 2)
    assert rebuilt_state(tournament.pk) == state_of(tournament.pk)


def test_an_invitation_is_told_once_the_event_is_known_and_the_own_account_needs_none(
    organiser: User, victim: User
) -> None:
    tournament = draft(organiser, "Ea")
    assert add_entry(organiser, tournament, organiser.player).player == organiser.player
    entry = add_entry(organiser, tournament, victim.player)
    client, address = client_of(victim), reverse("tournaments:own_check_in", args=[tournament.pk])
    assert invitations_of(victim) == [], "what is in a draft is nobody else's business"
    assert client.get(address).status_code == 404
    open_check_in(organiser, tournament)
    assert invitations_of(victim) == [entry]
    assert reverse("tournaments:entry_accept", args=[entry.pk]) in client.get(address).content.decode()
    client.post(reverse("tournaments:entry_accept", args=[entry.pk]), {"unrated": "1"})
    entry.refresh_from_db()
    assert (entry.player, entry.consent) == (victim.player, Consent.DECLINED)
    assert check_ins_of(victim) == [entry]


def test_nobody_else_takes_over_the_guest_of_an_invitation(organiser: User, victim: User) -> None:
    tournament = draft(organiser, "Ea", registration=True)
    entry = add_entry(organiser, tournament, victim.player)
    assert [each.player.name for each in claims.guests_of(organiser, tournament)] == ["Ea"]
    with pytest.raises(NotAllowed):
        claims.invite(organiser, entry)
    with pytest.raises(Refused, match="has not answered yet"):
        merge_players(organiser, entry.player, Player.objects.get(name="Ea"))
    assert requests.offers_for(account("namesake", "Ninlil")) == []
    # The same name elsewhere is another guest, so that accepting one event accepts no other one.
    [typed] = add_entries_by_name(organiser, draft(organiser), ["Ninlil"])
    assert typed.player_id not in (entry.player_id, int(NUMBER))
    with pytest.raises(Refused, match="by name instead"):
        add_entry(organiser, draft(organiser), entry.player)


def test_a_deleted_account_takes_its_name_from_the_guest_along(organiser: User, victim: User) -> None:
    tournament, entry = played(organiser, victim)
    delete_person(victim, user=victim)
    entry.refresh_from_db()
    assert (entry.invited, str(entry.player.name)) == (None, f"Deleted player {entry.player_id}")
    assert "Ninlil" not in client_of(None).get(reverse("tournaments:entries", args=[tournament.pk])).content.decode()
    assert rebuilt_state(tournament.pk) == state_of(tournament.pk)
