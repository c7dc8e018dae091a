"""How long tables wait for a director: counts, medians and maxima of plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median


@dataclass(frozen=True, slots=True)
class Answered:
    """When a call was made, taken and closed; None: not yet. Of a `cancelled` one nobody says how long it waited."""

    made_at: datetime
    taken_at: datetime | None
    closed_at: datetime | None
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class RoundWaits:
    """The calls of a round, all and those that were cancelled. Waits are seconds, None where nothing was waited for."""

    round: int
    title: str
    calls: int
    cancelled: int
    median_until_taken: float | None
    longest_until_taken: float | None
    median_until_closed: float | None
    longest_until_closed: float | None


def waits_by_round(rounds: Sequence[tuple[int, str]], calls: Sequence[tuple[int, Answered]]) -> list[RoundWaits]:
    """The rounds (number of the row, title) in which somebody called, in their order. `calls` name their round."""
    found = []
    for pk, title in rounds:
        mine = [call for of, call in calls if of == pk]
        if not mine:
            continue
        helped = [call for call in mine if not call.cancelled]
        taken = [(call.taken_at - call.made_at).total_seconds() for call in helped if call.taken_at is not None]
        closed = [(call.closed_at - call.made_at).total_seconds() for call in helped if call.closed_at is not None]
        cancelled = len(mine) - len(helped)
        found.append(
            RoundWaits(pk, title, len(mine), cancelled, *_middle_and_longest(taken), *_middle_and_longest(closed))
        )
    return found


def _middle_and_longest(seconds: Sequence[float]) -> tuple[float | None, float | None]:
    return (median(seconds), max(seconds)) if seconds else (None, None)
