"""A line of the table of statistics against known truths: what is claimed, what was measured, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

TOLERANCE = 2.0
"""A measured value misses its goal if it lies outside by more than so many Monte Carlo errors."""


@dataclass(frozen=True, slots=True)
class TruthRow:
    """One claim in one scenario: the value that was measured, its Monte Carlo error, and the goal, from `low` to `high`
    (None: no border on that side)."""

    scenario: str
    claim: str
    value: float
    error: float
    low: float | None
    high: float | None

    @property
    def met(self) -> bool:
        """Whether the value lies within the goal, up to what the Monte Carlo error explains."""
        slack = TOLERANCE * self.error
        return (self.low is None or self.value >= self.low - slack) and (
            self.high is None or self.value <= self.high + slack
        )


def rate_row(
    scenario: str, claim: str, hits: Sequence[bool], low: float | None, high: float | None, cluster: int = 1
) -> TruthRow:
    """The row of a rate. `cluster` neighbouring hits come from the same replication and are no independent trials: the
    error is that of the replications' means."""
    means = [sum(hits[start : start + cluster]) / cluster for start in range(0, len(hits), cluster)]
    value, n = sum(means) / len(means), len(means)
    if cluster == 1:
        # Laplace's correction, so that a rate of 0 or 1 is not without error.
        smooth = (sum(means) + 1) / (n + 2)
        return TruthRow(scenario, claim, value, sqrt(smooth * (1 - smooth) / n), low, high)
    variance = sum((mean - value) ** 2 for mean in means) / max(1, n - 1)
    return TruthRow(scenario, claim, value, sqrt(variance / n), low, high)
