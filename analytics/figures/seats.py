"""Figures of seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from analytics.figures.parts import (
    Dot,
    Figure,
    FigureWords,
    Row,
    dot_rows,
    nothing_figure,
    percentage,
    plain,
    with_interval,
)
from analytics.seats import SeatTable


@dataclass(frozen=True, slots=True)
class SeatWords(FigureWords):
    """The words of these figures, in one language."""

    seat: str = "Seat {seat}"
    seats_alt: str = "Dots with intervals: the share of wins of {count} seats; the highest is {share}, for seat {seat}."


def seats_figure(
    table: SeatTable | None,
    words: SeatWords = SeatWords(),  # noqa: B008 (immutable)
    games: Callable[[int], str] = lambda _seat: "",
) -> Figure:
    """Dots with intervals: the share of wins of each seat, and the even share as a dashed line. If seats differ, those
    that win most and least for the ratings of their players are filled. Seats count from 1.
    `games`: the address of the games that a seat won."""
    if table is None:
        return nothing_figure(words)

    def fine(share: float) -> str:
        return percentage(words, share, 1)

    differ = table.verdict in ("difference", "small_difference")
    ends = (end(table.rows, key=lambda row: row.above) for end in (max, min))
    named = [row.seat for row in ends if differ]
    dots = []
    for row in table.rows:
        span = row.share_interval
        found = row.seat in named
        name = words.seat.format(seat=row.seat + 1)
        text = f"{plain(name)}<br>{with_interval(words, fine(row.share), span, fine)}"
        shown = Row(name, percentage(words, row.share), found, seat=row.seat)
        dots.append(Dot(shown, row.share, span, found, text, games(row.seat) if row.wins else ""))
    figure = dot_rows(words, dots, lambda share: percentage(words, share), line=table.par, dashed=True)
    best = max(table.rows, key=lambda row: row.share)
    alt = words.seats_alt.format(count=len(dots), share=percentage(words, best.share), seat=best.seat + 1)
    return replace(figure, alt=alt)
