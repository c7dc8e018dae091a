"""Which scores are usual: the middle 99.9 % of those that were seen, so that a slip of the pen can be asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FEWEST_SCORES = 2_000
"""With fewer, not even one score lies beyond each end, and the ends would only be the lowest and the highest."""


@dataclass(frozen=True, slots=True)
class UsualSpan:
    """The lowest and the highest score of the middle 99.9 % of so many scores."""

    scores: int
    low: int
    high: int


def usual_span(seen: Mapping[int, int]) -> UsualSpan | None:
    """The span of scores that were seen so often. At most 0.05 % of them lie below it and at most 0.05 % above.

    None where too few were seen.
    """
    total = sum(seen.values())
    if total < FEWEST_SCORES:
        return None
    ordered = sorted(seen)
    return UsualSpan(total, _beyond(seen, ordered, total), _beyond(seen, ordered[::-1], total))


def _beyond(seen: Mapping[int, int], ordered: list[int], total: int) -> int:
    """The first score in this order that has more than 0.05 % of all scores at it or before it."""
    before = 0
    for score in ordered:
        before += seen[score]
        if before * 2_000 > total:
            return score
    raise AssertionError("all of them together are more than 0.05 %")
