"""Check-in: who may tap, when, and who is left out at the start."""

from __future__ import annotations

import pytest

from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries.presence import reinstate_entry
from nabu.contests.tournaments.entries.queries import presence
from nabu.contests.tournaments.models import Entry, StageEntry
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.tournaments.people import decide, entry_of, helper_of
from tests.platform.scenario import make_event

pytestmark = pytest.mark.django_db


def test_a_scorekeeper_checks_anybody_in_and_out() -> None:
    event = make_event(3, start=False)
    keeper = helper_of(event, "scorekeeper")
    check_in.check_in(keeper, entry_of(event, 1))
    counted = presence(event.tournament)
    assert (counted.here, counted.players, counted.missing, counted.used) == (1, 3, 2, True)
    with pytest.raises(Refused, match="already"):
        check_in.check_in(keeper, entry_of(event, 1))
    check_in.check_out(keeper, entry_of(event, 1))
    assert not presence(event.tournament).used
    with pytest.raises(Refused, match="not checked in"):
        check_in.check_out(keeper, entry_of(event, 1))
    assert check_in.check_in_everybody(keeper, event.tournament) == 3
    with pytest.raises(Refused, match="already"):
        check_in.check_in_everybody(keeper, event.tournament)


def test_a_player_checks_only_himself_in_and_only_while_it_is_open() -> None:
    event = make_event(3, start=False)
    one, two = event.players[:2]
    with pytest.raises(Refused, match="not open"):
        check_in.check_in(one, entry_of(event, 1))
    check_in.open_check_in(event.organiser, event.tournament)
    with pytest.raises(Refused, match="Check-in is already open"):
        check_in.open_check_in(event.organiser, event.tournament)
    check_in.check_in(one, entry_of(event, 1))
    with pytest.raises(NotAllowed):
        check_in.check_in(two, entry_of(event, 1))
    with pytest.raises(NotAllowed):
        check_in.check_out(two, entry_of(event, 1))
    check_in.check_out(one, entry_of(event, 1))
    event.refresh().self_check_in = False
    event.tournament.save()
    with pytest.raises(Refused, match="Players check in with the organisers"):
        check_in.check_in(one, entry_of(event, 1))
    check_in.close_check_in(event.organiser, event.tournament)
    assert not event.refresh().check_in_open


def test_a_scorekeeper_does_not_open_the_check_in_or_leave_anybody_out() -> None:
    event = make_event(3, start=False)
    keeper = helper_of(event, "scorekeeper")
    for forbidden in (
        check_in.open_check_in,
        check_in.close_check_in,
        check_in.leave_out_missing,
        check_in.start_without_missing,
    ):
        with pytest.raises(NotAllowed):
            forbidden(keeper, event.tournament)
    with pytest.raises(NotAllowed):
        check_in.check_in_everybody(event.players[0], event.tournament)


def test_who_is_missing_is_left_out_at_the_start_and_can_come_late() -> None:
    event = make_event(5, table_size=2, start=False)
    for number in (1, 2, 3, 4):
        check_in.check_in(event.organiser, entry_of(event, number))
    check_in.start_without_missing(event.organiser, event.tournament)
    missing = entry_of(event, 5)
    assert missing.status == Entry.Status.DROPPED
    assert StageEntry.objects.count() == 4
    actions = list(event.tournament.audit_entries.order_by("-pk").values_list("action", "reason")[:2])
    assert actions == [("tournament.started", ""), ("entries.left_out", "not checked in")]
    decide(event, event.pair())
    reinstate_entry(event.organiser, missing)
    assert StageEntry.objects.get(entry=missing).since == 2
    assert event.pair().tables.filter(seats__entry=missing).exists()


def test_leaving_out_and_starting_happen_together_or_not_at_all() -> None:
    event = make_event(3, table_size=2, start=False)
    check_in.check_in(event.organiser, entry_of(event, 1))
    with pytest.raises(Refused):
        check_in.start_without_missing(event.organiser, event.tournament)
    assert event.refresh().status == "draft"
    assert set(event.tournament.entries.values_list("status", flat=True)) == {"active"}


def test_who_was_left_out_and_arrives_before_the_start_is_in_again() -> None:
    event = make_event(4, start=False)
    check_in.check_in(event.organiser, entry_of(event, 1))
    assert check_in.leave_out_missing(event.organiser, event.tournament) == 3
    check_in.check_in(event.organiser, entry_of(event, 2))
    reinstate_entry(event.organiser, entry_of(event, 3))
    statuses = dict(event.tournament.entries.values_list("player__name", "status"))
    assert statuses == {"Player 1": "active", "Player 2": "active", "Player 3": "active", "Player 4": "dropped"}
    check_in.check_in(event.organiser, entry_of(event, 3))
    with pytest.raises(Refused, match="Nobody is missing"):
        check_in.leave_out_missing(event.organiser, event.tournament)


def test_there_is_no_check_in_after_the_start() -> None:
    event = make_event(4)
    with pytest.raises(Refused, match="so this is no longer possible"):
        check_in.check_in(event.organiser, entry_of(event, 1))
    with pytest.raises(Refused, match="so this is no longer possible"):
        check_in.open_check_in(event.organiser, event.tournament)
