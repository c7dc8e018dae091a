"""Differences between two ways to play, as dots with interval bars around zero: for the lab and for the variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.figures.parts import (
    MARK,
    MUTED,
    OUTLINE,
    Figure,
    FigureWords,
    forest_layout,
    nothing_figure,
    plain,
    written,
)

MOST_ROWS = 20
"""More measures than this do not fit on a screen; the table has all of them."""


@dataclass(frozen=True, slots=True)
class EffectWords(FigureWords):
    """The words of this figure, in one language."""

    deviations: str = "difference in standard deviations of a game; grey: too small to matter"
    found: str = "unlikely to be chance"
    not_found: str = "may be chance"
    differences_alt: str = (
        "Dots with interval bars around zero for {count} measures; furthest from zero: {measure}, {effect} standard "
        "deviations."
    )


@dataclass(frozen=True, slots=True)
class EffectRow:
    """A measure with its difference, as it is and in standard deviations (`effect`, half of its interval, and the
    smallest size that `matters`). `found`: unlikely to be chance.
    """

    title: str
    difference: float
    effect: float
    half: float
    matters: float
    found: bool


def effects_figure(rows: Sequence[EffectRow], words: EffectWords) -> Figure:
    """Everything in standard deviations, so that turns and points fit on one axis, the largest difference first.
    Differences that were found are filled; behind each row lies the region that is too small to matter.
    """
    shown = sorted(rows, key=lambda row: -abs(row.effect))[:MOST_ROWS]
    if not shown:
        return nothing_figure(words)
    data = []
    for found, name, colour, symbol in (
        (True, words.found, MARK, "circle"),
        (False, words.not_found, MUTED, "circle-open"),
    ):
        group = [(number, row) for number, row in enumerate(shown) if row.found == found]
        if not group:
            continue
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": name,
                "x": [row.effect for _, row in group],
                "y": [number for number, _ in group],
                "error_x": {
                    "type": "data",
                    "array": [row.half for _, row in group],
                    "color": colour,
                    "thickness": 2,
                    "width": 5,
                },
                "marker": {"color": colour, "size": 11, "symbol": symbol, "line": {"width": 2, "color": colour}},
                "customdata": [
                    [
                        plain(row.title),
                        *(written(words, value, 2, signed=True) for value in (row.difference, row.effect)),
                    ]
                    for _, row in group
                ],
                "hovertemplate": "%{customdata[0]}<br>%{customdata[1]} (%{customdata[2]})<extra>"
                + plain(name)
                + "</extra>",
            }
        )
    layout = forest_layout(words, words.deviations, [row.title for row in shown], len(data))
    layout["shapes"] = [
        {
            "type": "rect",
            "layer": "below",
            "x0": -row.matters,
            "x1": row.matters,
            "y0": number - 0.2,
            "y1": number + 0.2,
            "fillcolor": OUTLINE,
            "opacity": 0.25,
            "line": {"width": 0},
        }
        for number, row in enumerate(shown)
    ]
    furthest = shown[0]
    alt = words.differences_alt.format(
        count=len(shown), measure=furthest.title, effect=written(words, furthest.effect, 2, signed=True)
    )
    return Figure(data, layout, alt)
