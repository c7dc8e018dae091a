"""The clock of a round: its arithmetic, and what those who keep it do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from competition.clock import Clock, State, no_show_from, pause_seconds
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.clock import services as clock
from nabu.contests.tournaments.models import Role, Round
from nabu.core.errors import NotAllowed, Refused
from tests.platform.scenario import Event, account, make_event, users
from tests.profiles import examples

TEN = datetime(2026, 5, 9, 10, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    """So many minutes after ten."""
    return TEN + timedelta(minutes=minutes)


class TestArithmetic:
    def test_a_round_of_fifty_minutes(self) -> None:
        running = Clock(50, TEN)
        assert (running.seconds_left(at(20)), running.ends_at(at(20)), running.state(at(20))) == (
            1800,
            at(50),
            "running",
        )
        assert (running.seconds_left(at(50)), running.state(at(50))) == (0, "over")
        assert running.seconds_left(at(70)) == 0

    def test_a_pause_of_five_minutes_moves_the_end(self) -> None:
        paused = Clock(50, TEN, at(20))
        assert (paused.seconds_left(at(25)), paused.ends_at(at(25)), paused.state(at(25))) == (1800, at(55), "paused")
        resumed = Clock(50, TEN, None, pause_seconds(at(20), at(25)))
        assert (resumed.seconds_left(at(25)), resumed.ends_at(at(25))) == (1800, at(55))

    def test_a_table_with_more_time(self) -> None:
        assert Clock(50, TEN, extra_seconds=180).ends_at(at(1)) == at(53)

    def test_before_the_start_and_without_a_clock(self) -> None:
        assert (Clock(50).state(TEN), Clock(50).seconds_left(TEN), Clock(50).ends_at(TEN)) == ("ready", 3000, None)
        assert Clock(0).state(TEN) == State.OFF

    def test_the_last_second_is_shown_as_one(self) -> None:
        assert Clock(1, TEN).seconds_left(TEN + timedelta(seconds=59.5)) == 1

    def test_when_a_no_show_may_be_declared(self) -> None:
        assert no_show_from(15, Clock(50, at(5)), at(0)) == at(20)
        assert no_show_from(15, Clock(50), at(0)) is None, "the clock has not started"
        assert no_show_from(15, Clock(0), at(0)) == at(15), "without a clock from the publication"
        assert no_show_from(15, Clock(0), None) is None
        assert no_show_from(15, Clock(50, at(5)), at(0), game_opened_at=at(30)) == at(45)

    @examples(60)
    @given(
        st.integers(1, 600),
        st.lists(st.tuples(st.floats(0, 4000), st.floats(0, 4000)), max_size=8),
    )
    def test_pausing_never_loses_time(self, minutes: int, spans: list[tuple[float, float]]) -> None:
        """Whatever is played and paused: what is left is never less than the time that was not played."""
        now, played, paused = TEN, timedelta(0), 0
        for playing, pausing in spans:
            now += timedelta(seconds=playing)
            played += timedelta(seconds=playing)
            standing = Clock(minutes, TEN, now, paused)
            before = standing.left(now)
            assert standing.left(now + timedelta(hours=1)) == before
            end = now + timedelta(seconds=pausing)
            paused += pause_seconds(now, end)
            now = end
            after = Clock(minutes, TEN, None, paused).left(now)
            if before:
                assert before <= after < before + timedelta(seconds=1)
        honest = max(timedelta(0), timedelta(minutes=minutes) - played)
        assert honest <= Clock(minutes, TEN, None, paused).left(now) <= honest + timedelta(seconds=len(spans))


@pytest.fixture
def event(db: None) -> Event:
    return make_event(4, table_size=2)


@pytest.fixture
def round_(event: Event) -> Round:
    return event.pair()


def fresh(round_: Round) -> Round:
    return Round.objects.get(pk=round_.pk)


def test_a_scorekeeper_keeps_the_clock(event: Event, round_: Round) -> None:
    keeper = account("keeper")
    Role.objects.create(tournament=event.tournament, user=keeper, kind="scorekeeper")
    with pytest.raises(Refused, match="Set the round length first"):
        clock.start_clock(keeper, round_)
    clock.set_minutes(keeper, round_, 50)
    with pytest.raises(Refused, match="The clock is not running"):
        clock.pause_clock(keeper, round_)
    clock.start_clock(keeper, round_)
    with pytest.raises(Refused, match="already started"):
        clock.start_clock(keeper, round_)
    with pytest.raises(Refused, match="not paused"):
        clock.resume_clock(keeper, round_)
    clock.pause_clock(keeper, round_)
    assert fresh(round_).paused_at is not None
    clock.resume_clock(keeper, round_)
    assert (fresh(round_).paused_at, fresh(round_).paused_seconds) == (None, 1), "a pause counts whole seconds"
    with pytest.raises(Refused, match="Reset the clock first"):
        clock.set_minutes(keeper, round_, 0)
    clock.stop_clock(keeper, round_)
    assert (fresh(round_).started_at, fresh(round_).paused_seconds) == (None, 0)
    assert set(event.tournament.audit_entries.values_list("action", flat=True)) >= {
        "clock.minutes_set",
        "clock.started",
        "clock.paused",
        "clock.resumed",
        "clock.stopped",
    }


def test_players_keep_no_clock(event: Event, round_: Round) -> None:
    table = round_.tables.first()
    assert table
    player = users(table)[0]
    for service in (clock.start_clock, clock.pause_clock, clock.resume_clock, clock.stop_clock):
        with pytest.raises(NotAllowed):
            service(player, round_)
    with pytest.raises(NotAllowed):
        clock.set_minutes(player, round_, 5)
    with pytest.raises(NotAllowed):
        clock.extend_table(player, table, 5)


@pytest.mark.parametrize("minutes", [-1, 601])
def test_impossible_minutes_are_refused(event: Event, round_: Round, minutes: int) -> None:
    with pytest.raises(Refused, match="at most 600"):
        clock.set_minutes(event.organiser, round_, minutes)


def test_an_error_of_a_small_form_names_its_field(event: Event, round_: Round, client: Client) -> None:
    client.force_login(event.organiser, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("tournaments:round_clock_change", args=[round_.pk, "minutes"])
    page = client.post(address, {"minutes": "700"}, follow=True).content.decode()
    assert "Round length (minutes): Ensure this value is less than or equal to 600." in page


def test_one_table_gets_more_time(event: Event, round_: Round) -> None:
    table = round_.tables.order_by("number")[0]
    with pytest.raises(Refused, match="no clock"):
        clock.extend_table(event.organiser, table, 5)
    clock.set_minutes(event.organiser, round_, 50)
    clock.extend_table(event.organiser, table, 5, "late by the organiser's fault")
    clock.extend_table(event.organiser, table, -2)
    assert Table.objects.get(pk=table.pk).extra_seconds == 180
    for minutes in (0, -4, 120):
        with pytest.raises(Refused, match="extra time of a table must stay"):
            clock.extend_table(event.organiser, table, minutes)
