"""Figures of seats, in the style of `analytics.figures.parts`."""

from __future__ import annotations

from dataclasses import dataclass

from analytics.figures.parts import MARK, OUTLINE, PAR, Figure, FigureWords, new_layout, nothing_figure, plain, written
from analytics.intervals import Interval
from analytics.seats import SeatTable


@dataclass(frozen=True, slots=True)
class SeatWords(FigureWords):
    """The words of these figures, in one language."""

    seat: str = "Seat {seat}"
    share: str = "share of wins"
    even: str = "even share"
    span: str = "{low} to {high}%"
    seats_alt: str = (
        "Bars with intervals: the share of wins of {count} seats; the highest is {share}%, for seat {seat}."
    )


def seats_figure(table: SeatTable | None, words: SeatWords = SeatWords()) -> Figure:  # noqa: B008 (immutable)
    """Bars with intervals: the share of wins of each seat, and the even share as a line. Seats count from 1."""
    if table is None:
        return nothing_figure(words)
    rows, places = table.rows, list(range(len(table.rows)))
    bars = {
        "type": "bar",
        "orientation": "h",
        "name": words.share,
        "x": [row.share for row in rows],
        "y": places,
        "customdata": [[_span(words, row.share_interval), table.games] for row in rows],
        "width": 0.6,
        "marker": {"color": MARK, "line": {"color": OUTLINE, "width": 1}},
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [row.share_interval.high - row.share for row in rows],
            "arrayminus": [row.share - row.share_interval.low for row in rows],
            "color": OUTLINE,
            "thickness": 2,
            "width": 6,
        },
        "hovertemplate": "%{x:.1%} (%{customdata[0]}), %{customdata[1]}<extra></extra>",
    }
    par = {
        "type": "scatter",
        "mode": "lines",
        "name": words.even,
        "x": [table.par, table.par],
        "y": [-0.5, len(rows) - 0.5],
        "line": {"color": PAR, "width": 2, "dash": "dash"},
        "hovertemplate": "%{x:.1%}<extra>" + plain(words.even) + "</extra>",
    }
    layout = new_layout(words, words.share, len(rows), 2)
    layout["xaxis"] |= {"tickformat": ".0%"}
    layout["yaxis"] |= {
        "tickvals": places,
        "ticktext": [words.seat.format(seat=row.seat + 1) for row in rows],
        "range": [len(rows) - 0.5, -0.5],
        "autorange": False,
    }
    best = max(rows, key=lambda row: row.share)
    alt = words.seats_alt.format(count=len(rows), share=f"{100 * best.share:.0f}", seat=best.seat + 1)
    return Figure([bars, par], layout, alt)


def _span(words: SeatWords, interval: Interval) -> str:
    low, high = (written(words, 100 * end, 1) for end in interval)
    return words.span.format(low=low, high=high)
