"""Differences between two ways to play, as dots with interval bars around zero: for the lab and for the variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analytics.figures.parts import (
    BAND,
    Dot,
    Figure,
    FigureWords,
    Key,
    Row,
    dot_rows,
    nothing_figure,
    plain,
    tick,
    written,
)
from analytics.intervals import Interval

MOST_ROWS = 20
"""More measures than this do not fit on a screen; the table has all of them."""


@dataclass(frozen=True, slots=True)
class EffectWords(FigureWords):
    """The words of this figure, in one language."""

    found: str = "differs"
    not_found: str = "no difference found"
    too_small: str = "too small to matter"
    differences_alt: str = (
        "Dots with interval bars around zero for {count} measures; furthest from zero: {measure}, {effect} standard "
        "deviations."
    )

    @property
    def keys(self) -> tuple[Key, ...]:
        """What the dots and the grey field mean."""
        return Key("answer", self.found), Key("open", self.not_found), Key("band", self.too_small)


@dataclass(frozen=True, slots=True)
class EffectRow:
    """A measure with its difference, as it is and in standard deviations (`effect`, half of its interval, and the
    smallest size that `matters`). `found`: unlikely to be chance. `icon`: the address of its drawing, "" for none.
    """

    title: str
    difference: float
    effect: float
    half: float
    matters: float
    found: bool
    icon: str = ""


def effects_figure(rows: Sequence[EffectRow], words: EffectWords) -> Figure:
    """Everything in standard deviations, so that turns and points fit on one axis, the largest difference first.
    Differences that were found are filled; behind each row lies the region that is too small to matter.
    """
    shown = sorted(rows, key=lambda row: -abs(row.effect))[:MOST_ROWS]
    if not shown:
        return nothing_figure(words)
    dots = []
    for row in shown:
        effect = written(words, row.effect, 2, signed=True)
        text = f"{plain(row.title)}<br>{written(words, row.difference, 2, signed=True)} ({effect})"
        span = Interval(row.effect - row.half, row.effect + row.half)
        dots.append(Dot(Row(row.title, effect, row.found, icon=row.icon), row.effect, span, row.found, text))
    figure = dot_rows(words, dots, lambda value: tick(words, value, signed=True))
    figure.layout["shapes"] += [
        {
            "type": "rect",
            "layer": "below",
            "x0": -row.matters,
            "x1": row.matters,
            "y0": place - 0.15,
            "y1": place + 0.15,
            "fillcolor": BAND,
            "line": {"width": 0},
        }
        for place, row in enumerate(shown)
    ]
    furthest = shown[0]
    alt = words.differences_alt.format(
        count=len(shown), measure=furthest.title, effect=written(words, furthest.effect, 2, signed=True)
    )
    return replace(figure, alt=alt, keys=words.keys)
