"""Guests become players with an account: by mail, by a code on paper, by a request; and duplicates are merged."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone

from nabu.accounts.audit.history import State, as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.services import rebuild
from nabu.contests.results import services as results
from nabu.contests.results.history.services import undo
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.consent import give_consent
from nabu.contests.tournaments.entering import enter
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, update_entry
from nabu.contests.tournaments.models import Entry
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.core.codes import new_code
from nabu.core.errors import NotAllowed, Refused, TryLater
from nabu.people.claims import codes, invitations, merging, requests
from nabu.people.claims.models import ClaimRequest, Invitation, Merge, WrongCode
from nabu.people.claims.tasks import forget_wrong_codes
from nabu.web.jobs.models import Job
from tests.platform.by_hand import do_jobs
from tests.platform.scenario import Event, account, approved, make_event, make_rated

pytestmark = pytest.mark.django_db

HOME = "192.0.2.7"


def guests(*names: str, prefix: str = "league", organiser: User | None = None) -> Event:
    """A rated, finished round of guests."""
    event = make_event(0, table_size=2, start=False, prefix=prefix, organiser=organiser)
    add_entries_by_name(event.organiser, event.tournament, names)
    start_tournament(event.organiser, event.tournament)
    approved(event)
    for table in event.pair().tables.filter(is_bye=False):
        results.rule_result(event.organiser, table, Ruling([60, 50]))
    return event


def guest(name: str) -> Player:
    return Player.objects.get(name=name, user=None)


def entry_of(event: Event, name: str) -> Entry:
    return event.tournament.entries.get(player__name=name)


def code_for(event: Event, name: str) -> str:
    made = invitations.make_codes(event.organiser, event.tournament)
    return next(code for entry, code in made if entry.player.name == name)


def is_consistent(*events: Event) -> None:
    """The journal is what a rebuild gives, and each tournament what its history gives."""
    assert rebuild("babylonia") == []
    for event in events:
        now, rebuilt = state_of(event.tournament.pk), rebuilt_state(event.tournament.pk)
        assert as_bytes(_entries(now)) == as_bytes(_entries(rebuilt))


def _entries(state: State) -> State:
    return {key: row for key, row in state.items() if key[0] == "tournaments.entry"}


@pytest.mark.both_databases
def test_a_code_on_paper_makes_the_results_those_of_the_account() -> None:
    event = guests("Ea", "Bel")
    before = Rating.objects.get(player=guest("Ea")).value
    code = code_for(event, "Ea")
    ana = account("ana")
    invitations.claim(ana, codes.invitation_of(ana, code.lower().replace("-", " "), HOME))
    entry = event.tournament.entries.get(player=ana.player)
    assert entry.consent == Entry.Consent.CLAIM
    assert Rating.objects.get(player=ana.player).value == before
    source = Player.objects.get(name="Ea")
    assert source.merged_into == ana.player
    assert not source.entries.exists()
    assert not Rating.objects.filter(player=source).exists()
    is_consistent(event)


@pytest.mark.both_databases
def test_nothing_in_the_database_holds_a_code() -> None:
    event = guests("Ea", "Bel")
    code = code_for(event, "Ea")
    found = Invitation.objects.get(player=guest("Ea"))
    assert code not in str(vars(found))
    assert not any(code in str(vars(job)) for job in Job.objects.all())
    assert not any(code in str(vars(entry)) for entry in AuditEntry.objects.all())


@pytest.mark.both_databases
def test_a_code_is_good_once_and_until_it_is_revoked_or_too_old() -> None:
    event = guests("Ea", "Bel")
    ana, bo = account("ana"), account("bo")
    code, other = code_for(event, "Ea"), code_for(event, "Ea")
    with pytest.raises(Refused, match="invalid or has expired"):
        codes.invitation_of(ana, code, HOME)
    found = codes.invitation_of(ana, other, HOME)
    invitations.claim(ana, found)
    with pytest.raises(Refused, match="invalid or has expired"):
        invitations.claim(bo, found)
    bel = code_for(event, "Bel")
    assert invitations.revoke(event.organiser, event.tournament) == 1
    with pytest.raises(Refused, match="invalid or has expired"):
        codes.invitation_of(bo, bel, HOME)
    bel = code_for(event, "Bel")
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Refused, match="invalid or has expired"):
        codes.invitation_of(bo, bel, HOME)


def test_guesses_are_limited_by_account_and_by_network() -> None:
    ana, bo = account("ana"), account("bo")
    for _guess in range(codes.MOST_OF_ACCOUNT):
        with pytest.raises(Refused):
            codes.invitation_of(ana, new_code(), HOME)
    with pytest.raises(TryLater):
        codes.invitation_of(ana, new_code(), "198.51.100.1")
    WrongCode.objects.bulk_create(WrongCode(account=ana, network=HOME) for _guess in range(codes.MOST_OF_NETWORK))
    with pytest.raises(TryLater):
        codes.invitation_of(bo, new_code(), HOME)
    WrongCode.objects.update(at=timezone.now() - codes.HOUR)
    with pytest.raises(Refused):
        codes.invitation_of(bo, new_code(), HOME)


@pytest.mark.both_databases
def test_wrong_codes_are_forgotten_after_a_day() -> None:
    for code in ("old", "new"):
        with pytest.raises(Refused):
            codes.invitation_of(account(code), code, HOME)
    WrongCode.objects.filter(account__username="old").update(at=timezone.now() - codes.DAY)
    assert forget_wrong_codes() == 1
    assert WrongCode.objects.get().account.username == "new"
    assert "nabu.claims.tasks.forget_wrong_codes" in {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()}


@pytest.mark.both_databases
def test_an_invitation_is_sent_by_mail_and_its_link_claims() -> None:
    event = guests("Ea", "Bel")
    with pytest.raises(Refused, match="e-mail"):
        invitations.invite(event.organiser, entry_of(event, "Ea"))
    update_entry(event.organiser, entry_of(event, "Ea"), email="ea@example.org")
    invitations.invite_all(event.organiser, event.tournament)
    do_jobs(invitations.SEND)
    (sent,) = outbox.outbox
    assert sent.to == ["ea@example.org"]
    assert "Spring in Ur" in sent.body
    (code,) = re.findall(r"/claim/([A-Z0-9-]+)/", sent.body)
    ana = account("ana")
    invitations.claim(ana, codes.invitation_of(ana, code, HOME))
    assert entry_of(event, "Ana").consent == Entry.Consent.INVITATION
    with pytest.raises(Refused, match="Nobody left"):
        invitations.invite_all(event.organiser, event.tournament)


@pytest.mark.both_databases
def test_one_address_is_not_flooded() -> None:
    event = guests("Ea", "Bel")
    update_entry(event.organiser, entry_of(event, "Ea"), email="ea@example.org")
    for _time in range(invitations.MOST_TO_ADDRESS):
        invitations.invite(event.organiser, entry_of(event, "Ea"))
    with pytest.raises(Refused, match="several times"):
        invitations.invite(event.organiser, entry_of(event, "Ea"))


def test_an_organiser_who_enters_a_guest_of_others_cannot_take_the_results() -> None:
    """Attack: enter a known guest in an event of one's own, invite it there, and claim what it has played elsewhere."""
    guests("Ea", "Bel")
    thief = account("thief")
    trap = make_event(0, start=False, prefix="trap", organiser=thief)
    with pytest.raises(Refused, match="guest of another organiser"):
        add_entry(thief, trap.tournament, guest("Ea"))
    # As older sites still have it.
    (entry,) = enter(thief, trap.tournament, [guest("Ea")])
    update_entry(thief, entry, email="thief@example.org")
    with pytest.raises(NotAllowed):
        invitations.invite(thief, entry)
    for service in (invitations.invite_all, invitations.make_codes):
        with pytest.raises(Refused):
            service(thief, trap.tournament)
    accomplice = account("accomplice", "Ea")
    request = requests.ask(accomplice, guest("Ea"))
    with pytest.raises(NotAllowed):
        requests.approve(thief, request)
    with pytest.raises(NotAllowed):
        merging.merge_players(thief, guest("Ea"), guest("Bel"))


