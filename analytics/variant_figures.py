"""Figures that compare two ways to play, in the style of `analytics.figure_parts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.figure_parts import (
    MARK,
    MUTED,
    OUTLINE,
    PALETTE,
    PATTERNS,
    Figure,
    FigureWords,
    folded,
    new_layout,
    nothing_figure,
    plain,
    row_height,
)
from analytics.variants_stats import Difference, SourceDifference


@dataclass(frozen=True, slots=True)
class VariantWords(FigureWords):
    """The words of these figures, in one language."""

    deviations: str = "size (standard deviations)"
    found: str = "difference found"
    not_found: str = "not proven"
    share: str = "part of all points"
    differences_alt: str = (
        "Dots with interval bars around zero for {count} measures; furthest from zero: {measure}, {effect} standard "
        "deviations."
    )
    mix_alt: str = "Grouped bars: the part of all points by source in both variants; furthest apart: {source}."


def differences_figure(
    rows: Sequence[Difference],
    titles: Mapping[str, str],
    words: VariantWords = VariantWords(),  # noqa: B008 (immutable)
) -> Figure:
    """Dots with interval bars around zero, in standard deviations from game to game, so that turns and points fit on
    one axis. Differences that were found are filled. Measures without a spread are left out."""
    known = [row for row in rows if row.effect and row.difference and row.interval]
    if not known:
        return nothing_figure(words)
    data = []
    for is_found, name, colour, symbol in (
        (True, words.found, MARK, "circle"),
        (False, words.not_found, MUTED, "circle-open"),
    ):
        group = [(at, row) for at, row in enumerate(known) if (row.finding == "differs") == is_found]
        if group:
            data.append(_dots(group, titles, name, colour, symbol))
    labels = [folded(titles[row.key]) for row in known]
    layout = new_layout(words, words.deviations, len(known), len(data), row_height(labels))
    layout["xaxis"] |= {"rangemode": "normal", "zeroline": True, "zerolinecolor": OUTLINE, "zerolinewidth": 2}
    layout["yaxis"] |= {
        "tickvals": list(range(len(known))),
        "ticktext": labels,
        "range": [len(known) - 0.4, -0.6],
        "autorange": False,
    }
    furthest = max(known, key=lambda row: abs(row.effect or 0))
    alt = words.differences_alt.format(
        count=len(known), measure=titles[furthest.key], effect=f"{furthest.effect or 0:+.2f}"
    )
    return Figure(data, layout, alt)


def mix_figure(
    rows: Sequence[SourceDifference],
    names: tuple[str, str],
    titles: Mapping[str, str],
    words: VariantWords = VariantWords(),  # noqa: B008 (immutable)
) -> Figure:
    """Grouped bars: the part of all points that each source gives, one variant beside the other."""
    known = [row for row in rows if None not in row.shares]
    if not known:
        return nothing_figure(words)
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": plain(name),
            "x": [row.shares[number] for row in known],
            "y": list(range(len(known))),
            "customdata": [plain(titles[row.points.key]) for row in known],
            "marker": {
                "color": PALETTE[number],
                "line": {"color": OUTLINE, "width": 1},
                "pattern": {"shape": PATTERNS[number], "solidity": 0.3},
            },
            "hovertemplate": "%{customdata}<br>%{x:.1%}<extra>" + plain(name) + "</extra>",
        }
        for number, name in enumerate(names)
    ]
    labels = [folded(titles[row.points.key]) for row in known]
    layout = new_layout(words, words.share, len(known), 2, max(48, row_height(labels)))
    layout["barmode"] = "group"
    layout["xaxis"] |= {"tickformat": ".0%"}
    layout["yaxis"] |= {"tickvals": list(range(len(known))), "ticktext": labels}
    furthest = max(known, key=lambda row: abs((row.shares[1] or 0) - (row.shares[0] or 0)))
    return Figure(data, layout, words.mix_alt.format(source=titles[furthest.points.key]))


def _dots(
    group: Sequence[tuple[int, Difference]], titles: Mapping[str, str], name: str, colour: str, symbol: str
) -> dict[str, Any]:
    halves = []
    for _, row in group:
        assert row.interval is not None
        assert row.difference
        assert row.effect
        halves.append((row.interval.high - row.interval.low) / 2 * row.effect / row.difference)
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [row.effect for _, row in group],
        "y": [at for at, _ in group],
        "error_x": {"type": "data", "array": halves, "color": colour, "thickness": 2, "width": 5},
        "marker": {"color": colour, "size": 11, "symbol": symbol, "line": {"width": 2, "color": colour}},
        "customdata": [[plain(titles[row.key]), row.difference] for _, row in group],
        "hovertemplate": "%{customdata[0]}<br>%{customdata[1]:+.1f} (%{x:+.2f})<extra>" + plain(name) + "</extra>",
    }
