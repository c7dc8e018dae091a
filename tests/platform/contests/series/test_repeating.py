"""The same event again: with all its settings, and with those of its players who may be entered."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.formats import StageSpec
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.services import create_club, set_member
from nabu.contests.results.history.services import undo
from nabu.contests.series.repeating import Again, proposed, repeat_tournament
from nabu.contests.tournaments.entries.invitations import accept_invitation
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, update_entry
from nabu.contests.tournaments.models import Entry, Restriction, Role, Tournament
from nabu.contests.tournaments.prizes.services import PrizeSpec, set_prizes
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.roles.services import give_role
from nabu.contests.tournaments.setup import copying
from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.people.profiles.privacy.deletion import delete_person
from tests.platform.scenario import Event, account, make_event, make_rated

pytestmark = pytest.mark.django_db
TUESDAY = date(2026, 11, 24)


def event_with_everything(club: Club | None = None) -> Tournament:
    """Of "ana", with no setting that is the usual one."""
    made = create_tournament(
        make_rated(account("ana")),
        TournamentSpec(
            name="Tuesday night 14",
            description="Bring a pen.",
            game="babylonia",
            ruleset="seven_of_nine",
            components="babylonia-2019",
            place="Ishtar Gate",
            starts_on=TUESDAY,
            starts_at=time(19),
            round_minutes=50,
            no_show_minutes=7,
            watchable=False,
            watch_delay=9,
            self_check_in=False,
            self_drop=False,
            ratings_need="replayed",
            statistics_need="agreed",
            same_club="discouraged",
            share_prizes=False,
            registration=True,
            registration_opens_at=datetime(2026, 11, 17, 8, tzinfo=UTC),
            registration_closes_at=datetime(2026, 11, 24, 18, tzinfo=UTC),
            registration_approval=True,
            capacity=12,
            expected_players=10,
            fee=Decimal("5.00"),
            fee_currency="EUR",
            club=club,
            stages=[
                StageSpec("swiss", {"table_size": 4, "rounds": 3, "advance": 4}),
                StageSpec("single_elimination", {"table_size": 4}),
            ],
        ),
    )
    set_prizes(made.organiser, made, [PrizeSpec("A tablet", amount=Decimal(20)), PrizeSpec("Figs", 2, 3)])
    Tournament.objects.filter(pk=made.pk).update(ends_on=date(2026, 11, 26))
    made.refresh_from_db()
    return made


def names_of(tournament: Tournament) -> list[str]:
    return [entry.player.name for entry in tournament.entries.select_related("player").order_by("seed")]


def again(source: Tournament, **chosen: bool) -> Again:
    found = proposed(source, date(2026, 11, 30))
    return Again(found.name, found.starts_on, **chosen)


def test_every_setting_of_a_tournament_is_copied_or_said_not_to_be() -> None:
    lists = (copying.PLAYED, copying.ANNOUNCED, copying.MOVED, copying.ASKED, copying.OWN)
    named = [name for names in lists for name in names]
    assert sorted(named) == sorted(field.name for field in Tournament._meta.concrete_fields)


def test_all_settings_stay_and_the_times_move_with_the_date() -> None:
    source = event_with_everything()
    made = repeat_tournament(source.organiser, source, again(source)).tournament
    made.refresh_from_db()
    for name in (*copying.PLAYED, *copying.ANNOUNCED, *copying.ASKED):
        assert getattr(made, name) == getattr(source, name), name
    usual = Tournament()
    assert [name for name in copying.PLAYED if getattr(made, name) == getattr(usual, name)] == ["switches"]
    assert (made.name, made.starts_on, made.ends_on) == ("Tuesday night 15", date(2026, 12, 1), date(2026, 12, 3))
    assert made.registration_opens_at == datetime(2026, 11, 24, 8, tzinfo=UTC)
    assert made.registration_closes_at == datetime(2026, 12, 1, 18, tzinfo=UTC)
    assert (made.status, made.organiser) == ("draft", source.organiser)
    assert made.lot != source.lot
    for rows, columns in (("stages", ("position", "format", "config")), ("prizes", ("title", "amount", "place_to"))):
        assert list(getattr(made, rows).values_list(*columns)) == list(getattr(source, rows).values_list(*columns))
    assert made.entries.count() == made.roles.count() == 0


def test_the_club_and_the_rating_stay_only_where_they_may() -> None:
    owner = account("enki")
    club = create_club(owner, "Eridu")
    director = account("ninti")
    set_member(owner, club, "ninti", "director")
    source = create_tournament(
        make_rated(owner),
        TournamentSpec(
            name="Night", game="babylonia", ruleset="base", components="babylonia-2019", club=club, rated=True,
            stages=[StageSpec("swiss", {"table_size": 4, "rounds": 2})],
        ),
    )  # fmt: skip
    made = repeat_tournament(director, source, Again("Night")).tournament
    assert (made.organiser, made.club, made.rated) == (director, club, False)
    club.memberships.filter(user=director).delete()
    give_role(owner, source, "ninti", "director")
    fresh = Tournament.objects.get(pk=source.pk)
    made = repeat_tournament(director, fresh, Again("Night", helpers=True)).tournament
    assert (made.organiser, made.club, made.rated) == (director, None, False)
    assert {role.user: role.kind for role in made.roles.all()} == {owner: "director"}


def test_helpers_stay_by_choice() -> None:
    source = event_with_everything()
    give_role(source.organiser, source, account("enki").username, "scorekeeper")
    give_role(source.organiser, source, account("shut").username, "director")
    User.objects.filter(username="shut").update(is_active=False)
    made = repeat_tournament(source.organiser, source, again(source, helpers=True)).tournament
    assert [(role.user.username, role.kind) for role in made.roles.all()] == [("enki", "scorekeeper")]


def test_guests_are_the_same_players_in_the_same_order_with_their_details() -> None:
    source = event_with_everything()
    one, two, three = add_entries_by_name(source.organiser, source, ["Iltani", "Kubaba", "Rimut"])
    details = {"club": "Ur", "rating": 1800, "fide_id": "123", "fixed_table": 3, "email": "iltani@example.org"}
    update_entry(source.organiser, one, note="owes a beer", **details)
    add_restriction(source.organiser, source, one, three, Restriction.Kind.FORBIDDEN, "sisters")
    add_restriction(source.organiser, source, two, three, Restriction.Kind.DISCOURAGED, "")
    Entry.objects.filter(pk=two.pk).update(status="dropped", checked_in_at=timezone.now())
    made = repeat_tournament(source.organiser, source, again(source, players=True))
    assert (made.players, made.left_out, names_of(made.tournament)) == (2, [], ["Iltani", "Rimut"])
    entry = made.tournament.entries.get(seed=1)
    assert entry.player == one.player
    assert {name: getattr(entry, name) for name in details} == details
    assert (entry.note, entry.paid_at, entry.checked_in_at) == ("", None, None)
    assert [(each.one.player.name, each.reason) for each in made.tournament.restrictions.all()] == [
        ("Iltani", "sisters")
    ]
    everybody = repeat_tournament(source.organiser, source, again(source, players=True, dropped=True))
    assert names_of(everybody.tournament) == ["Iltani", "Kubaba", "Rimut"]
    assert everybody.tournament.restrictions.count() == 2


def test_accounts_are_asked_again() -> None:
    """As whenever somebody enters another person's account; who enters oneself agrees with that."""
    source = event_with_everything()
    bo = account("bo")
    accept_invitation(bo, add_entry(source.organiser, source, bo.player), Entry.Consent.INVITATION)
    add_entry(source.organiser, source, source.organiser.player)
    add_entry(source.organiser, source, account("cem").player)  # who has not answered
    made = repeat_tournament(source.organiser, source, again(source, players=True)).tournament
    first, own, third = made.entries.order_by("seed")
    assert (first.invited, first.player.user, first.player.name) == (bo.player, None, "Bo")
    assert (own.player, own.invited) == (source.organiser.player, None)
    assert third.invited is not None
    assert third.invited.user.username == "cem"
    assert third.player != source.entries.get(seed=3).player