def test_an_account_of_the_same_name_asks_and_the_organiser_decides() -> None:
    event = guests("Ea", "Bel")
    ana = account("ana", "Ea")
    (offer,) = requests.offers_for(ana)
    assert (offer.player, offer.tournaments) == (guest("Ea"), ["Spring in Ur"])
    request = requests.ask(ana, offer.player)
    assert requests.requests_to_decide(event.organiser) == [request]
    assert requests.requests_to_decide(account("stranger")) == []
    with pytest.raises(NotAllowed):
        requests.approve(ana, request)
    requests.approve(event.organiser, request)
    assert event.tournament.entries.get(player=ana.player).consent == Entry.Consent.CLAIM
    assert requests.offers_for(ana) == []
    is_consistent(event)


@pytest.mark.both_databases
def test_a_refused_claim_stays_refused_and_a_dismissed_one_is_not_offered_again() -> None:
    event = guests("Ea", "Bel")
    ana, bo = account("ana", "Ea"), account("bo", "Bel")
    request = requests.ask(ana, guest("Ea"))
    requests.refuse(event.organiser, request)
    with pytest.raises(Refused, match="already"):
        requests.ask(ana, guest("Ea"))
    requests.dismiss(bo, guest("Bel"))
    assert requests.offers_for(bo) == []
    with pytest.raises(Refused, match="already said that this player is somebody else"):
        requests.ask(bo, guest("Bel"))
    with pytest.raises(Refused, match="own name"):
        requests.ask(bo, guest("Ea"))


