"""Figures of an experiment, in the style of `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.experiment_results import Comparison, SeatShares, value_of
from analytics.experiments import ExperimentSums, Measure
from analytics.figures.effects import EffectRow, EffectWords, effects_figure
from analytics.figures.parts import (
    NO_ICONS,
    REST,
    Figure,
    Icons,
    Key,
    Layout,
    Row,
    axis,
    bars,
    line_at,
    nothing_figure,
    percentage,
    plain,
    row_layout,
    source_mark,
    source_style,
    tick,
    written,
)


@dataclass(frozen=True, slots=True)
class ExperimentWords(EffectWords):
    """The words of these figures, in one language."""

    seat: str = "Seat {seat}"
    seats_alt: str = "Bars: the share of wins by seat in each arm; the highest is {share}, for seat {seat} in {arm}."
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
    names = [words.seat.format(seat=seat + 1) for seat in range(seats)]
    data = [
        _bars(
            row.arm,
            [share.mean or 0.0 for share in row.shares],
            [
                f"{name}<br>{plain(arms[row.arm])} {percentage(words, share.mean or 0.0, 1)}"
                for name, share in zip(names, row.shares, strict=True)
            ],
        )
        for row in known
    ]
    for row, trace in zip(known, data, strict=True):
        halves = [(share.interval.high - share.interval.low) / 2 if share.interval else 0.0 for share in row.shares]
        trace["error_x"] = {"type": "data", "array": halves, "color": REST, "thickness": 2, "width": 4}
    ends = [share.interval.high if share.interval else share.mean or 0.0 for row in known for share in row.shares]
    labels = [Row(name, "", seat=seat) for seat, name in enumerate(names)]
    layout = _grouped(labels, len(known), axis(0, 1.05 * max(ends) or 1, lambda share: percentage(words, share)), words)
    layout["shapes"].append(line_at(1 / seats, dashed=True))
    best = max(((row, seat) for row in known for seat in range(seats)), key=lambda at: at[0].shares[at[1]].mean or 0.0)
    alt = words.seats_alt.format(
        share=percentage(words, best[0].shares[best[1]].mean or 0.0), seat=best[1] + 1, arm=arms[best[0].arm]
    )
    return Figure(data, layout, alt, tuple(Key(source_mark(row.arm), arms[row.arm]) for row in known))


def sources_figure(
    sums: ExperimentSums,
    measures: Sequence[Measure],
    titles: Mapping[str, str],
    arms: Sequence[str],
    words: ExperimentWords = ExperimentWords(),  # noqa: B008 (immutable)
    icons: Icons = NO_ICONS,
) -> Figure:
    """Grouped bars: what each source gives all players together in a game, an arm beside the other, most points first.
    `titles` are those of the sources, by the key of the measure, `icons` the addresses of their drawings.
    """
    means = {
        measure.key: [value_of(arm, measure).mean or 0.0 for arm in sums.arms]
        for measure in measures
        if measure.group == "sources"
    }
    means = {key: means[key] for key in sorted(means, key=lambda key: -max(means[key])) if any(means[key])}
    if not means:
        return nothing_figure(words)
    data = [
        _bars(
            arm,
            [of_arms[arm] for of_arms in means.values()],
            [
                f"{plain(titles[key])}<br>{plain(name)} {written(words, of_arms[arm], 1)}"
                for key, of_arms in means.items()
            ],
        )
        for arm, name in enumerate(arms)
    ]
    low, high = (end(0.0, *(value for of_arms in means.values() for value in of_arms)) for end in (min, max))
    labels = [Row(titles[key], "", icon=icons.get(key, "")) for key in means]
    layout = _grouped(labels, len(arms), axis(1.05 * low, 1.05 * high or 1, lambda value: tick(words, value)), words)
    layout["shapes"].append(line_at(0))
    largest = max(means, key=lambda key: means[key][0])
    keys = tuple(Key(source_mark(arm), name) for arm, name in enumerate(arms))
    return Figure(data, layout, words.arms_alt.format(source=titles[largest]), keys)


def _grouped(labels: Sequence[Row], arms: int, x_axis: Layout, words: ExperimentWords) -> Layout:
    """Rows with room for a bar of each arm below the name."""
    layout = row_layout(words, labels, x_axis, marks=arms)
    layout["barmode"] = "group"
    return layout


def _bars(number: int, means: Sequence[float], told: Sequence[str]) -> dict[str, Any]:
    return bars(range(len(means)), means, source_style(number), [(text, "") for text in told])
