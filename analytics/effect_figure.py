"""Differences between two ways to play, as dots with interval bars around zero: for the lab and for the variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.figure_parts import (
    MARK,
    MUTED,
    OUTLINE,
    Figure,
    FigureWords,
    folded,
    new_layout,
    nothing_figure,
    plain,
    row_height,
)

MOST_ROWS = 20
"""More measures than this do not fit on a screen; the table has all of them."""


@dataclass(frozen=True, slots=True)
class EffectWords(FigureWords):
    """The words of this figure, in one language."""

    deviations: str = "size (standard deviations)"
    found: str = "difference found"
    not_found: str = "not proven"
    differences_alt: str = (
        "Dots with interval bars around zero for {count} measures; furthest from zero: {measure}, {effect} standard "
        "deviations."
    )


@dataclass(frozen=True, slots=True)
class EffectRow:
    """A measure with its difference, as it is and in standard deviations (`effect`, and half of its interval)."""

    title: str
    difference: float
    effect: float
    half: float
    found: bool


def effects_figure(rows: Sequence[EffectRow], words: EffectWords) -> Figure:
    """Everything in standard deviations, so that turns and points fit on one axis. Differences that were found are
    filled.
    """
    shown = rows[:MOST_ROWS]
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
                "customdata": [[plain(row.title), row.difference] for _, row in group],
                "hovertemplate": "%{customdata[0]}<br>%{customdata[1]:+.2f} (%{x:+.2f})<extra>"
                + plain(name)
                + "</extra>",
            }
        )
    labels = [folded(row.title) for row in shown]
    layout = new_layout(words, words.deviations, len(shown), len(data), row_height(labels))
    layout["xaxis"] |= {"rangemode": "normal", "zeroline": True, "zerolinecolor": OUTLINE, "zerolinewidth": 2}
    layout["yaxis"] |= {
        "tickvals": list(range(len(shown))),
        "ticktext": labels,
        "range": [len(shown) - 0.4, -0.6],
        "autorange": False,
    }
    furthest = max(shown, key=lambda row: abs(row.effect))
    alt = words.differences_alt.format(count=len(shown), measure=furthest.title, effect=f"{furthest.effect:+.2f}")
    return Figure(data, layout, alt)
