"""Figures of an experiment, in the style of `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.experiment_results import Comparison, SeatShares, value_of
from analytics.experiments import ExperimentSums, Measure
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
    written,
)


@dataclass(frozen=True, slots=True)
class ExperimentWords(EffectWords):
    """The words of these figures, in one language."""

    points_per_game: str = "points per game"
    win_share_of_seat: str = "share of wins"
    seats_alt: str = "Bars: the share of wins by seat in each arm; the highest is {share}%, for seat {seat} in {arm}."
    arms_alt: str = "Grouped bars: points per game by source in each arm; the largest source is {source}."


def differences_figure(
    comparisons: Sequence[Comparison],
    titles: Mapping[str, str],
    words: ExperimentWords = ExperimentWords(),  # noqa: B008 (immutable)
) -> Figure:
    """The differences against zero, in standard deviations of a single game. Measures without a spread are left out."""
    rows = [
        EffectRow(
            titles[row.measure.key],
            row.difference,
            row.effect,
            (row.interval.high - row.interval.low) / 2 / row.deviation,
            row.matters / row.deviation,
            row.finding in ("differs", "too_small"),
        )
        for row in comparisons
        if row.difference is not None and row.effect is not None and row.interval is not None and row.deviation
    ]
    return effects_figure(rows, words)


def seats_figure(
    seats_of_arms: Sequence[SeatShares],
    arms: Sequence[str],
    words: ExperimentWords = ExperimentWords(),  # noqa: B008 (immutable)
) -> Figure:
    """Bars with intervals: the share of wins of each seat, an arm beside the other, and the even share as a line."""
    known = [row for row in seats_of_arms if row.games]
    if not known:
        return nothing_figure(words)
    seats = len(known[0].shares)
    data = [
        _bars(
            arms[row.arm],
            row.arm,
            [share.mean for share in row.shares],
            [(share.interval.high - share.interval.low) / 2 if share.interval else 0.0 for share in row.shares],
            [f"{written(words, 100 * (share.mean or 0.0), 1)} %" for share in row.shares],
        )
        for row in known
    ]
    layout = new_layout(words, words.win_share_of_seat, seats, len(data), max(34, 22 * len(data)))
    layout["barmode"] = "group"
    layout["xaxis"] |= {"tickformat": ".0%"}
    layout["yaxis"] |= {"tickvals": list(range(seats)), "ticktext": [str(seat + 1) for seat in range(seats)]}
    layout["shapes"] = [
        {
            "type": "line",
            "x0": 1 / seats,
            "x1": 1 / seats,
            "yref": "paper",
            "y0": 0,
            "y1": 1,
            "line": {"color": OUTLINE, "width": 2, "dash": "dot"},
        }
    ]
    best = max(((row, seat) for row in known for seat in range(seats)), key=lambda at: at[0].shares[at[1]].mean or 0.0)
    alt = words.seats_alt.format(
        share=f"{100 * (best[0].shares[best[1]].mean or 0):.0f}", seat=best[1] + 1, arm=arms[best[0].arm]
    )
    return Figure(data, layout, alt)


def sources_figure(
    sums: ExperimentSums,
    measures: Sequence[Measure],
    titles: Mapping[str, str],
    arms: Sequence[str],
    words: ExperimentWords = ExperimentWords(),  # noqa: B008 (immutable)
) -> Figure:
    """Grouped bars: what each source gives all players together in a game, an arm beside the other, most points first.
    `titles` are those of the sources, by the key of the measure.
    """
    means = {
        measure.key: [value_of(arm, measure).mean or 0.0 for arm in sums.arms]
        for measure in measures
        if measure.group == "sources"
    }
    means = {key: means[key] for key in sorted(means, key=lambda key: -max(means[key])) if any(means[key])}
    if not means:
        return nothing_figure(words)
    labels = [folded(titles[key]) for key in means]
    data = [
        _bars(
            name,
            number,
            [of_arms[number] for of_arms in means.values()],
            None,
            [written(words, of_arms[number], 1) for of_arms in means.values()],
        )
        for number, name in enumerate(arms)
    ]
    layout = new_layout(words, words.points_per_game, len(means), len(data), max(20 * len(data), row_height(labels)))
    layout["barmode"] = "group"
    layout["yaxis"] |= {"tickvals": list(range(len(means))), "ticktext": labels}
    largest = max(means, key=lambda key: means[key][0])
    return Figure(data, layout, words.arms_alt.format(source=titles[largest]))


def _bars(
    name: str, number: int, means: Sequence[float | None], halves: Sequence[float] | None, told: Sequence[str]
) -> dict[str, Any]:
    bars: dict[str, Any] = {
        "type": "bar",
        "orientation": "h",
        "name": plain(name),
        "x": list(means),
        "y": list(range(len(means))),
        "marker": {
            "color": PALETTE[number % len(PALETTE)],
            "line": {"color": OUTLINE, "width": 1},
            "pattern": {"shape": PATTERNS[number % len(PATTERNS)], "solidity": 0.3},
        },
        "customdata": list(told),
        "hovertemplate": "%{customdata}<extra>" + plain(name) + "</extra>",
    }
    if halves is not None:
        bars["error_x"] = {"type": "data", "array": list(halves), "color": OUTLINE, "thickness": 2}
    return bars
