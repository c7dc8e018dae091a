"""Self-registration: when, how many, with or without approval, and who moves up from the waiting list."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.results.history.services import undo
from nabu.contests.tournaments.entries.services import add_entry, remove_entry
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.registration import services
from nabu.contests.tournaments.registration.queries import own_registration, places_of
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.scenario import Event, account, make_event, make_rated

pytestmark = pytest.mark.django_db


def announced(capacity: int | None = None, players: int = 0, **settings: object) -> Event:
    """A rated draft for which players register."""
    event = make_event(players, start=False, prefix="entered", organiser=make_rated(account("entered_organiser")))
    update_tournament(event.organiser, event.tournament, registration=True, capacity=capacity, **settings)
    event.refresh()
    return event


def registered(event: Event, *names: str) -> list[User]:
    """New accounts that register in this order."""
    people = [account(name) for name in names]
    for user in people:
        services.register(user, event.tournament)
    return people


def status_of(event: Event, user: User) -> tuple[str, int | None] | None:
    """As the player sees it."""
    own = own_registration(user, event.tournament)
    return (own.status, own.place) if own else None


def names(event: Event) -> list[str]:
    return [entry.player.name for entry in event.tournament.entries.order_by("seed")]


def of(event: Event, user: User) -> Registration:
    return event.tournament.registrations.get(player__user=user)


def test_who_registers_is_entered_at_once_and_agrees_to_be_rated() -> None:
    event = announced()
    services.register(account("ana"), event.tournament, club="  SK   Ur ")
    entry = event.tournament.entries.get()
    assert (entry.player.name, entry.club, entry.consent) == ("Ana", "SK Ur", Entry.Consent.REGISTRATION)


def test_the_waiting_list_moves_up_when_somebody_withdraws() -> None:
    event = announced(capacity=2)
    ana, bo, cem, dia = registered(event, "ana", "bo", "cem", "dia")
    assert names(event) == ["Ana", "Bo"]
    assert [status_of(event, user) for user in (cem, dia)] == [("waiting", 1), ("waiting", 2)]
    services.withdraw(ana, event.tournament)
    assert names(event) == ["Bo", "Cem"]
    assert [entry.seed for entry in event.tournament.entries.all()] == [1, 2]
    assert status_of(event, dia) == ("waiting", 1)
    assert status_of(event, ana) == ("withdrawn", None)


def test_it_moves_up_when_somebody_is_removed_and_when_the_capacity_rises() -> None:
    event = announced(capacity=2)
    ana, *_ = registered(event, "ana", "bo", "cem", "dia", "eda")
    remove_entry(event.organiser, event.tournament.entries.get(player__user=ana))
    assert names(event) == ["Bo", "Cem"]
    assert status_of(event, ana) == ("declined", None)
    update_tournament(event.organiser, event.tournament, capacity=4)
    assert names(event) == ["Bo", "Cem", "Dia", "Eda"]


def test_a_lower_capacity_takes_nobody_out() -> None:
    event = announced(capacity=3)
    registered(event, "ana", "bo", "cem")
    update_tournament(event.organiser, event.tournament, capacity=2)
    assert names(event) == ["Ana", "Bo", "Cem"]
    (dia,) = registered(event, "dia")
    assert status_of(event, dia) == ("waiting", 1)


@pytest.mark.both_databases
def test_who_comes_back_after_withdrawing_waits_at_the_end() -> None:
    event = announced(capacity=2)
    _ana, _bo, cem, dia = registered(event, "ana", "bo", "cem", "dia")
    services.withdraw(cem, event.tournament)
    services.register(cem, event.tournament)
    assert [status_of(event, user) for user in (dia, cem)] == [("waiting", 1), ("waiting", 2)]


@pytest.mark.both_databases
def test_a_director_approves_first() -> None:
    event = announced(capacity=2, registration_approval=True)
    ana, bo, cem = registered(event, "ana", "bo", "cem")
    assert names(event) == []
    assert status_of(event, ana) == ("pending", None)
    with pytest.raises(NotAllowed):
        services.accept(bo, of(event, bo))
    services.accept(event.organiser, of(event, ana))
    services.decline(event.organiser, of(event, bo))
    assert names(event) == ["Ana"]
    with pytest.raises(Refused, match="declined"):
        services.register(bo, event.tournament)
    services.accept(event.organiser, of(event, cem))
    assert names(event) == ["Ana", "Cem"]
    (dia,) = registered(event, "dia")
    services.accept(event.organiser, of(event, dia))
    assert status_of(event, dia) == ("waiting", 1)
    services.accept(event.organiser, of(event, dia))
    assert names(event) == ["Ana", "Cem", "Dia"], "from the waiting list even beyond the capacity"


def test_without_approval_those_who_waited_for_it_move_up_in_order() -> None:
    event = announced(registration_approval=True)
    registered(event, "ana", "bo", "cem")
    update_tournament(event.organiser, event.tournament, registration_approval=False, capacity=2)
    assert names(event) == ["Ana", "Bo"]


@pytest.mark.both_databases
def test_a_director_changes_the_order_of_the_waiting_list() -> None:
    event = announced(capacity=2)
    *_, cem, dia, eda = registered(event, "ana", "bo", "cem", "dia", "eda")
    services.move(event.organiser, of(event, eda), 1)
    assert [status_of(event, user) for user in (eda, cem, dia)] == [("waiting", 1), ("waiting", 2), ("waiting", 3)]


@pytest.mark.both_databases
def test_registration_opens_and_closes() -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    event = announced(registration_opens_at=now + hour)
    with pytest.raises(Refused, match="not open yet"):
        registered(event, "ana")
    update_tournament(event.organiser, event.tournament, registration_opens_at=None, registration_closes_at=now - hour)
    with pytest.raises(Refused, match="closed"):
        registered(event, "bo")
    with pytest.raises(Refused, match="after it opens"):
        update_tournament(event.organiser, event.tournament, registration_opens_at=now)


def test_nobody_registers_for_a_draft_that_is_not_announced_or_has_started() -> None:
    hidden = make_event(0, start=False, prefix="hidden")
    with pytest.raises(NotAllowed):
        registered(hidden, "ana")
    event = announced(players=4)
    start_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused, match="You cannot register for this tournament yourself"):
        registered(event, "bo")


def test_nobody_registers_twice_or_when_entered_already() -> None:
    event = announced(capacity=2, players=2)
    with pytest.raises(Refused, match="You already play in this tournament"):
        services.register(event.players[0], event.tournament)
    (ana,) = registered(event, "ana")
    with pytest.raises(Refused, match="You are already registered"):
        services.register(ana, event.tournament)


def test_a_player_whom_the_organiser_enters_by_hand_is_accepted() -> None:
    event = announced(capacity=2, players=2)
    (ana,) = registered(event, "ana")
    add_entry(event.organiser, event.tournament, ana.player)
    assert status_of(event, ana) == ("accepted", None)
    assert of(event, ana).status == Registration.Status.ACCEPTED
    assert event.tournament.entries.get(player__user=ana).consent == Entry.Consent.REGISTRATION


def test_a_waiting_player_can_still_join_after_the_start_but_nobody_moves_up_then() -> None:
    event = announced(capacity=4, players=4)
    (ana,) = registered(event, "ana")
    start_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused, match="Drop out"):
        services.withdraw(event.players[0], event.tournament)
    assert status_of(event, ana) == ("waiting", 1)
    services.accept(event.organiser, of(event, ana))
    assert event.tournament.entries.filter(player__user=ana).exists()


@pytest.mark.both_databases
def test_registration_stays_once_players_have_registered() -> None:
    event = announced()
    registered(event, "ana")
    with pytest.raises(Refused, match="closing time"):
        update_tournament(event.organiser, event.tournament, registration=False)
    assert Tournament.objects.get(pk=event.tournament.pk).registration


@pytest.mark.both_databases
def test_every_change_is_written_down_and_can_be_taken_back() -> None:
    event = announced(capacity=2)
    ana, _bo, cem = registered(event, "ana", "bo", "cem")
    services.withdraw(ana, event.tournament)
    entry = AuditEntry.objects.filter(tournament=event.tournament, action="registration.withdrawn").get()
    assert entry.after == {"name": "Ana", "status": "withdrawn", "moved_up": ["Cem"]}
    undo(event.organiser, entry)
    assert names(event) == ["Ana", "Bo"]
    assert status_of(event, cem) == ("waiting", 1)
    tournament = event.tournament.pk
    assert as_bytes(rebuilt_state(tournament)) == as_bytes(state_of(tournament))


def test_everybody_sees_how_many_places_are_left() -> None:
    event = announced(capacity=2)
    registered(event, "ana", "bo", "cem")
    places = places_of(event.tournament)
    assert places is not None
    assert (places.phase, places.taken, places.waiting, places.full) == ("open", 2, 1, True)


@pytest.mark.both_databases
def test_the_waiting_list_moves_up_after_registration_has_closed_and_nobody_comes_back_by_it() -> None:
    event = announced(capacity=2)
    ana, bo, _cem, dia = registered(event, "ana", "bo", "cem", "dia")
    services.withdraw(ana, event.tournament)
    services.withdraw(dia, event.tournament)
    update_tournament(event.organiser, event.tournament, registration_closes_at=timezone.now() - timedelta(minutes=5))
    services.withdraw(bo, event.tournament)
    assert names(event) == ["Cem"], "who has withdrawn is not entered again"
    update_tournament(event.organiser, event.tournament, registration_closes_at=None)
    registered(event, "eda", "fred")
    services.register(ana, event.tournament)
    update_tournament(event.organiser, event.tournament, registration_closes_at=timezone.now() - timedelta(minutes=5))
    remove_entry(event.organiser, event.tournament.entries.get(player__name="Cem"))
    assert names(event) == ["Eda", "Fred"]
    assert status_of(event, ana) == ("waiting", 1)