def test_nobody_is_offered_who_only_plays_in_a_hidden_draft() -> None:
    event = make_event(0, start=False, prefix="hidden")
    add_entries_by_name(event.organiser, event.tournament, ["Ea"])
    assert requests.offers_for(account("ana", "Ea")) == []


@pytest.mark.both_databases
def test_staff_merge_duplicates_after_a_look_that_changes_nothing() -> None:
    first, second = guests("Ea", "Bel"), guests("Ea of Eridu", "Sin", prefix="other")
    staff = account("staff", is_staff=True)
    source, target = guest("Ea of Eridu"), guest("Ea")
    ratings = dict(Rating.objects.values_list("player", "value"))
    shown = merging.preview(staff, source, target)
    assert [event.pk for event in shown.tournaments] == [second.tournament.pk]
    assert (shown.results, shown.problem) == (1, "")
    (line,) = shown.ratings
    assert (line.source, line.target) == (ratings[source.pk], ratings[target.pk])
    assert dict(Rating.objects.values_list("player", "value")) == ratings
    merging.merge_players(staff, source, target)
    assert Rating.objects.get(player=target).value == line.after
    assert Rating.objects.get(player=target).games == 2
    assert target.entries.count() == 2
    is_consistent(first, second)


def test_the_addresses_of_a_merged_player_lead_to_the_other_one() -> None:
    guests("Ea", "Bel")
    guests("Ea of Eridu", "Sin", prefix="other")
    staff = account("staff", is_staff=True)
    source, target = guest("Ea of Eridu"), guest("Ea")
    merging.merge_players(staff, source, target)
    by_staff = Client()
    by_staff.force_login(staff)
    for path in (
        "",
        "ratings/babylonia/?page=1",
        "statistics/babylonia/?since=2026-01-01",
        "statistics/babylonia/sources.csv",
        "reviews/babylonia/",
        "reviews/babylonia/games.csv",
    ):
        for client in (Client(), by_staff):
            answer = client.get(f"/players/{source.pk}/{path}")
            assert (answer.status_code, answer["Location"]) == (302, f"/players/{target.pk}/{path}")


