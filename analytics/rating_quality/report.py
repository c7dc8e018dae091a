"""The report that says whether ratings predict, on any games. What is kept: `nabu.contests.ratings.quality`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Literal

import numpy as np

from analytics.rating_quality.evaluation import (
    Bin,
    Bools,
    Difference,
    Floats,
    GameResult,
    Measures,
    Stretch,
    Walk,
    difference,
    evidence,
    fitted_temperatures,
    log_losses,
    measure,
    reliability,
    shown_after,
    shown_since,
    stretches,
    systems,
    walk_forward,
)

ENOUGH = 100
"""With fewer games nothing is said. Two standard errors are then about 6 % of the log loss."""

MOST_EVIDENCE = 1e6
"""More evidence is told as so much: its exponential would not fit into a number."""

Verdict = Literal["too_few", "predicts", "not_shown"]


@dataclass(frozen=True, slots=True)
class SystemReport:
    """One system over all games, and over those in which nobody was provisional."""

    key: str
    all: Measures
    settled: Measures | None


@dataclass(frozen=True, slots=True)
class TablesReport:
    """The games with one number of `players`: log losses and chances of tables of two and of four are not comparable.
    `bins` and `stretches` are of Elo with its fitted temperature."""

    players: int
    games: int
    systems: Sequence[SystemReport]
    bins: Sequence[Bin]
    stretches: Sequence[Stretch]


@dataclass(frozen=True, slots=True)
class PredictionReport:
    """What the page shows. `gain` is how much log loss Elo with its fitted temperature saves against equal chances for
    all; `second` and `plain` what the second rating and Elo as it stands save against it. `temperature` is the one for
    the next game; None unless the ratings predict. `evidence`: see `evaluation.evidence`; `since`: the game with which
    the ratings were shown to predict. `tables` is by number of players, `systems` over all games."""

    verdict: Verdict
    games: int
    temperature: float | None
    evidence: float
    since: int | None
    gain: Difference | None
    second: Difference | None
    plain: Difference | None
    systems: Sequence[SystemReport]
    tables: Sequence[TablesReport]


def report_on(results: Sequence[GameResult]) -> PredictionReport | None:
    """The report on these games, in the order in which they are rated; None without games."""
    if not results:
        return None
    walk = walk_forward(results)
    chances = systems(walk)
    losses = {key: log_losses(chance, walk.wins) for key, chance in chances.items()}
    found = evidence(walk.elo, walk.places)
    since = shown_since(shown_after(found))
    verdict = _verdict(len(results), since)
    fitted = fitted_temperatures(walk.elo, walk.wins, walk.settled)
    return PredictionReport(
        verdict=verdict,
        games=len(results),
        temperature=float(fitted[-1]) if verdict == "predicts" else None,
        evidence=min(MOST_EVIDENCE, exp(min(found[-1], 100.0))),
        since=since,
        gain=difference(losses["uniform"], losses["elo"]),
        second=difference(losses["elo"], losses["second"]),
        plain=difference(losses["elo"], losses["elo_plain"]),
        systems=_systems(chances, walk, np.ones(len(results), bool)),
        tables=[_tables(chances, losses, walk, int(players)) for players in np.unique(walk.players)],
    )


def _tables(chances: Mapping[str, Floats], losses: Mapping[str, Floats], walk: Walk, players: int) -> TablesReport:
    rows = walk.players == players
    return TablesReport(
        players=players,
        games=int(rows.sum()),
        systems=_systems(chances, walk, rows),
        bins=reliability(chances["elo"][rows], walk.wins[rows]),
        stretches=stretches(losses["elo"][rows], losses["uniform"][rows]),
    )


def _systems(chances: Mapping[str, Floats], walk: Walk, rows: Bools) -> list[SystemReport]:
    reports = []
    for key, chance in chances.items():
        overall = measure(chance, walk, rows)
        if overall is not None:
            reports.append(SystemReport(key, overall, measure(chance, walk, rows & walk.settled)))
    return reports


def _verdict(games: int, since: int | None) -> Verdict:
    if games < ENOUGH:
        return "too_few"
    return "not_shown" if since is None else "predicts"
