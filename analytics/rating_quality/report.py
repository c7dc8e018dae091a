"""The report that says whether ratings predict, on any games. What is kept: `nabu.contests.ratings.quality`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from analytics.rating_quality.evaluation import (
    Bin,
    Difference,
    GameResult,
    Measures,
    Stretch,
    better_since,
    difference,
    fitted_temperatures,
    log_losses,
    measure,
    reliability,
    stretches,
    systems,
    walk_forward,
)

ENOUGH = 100
"""With fewer games nothing is said. Two standard errors are then about 6 % of the log loss."""

Verdict = Literal["too_few", "predicts", "not_shown"]


@dataclass(frozen=True, slots=True)
class SystemReport:
    """One system over all games, and over those in which nobody was provisional."""

    key: str
    all: Measures
    settled: Measures | None


@dataclass(frozen=True, slots=True)
class PredictionReport:
    """What the page shows. `gain` is how much log loss Elo with its fitted temperature saves against equal chances for
    all; `second` and `plain` what the second rating and Elo as it stands save against it. `temperature` is the one for
    the next game; None unless the ratings predict. `since`: see `evaluation.better_since`."""

    verdict: Verdict
    games: int
    temperature: float | None
    gain: Difference | None
    second: Difference | None
    plain: Difference | None
    since: int | None
    systems: Sequence[SystemReport]
    bins: Sequence[Bin]
    stretches: Sequence[Stretch]


def report_on(results: Sequence[GameResult]) -> PredictionReport | None:
    """The report on these games, in the order in which they are rated; None without games."""
    if not results:
        return None
    walk = walk_forward(results)
    chances = systems(walk)
    losses = {key: log_losses(chance, walk.wins) for key, chance in chances.items()}
    gain = difference(losses["uniform"], losses["elo"])
    verdict = _verdict(len(results), gain)
    reports = []
    for key, chance in chances.items():
        overall = measure(chance, walk)
        if overall is not None:
            reports.append(SystemReport(key, overall, measure(chance, walk, walk.settled)))
    return PredictionReport(
        verdict=verdict,
        games=len(results),
        temperature=float(fitted_temperatures(walk.elo, walk.wins)[-1]) if verdict == "predicts" else None,
        gain=gain,
        second=difference(losses["elo"], losses["second"]),
        plain=difference(losses["elo"], losses["elo_plain"]),
        since=better_since(losses["elo"], losses["uniform"]),
        systems=reports,
        bins=reliability(chances["elo"], walk.wins),
        stretches=stretches(losses["elo"], losses["uniform"]),
    )


def _verdict(games: int, gain: Difference | None) -> Verdict:
    """The ratings predict if what they save is more than two standard errors away from nothing."""
    if games < ENOUGH or gain is None:
        return "too_few"
    return "predicts" if gain.mean > 2 * gain.error else "not_shown"
