"""Calling a director: who may, how often, who answers, and what is told of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from competition.formats import StageSpec
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.calls.director import services
from nabu.contests.calls.director.queries import open_calls, waits_of
from nabu.contests.calls.director.waits import Answered, waits_by_round
from nabu.contests.calls.limits.services import block_caller, change_settings, unblock
from nabu.contests.calls.models import Block, DirectorCall
from nabu.contests.domain_events.events import CALL_CLOSED, CALL_MADE, CALL_TAKEN, events_of
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.practice.services import create_practice_event
from nabu.contests.results.history.lines import audit_lines
from nabu.contests.results.history.services import can_be_undone, undo
from nabu.contests.tournaments.models import Role, Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import TournamentSpec, start_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.webhooks.events import PUBLIC
from nabu.messages.webhooks.services import create_webhook
from nabu.messages.webhooks.writing import deliveries_of
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event, users


def playing() -> tuple[Event, Table]:
    event = make_event(4, table_size=2)
    return event, event.pair().tables.order_by("number")[0]


db, kept_world, changes_are_taken_back, event, table = kept_for_file(playing, "event", "table")

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def helper(event: Event, kind: str, name: str) -> User:
    user = account(name.lower(), name)
    Role.objects.create(tournament=event.tournament, user=user, kind=kind)
    return user


def holder(table: Table, position: int = 0) -> SeatHolder:
    return SeatHolder(table.seats.select_related("entry__player", "table__round__stage__tournament")[position])


def test_only_those_at_the_table_call_and_only_those_on_duty_answer(event: Event, table: Table) -> None:
    player, other = users(table)
    away = next(user for user in event.players if user not in (player, other))
    scorekeeper = helper(event, "scorekeeper", "Ada")
    for nobody in (away, event.organiser, scorekeeper, account("visitor")):
        with pytest.raises(NotAllowed):
            services.call_director(nobody, table)
    call = services.call_director(player, table, "  a card\n is missing ")
    assert (call.note, call.made_by, call.made_entry) == ("a card is missing", player, None)
    for nobody in (player, other, away):
        with pytest.raises(NotAllowed):
            services.take_call(nobody, call)
        with pytest.raises(NotAllowed):
            services.close_call(nobody, call)
    with pytest.raises(NotAllowed):
        services.cancel_call(other, call)
    services.take_call(scorekeeper, call)
    done = services.close_call(event.organiser, call)
    assert (done.taken_by, done.closed_by, done.cancelled) == (scorekeeper, event.organiser, False)
    assert open_calls(event.tournament) == []


def test_a_table_has_one_open_call_and_six_an_hour(event: Event, table: Table) -> None:
    player, other = users(table)
    for _number in range(services.MOST_AN_HOUR):
        call = services.call_director(player, table)
        with pytest.raises(Refused, match=f"{player.player.name} already called a director to this table"):
            services.call_director(other, table)
        services.cancel_call(player, call)
    with pytest.raises(Refused, match="6 times within an hour"):
        services.call_director(other, table)
    DirectorCall.objects.update(made_at=timezone.now() - timedelta(minutes=61))
    services.call_director(other, table)


def test_the_second_who_takes_or_closes_a_call_is_told_who_was_first(event: Event, table: Table) -> None:
    ada, bo = helper(event, "director", "Ada"), helper(event, "scorekeeper", "Bo")
    call = services.call_director(users(table)[0], table)
    services.take_call(ada, call)
    with pytest.raises(Refused, match="Ada already took this call"):
        services.take_call(bo, call)
    services.take_call(ada, call)  # a second tap
    services.close_call(bo, call)
    for late in (services.take_call, services.close_call):
        with pytest.raises(Refused, match="Bo already closed this call"):
            late(ada, call)
    entries = AuditEntry.objects.filter(action__startswith="call.").order_by("pk")
    lines = audit_lines(event.tournament, entries)
    titles = ["Director called", "Call for a director taken", "Call for a director closed"]
    assert [str(line.title) for line in lines] == titles
    assert [line.changes for line in lines] == [[("table", "", "1")]] * 3


def test_a_seat_calls_by_its_code_and_is_the_same_person_with_an_account(event: Event, table: Table) -> None:
    first, second = holder(table), holder(table, 1)
    call = services.call_director(first, table)
    assert (call.made_by, call.made_entry_id) == (None, first.entry_id)
    with pytest.raises(NotAllowed):
        services.cancel_call(second, call)
    done = services.cancel_call(users(table)[0], call)  # their account
    assert done.cancelled
    with pytest.raises(Refused, match="cancelled this call"):
        services.close_call(event.organiser, call)
    by_account = services.call_director(users(table)[1], table)
    services.cancel_call(second, by_account)
    other_table = event.tournament.stages.get().rounds.get().tables.order_by("number")[1]
    with pytest.raises(NotAllowed):
        services.call_director(first, other_table)


def test_calls_end_with_the_round_and_the_event_but_open_ones_can_be_closed(event: Event, table: Table) -> None:
    player = users(table)[0]
    call = services.call_director(player, table)
    Tournament.objects.filter(pk=event.tournament.pk).update(status="finished")
    services.close_call(event.organiser, call)
    with pytest.raises(Refused, match="while a round is being played"):
        services.call_director(player, table)
    Tournament.objects.filter(pk=event.tournament.pk).update(status="running")
    table.round.locked_at = timezone.now()
    table.round.save()
    with pytest.raises(Refused, match="This round is locked"):
        services.call_director(player, table)


def test_the_organiser_switches_calls_off_and_blocks_one_person(event: Event, table: Table) -> None:
    player, other = users(table)
    with pytest.raises(NotAllowed):
        change_settings(player, event.tournament, calls=False)
    change_settings(event.organiser, event.tournament, calls=False)
    with pytest.raises(Refused, match="switched calls off"):
        services.call_director(player, table)
    undo(event.organiser, AuditEntry.objects.get(action="calls.settings_changed"))
    call = services.call_director(holder(table), table)
    with pytest.raises(NotAllowed):
        block_caller(player, call)
    block = block_caller(event.organiser, call)
    services.close_call(event.organiser, call)
    for blocked in (player, holder(table)):
        with pytest.raises(Refused, match="has blocked your calls"):
            services.call_director(blocked, table)
    services.cancel_call(other, services.call_director(other, table))
    unblock(event.organiser, block)
    assert not Block.objects.exists()
    services.call_director(player, table)
    assert as_bytes(rebuilt_state(event.tournament.pk)) == as_bytes(state_of(event.tournament.pk))


def test_a_call_is_no_change_to_take_back_and_in_the_way_of_none(event: Event, table: Table) -> None:
    published = AuditEntry.objects.get(action="round.published")
    services.take_call(event.organiser, services.call_director(users(table)[0], table))
    made = AuditEntry.objects.get(action="call.made")
    assert not can_be_undone(made)
    with pytest.raises(Refused, match="cannot be undone"):
        undo(event.organiser, made)
    undo(event.organiser, published)
    assert as_bytes(rebuilt_state(event.tournament.pk)) == as_bytes(state_of(event.tournament.pk))


def test_in_a_practice_event_those_with_a_role_call(event: Event) -> None:
    ada = event.organiser
    rules = {"game": "babylonia", "ruleset": "base", "components": event.tournament.components}
    spec = TournamentSpec(name="Practice", stages=[StageSpec("swiss", {"table_size": 2})], **rules)
    made = create_practice_event(ada, spec, 4)
    start_tournament(ada, made)
    table = publish_round(ada, pair_round(ada, made)).tables.order_by("number")[0]
    with pytest.raises(NotAllowed):
        services.call_director(event.players[0], table)
    services.close_call(ada, services.call_director(ada, table))


def test_webhooks_of_the_organiser_hear_of_calls_and_the_public_feed_does_not(event: Event, table: Table) -> None:
    create_webhook(
        event.organiser, event.tournament, "https://example.org/x", ["call.made", "call.taken", "call.closed"]
    )
    call = services.call_director(users(table)[0], table, "private words")
    services.take_call(event.organiser, call)
    services.close_call(event.organiser, call)
    services.cancel_call(users(table)[0], services.call_director(users(table)[0], table))
    entries = AuditEntry.objects.filter(action__startswith="call.").order_by("pk")
    happened = [one for entry in entries for one in events_of(entry)]
    assert [one.kind for one in happened] == [CALL_MADE, CALL_TAKEN, CALL_CLOSED, CALL_MADE, CALL_CLOSED]
    bodies = [delivery.body for delivery in deliveries_of(happened, NOON)]
    assert len(bodies) == 5
    assert "private words" not in "".join(bodies)
    assert users(table)[0].player.name not in "".join(bodies)
    assert not {CALL_MADE, CALL_TAKEN, CALL_CLOSED} & PUBLIC


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def test_waits_are_told_by_round_without_cancelled_calls() -> None:
    """Round 1: taken after 1, 2 and 9 minutes, closed after 3, 4 and 20; one cancelled. Round 2: one that waits."""
    calls = [
        (1, Answered(at(0), at(1), at(3))),
        (1, Answered(at(0), at(2), at(4))),
        (1, Answered(at(5), at(14), at(25))),
        (1, Answered(at(6), at(7), at(8), cancelled=True)),
        (2, Answered(at(60), None, None)),
    ]
    first, second = waits_by_round([(1, "Round 1"), (2, "Round 2"), (3, "Round 3")], calls)
    assert (first.calls, first.cancelled) == (4, 1)
    assert (first.median_until_taken, first.longest_until_taken) == (120, 540)
    assert (first.median_until_closed, first.longest_until_closed) == (240, 1200)
    assert (second.calls, second.median_until_taken, second.longest_until_closed) == (1, None, None)


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), min_size=1, max_size=6))
def test_no_median_is_above_the_longest_wait(pairs: list[tuple[int, int]]) -> None:
    calls = [
        (1, Answered(NOON, NOON + timedelta(seconds=one), NOON + timedelta(seconds=one + two))) for one, two in pairs
    ]
    [waits] = waits_by_round([(1, "")], calls)
    assert min(one for one, _two in pairs) <= waits.median_until_taken <= waits.longest_until_taken
    assert waits.longest_until_taken == max(one for one, _two in pairs) <= waits.longest_until_closed


def test_the_waits_of_an_event_come_from_its_calls(event: Event, table: Table) -> None:
    call = services.call_director(users(table)[0], table)
    services.close_call(event.organiser, call)
    DirectorCall.objects.update(made_at=NOON, taken_at=at(2), closed_at=at(5))
    [waits] = waits_of(event.tournament)
    assert (waits.title, waits.calls, waits.longest_until_taken, waits.longest_until_closed) == ("Round 1", 1, 120, 300)
