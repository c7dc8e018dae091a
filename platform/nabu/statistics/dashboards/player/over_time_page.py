"""A player's games by date, put together for the page: sentences, tables and figures."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format, get_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.figures.by_date import (
    MOST_SCORES,
    DatedValue,
    Dates,
    DateWords,
    months_figure,
    rating_figure,
    scores_figure,
    surely_better,
)
from analytics.personal_bests import Best, Bests
from analytics.play_periods import LEAST_A_MONTH, Month, Season, latest_values, months_before
from analytics.player_stats import Record
from analytics.streaks import Streak
from engine.game import Game
from nabu.core.charts.numbers import percent, signed
from nabu.core.charts.words import common_words
from nabu.statistics.dashboards.facts.components import variant_names
from nabu.statistics.dashboards.player.over_time import OverTime, over_time_of, ratings_by_day
from nabu.statistics.dashboards.player.page import anatomy_address
from nabu.statistics.dashboards.player.statistics import PlayerStatistics

MONTHS_SHOWN, YEARS_OPEN = 24, 2
"""So many months, the latest; and so many years of the seasons that are not folded."""

CALENDAR_MONTHS, CALENDAR_OPEN = 12, 3
"""So many months back, and so many of them that are not folded."""

MANY_A_DAY = 4
"""From so many games on a day has the strongest colour; one game has the faintest."""


@dataclass(frozen=True, slots=True)
class MonthLine:
    """A month with its name; `verdict` says whether it was better or worse than expected, "" if that may be chance."""

    title: str
    month: Month
    verdict: str


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A year or a quarter with its name and the rating at its end, None if none of its games was rated."""

    title: str
    year: bool
    record: Record
    rating: float | None


@dataclass(frozen=True, slots=True)
class StreakLine:
    """A streak by name, None if there is none, with the days and the addresses of its first and its last game."""

    title: str
    streak: Streak | None
    first: tuple[date, str] | None = None
    last: tuple[date, str] | None = None


@dataclass(frozen=True, slots=True)
class BestLine:
    """A best game: what it is best in, by how much, when, and its address."""

    title: str
    value: str
    day: date
    address: str