def test_who_can_no_longer_play_is_left_out_and_named() -> None:
    event: Event = make_event(6, start=False)
    source = event.tournament
    gone, shut, merged, out, extra, last = (entry for entry in source.entries.select_related("player").order_by("seed"))
    other = Player.objects.create(name="Other")
    Player.objects.filter(pk=merged.player_id).update(merged_into=other)
    event.players[1].is_active = False
    event.players[1].save()
    Entry.objects.filter(pk=out.pk).update(status="disqualified")
    Entry.objects.filter(pk=extra.pk).update(stand_in=True)
    Player.objects.filter(pk=gone.player_id).update(deleted_at=timezone.now())
    made = repeat_tournament(event.organiser, source, Again("Again", players=True, dropped=True))
    assert [name for name, _why in made.left_out] == [f"Player {number}" for number in range(1, 6)]
    assert [why for _name, why in made.left_out] == [
        "no longer exists", "account closed", "no longer exists", "disqualified last time", "stand-in",
    ]  # fmt: skip
    assert [entry.invited for entry in made.tournament.entries.all()] == [last.player]


def test_one_who_is_refused_keeps_nobody_else_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from nabu.contests.series import repeating  # noqa: PLC0415

    source = event_with_everything()
    add_entries_by_name(source.organiser, source, ["Iltani", "Kubaba", "Rimut"])
    real = repeating.enter

    def picky(actor: object, tournament: Tournament, players: list[Player]) -> list[Entry]:
        made = real(actor, tournament, players)  # type: ignore[arg-type]
        if any(player.name == "Kubaba" for player in players):
            raise Refused("Suspended until spring.")
        return made

    monkeypatch.setattr(repeating, "enter", picky)
    made = repeat_tournament(source.organiser, source, again(source, players=True))
    assert names_of(made.tournament) == ["Iltani", "Rimut"]
    assert made.left_out == [("Kubaba", "Suspended until spring.")]


