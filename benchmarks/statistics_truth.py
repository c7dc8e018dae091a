"""What the statistics claim, against games in which the truth is known: every claim with its Monte Carlo error.

    python -m benchmarks.statistics_truth [part ...] [--share 0.1] [--processes 2]

All parts take hours; `--share` takes a part of the replications, and the errors say what that costs. A claim is met if
the value lies within its goal up to two Monte Carlo errors. Ends with status 1 if a claim is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping

from benchmarks.truth_cards import card_rows
from benchmarks.truth_comparisons import bot_rows, experiment_rows, variant_rows
from benchmarks.truth_predictions import prediction_rows
from benchmarks.truth_rows import TruthRow
from benchmarks.truth_seats import club_rows, seat_rows

REPLICATIONS = 1000

Part = Callable[[float, int], Iterator[TruthRow]]

PARTS: Mapping[str, Part] = {
    "cards": lambda share, processes: card_rows(_some(REPLICATIONS, share), processes=processes),
    "seats": lambda share, _: seat_rows(_some(REPLICATIONS, share)),
    "clubs": lambda share, _: club_rows(_some(REPLICATIONS, share)),
    "predictions": lambda share, _: prediction_rows(_some(REPLICATIONS, share)),
    "variants": lambda share, _: variant_rows(_some(REPLICATIONS, share)),
    "experiments": lambda share, _: experiment_rows(_some(2 * REPLICATIONS, share)),
    "bots": lambda share, _: bot_rows(_some(300, share)),
}


def main() -> int:
    """Print the table. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="part", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the replications to make")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    missed = 0
    print(f"{'scenario':<52} {'claim':<62} {'percent':>8} {'error':>6}  goal")
    for part in asked.parts or PARTS:
        for row in PARTS[part](asked.share, asked.processes):
            missed += not row.met
            print(_line(row), flush=True)
    print(f"{missed} claims missed" if missed else "every claim met")
    return 1 if missed else 0


def _line(row: TruthRow) -> str:
    ends = ["" if end is None else f"{100 * end:g}" for end in (row.low, row.high)]
    goal = f"{ends[0] or 'up'} to {ends[1]}" if any(ends) else "(shown)"
    verdict = "" if row.met else "  MISSED"
    return f"{row.scenario:<52} {row.claim:<62} {100 * row.value:8.1f} {100 * row.error:6.1f}  {goal}{verdict}"


def _some(replications: int, share: float) -> int:
    return max(4, round(replications * share))


if __name__ == "__main__":
    sys.exit(main())