def test_a_merge_can_be_undone_by_staff_and_by_nobody_else() -> None:
    first, second = guests("Ea", "Bel"), guests("Ea of Eridu", "Sin", prefix="other")
    staff = account("staff", is_staff=True)
    source, target = guest("Ea of Eridu"), guest("Ea")
    ratings = dict(Rating.objects.values_list("player", "value"))
    merge = merging.merge_players(staff, source, target)
    moved = AuditEntry.objects.filter(tournament=second.tournament, action="entry.merged").get()
    with pytest.raises(Refused, match="cannot be undone"):
        undo(second.organiser, moved)
    with pytest.raises(NotAllowed):
        merging.undo_merge(second.organiser, merge)
    merging.undo_merge(staff, merge)
    assert dict(Rating.objects.values_list("player", "value")) == ratings
    assert Player.objects.get(pk=source.pk).merged_into is None
    is_consistent(first, second)
    with pytest.raises(Refused, match="already undone"):
        merging.undo_merge(staff, merge)


def test_merges_one_after_another_are_undone_one_after_another() -> None:
    """Who was merged into somebody who was merged later comes back to them, not to the last one."""
    guests("Ea", "Bel")
    guests("Ea of Eridu", "Sin", prefix="other")
    guests("Ea of Ur", "Utu", prefix="third")
    staff = account("staff", is_staff=True)
    one, two, three = guest("Ea of Ur"), guest("Ea of Eridu"), guest("Ea")
    ratings = dict(Rating.objects.values_list("player", "value"))
    entries = dict(Entry.objects.values_list("pk", "player"))
    first = merging.merge_players(staff, one, two)
    second = merging.merge_players(staff, two, three)
    assert Player.objects.get(pk=one.pk).merged_into == three
    merging.undo_merge(staff, second)
    assert Player.objects.get(pk=one.pk).merged_into == two
    merging.undo_merge(staff, first)
    assert dict(Rating.objects.values_list("player", "value")) == ratings
    assert dict(Entry.objects.values_list("pk", "player")) == entries


@pytest.mark.parametrize("approval", [False, True])
def test_who_hoped_for_a_place_hopes_again_after_a_merge_is_undone(approval: bool) -> None:
    """Accepted without an entry, nobody could do anything about the registration."""
    event = make_event(0, start=False, prefix="league")
    add_entries_by_name(event.organiser, event.tournament, ["Ea", "Bel"])
    update_tournament(event.organiser, event.tournament, registration=True, registration_approval=approval, capacity=2)
    ana, staff = account("ana"), account("staff", is_staff=True)
    before = register(ana, event.tournament).status
    merge = merging.merge_players(staff, guest("Ea"), ana.player)
    merging.undo_merge(staff, merge)
    assert event.tournament.registrations.get(player=ana.player).status == before
    is_consistent(event)


@pytest.mark.both_databases
def test_what_is_merged_into_an_account_waits_unrated_until_it_agrees() -> None:
    """Nobody is rated without consent, whoever merges; undone, the guest's games are rated as before."""
    event = guests("Ea", "Bel")
    staff, ana = account("staff", is_staff=True), account("ana")
    ratings = dict(Rating.objects.values_list("player", "value"))
    merge = merging.merge_players(staff, guest("Ea"), ana.player)
    assert not Rating.objects.exists()
    is_consistent(event)
    merging.undo_merge(staff, merge)
    assert dict(Rating.objects.values_list("player", "value")) == ratings
    merging.merge_players(staff, guest("Ea"), ana.player)
    entry = event.tournament.entries.get(player=ana.player)
    give_consent(ana, entry, Entry.Consent.INVITATION)
    assert Rating.objects.get(player=ana.player).value == ratings[merge.source_id]
    is_consistent(event)


