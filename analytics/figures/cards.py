"""Figures of cards, in the style of `analytics.figures.parts`: what looks strong beside what is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.card_effects import Verdict
from analytics.cards import CardRow, CardTable
from analytics.figures.parts import (
    MARK,
    MUTED,
    Figure,
    FigureWords,
    forest_layout,
    nothing_figure,
    plain,
    written,
)

MOST_CARDS = 30
"""More cards than this do not fit on a screen; the table has all of them."""

DIFFERENT = (Verdict.STRONG, Verdict.WEAK, Verdict.UNCLEAR)
"""Verdicts on a card that differs from the others, so that its interval does not hold zero."""


@dataclass(frozen=True, slots=True)
class CardWords(FigureWords):
    """The words of these figures, in one language."""

    added: str = "percentage points of winning chance"
    above_par: str = "wins of the takers above par, percentage points"
    raw: str = "raw: wins above par"
    differs: str = "adjusted: differs from others"
    same: str = "adjusted: no difference found"
    too_few: str = "too few takers"
    effects_alt: str = (
        "Dots with interval bars for {count} cards around zero; highest: {card}, {effect} percentage points of winning "
        "chance, where the raw number says {raw}."
    )
    raw_alt: str = (
        "Dots with interval bars for {count} cards around par; highest: {card}, {raw} percentage points above par."
    )


def cards_figure(
    table: CardTable,
    titles: Mapping[str, str],
    words: CardWords = CardWords(),  # noqa: B008 (immutable)
) -> Figure:
    """Dots with intervals: what taking each card adds to P(win) in the same position against the other cards, in
    percentage points around zero.

    A cross on the same row is the raw number, wins of the takers above par, and a thin line joins the two: a long one
    says that the raw number misleads. Without a model of the state the raw numbers stand alone, with their intervals.
    Cards that hardly anybody took are left out: their intervals would fill the picture.
    """
    rows = [row for row in table.rows if row.takers.sample != "tiny"][:MOST_CARDS]
    if not rows:
        return nothing_figure(words)
    known = any(row.adjusted is not None for row in rows)
    data = _effects(rows, titles, words) if known else [_raw(rows, titles, words, intervals=True)]
    legend = sum(trace.get("showlegend", True) for trace in data)
    axis = words.added if known else words.above_par
    layout = forest_layout(words, axis, [titles[row.card] for row in rows], legend)
    layout["xaxis"] |= {"tickformat": "+d"}
    return Figure(data, layout, _alt(rows, titles, words, known=known))


def _alt(rows: Sequence[CardRow], titles: Mapping[str, str], words: CardWords, *, known: bool) -> str:
    ranked = [row for row in rows if row.takers.sample == "enough"] or rows
    best = max(ranked, key=lambda row: (row.adjusted.value if row.adjusted else -1) if known else row.takers.above or 0)
    values = {
        "count": len(rows),
        "card": titles[best.card],
        "raw": written(words, 100 * (best.takers.above or 0), 1, signed=True),
        "effect": written(words, 100 * best.adjusted.value, 1, signed=True) if best.adjusted else "",
    }
    return (words.effects_alt if known else words.raw_alt).format(**values)


def _effects(rows: Sequence[CardRow], titles: Mapping[str, str], words: CardWords) -> list[dict[str, Any]]:
    data = [_joints(rows), _raw(rows, titles, words, intervals=False)]
    for name, colour, symbol, wanted in (
        (words.differs, MARK, "circle", DIFFERENT),
        (words.same, MARK, "circle-open", tuple(set(Verdict) - {*DIFFERENT, Verdict.TOO_FEW})),
        (words.too_few, MUTED, "circle-open", (Verdict.TOO_FEW,)),
    ):
        group = [(at, row) for at, row in enumerate(rows) if row.adjusted is not None and row.verdict in wanted]
        if group:
            data.append(_dots(group, titles, name, colour, symbol))
    return data


def _joints(rows: Sequence[CardRow]) -> dict[str, Any]:
    """The lines from raw to adjusted: one trace, with gaps."""
    x: list[float | None] = []
    y: list[int | None] = []
    for at, row in enumerate(rows):
        if row.adjusted is not None and row.takers.above is not None:
            x += [100 * row.takers.above, 100 * row.adjusted.value, None]
            y += [at, at, None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": MUTED, "width": 1, "dash": "dot"},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _raw(rows: Sequence[CardRow], titles: Mapping[str, str], words: CardWords, *, intervals: bool) -> dict[str, Any]:
    trace: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers",
        "name": words.raw,
        "x": [100 * (row.takers.above or 0) for row in rows],
        "y": list(range(len(rows))),
        "customdata": [[plain(titles[row.card]), row.takers.count, 100 * (row.takers.rate or 0)] for row in rows],
        "marker": {"symbol": "x-thin", "size": 9, "line": {"color": MUTED, "width": 2}},
        "hovertemplate": "%{customdata[0]} (%{customdata[1]})<br>%{customdata[2]:.0f} %, %{x:+.1f}<extra>"
        + plain(words.raw)
        + "</extra>",
    }
    if intervals:
        spans = [(row.takers, row.takers.interval) for row in rows]
        trace["marker"] = {"symbol": "circle-open", "size": 10, "color": MUTED, "line": {"width": 2}}
        trace["error_x"] = {
            "type": "data",
            "symmetric": False,
            "array": [100 * (span.high - (rate.rate or 0)) if span else 0 for rate, span in spans],
            "arrayminus": [100 * ((rate.rate or 0) - span.low) if span else 0 for rate, span in spans],
            "color": MUTED,
            "thickness": 2,
            "width": 5,
        }
    return trace


def _dots(
    group: Sequence[tuple[int, CardRow]], titles: Mapping[str, str], name: str, colour: str, symbol: str
) -> dict[str, Any]:
    effects = [row.adjusted for _, row in group if row.adjusted is not None]
    halves = [100 * (one.interval.high - one.interval.low) / 2 if one.interval else 0 for one in effects]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [100 * one.value for one in effects],
        "y": [at for at, _ in group],
        "customdata": [
            [plain(titles[row.card]), one.count, 100 * one.value - half, 100 * one.value + half]
            for (_, row), one, half in zip(group, effects, halves, strict=True)
        ],
        "error_x": {"type": "data", "array": halves, "color": colour, "thickness": 2, "width": 5},
        "marker": {"color": colour, "symbol": symbol, "size": 11, "line": {"color": colour, "width": 2}},
        "hovertemplate": "%{customdata[0]} (%{customdata[1]})<br>"
        "%{x:+.1f} (%{customdata[2]:+.1f} – %{customdata[3]:+.1f})<extra>" + plain(name) + "</extra>",
    }
