"""Everything that is done to the people of a tournament can be taken back and done again, to the last byte."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.tracked import read_rows, tracked_models
from nabu.contests.results.history.services import undo
from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries.byes import ask_for_bye
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import (
    add_entries_by_name,
    move_entry,
    remove_entry,
    seed_by_draw,
    update_entry,
)
from nabu.contests.tournaments.fees.services import note_entry_paid, note_entry_unpaid
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty, lift_penalty
from nabu.contests.tournaments.restrictions.services import add_restriction, remove_restriction
from nabu.contests.tournaments.setup.services import update_tournament
from tests.cases import each
from tests.platform.contests.tournaments.people import entry_of
from tests.platform.scenario import Event, make_event, taken_back

pytestmark = pytest.mark.django_db
Action = Callable[[Event], object]


def state(event: Event) -> dict[str, Any]:
    """All rows of the tournament."""
    rows = {}
    for model in tracked_models():
        pks = model._default_manager.filter(**{model.tournament_path: event.tournament.pk}).values_list("pk", flat=True)
        rows[model._meta.label_lower] = read_rows(model, sorted(pks))
    return rows


def disqualify(event: Event) -> object:
    return give_penalty(event.organiser, entry_of(event, 1), PenaltySpec("disqualification", reason="x"))


def lift(event: Event) -> object:
    return lift_penalty(event.organiser, entry_of(event, 2).penalties.get(), "y")


RUNNING: dict[str, Action] = {
    "late": lambda e: add_entries_by_name(e.organiser, e.tournament, ["Late One", "Late Two"]),
    "details": lambda e: update_entry(e.organiser, entry_of(e, 1), club="Ur", fixed_table=2, note="x"),
    "drop": lambda e: drop_entry(e.players[0], entry_of(e, 1)),
    "bye": lambda e: ask_for_bye(e.players[0], entry_of(e, 1), 2),
    "disqualify": disqualify,
    "points": lambda e: give_penalty(e.organiser, entry_of(e, 1), PenaltySpec("points", points=Decimal(1), reason="x")),
    "lift": lift,
    "apart": lambda e: add_restriction(e.organiser, e.tournament, entry_of(e, 1), entry_of(e, 3), "discouraged"),
    "together": lambda e: remove_restriction(e.organiser, e.tournament.restrictions.get()),
}

DRAFT: dict[str, Action] = {
    "check in": lambda e: check_in.check_in(e.organiser, entry_of(e, 1)),
    "everybody": lambda e: check_in.check_in_everybody(e.organiser, e.tournament),
    "open": lambda e: check_in.open_check_in(e.organiser, e.tournament),
    "leave out": lambda e: check_in.leave_out_missing(e.organiser, e.tournament),
    "draw": lambda e: seed_by_draw(e.organiser, e.tournament),
    "move": lambda e: move_entry(e.organiser, entry_of(e, 1), 3),
    "paid": lambda e: note_entry_paid(e.organiser, entry_of(e, 1)),
    "unpaid": lambda e: note_entry_unpaid(e.organiser, entry_of(e, 4)),
    "remove": lambda e: remove_entry(e.organiser, entry_of(e, 1)),
}


def there_and_back(event: Event, action: Action) -> None:
    before = state(event)
    action(event)
    after = state(event)
    assert before != after
    made = AuditEntry.objects.filter(tournament=event.tournament).order_by("-pk")[0]
    undone = undo(event.organiser, made)
    assert state(event) == before
    undo(event.organiser, undone)
    assert state(event) == after


@pytest.fixture
def running(db: None) -> Event:
    event = make_event(4, table_size=2)
    add_restriction(event.organiser, event.tournament, entry_of(event, 1), entry_of(event, 2), "forbidden")
    give_penalty(event.organiser, entry_of(event, 2), PenaltySpec("disqualification", reason="x"))
    event.pair()
    return event


@pytest.fixture
def draft(db: None) -> Event:
    event = make_event(4, start=False)
    # One of 24 random lots draws the order that is there already.
    Tournament.objects.filter(pk=event.tournament.pk).update(lot="another order")
    event.refresh()
    add_restriction(event.organiser, event.tournament, entry_of(event, 1), entry_of(event, 2), "forbidden")
    check_in.check_in(event.organiser, entry_of(event, 4))
    update_tournament(event.organiser, event.tournament, fee=Decimal(5), fee_currency="EUR")
    note_entry_paid(event.organiser, entry_of(event, 4))
    return event


@pytest.mark.both_databases
@each("name", RUNNING)
def test_in_a_running_tournament(name: str, running: Event) -> None:
    with taken_back(running) as here:
        there_and_back(here, RUNNING[name])


@pytest.mark.both_databases
@each("name", DRAFT)
def test_in_a_draft(name: str, draft: Event) -> None:
    with taken_back(draft) as here:
        there_and_back(here, DRAFT[name])


@pytest.mark.both_databases
def test_a_disqualification_that_was_taken_back_and_done_again_can_still_be_lifted() -> None:
    event = make_event(4, table_size=2)
    drop_entry(event.organiser, entry_of(event, 1))
    disqualify(event)
    undone = undo(event.organiser, AuditEntry.objects.order_by("-pk")[0])
    assert entry_of(event, 1).status == "dropped"
    undo(event.organiser, undone)
    lift_penalty(event.organiser, entry_of(event, 1).penalties.get(), "y")
    assert entry_of(event, 1).status == "dropped"
