"""Figures that compare ways to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from analytics.figures.effects import EffectRow, EffectWords, effects_figure
from analytics.figures.parts import (
    NO_ICONS,
    Dot,
    Figure,
    Icons,
    Row,
    dot_rows,
    nothing_figure,
    plain,
    tick,
    with_interval,
    written,
)
from analytics.variants_stats import Difference, VariantRow


@dataclass(frozen=True, slots=True)
class VariantWords(EffectWords):
    """The words of these figures, in one language."""

    scores_alt: str = "Dots with intervals: the mean score of a player in {count} variants; highest: {variant}, {mean}."


def differences_figure(
    rows: Sequence[Difference],
    titles: Mapping[str, str],
    words: VariantWords = VariantWords(),  # noqa: B008 (immutable)
    icons: Icons = NO_ICONS,
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
            icons.get(row.key, ""),
        )
        for row in rows
        if row.effect and row.difference and row.interval
    ]
    return effects_figure(known, words)


def scores_figure(
    rows: Sequence[VariantRow],
    names: Mapping[str, str],
    words: VariantWords = VariantWords(),  # noqa: B008 (immutable)
    games: Callable[[str], str] = lambda _variant: "",
) -> Figure:
    """Dots with intervals: the mean score of a player in each of these variants. `games`: the address of the games of a
    variant."""
    if not rows:
        return nothing_figure(words)

    def number(value: float) -> str:
        return written(words, value, 1)

    dots = []
    for row in rows:
        score = row.measures["score"]
        text = f"{plain(names[row.variant])}<br>{with_interval(words, number(score.mean), score.interval, number)}"
        name = Row(names[row.variant], number(score.mean))
        dots.append(Dot(name, score.mean, score.interval, False, text, games(row.variant)))
    figure = dot_rows(words, dots, lambda value: tick(words, value), line=None)
    best = max(dots, key=lambda dot: dot.value)
    return replace(figure, alt=words.scores_alt.format(count=len(dots), variant=best.row.name, mean=best.row.number))
