"""The figure of a first turn: what each way to play it did. Rules: see `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analytics.figures.parts import (
    MOST_BARS,
    Dot,
    Figure,
    FigureWords,
    Row,
    dot_rows,
    nothing_figure,
    plain,
    tick,
    with_interval,
    written,
)
from analytics.intervals import Interval


@dataclass(frozen=True, slots=True)
class OpeningWords(FigureWords):
    """The words of this figure, in one language. Names in braces are filled in."""

    openings_alt: str = "Dots with interval bars for {count} ways to play this turn; the highest is {opening}."


@dataclass(frozen=True, slots=True)
class OpeningDot:
    """A way to play a turn with its games, and its difference as a share; `found`: it is unlikely to be chance."""

    title: str
    games: int
    difference: float
    interval: Interval
    found: bool


def openings_figure(rows: Sequence[OpeningDot], words: OpeningWords) -> Figure:
    """Dots with interval bars around zero, in percentage points, in the given order."""
    shown = [*rows[: MOST_BARS // 2], *rows[MOST_BARS // 2 :][-(MOST_BARS // 2) :]]
    if not shown:
        return nothing_figure(words)

    def number(value: float) -> str:
        return written(words, value, 0, signed=True)

    dots = []
    for row in shown:
        value, wide = 100 * row.difference, Interval(100 * row.interval.low, 100 * row.interval.high)
        name = Row(row.title, number(value), row.found)
        text = f"{plain(name.name)} ({row.games})<br>{with_interval(words, name.number, wide, number)}"
        dots.append(Dot(name, value, wide, row.found, text))
    highest = max(dots, key=lambda dot: dot.value)
    figure = dot_rows(words, dots, lambda value: tick(words, value, signed=True))
    return replace(figure, alt=words.openings_alt.format(count=len(dots), opening=highest.row.name))
