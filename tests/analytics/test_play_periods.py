"""A player's games by day, month and season in a time zone, and what is said of a month."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from analytics.play_periods import (
    LEAST_A_MONTH,
    by_day,
    by_month,
    by_season,
    dated,
    latest_values,
    months_before,
)
from analytics.significance import Q_BELOW
from tests.analytics.played import game
from tests.cases import each

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> int:
    """A moment in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@each(
    ("moment", "day"),
    [
        ("2026-02-28 22:30", date(2026, 2, 28)),  # winter, UTC+1
        ("2026-02-28 23:30", date(2026, 3, 1)),
        ("2026-03-31 21:30", date(2026, 3, 31)),  # summer since 29 March, UTC+2
        ("2026-03-31 22:30", date(2026, 4, 1)),
        ("2026-10-31 22:30", date(2026, 10, 31)),  # winter again since 25 October
        ("2026-10-31 23:30", date(2026, 11, 1)),
    ],
)
def test_a_game_belongs_to_the_day_of_the_place_also_when_the_clocks_have_changed(moment: str, day: date) -> None:
    games = dated([game(1, at=at(moment))], BERLIN)
    assert by_day(games) == {day: 1}
    assert [month.start for month in by_month(games)] == [day.replace(day=1)]


def test_seasons_are_calendar_quarters_below_their_year_the_latest_first() -> None:
    moments = ["2025-12-31 12:00", "2026-01-01 12:00", "2026-03-31 12:00", "2026-04-01 12:00"]
    games = dated([game(number, at=at(moment)) for number, moment in enumerate(moments)], UTC)
    assert [(one.year, one.quarter, one.record.games) for one in by_season(games)] == [
        (2026, None, 3),
        (2026, 2, 1),
        (2026, 1, 2),
        (2025, None, 1),
        (2025, 4, 1),
    ]


def test_the_value_of_a_season_is_the_latest_within_it() -> None:
    days = {date(2026, 1, 5): 1500.0, date(2026, 3, 31): 1510.0, date(2026, 4, 1): 1520.0}
    assert latest_values(days, 2026, 1) == 1510
    assert latest_values(days, 2026, None) == 1520
    assert latest_values(days, 2025, None) is None


def test_a_month_with_few_games_is_marked_and_nothing_is_said_of_it() -> None:
    """September: eight wins of eight at even chances (p = 0.0025 by Wallace's deviate of t = 0.5 / sqrt(0.25 / 8)).
    October: four of four, too few. The two judged months share the correction."""
    september = [game(number, at=at("2026-09-10 12:00") + number, win=1.0) for number in range(8)]
    october = [
        game(number, at=at("2026-10-10 12:00") + number, win=1.0) for number in range(10, 10 + LEAST_A_MONTH - 1)
    ]
    november = [game(number, at=at("2026-11-10 12:00") + number, win=float(number % 2)) for number in range(20, 26)]
    months = by_month(dated([*september, *october, *november], UTC))
    assert [month.few for month in months] == [False, True, False]
    good, few, even = months
    assert good.q is not None
    assert good.q <= Q_BELOW
    assert few.q is None
    assert few.record.interval is not None
    assert even.q == 1.0


def test_five_games_ending_alike_prove_nothing() -> None:
    """Five wins of a favourite are no rare thing; their scatter alone would give an interval without a width."""
    games = [game(number, at=at("2026-09-10 12:00") + number, win=1.0, expected=0.8) for number in range(5)]
    [month] = by_month(dated(games, UTC))
    assert month.q is not None
    assert month.q > Q_BELOW


@given(st.dates(date(1970, 2, 1), date(2100, 1, 1)), st.integers(1, 30))
def test_months_in_a_row_end_with_that_of_the_day(last: date, count: int) -> None:
    found = months_before(last, count)
    assert (len(found), found[-1]) == (count, last.replace(day=1))
    assert all((b.year - a.year) * 12 + b.month - a.month == 1 for a, b in zip(found, found[1:], strict=False))


@given(st.lists(st.integers(0, 2_000_000_000), max_size=20))
def test_every_game_is_in_one_day_one_month_and_one_quarter(moments: list[int]) -> None:
    games = dated([game(number, at=moment) for number, moment in enumerate(moments)], BERLIN)
    assert sum(by_day(games).values()) == len(moments)
    assert sum(month.record.games for month in by_month(games)) == len(moments)
    seasons = by_season(games)
    assert sum(one.record.games for one in seasons if one.quarter) == len(moments)
    assert sum(one.record.games for one in seasons if one.quarter is None) == len(moments)
