"""How far the rounds of tables of three and four are from the best there is, and how long they take.

    python -m benchmarks.pod_quality [--rounds N] [--seconds S] [PLAYERS ...]

Whole events with results by strength and chance. Each round after the first is compared with the best round for the
same tables, which the solver HiGHS finds term by term among all tables that could be in it: repeated meetings, short
tables again, differences of points. A round for which the solver does not end within `--seconds` is compared with the
best that it found by then, and is counted as "not proven". Above 60 players only the time is measured. The time is CPU
seconds of the search alone.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_matrix

from benchmarks.tournaments import PlayedEvent
from competition.event import SIZES
from competition.pairing.costs import TERMS, Costs, total
from competition.pairing.pods import pair_pods
from competition.pairing.rounds import Rules, costs_of
from competition.records import PairedTable

PLAYERS = (16, 17, 21, 24, 30, 40, 60, 125, 500)
SOLVED = 60
COMPARED = ("rematch", "short_again", "score_gap")
HEADINGS = ("players", "rounds", "proven", "meetings", "short", "points", "middle", "most")


@dataclass
class Found:
    """The rounds of all events with so many players."""

    rounds: int = 0
    proven: int = 0
    better: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)


class Columns:
    """Every table that could be in the round, with its players and its terms."""

    def __init__(self, costs: Costs, sizes: list[int]) -> None:
        ids = [competitor.id for competitor in costs.competitors]
        self.players, self.sizes = len(ids), sizes
        at = {player: place for place, player in enumerate(ids)}
        met = np.zeros((len(ids), len(ids)))
        for (one, other), times in costs.history.met.items():
            met[at[one], at[other]] = met[at[other], at[one]] = times**2
        units = np.array([costs.units[player] for player in ids])
        short = np.array([costs.history.short[player] ** 2 for player in ids])
        self.rows: list[Any] = []
        parts: dict[str, list[Any]] = {term: [] for term in (*COMPARED, "size")}
        for size in sorted(set(sizes)):
            tables = np.array(list(combinations(range(len(ids)), size)))
            self.rows.append(tables)
            pairs = [met[tables[:, one], tables[:, other]] for one, other in combinations(range(size), 2)]
            parts["rematch"].append(np.sum(pairs, axis=0))
            parts["short_again"].append(short[tables].sum(1) * (size < costs.full))
            parts["score_gap"].append((units[tables].max(1) - units[tables].min(1)) ** 2.0)
            parts["size"].append(np.full(len(tables), size))
        self.terms = {term: np.concatenate(values) for term, values in parts.items()}

    def best(self, found: dict[str, int], seconds: float) -> tuple[str | None, bool]:
        """The first term in which some round is better than the found one, or None; and whether that is sure."""
        keep = np.ones(len(self.terms["size"]), bool)
        limits: list[tuple[Any, int]] = []
        proven = True
        for term in COMPARED:
            values = self.terms[term]
            keep &= values <= found[term]
            if found[term]:
                least, sure = self._least(values, keep, limits, seconds)
                proven &= sure
                if least < found[term]:
                    return term, proven
            limits.append((values, found[term]))
        return None, proven

    def _least(self, values: Any, keep: Any, limits: list[tuple[Any, int]], seconds: float) -> tuple[float, bool]:
        """The least sum of these values over tables that seat everybody once, the other terms within their limits."""
        columns, rows, start, offset = [], [], 0, 0
        for tables in self.rows:
            kept = np.flatnonzero(keep[offset : offset + len(tables)])
            for place in range(tables.shape[1]):
                rows.append(tables[kept, place])
                columns.append(np.arange(start, start + len(kept)))
            start += len(kept)
            offset += len(tables)
        row, column = np.concatenate(rows), np.concatenate(columns)
        seated = csc_matrix((np.ones(len(row)), (row, column)), shape=(self.players, start))
        rules = [LinearConstraint(seated, 1, 1)]
        for size in set(self.sizes):
            chosen = csc_matrix((self.terms["size"][keep] == size).astype(float))
            rules.append(LinearConstraint(chosen, self.sizes.count(size), self.sizes.count(size)))
        rules += [LinearConstraint(csc_matrix(other[keep]), 0, limit + 0.5) for other, limit in limits]
        answer = milp(
            values[keep],
            constraints=rules,
            integrality=np.ones(start),
            bounds=Bounds(0, 1),
            options={"time_limit": seconds},
        )
        return (np.inf if answer.x is None else round(answer.fun), answer.status == 0)


def measure(players: int, rounds: int, seed: int, seconds: float, found: Found) -> None:
    """Play one event and compare its rounds."""
    event = PlayedEvent("swiss", players, {"table_size": 4, "rounds": 30}, seed)
    for number in range(1, rounds + 1):
        costs = costs_of(Rules(4), event.round_input())
        start = time.process_time()
        pods = pair_pods(costs, SIZES, Random(f"{seed}/{number}"))
        tables, byes = pods.tables, pods.byes
        if number > 1:
            found.seconds.append(time.process_time() - start)
            if players <= SOLVED:
                terms = dict(zip(TERMS, total(tables, costs.of), strict=True))
                term, proven = Columns(costs, list(map(len, tables))).best(terms, seconds)
                found.rounds += 1
                found.proven += proven
                if term is not None:
                    found.better[term] += 1
        event.play([*map(PairedTable, tables), *(PairedTable((player,)) for player in byes)])


def main() -> None:
    """Run all and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", type=int, default=PLAYERS, metavar="PLAYERS")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--events", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    print("rounds in which a better one exists, by the first term that is better; CPU seconds a round")
    print("".join(f"{word:>9}" for word in HEADINGS))
    for players in options.players:
        found = Found()
        for seed in range(1, options.events + 1):
            measure(players, options.rounds, seed, options.seconds, found)
        counts = "".join(f"{found.better[term]:9}" for term in COMPARED)
        times = f"{statistics.median(found.seconds):9.3f}{max(found.seconds):9.3f}"
        print(f"{players:9,}{found.rounds:9}{found.proven:9}{counts}{times}", flush=True)


if __name__ == "__main__":
    main()
