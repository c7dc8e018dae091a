"""Do the intervals of the lab hold with margins without luck, and what is measuring luck worth there?

    python -m benchmarks.lab_luck [--game babylonia] [--bots greedy] [--games 2400] [--experiments 1000] [--keep FILE]

Games are played and their luck is measured as the lab does it (one arm, two players), once. Small experiments of 30
unpaired games between two identical arms with different seeds, and with a known shift of 5 points in the second, are
drawn from them with replacement: the base from the first half of the games, the other arm from the second half. The
truth is the difference of the means of the two halves. So experiments have games in common with each other: only
games / 60 of them are independent, which the Monte Carlo error does not say. `--keep` stores the games in a file, and
goes on with those in it.

- held: 95 % intervals that hold the truth. 93 to 97.
- luck: its mean over all games. 0 within its error: then margins without luck have the mean of margins.
- left: the variance of the margin that is left without luck, of a game; `best`: with the luck times the best factor for
  these games, and that factor.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from math import sqrt
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analytics.experiment_results import results_of
from analytics.experiments import WITHOUT_LUCK, ArmPlan, ArmSums, ExperimentSums, Measure, Plan, Tally, play_games
from analytics.frames import UNIT
from benchmarks.truth_rows import TruthRow, rate_row
from engine.registry import GAMES

PAIRS = 30
SHIFT = 5
Sums = NDArray[np.int64]
RAW = Measure("seat_margin:1", "points", "margins")
WITHOUT = Measure(f"seat_margin{WITHOUT_LUCK}:1", "points", "margins")


def told(key: str, bots: tuple[str, ...], number: int) -> list[int]:
    """The margin of seat 1 in a game of the lab, and without luck, in `UNIT`."""
    game = GAMES[key]
    arm = ArmPlan(game.rulesets[0], {}, game.components(game.component_sets[0]))
    values = play_games(Plan(key, 2, bots, "labpool", (arm,), tell_luck=True), number, 1).arms[0].values
    return [values[RAW.key].total, values[WITHOUT.key].total]


def coverage_rows(games: Sums, experiments: int, seed: int = 8) -> Iterator[TruthRow]:
    """Rows of raw margins and of those without luck, with and without a shift."""
    rng = np.random.default_rng(seed)
    half = len(games) // 2
    for shift in (0, SHIFT):
        halves = games[:half], games[half:] + shift * UNIT
        truth = halves[1].mean(0) / UNIT - halves[0].mean(0) / UNIT
        held: dict[str, list[bool]] = {RAW.key: [], WITHOUT.key: []}
        for _ in range(experiments):
            base, other = (arm[rng.choice(len(arm), PAIRS)] for arm in halves)
            results = results_of(ExperimentSums((_arm(base, base), _arm(other, base))), [RAW, WITHOUT])
            for comparison, right in zip(results.comparisons, truth, strict=True):
                assert comparison.interval is not None
                held[comparison.measure.key].append(comparison.interval.low <= right <= comparison.interval.high)
        for measure, hits in held.items():
            yield rate_row(
                f"{PAIRS} games an arm, shift {shift}", f"intervals hold the truth, {measure}", hits, 0.93, 0.97
            )


def _arm(values: Sums, base: Sums) -> ArmSums:
    tallies, differences = (
        {measure.key: _tally(column) for measure, column in zip((RAW, WITHOUT), numbers.T, strict=True)}
        for numbers in (values, values - base)
    )
    return ArmSums(len(values), 0, tallies, differences)


def _tally(numbers: Sums) -> Tally:
    return Tally(len(numbers), int(numbers.sum()), int((numbers * numbers // UNIT).sum()))


def main() -> int:
    """Print what was found. Returns 1 if a claim is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="babylonia", choices=list(GAMES))
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--games", type=int, default=2400)
    parser.add_argument("--experiments", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    kept = json.loads(options.keep.read_text("utf-8")) if options.keep and options.keep.exists() else []
    with Pool(options.jobs) as pool:
        play = partial(told, options.game, tuple(options.bots.split(",")))
        kept += pool.map(play, range(len(kept), options.games), chunksize=10)
    if options.keep:
        options.keep.write_text(json.dumps(kept), "utf-8")
    games = np.array(kept[: options.games], np.int64)
    margin, luck = games[:, 0] / UNIT, (games[:, 0] - games[:, 1]) / UNIT
    covariance = np.cov(margin, luck)
    slope = covariance[0, 1] / covariance[1, 1]
    left = np.var(margin - luck) / np.var(margin)
    best = 1 - slope * covariance[0, 1] / covariance[0, 0]
    print(f"{GAMES[options.game].title}: {len(games)} games of {options.bots}")
    error = luck.std(ddof=1) / sqrt(len(luck))
    print(f"  luck  {luck.mean():+.2f} ± {error:.2f}, sd {luck.std():.1f} of {margin.std():.1f}")
    print(f"  left  {left:.3f}, best {best:.3f} with {slope:.2f} times the luck")
    missed = 0
    for row in coverage_rows(games, options.experiments):
        missed += not row.met
        print(f"  held  {row.scenario}: {row.claim} {100 * row.value:.1f} ± {100 * row.error:.1f}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
