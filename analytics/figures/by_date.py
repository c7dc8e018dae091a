"""The figures of one player by date: rating, scores, months. Rules: see `analytics.figures.parts`.

Dates are numbers of days (`date.toordinal`) on the axis, so a month without games is as wide as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from analytics.figures.parts import (
    ANSWER,
    AXIS_BELOW,
    BAND,
    COLUMNS_HEIGHT,
    LOSS,
    MOST_TICKS,
    REST,
    Figure,
    FigureWords,
    Key,
    Layout,
    axis,
    new_layout,
    nothing_figure,
    said,
    tick,
    widened,
    with_interval,
    written,
)
from analytics.intervals import Interval
from analytics.play_periods import DatedGame, Month
from analytics.player_stats import PlayedGame
from analytics.significance import Q_BELOW

STEPS = (1, 2, 3, 6, 12, 24, 60, 120)
"""Months between the lines of an axis of dates."""

DAYS_APART = (1, 2, 7, 14)
"""The same in days, where not even two months begin within the figure."""

RECENT = 10
"""The line through scores is the mean of so many games, those until then."""

MOST_SCORES = 200
"""More dots than these are a cloud; the table has all games."""


@dataclass(frozen=True, slots=True)
class DateWords(FigureWords):
    """The words of these figures, in one language. Names in braces are filled in."""

    players: str = "{count} players"
    points: str = "{count} points"
    others: str = "other table sizes or variants"
    better: str = "better than expected"
    worse: str = "worse than expected"
    unclear: str = "may be chance, or few games"
    rating_alt: str = "A line of the rating from {first} to {last}: from {start} to {end}, between {low} and {high}."
    scores_alt: str = "Dots for {count} games from {first} to {last}: scores from {low} to {high}."
    months_alt: str = "Dots with intervals for {count} months: {better} better than expected, {worse} worse."


@dataclass(frozen=True, slots=True)
class Dates:
    """How dates are written: a day, and a month."""

    day: Callable[[date], str] = date.isoformat
    month: Callable[[date], str] = date.isoformat


@dataclass(frozen=True, slots=True)
class DatedValue:
    """A value with half the width of its interval at the end of a day."""

    day: date
    value: float
    margin: float


def rating_figure(values: Sequence[DatedValue], words: DateWords, dates: Dates) -> Figure:
    """The rating as a line that holds until the next day with a game, in the band of its interval. `values` are in
    order; fewer than two make no line."""
    if len(values) < 2:
        return nothing_figure(words)
    days = [one.day.toordinal() for one in values]
    low, high = (min(one.value - one.margin for one in values), max(one.value + one.margin for one in values))
    edge = {"type": "scatter", "mode": "lines", "x": days, "hoverinfo": "skip", "line": {"width": 0, "shape": "hv"}}
    data: list[dict[str, Any]] = [
        {**edge, "y": [round(one.value + one.margin, 1) for one in values]},
        {**edge, "y": [round(one.value - one.margin, 1) for one in values], "fill": "tonexty", "fillcolor": BAND},
        {
            "type": "scatter",
            "mode": "lines",
            "x": days,
            "y": [round(one.value, 1) for one in values],
            "line": {"color": ANSWER, "width": 2, "shape": "hv"},
            **said([(_rating(one, words, dates), "") for one in values]),
        },
    ]
    layout = _layout(words, values[0].day, values[-1].day, dates, axis(*widened([low, high]), _whole(words)))
    only = [one.value for one in values]
    alt = words.rating_alt.format(
        first=dates.day(values[0].day),
        last=dates.day(values[-1].day),
        start=written(words, only[0], 0),
        end=written(words, only[-1], 0),
        low=written(words, min(only), 0),
        high=written(words, max(only), 0),
    )
    return Figure(data, layout, alt)


def scores_figure(
    games: Sequence[DatedGame],
    address: Callable[[int], str],
    words: DateWords,
    dates: Dates,
    variants: Mapping[str, str],
) -> Figure:
    """A dot a game, filled at the most frequent number of players and variant, whose mean of the latest `RECENT` games
    is a line. `games` are in order; the latest `MOST_SCORES` are drawn. `variants` are the names of the variants, empty
    if they need none."""
    shown = list(games)[-MOST_SCORES:]
    if not shown:
        return nothing_figure(words)
    kinds = Counter((game.players, game.variant) for _day, game in shown)
    main = max(sorted(kinds), key=lambda kind: kinds[kind])
    title = words.players.format(count=main[0])
    data: list[dict[str, Any]] = []
    keys = [Key("answer", f"{title} · {variants[main[1]]}" if variants else title)]
    for found, colour, symbol in ((False, REST, "circle-open"), (True, ANSWER, "circle")):
        some = [(day, game) for day, game in shown if ((game.players, game.variant) == main) is found]
        if some:
            data.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "x": [day.toordinal() for day, _game in some],
                    "y": [game.score for _day, game in some],
                    "marker": {"color": colour, "symbol": symbol, "size": 7},
                    **said([(_game(day, game, words, dates), address(game.game_id)) for day, game in some]),
                }
            )
    if len(kinds) > 1:
        keys.append(Key("open", words.others))
    same = [(day, game.score) for day, game in games if (game.players, game.variant) == main]
    means = [
        (day, sum(score for _day, score in same[place - RECENT + 1 : place + 1]) / RECENT)
        for place, (day, _score) in enumerate(same)
        if place >= RECENT - 1 and day >= shown[0][0]
    ]
    if len(means) > 1:
        line = {"color": ANSWER, "width": 2}
        x, y = [day.toordinal() for day, _mean in means], [round(mean, 1) for _day, mean in means]
        data.append({"type": "scatter", "mode": "lines", "x": x, "y": y, "line": line, "hoverinfo": "skip"})
    scores = [game.score for _day, game in shown]
    first, last = shown[0][0], shown[-1][0]
    layout = _layout(words, first, last, dates, axis(*widened(scores), _whole(words)))
    alt = words.scores_alt.format(
        count=len(shown), first=dates.day(first), last=dates.day(last), low=min(scores), high=max(scores)
    )
    return Figure(data, layout, alt, tuple(keys))


def months_figure(months: Sequence[Month], words: DateWords, dates: Dates) -> Figure:
    """A dot a month with its interval: the share of opponents beaten minus what was expected, in percentage points.
    What may be chance, and months with few games, are open."""
    shown = [month for month in months if month.record.above is not None]
    if not shown:
        return nothing_figure(words)
    data: list[dict[str, Any]] = []
    looks = ((True, ANSWER, "circle"), (False, LOSS, "circle"), (None, REST, "circle-open"))
    for verdict, colour, symbol in looks:
        some = [(month, *_above(month)) for month in shown if surely_better(month) is verdict]
        if some:
            data.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "x": [month.start.toordinal() for month, *_rest in some],
                    "y": [round(value, 1) for _month, value, _span in some],
                    "error_y": {
                        "type": "data",
                        "symmetric": False,
                        "array": [round(span.high - value, 1) for _month, value, span in some],
                        "arrayminus": [round(value - span.low, 1) for _month, value, span in some],
                        "color": colour,
                        "thickness": 2,
                        "width": 4,
                    },
                    "marker": {"color": colour, "symbol": symbol, "size": 9, "line": {"width": 2, "color": colour}},
                    **said([(_month_said(*one, words, dates), "") for one in some]),
                }
            )
    ends = [end for month in shown for end in _above(month)[1]]
    layout = _layout(
        words,
        shown[0].start,
        shown[-1].start,
        dates,
        axis(*widened([*ends, 0.0]), lambda value: tick(words, value, signed=True)),
    )
    layout["yaxis"]["zeroline"] = True
    verdicts = [surely_better(month) for month in shown]
    alt = words.months_alt.format(count=len(shown), better=verdicts.count(True), worse=verdicts.count(False))
    keys = (Key("answer", words.better), Key("loss", words.worse), Key("open", words.unclear))
    return Figure(data, layout, alt, keys)


def surely_better(month: Month) -> bool | None:
    """Whether the month was better than expected by more than chance explains, or worse; None if it may be chance."""
    if month.q is None or month.q > Q_BELOW or month.record.above is None:
        return None
    return month.record.above > 0


def date_ticks(first: date, last: date, dates: Dates) -> list[tuple[int, str]]:
    """At most `MOST_TICKS` round dates between the two, with their names: beginnings of months, or days where fewer
    than two months begin."""
    begun = 12 * first.year + first.month - 1 + (first.day > 1)
    ended = 12 * last.year + last.month - 1
    if ended > begun:
        step = next((step for step in STEPS if ended // step - -(-begun // step) < MOST_TICKS), STEPS[-1])
        found = [date(one // 12, one % 12 + 1, 1) for one in range(-(-begun // step) * step, ended + 1, step)]
        if len(found) > 1:
            return [(day.toordinal(), dates.month(day)) for day in found[-MOST_TICKS:]]
    span = last.toordinal() - first.toordinal()
    step = next((step for step in DAYS_APART if span // step < MOST_TICKS), span)
    return [
        (one, dates.day(date.fromordinal(one))) for one in range(first.toordinal(), last.toordinal() + 1, step or 1)
    ]


def _layout(words: DateWords, first: date, last: date, dates: Dates, y_axis: Layout) -> Layout:
    low, high = first.toordinal(), last.toordinal()
    ticks = date_ticks(first, last, dates)
    x_axis = axis(*widened([low, high], 0.04), str) | {
        "tickvals": [place for place, _name in ticks],
        "ticktext": [name for _place, name in ticks],
        "showgrid": False,
    }
    return new_layout(words, COLUMNS_HEIGHT, x_axis, y_axis, l=44, b=AXIS_BELOW)


def _whole(words: DateWords) -> Callable[[float], str]:
    return lambda value: written(words, value, 0)


def _rating(one: DatedValue, words: DateWords, dates: Dates) -> str:
    return f"{dates.day(one.day)}<br>{written(words, one.value, 0)} ± {written(words, one.margin, 0)}"


def _game(day: date, game: PlayedGame, words: DateWords, dates: Dates) -> str:
    return f"{dates.day(day)}<br>{words.points.format(count=game.score)}, {words.players.format(count=game.players)}"


def _above(month: Month) -> tuple[float, Interval]:
    """The difference of the month in percentage points, with its interval; of a single game only the difference."""
    value = 100 * (month.record.above or 0.0)
    span = month.record.interval
    return value, Interval(100 * span.low, 100 * span.high) if span else Interval(value, value)


def _month_said(month: Month, value: float, span: Interval, words: DateWords, dates: Dates) -> str:
    def number(value: float) -> str:
        return written(words, value, 0, signed=True)

    interval = span if month.record.interval else None
    return (
        f"{dates.month(month.start)} ({month.record.known})<br>{with_interval(words, number(value), interval, number)}"
    )
