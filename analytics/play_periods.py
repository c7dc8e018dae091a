"""A player's games by day, month and season, in a time zone. Pure functions.

A *season* is a calendar quarter; the seasons of a year stand below the year. A game belongs to the day on which its
result was confirmed there (that of an imported event: the day of the import), so a month is an hour longer or shorter
when the clocks change.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo

from analytics.player_stats import PlayedGame, Record, error_above, record_of
from analytics.significance import q_values, student_p

LEAST_A_MONTH = 5
"""A month with fewer games that have an expectation is marked, and nothing is said of it."""

DatedGame = tuple[date, PlayedGame]
"""A game and the day on which its result was confirmed."""


@dataclass(frozen=True, slots=True)
class Month:
    """The games of the month that begins on `start`. `few`: too few to say anything; otherwise `q` allows for all
    months having been looked at."""

    start: date
    record: Record
    few: bool
    q: float | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """The games of a year, or of its `quarter`, 1 to 4."""

    year: int
    quarter: int | None
    record: Record


def dated(games: Iterable[PlayedGame], zone: tzinfo) -> list[DatedGame]:
    """These games with their days in the time zone, in the order in which their results were confirmed."""
    in_order = sorted(games, key=lambda game: (game.finished_at, game.game_id))
    return [(datetime.fromtimestamp(game.finished_at, zone).date(), game) for game in in_order]


def by_day(games: Iterable[DatedGame]) -> dict[date, int]:
    """How many games on each day with one, the earliest first."""
    return dict(sorted(Counter(day for day, _game in games).items()))


def by_month(games: Iterable[DatedGame]) -> list[Month]:
    """The months with games, the earliest first."""
    found: defaultdict[date, list[PlayedGame]] = defaultdict(list)
    for day, game in games:
        found[day.replace(day=1)].append(game)
    months = [_month(start, found[start]) for start in sorted(found)]
    p_values = {month.start: p for month in months if (p := _p(month, found[month.start])) is not None}
    q = dict(zip(p_values, q_values(list(p_values.values())), strict=True))
    return [replace(month, q=q.get(month.start)) for month in months]


def by_season(games: Iterable[DatedGame]) -> list[Season]:
    """The years with games, the latest first, each followed by its quarters with games, the latest first."""
    years: defaultdict[int, defaultdict[int, list[PlayedGame]]] = defaultdict(lambda: defaultdict(list))
    for day, game in games:
        years[day.year][quarter_of(day)].append(game)
    seasons: list[Season] = []
    for year, quarters in sorted(years.items(), reverse=True):
        seasons += _seasons(year, None, [game for some in quarters.values() for game in some])
        for quarter, some in sorted(quarters.items(), reverse=True):
            seasons += _seasons(year, quarter, some)
    return seasons


def quarter_of(day: date) -> int:
    """The quarter of the year, 1 to 4."""
    return (day.month + 2) // 3


def months_before(last: date, count: int) -> list[date]:
    """The first days of so many months in a row, the last of which is that of this day."""
    number = 12 * last.year + last.month - 1
    return [date(one // 12, one % 12 + 1, 1) for one in range(number - count + 1, number + 1)]


def latest_values(days: Mapping[date, float], year: int, quarter: int | None) -> float | None:
    """The value of the latest of the days within the season; None without one."""
    inside = [day for day in days if day.year == year and quarter in (None, quarter_of(day))]
    return days[max(inside)] if inside else None


def _month(start: date, games: Sequence[PlayedGame]) -> Month:
    record = record_of(games)
    assert record is not None, "a month that is there has games"
    return Month(start, record, record.known < LEAST_A_MONTH)


def _seasons(year: int, quarter: int | None, games: Sequence[PlayedGame]) -> list[Season]:
    record = record_of(games)
    return [] if record is None else [Season(year, quarter, record)]


def _p(month: Month, games: Sequence[PlayedGame]) -> float | None:
    """How often chance alone makes the month as good or bad; None where nothing is said of it."""
    error = error_above(games)
    if month.few or error is None or month.record.above is None:
        return None
    return student_p(month.record.above / error, month.record.known - 1) if error else None