@dataclass(frozen=True, slots=True)
class BestsTable:
    """The bests of one number of players, with the name of the variant if there are several."""

    title: str
    games: int
    lines: list[BestLine]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a month with its games; `strength` is that of its colour, 0 for a day without."""

    number: int
    games: int
    strength: int


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """A month with games: its name, how many, and its weeks; None stands for a day of another month."""

    title: str
    games: int
    weeks: list[list[Day | None]]


def over_time_context(found: PlayerStatistics) -> dict[str, object]:
    """What the template needs of a player with a game."""
    over_time, ratings = over_time_of(found), ratings_by_day(found)
    words, dates = date_words(), Dates(day=_day, month=_short_month)
    months, calendar = over_time.months[-MONTHS_SHOWN:], _calendar(over_time.days)
    seasons = _season_lines(over_time.seasons, ratings)
    folded_from = sum(season.year in _latest_years(over_time.seasons) for season in over_time.seasons)
    return {
        "months": [_month_line(month) for month in reversed(months)],
        "all_months": len(over_time.months),
        "months_answer": _months_answer(months),
        "months_figure": months_figure(months, words, dates),
        "least_a_month": LEAST_A_MONTH,
        "rating_figure": rating_figure(ratings, words, dates),
        "scores_figure": scores_figure(
            over_time.games,
            anatomy_address,
            words,
            dates,
            _variant_titles({played.variant for _date, played in over_time.games}, found.statistics.chosen.game),
        ),
        "more_scores": len(over_time.games) > MOST_SCORES,
        "scores_drawn": MOST_SCORES,
        "seasons": seasons[:folded_from],
        "earlier_seasons": seasons[folded_from:],
        "streaks": _streak_lines(over_time, bool(found.statistics.chosen.only(player=None).values())),
        "bests": _bests_tables(over_time, found.statistics.chosen.game),
        "calendar": calendar[:CALENDAR_OPEN],
        "earlier_months": calendar[CALENDAR_OPEN:],
        "calendar_answer": _calendar_answer(over_time.days),
        "calendar_until": _month(max(over_time.days)),
        "weekdays": _weekdays(),
    }


def date_words() -> DateWords:
    """The words of the figures."""
    return DateWords(
        **common_words(),
        players=_("{count} players"),
        points=_("{count} points"),
        others=_("other table sizes or variants"),
        better=_("better than expected"),
        worse=_("worse than expected"),
        unclear=_("may be chance, or few games"),
        rating_alt=_("A line of the rating from {first} to {last}: from {start} to {end}, between {low} and {high}."),
        scores_alt=_("Dots for {count} games from {first} to {last}: scores from {low} to {high}."),
        months_alt=_("Dots with intervals for {count} months: {better} better than expected, {worse} worse."),
    )


def season_title(season: Season) -> str:
    """A year, or a quarter of it."""
    if season.quarter is None:
        return str(season.year)
    return _("Q%(quarter)s %(year)s") % {"quarter": season.quarter, "year": season.year}


def _month_line(month: Month) -> MonthLine:
    verdict = {True: _("better than expected"), False: _("worse than expected"), None: ""}[surely_better(month)]
    return MonthLine(_month(month.start), month, verdict)


def _months_answer(months: Sequence[Month]) -> str:
    """Of these months, which are shown, the one that chance explains least, if it hardly does."""
    judged = [month for month in months if month.q is not None]
    if not judged:
        return _("No month has enough games with an expectation yet.")
    sure = [month for month in judged if surely_better(month) is not None]
    if not sure:
        return ngettext(
            "In %(months)s month with enough games, results differ from expectation by no more than chance explains.",
            "In %(months)s months with enough games, results differ from expectation by no more than chance explains.",
            len(judged),
        ) % {"months": len(judged)}
    surest = min(sure, key=lambda month: month.q or 0.0)
    values = {"month": _month(surest.start), "points": signed(100 * (surest.record.above or 0.0))}
    return _("%(month)s differs most surely from expectation: %(points)s percentage points.") % values


def _latest_years(seasons: Sequence[Season]) -> list[int]:
    """The years that are not folded; the latest seasons come first."""
    return list(dict.fromkeys(season.year for season in seasons))[:YEARS_OPEN]


def _season_lines(seasons: Sequence[Season], rated: Sequence[DatedValue]) -> list[SeasonLine]:
    ratings = {one.day: one.value for one in rated}
    return [
        SeasonLine(season_title(one), one.quarter is None, one.record, latest_values(ratings, one.year, one.quarter))
        for one in seasons
    ]


def _streak_lines(over_time: OverTime, filtered: bool) -> list[StreakLine]:
    """Of the games of a filter the latest is not the latest of all: the streak that it belongs to is not the current
    one."""
    latest = {
        "winning": _("Winning streak up to the latest of these games") if filtered else _("Current winning streak"),
        "unbeaten": _("Unbeaten streak up to the latest of these games") if filtered else _("Current unbeaten streak"),
    }
    longest = {"winning": _("Longest winning streak"), "unbeaten": _("Longest unbeaten streak")}
    days = {game.game_id: day for day, game in over_time.games}
    lines = []
    for key, found in over_time.streaks.items():
        for title, streak in zip((latest[key], longest[key]), (found.current, found.longest), strict=True):
            if streak is None:
                lines.append(StreakLine(title, None))
                continue
            first, last = ((days[game.game_id], anatomy_address(game.game_id)) for game in (streak.first, streak.last))
            lines.append(StreakLine(title, streak, first, last))
    return lines


def _bests_tables(over_time: OverTime, game: Game) -> list[BestsTable]:
    days = {game.game_id: day for day, game in over_time.games}
    names = _variant_titles({one.variant for one in over_time.bests}, game)
    return [
        BestsTable(_bests_title(one, names), one.games, [_best_line(best, days) for best in one.bests])
        for one in over_time.bests
    ]


def _variant_titles(variants: Collection[str], game: Game) -> dict[str, str]:
    """The names of these variants, none for a single one."""
    return variant_names(game, sorted(variants)) if len(variants) > 1 else {}


def _bests_title(bests: Bests, names: dict[str, str]) -> str:
    players = _("%(count)s players") % {"count": bests.players}
    return f"{players} · {names[bests.variant]}" if names else players


def _best_line(best: Best, days: dict[int, date]) -> BestLine:
    titles = {
        "score": _("Highest score"),
        "margin": _("Largest margin"),
        "turns": _("Shortest win"),
        "upset": _("Least expected win"),
    }
    value = {
        "score": ngettext("%(count)s point", "%(count)s points", int(best.value)) % {"count": int(best.value)},
        "margin": ngettext("%(count)s point", "%(count)s points", int(best.value)) % {"count": int(best.value)},
        "turns": ngettext("%(count)s turn", "%(count)s turns", int(best.value)) % {"count": int(best.value)},
        "upset": _("chance %(percent)s") % {"percent": percent(best.value)},
    }[best.kind]
    return BestLine(titles[best.kind], value, days[best.game.game_id], anatomy_address(best.game.game_id))


def _calendar(days: dict[date, int]) -> list[CalendarMonth]:
    """The latest months with games, the latest first."""
    weeks_of = Calendar(_first_weekday())
    found = []
    for start in reversed(months_before(max(days), CALENDAR_MONTHS)):
        weeks = [
            [_calendar_day(day, days.get(day, 0)) if day.month == start.month else None for day in week]
            for week in weeks_of.monthdatescalendar(start.year, start.month)
        ]
        games = sum(day.games for week in weeks for day in week if day)
        if games:
            found.append(CalendarMonth(_month(start), games, weeks))
    return found


def _calendar_day(day: date, games: int) -> Day:
    return Day(day.day, games, 0 if not games else 1 if games == 1 else 2 if games < MANY_A_DAY else 3)


def _calendar_answer(days: dict[date, int]) -> str:
    since = months_before(max(days), CALENDAR_MONTHS)[0]
    shown = {day: games for day, games in days.items() if day >= since}
    most = max(shown, key=lambda day: (shown[day], day))
    values = {"days": len(shown), "day": _day(most), "games": shown[most]}
    return (
        ngettext(
            "Games on %(days)s day; most on %(day)s: %(games)s.",
            "Games on %(days)s days; most on %(day)s: %(games)s.",
            len(shown),
        )
        % values
    )


def _weekdays() -> list[tuple[str, str]]:
    """The days of a week, as the reader's language begins it, short and in full."""
    monday = date(2024, 1, 1)
    week = [monday.replace(day=1 + (_first_weekday() + number) % 7) for number in range(7)]
    return [(date_format(day, "D"), date_format(day, "l")) for day in week]


def _first_weekday() -> int:
    """0 for Monday, as Python counts; Django's formats count from Sunday."""
    return (int(get_format("FIRST_DAY_OF_WEEK")) - 1) % 7


def _day(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def _month(day: date) -> str:
    return capfirst(date_format(day, "YEAR_MONTH_FORMAT"))


def _short_month(day: date) -> str:
    return date_format(day, "M Y")
