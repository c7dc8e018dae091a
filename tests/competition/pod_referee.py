"""What a round at tables of three and four costs, counted from its tables alone, and the best round by trying all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from competition.records import RoundInput

Round = list[tuple[int, ...]]
"""Who sits together; a player alone has a bye."""


class Referee:
    """The terms of docs/pairing.md for one round, the most important first."""

    def __init__(self, field: RoundInput, table_size: int) -> None:
        self.field, self.table_size = field, table_size
        self.players = [competitor.id for competitor in field.active()]
        self.seed = {competitor.id: competitor.seed for competitor in field.competitors}
        self.points: Counter[int] = Counter()
        self.met: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.short: Counter[int] = Counter()
        self.seen: Counter[int] = Counter()
        for table in field.tables:
            there = [seat.competitor for seat in table.seats]
            for seat in table.seats:
                self.points[seat.competitor] += Fraction(seat.points or 0)  # type: ignore[assignment]
                self.seen[seat.competitor] += 1
            self.byes.update(there if len(there) == 1 else ())
            self.short.update(there if 1 < len(there) < table_size else ())
            self.met.update(map(frozenset, combinations(there, 2)))
        self.below = {player: self._below(player) for player in self.players}

    def cost(self, tables: Round) -> tuple[object, ...]:
        """The whole cost of a round. Rounds with a forbidden pair are the referee's to leave out."""
        alone = [table[0] for table in tables if len(table) == 1]
        tables = [table for table in tables if len(table) > 1]
        pairs = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
        lowest = min(self.points[player] for player in self.players)
        rounds = len({table.round for table in self.field.tables})
        return (
            len(alone),
            sum((self.table_size - len(table)) ** 2 for table in tables),
            sum(self.byes[player] ** 2 for player in alone),
            sum(self.met[pair] ** 2 for pair in pairs),
            sum(self.short[player] ** 2 for table in tables if len(table) < self.table_size for player in table),
            sum(tuple(sorted(pair)) in self.field.discouraged for pair in pairs),
            sum(self.points[player] - lowest for player in alone),
            sum(rounds - self.seen[player] for player in alone),
            sum((max(points) - min(points)) ** 2 for points in ([self.points[p] for p in table] for table in tables)),
            sum(self.below[player] ** 2 for player in alone),
        )

    def _below(self, player: int) -> int:
        """How many with the same points have a worse seed."""
        return sum(
            self.points[other] == self.points[player] and self.seed[other] > self.seed[player] for other in self.players
        )

    def legal(self, tables: Round) -> bool:
        """Whether nobody meets somebody they must not meet."""
        return not any(
            tuple(sorted(pair)) in self.field.forbidden for table in tables for pair in combinations(table, 2)
        )

    def best(self) -> tuple[object, ...]:
        """The cost of the best round of all."""
        return min(self.cost(tables) for tables in self.rounds(self.players))  # type: ignore[type-var]

    def rounds(self, players: Sequence[int]) -> Iterator[Round]:
        if not players:
            yield []
            return
        for size in (1, *self.field.sizes):
            if size > self.table_size:
                continue
            for others in combinations(players[1:], size - 1):
                table = (players[0], *others)
                if self.legal([table]):
                    for rest in self.rounds([player for player in players if player not in table]):
                        yield [table, *rest]

    def swaps(self, tables: Round) -> Iterator[Round]:
        """Every legal round that is one swap of two players away."""
        for one, two in combinations(range(len(tables)), 2):
            for a in tables[one]:
                for b in tables[two]:
                    change = {a: b, b: a}
                    changed = [tuple(change.get(player, player) for player in tables[at]) for at in (one, two)]
                    if self.legal(changed):
                        yield [*(table for at, table in enumerate(tables) if at not in (one, two)), *changed]
