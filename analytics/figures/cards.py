"""Figures of cards: what taking each adds to the chance to win."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from analytics.card_effects import Verdict
from analytics.cards import CardRow, CardTable
from analytics.figures.parts import (
    NO_ICONS,
    Dot,
    Figure,
    FigureWords,
    Icons,
    Row,
    dot_rows,
    nothing_figure,
    plain,
    tick,
    with_interval,
    written,
)
from analytics.intervals import Interval

MOST_CARDS = 30
"""More cards than this do not fit on a screen; the table has all of them."""

DIFFERENT = (Verdict.STRONG, Verdict.WEAK, Verdict.UNCLEAR)
"""Verdicts on a card that differs from the others, so that its interval does not hold zero."""


@dataclass(frozen=True, slots=True)
class CardWords(FigureWords):
    """The words of these figures, in one language."""

    effects_alt: str = (
        "Dots with interval bars for {count} cards around zero; highest: {card}, {effect} percentage points of winning "
        "chance."
    )
    raw_alt: str = (
        "Dots with interval bars for {count} cards around par; highest: {card}, {effect} percentage points above par."
    )


def drawn_cards(table: CardTable) -> list[CardRow]:
    """The cards with enough takers for a verdict, the best first. The intervals of others would fill the picture."""
    rows = [row for row in table.rows if row.takers.sample == "enough"]
    return sorted(rows, key=lambda row: -_value(row, is_adjusted(rows)))[:MOST_CARDS]


def is_adjusted(rows: Sequence[CardRow]) -> bool:
    """Whether there is a model of the position, so that the cards are compared with others in the same position."""
    return any(row.adjusted is not None for row in rows)


def cards_figure(
    rows: Sequence[CardRow],
    titles: Mapping[str, str],
    words: CardWords = CardWords(),  # noqa: B008 (immutable)
    games: Callable[[str], str] = lambda _card: "",
    icons: Icons = NO_ICONS,
) -> Figure:
    """Dots with intervals: what taking each card adds to P(win) in the same position against the other cards, in
    percentage points around zero; without a model of the position, the wins of the takers above par.

    `games`: the address of the games of a card. `icons`: the addresses of the drawings of cards.
    """
    known = is_adjusted(rows)
    shown = [row for row in rows if row.adjusted is not None] if known else list(rows)
    if not shown:
        return nothing_figure(words)

    def number(value: float) -> str:
        return written(words, value, 1, signed=True)

    dots = []
    for row in shown:
        value, interval = _value(row, known), _interval(row, known)
        found = known and row.verdict in DIFFERENT
        text = f"{plain(titles[row.card])}<br>{with_interval(words, number(value), interval, number)}"
        name = Row(titles[row.card], number(value), found, icon=icons.get(row.card, ""))
        dots.append(Dot(name, value, interval, found, text, games(row.card)))
    figure = dot_rows(words, dots, lambda value: tick(words, value, signed=True))
    best = max(dots, key=lambda dot: dot.value)
    alt = words.effects_alt if known else words.raw_alt
    return replace(figure, alt=alt.format(count=len(dots), card=best.row.name, effect=best.row.number))


def _value(row: CardRow, known: bool) -> float:
    """In percentage points."""
    if known:
        return 100 * row.adjusted.value if row.adjusted else 0.0
    return 100 * (row.takers.above or 0.0)


def _interval(row: CardRow, known: bool) -> Interval | None:
    if known:
        found = row.adjusted.interval if row.adjusted else None
        return found and Interval(100 * found.low, 100 * found.high)
    span, par = row.takers.interval, row.takers.par or 0.0
    return span and Interval(100 * (span.low - par), 100 * (span.high - par))
