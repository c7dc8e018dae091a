"""Games by date on the page: nothing is left out unsaid, and what is said is of what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from analytics.personal_bests import Course, personal_bests
from analytics.play_periods import DatedGame, by_day, by_month, by_season
from analytics.streaks import unbeaten_streaks, winning_streaks
from engine.registry import GAMES
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.player import over_time_page
from nabu.statistics.dashboards.player.over_time import OverTime
from tests.analytics.played import game


def context_of(games: Sequence[DatedGame], **filtered: Any) -> dict[str, Any]:
    """What the template gets of these games, which are in their order."""
    played = [one for _day, one in games]
    over_time = OverTime(
        games=list(games),
        months=by_month(games),
        seasons=by_season(games),
        days=by_day(games),
        streaks={"winning": winning_streaks(played), "unbeaten": unbeaten_streaks(played)},
        bests=personal_bests(played, {one.game_id: Course(one.variant, 20, 1) for one in played}),
    )
    found: Any = SimpleNamespace(statistics=SimpleNamespace(chosen=GameFilter(GAMES["babylonia"], **filtered)))
    with (
        patch.object(over_time_page, "over_time_of", return_value=over_time),
        patch.object(over_time_page, "ratings_by_day", return_value=[]),
    ):
        return over_time_page.over_time_context(found)


def games_of(month: date, results: Sequence[float], expected: float = 0.5) -> list[DatedGame]:
    first = 1000 * (12 * month.year + month.month)
    return [(month, game(first + number, win=win, expected=expected)) for number, win in enumerate(results)]


def quarters(years: Sequence[int]) -> list[DatedGame]:
    return [one for year in years for month in (1, 4, 7, 10) for one in games_of(date(year, month, 1), [1.0])]


def test_every_season_is_there_and_years_are_whole() -> None:
    found = context_of(quarters([2023, 2024, 2025, 2026]))
    shown, earlier = ([line.title for line in found[name]] for name in ("seasons", "earlier_seasons"))
    assert shown[:2] == ["2026", "Q4 2026"]
    assert (len(shown), len(earlier)) == (10, 10)
    assert earlier[0] == "2024"
    assert earlier[-1] == "Q1 2023"


def test_a_year_with_few_quarters_is_not_followed_by_half_a_year() -> None:
    found = context_of([*quarters([2024, 2025]), *games_of(date(2026, 1, 1), [1.0])])
    assert [line.title for line in found["seasons"]] == [
        *("2026", "Q1 2026"),
        *("2025", "Q4 2025", "Q3 2025", "Q2 2025", "Q1 2025"),
    ]


def test_every_group_of_bests_is_there() -> None:
    day = date(2026, 1, 1)
    kinds = [(players, variant) for players in (2, 3, 4) for variant in ("a", "b")]
    games = [(day, game(number, players=kind[0], variant=kind[1])) for number, kind in enumerate(kinds)]
    with patch.object(over_time_page, "variant_names", return_value={"a": "A", "b": "B"}):
        assert len(context_of(games)["bests"]) == 6


def test_the_month_that_is_named_is_shown_and_the_surest() -> None:
    """In the first of 26 months everything was won: it is no longer shown. Of the others March 2026 differs most, with
    few games; April has many."""
    first = games_of(date(2024, 3, 1), 40 * [1.0])
    between = [
        one
        for number in range(23)
        for one in games_of(date(2024 + (3 + number) // 12, (3 + number) % 12 + 1, 1), [1.0])
    ]
    march, april = games_of(date(2026, 3, 1), 9 * [1.0]), games_of(date(2026, 4, 1), [*(70 * [1.0]), *(10 * [0.0])])
    found = context_of([*first, *between, *march, *april])
    assert (len(found["months"]), found["all_months"]) == (24, 26)
    assert found["months_answer"] == "April 2026 differs most surely from expectation: +37.5 percentage points."
    alone = context_of([*first, *between, *games_of(date(2026, 3, 1), [1.0])])
    assert "differs" not in alone["months_answer"]


def test_under_a_filter_a_streak_is_not_called_current() -> None:
    games = games_of(date(2026, 1, 1), [0.0, 1.0, 1.0])
    assert context_of(games)["streaks"][0].title == "Current winning streak"
    titles = [line.title for line in context_of(games, until=202601)["streaks"]]
    assert titles[0] == "Winning streak up to the latest of these games"
    assert not [title for title in titles if title.startswith("Current")]


def test_the_calendar_says_with_which_month_it_ends() -> None:
    assert context_of(games_of(date(2024, 5, 3), [1.0]))["calendar_until"] == "May 2024"
