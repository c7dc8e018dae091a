"""Speed of pairing and standings, with other libraries in the same run on the same core.

    python -m benchmarks.tournaments [--rounds N] [PLAYERS ...]

Every figure is CPU time in seconds. An event is played with results by strength and chance; each round is paired with
the history of those before it, and what is printed is the middle and the slowest of the rounds: the matching or the
search alone, and the whole proposal with seats, reasons and alternatives. networkx gets the same pairs with the same
numbers as rustworkx and must find the same optimum; it is left out where it would take minutes. The strict FIDE Dutch
system comes from caissify-pairings and is for at most 100 players.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from random import Random
from typing import Any

import networkx

from competition.event import SIZES, Event
from competition.invalid_config import InvalidConfig
from competition.pairing.cheapest_pairs import weighted_edges
from competition.pairing.costs import Costs
from competition.pairing.dutch import MOST_PLAYERS, pair_dutch
from competition.pairing.history import read_history
from competition.pairing.matching import pair_two
from competition.pairing.pods import pair_pods
from competition.records import Competitor, PairedTable
from competition.standings import standings
from competition.texts import ENGLISH

PLAYERS = (64, 1000, 10_000)
NETWORKX_MOST = 200
TIE_BREAKS = ("vp_relative", "opponents", "buchholz_cut1", "sonneborn_berger", "lot")
PLAYED = 9
"""Rounds behind the standings."""
BRACKETS = ("single_elimination", "double_elimination", "pod_elimination")


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds, and what came out."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


class PlayedEvent(Event):
    """A tournament in one format with results by strength and chance, some of them shared places."""

    def __init__(self, key: str, players: int, config: dict[str, Any], seed: int = 1) -> None:
        people = [Competitor(i, f"Player {i}", i, rating=2000 - i) for i in range(1, players + 1)]
        super().__init__(people, key, config, lot="benchmark")
        self.rng = Random(seed)
        self.strength = {c.id: -2 * c.seed / players + self.rng.gauss(0, 0.4) for c in people}

    def play(self, tables: Iterable[PairedTable]) -> None:
        """Play the next round at these tables."""
        tables = tuple(tables)
        self.start_round(tables)
        for table in tables:
            if not table.is_bye:
                scores = {p: 50 + int(8 * (self.strength[p] + self.rng.gauss(0, 1))) for p in table.seats}
                self.record(scores=_decisive(scores) if self.format.is_bracket else scores)


def _decisive(scores: dict[int, int]) -> dict[int, int]:
    """Without shared places, which a bracket does not know: who is named first is ahead."""
    return {player: 10 * score - at for at, (player, score) in enumerate(scores.items())}


def swiss(players: int, rounds: int) -> Iterator[tuple[str, float]]:
    """Swiss for two: the matching, the whole proposal, the same matching by networkx, and the strict system."""
    event = PlayedEvent("swiss", players, {"table_size": 2, "rounds": 30})
    for _number in range(rounds):
        field = event.round_input()
        history = read_history(field.tables, 2)
        seconds, (costs, pairs) = timed(lambda history=history: _match(event.competitors, history))
        yield "Swiss for two: matching", seconds
        if players <= NETWORKX_MOST:
            seconds, best = timed(lambda costs=costs: _networkx(costs))
            yield "Swiss for two: the same by networkx", seconds
            tables = [*pairs.pairs, *((player,) for player in pairs.byes)]
            assert sum(_weight(costs, table) for table in tables) == best
        if players <= MOST_PLAYERS:
            seconds, _ = timed(lambda field=field: pair_dutch(field, Decimal(6), 30))
            yield "FIDE Dutch by caissify-pairings", seconds
        seconds, pairing = timed(lambda field=field: event.format.pair(event.config, field))
        yield "Swiss for two: whole proposal", seconds
        event.play(pairing.tables)


def _match(competitors: Sequence[Competitor], history: Any) -> tuple[Costs, Any]:
    costs = Costs(competitors, history, 2)
    return costs, pair_two(costs, Random(1))


def _weight(costs: Costs, table: tuple[int, ...]) -> int:
    """The cost of a table as one number, in Python's unlimited integers."""
    weight = 0
    for term in costs.of(table):
        weight = weight * 10**7 + term
    return weight


def _networkx(costs: Costs) -> int:
    """The cost of the optimum that networkx finds among the same pairs."""
    graph = networkx.Graph()
    for i, j, _packed in weighted_edges(costs, len(costs.line) % 2, len(costs.line)):
        graph.add_edge(i, j, weight=_weight(costs, (*costs.line[i : i + 1], *costs.line[j : j + 1])))
    return sum(graph.edges[pair]["weight"] for pair in networkx.min_weight_matching(graph))


def pods(players: int, rounds: int) -> Iterator[tuple[str, float]]:
    """Swiss for tables of four."""
    event = PlayedEvent("swiss", players, {"table_size": 4, "rounds": 30})
    for _number in range(rounds):
        field = event.round_input()
        history = read_history(field.tables, 4)
        seconds, _ = timed(lambda history=history: pair_pods(Costs(event.competitors, history, 4), SIZES, Random(1)))
        yield "Tables of four: search", seconds
        seconds, pairing = timed(lambda field=field: event.format.pair(event.config, field))
        yield "Tables of four: whole proposal", seconds
        event.play(pairing.tables)


def ranking(players: int, rounds: int) -> Iterator[tuple[str, float]]:
    """Standings after nine rounds at tables that chance has made; once for each of the rounds asked for."""
    for size in (2, 4):
        event = PlayedEvent("swiss", players, {"table_size": size, "rounds": 30})
        order = [competitor.id for competitor in event.competitors]
        for _number in range(PLAYED):
            event.rng.shuffle(order)
            tables = [tuple(order[start : start + size]) for start in range(0, players, size)]
            event.play(map(PairedTable, tables))
        for _round in range(rounds):
            seconds, _ = timed(lambda event=event: standings(event.competitors, event.tables, TIE_BREAKS, "lot"))
            yield f"Standings, {len(TIE_BREAKS)} tie-breaks, tables of {size}", seconds


def brackets(players: int, rounds: int) -> Iterator[tuple[str, float]]:
    """The first rounds of every kind of elimination."""
    for key in BRACKETS:
        try:
            event = PlayedEvent(key, players, {})
        except InvalidConfig:
            continue
        for _number in range(rounds):
            field = event.round_input()
            seconds, pairing = timed(lambda event=event, field=field: event.format.pair(event.config, field))
            yield f"{ENGLISH.render(event.format.title)}: whole proposal", seconds
            event.play(pairing.tables)


def main() -> None:
    """Run all and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", type=int, default=PLAYERS, metavar="PLAYERS")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{options.rounds} rounds, CPU seconds a round, CPython {sys.version.split()[0]}")
    print(f"{'':44} {'players':>8} {'middle':>9} {'slowest':>9}")
    for players in options.players:
        for work in (swiss, pods, brackets, ranking):
            found: dict[str, list[float]] = {}
            for name, seconds in work(players, options.rounds):
                found.setdefault(name, []).append(seconds)
            for name, times in found.items():
                print(f"{name:44} {players:8,} {statistics.median(times):9.3f} {max(times):9.3f}", flush=True)


if __name__ == "__main__":
    main()