def test_deleting_somebody_takes_the_person_out_of_the_next_draft_too() -> None:
    source = event_with_everything()
    bo = account("bo")
    accept_invitation(bo, add_entry(source.organiser, source, bo.player), Entry.Consent.INVITATION)
    made = repeat_tournament(source.organiser, source, again(source, players=True)).tournament
    delete_person(bo, user=bo)
    assert made.entries.count() == 0


@pytest.mark.parametrize("state", ["draft", "running", "finished", "cancelled"])
def test_an_event_in_any_state_is_repeated_by_its_directors(state: str) -> None:
    event = make_event(4, start=False)
    Tournament.objects.filter(pk=event.tournament.pk).update(status=state)
    source = event.refresh()
    Role.objects.create(tournament=source, user=account("enki"), kind="director")
    for user in ("enki", "player_organiser"):
        actor = User.objects.get(username=user)
        assert repeat_tournament(actor, source, Again("Again", players=True)).players == 4
    with pytest.raises(NotAllowed):
        repeat_tournament(event.players[0], Tournament.objects.get(pk=source.pk), Again("Again"))


def test_a_practice_event_is_not_repeated() -> None:
    event = make_event(4, start=False)
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True)
    with pytest.raises(Refused, match="practice"):
        repeat_tournament(event.organiser, event.refresh(), Again("Again"))


def test_the_history_rebuilds_it_and_its_players_can_be_taken_back() -> None:
    source = event_with_everything()
    add_entries_by_name(source.organiser, source, ["Iltani", "Kubaba"])
    made = repeat_tournament(source.organiser, source, again(source, players=True)).tournament
    assert as_bytes(rebuilt_state(made.pk)) == as_bytes(state_of(made.pk))
    entry = AuditEntry.objects.get(action="tournament.repeated")
    assert entry.after == {"repeats": "Tuesday night 14", "players": 2, "not_entered": 0}
    undo(source.organiser, entry)
    assert made.entries.count() == 0
    assert Tournament.objects.filter(pk=made.pk).exists()


def test_an_event_is_repeated_with_its_players_in_three_taps(client: Client) -> None:
    """The button of the event's page, the box of its players, and the button of the form."""
    source = event_with_everything()
    add_entries_by_name(source.organiser, source, ["Iltani", "Kubaba"])
    client.force_login(source.organiser)
    address = reverse("series:repeat", args=[source.pk])
    assert address in client.get(reverse("tournaments:detail", args=[source.pk])).content.decode()
    form = client.get(address).context["form"]
    typed = {name: form[name].value() for name in ("name", "starts_on")}
    answer = client.post(address, {**typed, "players": "on"}, follow=True)
    assert "Draft created with 2 players." in answer.content.decode()
    made = Tournament.objects.latest("pk")
    assert (made.entries.count(), answer.redirect_chain[-1][0]) == (2, reverse("tournaments:detail", args=[made.pk]))


def test_nothing_typed_is_lost_when_it_is_refused(client: Client) -> None:
    source = event_with_everything()
    client.force_login(source.organiser)
    answer = client.post(reverse("series:repeat", args=[source.pk]), {"name": "<b>Ur", "starts_on": "2027-01-05"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "2027-01-05" in page
    assert "&lt;b&gt;Ur" in page
