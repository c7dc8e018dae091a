"""Figures that compare two ways to play, in the style of `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analytics.figures.effects import EffectRow, EffectWords, effects_figure
from analytics.figures.parts import (
    OUTLINE,
    PALETTE,
    PATTERNS,
    Figure,
    folded,
    new_layout,
    nothing_figure,
    plain,
    row_height,
)
from analytics.variants_stats import Difference, SourceDifference


@dataclass(frozen=True, slots=True)
class VariantWords(EffectWords):
    """The words of these figures, in one language."""

    share: str = "part of all points"
    mix_alt: str = "Grouped bars: the part of all points by source in both variants; furthest apart: {source}."


def differences_figure(
    rows: Sequence[Difference],
    titles: Mapping[str, str],
    words: VariantWords = VariantWords(),  # noqa: B008 (immutable)
) -> Figure:
    """The differences against zero, in standard deviations from game to game; without a spread there are none."""
    known = [
        EffectRow(
            titles[row.key],
            row.difference,
            row.effect,
            (row.interval.high - row.interval.low) / 2 * row.effect / row.difference,
            (row.matters or 0.0) * row.effect / row.difference,
            row.finding in ("differs", "too_small"),
        )
        for row in rows
        if row.effect and row.difference and row.interval
    ]
    return effects_figure(known, words)


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
