"""How often the interval of a difference from expectation holds the true one.

    python -m benchmarks.form_interval [--repeats N]

A player is rated so many points above opponents whose ratings scatter by 80, and is truly `off` points stronger than
rated; games end by Plackett and Luce's model. For each number of games: the least and the largest coverage of Student's
t from the scatter of the games alone, of the interval of `analytics.player_stats.record_of`, and how much wider that is
on average. What did not vary at all has an interval without a width.
"""

from __future__ import annotations

import argparse
from itertools import product
from math import exp
from statistics import fmean

import numpy as np

from analytics.intervals import Interval, mean_interval
from analytics.player_stats import PlayedGame, record_of

TEMPERATURE = 173.7
SPREAD = 80.0
WORLDS = tuple(product((2, 3, 4), (0, 150, 300), (0, 100, -150)))
"""Number of players, rating above the opponents, and true strength above the rating."""


def main() -> None:
    """Print a line for each number of games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=2000)
    repeats = parser.parse_args().repeats
    print("games  scatter alone  record_of   wider")
    for games in (5, 10, 20):
        rows = [coverage(games, *world, repeats) for world in WORLDS]
        alone, ours, wider = ([row[column] for row in rows] for column in range(3))
        spans = (f"{100 * min(held):5.1f} to {100 * max(held):5.1f}" for held in (alone, ours))
        print(f"{games:5}  {'  '.join(spans)}  {100 * (fmean(wider) - 1):4.0f} %", flush=True)


def coverage(games: int, players: int, rated: float, off: float, repeats: int) -> tuple[float, float, float]:
    """How often both intervals hold the true difference, and the ratio of their widths."""
    rng = np.random.default_rng([games, players, int(rated), int(off) + 1000])
    held, widths = [0, 0], [0.0, 0.0]
    for _ in range(repeats):
        played, differences, true = [], [], []
        for number in range(games):
            others = rng.normal(0, SPREAD, players - 1)
            expected, real = (fmean(1 / (1 + exp((other - mine) / TEMPERATURE)) for other in others)
                              for mine in (rated, rated + off))  # fmt: skip
            luck = rng.gumbel(size=players)
            beaten = float(((rated + off) / TEMPERATURE + luck[0] > others / TEMPERATURE + luck[1:]).mean())
            played.append(PlayedGame(number, number, 0, players, "base", 1, 0, beaten, 0.5, beaten, expected))
            differences.append(beaten - expected)
            true.append(real - expected)
        record = record_of(played)
        for place, interval in enumerate((mean_interval(differences), record.interval if record else None)):
            low, high = interval or Interval(fmean(differences), fmean(differences))
            held[place] += low <= fmean(true) <= high
            widths[place] += high - low
    return held[0] / repeats, held[1] / repeats, widths[1] / widths[0]


if __name__ == "__main__":
    main()
