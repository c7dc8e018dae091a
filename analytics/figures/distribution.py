"""How values are spread, with one of them marked, as a small drawing that needs no script.

Places are percentages of a box of any size, as SVG wants them.
"""

from __future__ import annotations

from dataclasses import dataclass

from analytics.among_players import BINS, Spread

MARK = 2.0
"""How wide the mark is."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The outline of the columns, as the path of an SVG with a box of 100 by 100, and how far from the left the mark
    begins, which is `MARK` wide."""

    columns: str
    mark: str


def distribution(spread: Spread, marked: float) -> Distribution:
    """A column for each part of the spread, and the marked value, which makes room where it lies beyond the ends."""
    low, high = min(spread.least, marked), max(spread.most, marked)

    def x(value: float) -> float:
        return 100 * (value - low) / (high - low) if high > low else 50.0

    part = (spread.most - spread.least) / BINS
    thick = max(MARK, x(low + part) - x(low))
    columns = "".join(
        _column(min(x(spread.least + place * part), 100 - thick), thick, count / max(spread.counts))
        for place, count in enumerate(spread.counts)
        if count
    )
    return Distribution(columns, _written((100 - MARK) / 100 * x(marked)))


def _column(left: float, thick: float, share: float) -> str:
    """A column of this share of the height, with a gap to the next one."""
    return f"M{_written(left)} 100v{_written(-100 * share)}h{_written(0.85 * thick)}V100z"


def _written(value: float) -> str:
    return f"{value:.1f}"