def test_a_claim_in_an_unrated_event_is_no_consent_for_later() -> None:
    event = make_event(0, table_size=2, start=False, prefix="unrated")
    add_entries_by_name(event.organiser, event.tournament, ["Ea", "Bel"])
    ana = account("ana")
    invitations.claim(ana, codes.invitation_of(ana, code_for(event, "Ea"), HOME))
    make_rated(event.organiser)
    update_tournament(event.organiser, event.refresh(), rated=True)
    assert event.tournament.entries.get(player=ana.player).consent == Entry.Consent.NONE


@pytest.mark.both_databases
def test_two_who_play_in_the_same_tournament_are_two_people() -> None:
    guests("Ea", "Bel")
    staff = account("staff", is_staff=True)
    shown = merging.preview(staff, guest("Ea"), guest("Bel"))
    assert "two people" in shown.problem
    with pytest.raises(Refused, match="both play in “Spring in Ur”"):
        merging.merge_players(staff, guest("Ea"), guest("Bel"))
    assert not Merge.objects.exists()


def test_accounts_are_never_merged_away() -> None:
    guests("Ea", "Bel")
    staff, ana, bo = account("staff", is_staff=True), account("ana"), account("bo")
    with pytest.raises(Refused, match="Both have accounts"):
        merging.merge_players(staff, ana.player, bo.player)
    with pytest.raises(Refused, match="has an account"):
        merging.merge_players(staff, ana.player, guest("Ea"))


def test_a_director_merges_guests_of_the_own_events_only() -> None:
    event = guests("Ea", "Bel")
    second = guests("Ea of Eridu", "Sin", prefix="second", organiser=event.organiser)
    guests("Ea of Ur", "Nin", prefix="elsewhere")
    merging.merge_players(event.organiser, guest("Ea of Eridu"), guest("Ea"))
    with pytest.raises(NotAllowed):
        merging.merge_players(event.organiser, guest("Ea of Ur"), guest("Ea"))
    with pytest.raises(NotAllowed):
        merging.merge_players(event.organiser, guest("Sin"), account("ana").player)
    is_consistent(event, second)


def test_a_merged_player_is_not_entered_again() -> None:
    event = guests("Ea", "Bel")
    guests("Ea of Eridu", "Sin", prefix="other")
    source = guest("Ea of Eridu")
    merging.merge_players(account("staff", is_staff=True), source, guest("Ea"))
    source.refresh_from_db()
    draft = make_event(0, start=False, prefix="draft", organiser=event.organiser)
    with pytest.raises(Refused, match="merged"):
        add_entry(event.organiser, draft.tournament, source)


@pytest.mark.both_databases
def test_who_registered_and_then_claims_the_entry_of_the_same_tournament_has_it() -> None:
    event = make_event(0, start=False, prefix="league")
    add_entries_by_name(event.organiser, event.tournament, ["Ea", "Bel"])
    update_tournament(event.organiser, event.tournament, registration=True, capacity=2)
    ana = account("ana")
    register(ana, event.tournament)
    code = code_for(event, "Ea")
    invitations.claim(ana, codes.invitation_of(ana, code, HOME))
    assert event.tournament.registrations.get(player=ana.player).status == "accepted"
    assert event.tournament.entries.filter(player=ana.player).exists()


@pytest.mark.both_databases
def test_a_claim_closes_the_other_ways_to_the_guest() -> None:
    event = guests("Ea", "Bel")
    asked = requests.ask(account("rival", "Ea"), guest("Ea"))
    code = code_for(event, "Ea")
    ana = account("ana")
    invitations.claim(ana, codes.invitation_of(ana, code, HOME))
    assert ClaimRequest.objects.get(pk=asked.pk).status == ClaimRequest.Status.REFUSED
    with pytest.raises((Refused, NotAllowed)):
        requests.approve(event.organiser, asked)
