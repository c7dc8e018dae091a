"""The maker of the planned schedules: searches the rounds that `competition.schedules.designs` writes down.

    python -m benchmarks.planned_schedules [--seed N] [PLAYERS-SIZE ...]      for example 28-4 15-3

Simulated annealing over one written round (and the single tables that move through a round of their own): two players
change places, and what counts is how often two pairs are the same places of the same circles apart. Most take seconds;
the largest at tables of four take many minutes. What is found is printed as it stands in the module.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

STEPS = 400_000
"""Moves of one attempt, from the first to the last temperature."""

HOT, COLD = 1.0, 0.1


@dataclass(frozen=True, slots=True)
class Shape:
    """`turn` places in each circle, how many rounds are written down, and how many single tables move."""

    turn: int
    written: int = 1
    moving: int = 0


SHAPES = {
    (9, 3): Shape(3, 1, 1),
    (12, 3): Shape(4),
    (15, 3): Shape(7),
    (18, 3): Shape(4, 2),
    (21, 3): Shape(7, 1, 3),
    (24, 3): Shape(11),
    (27, 3): Shape(13),
    (30, 3): Shape(14),
    (33, 3): Shape(11, 1, 5),
    (36, 3): Shape(17),
    (16, 4): Shape(5),
    (20, 4): Shape(5, 0, 5),
    (24, 4): Shape(7),
    (28, 4): Shape(9),
    (32, 4): Shape(8),
    (36, 4): Shape(11),
}


class Attempt:
    """Rounds written down for a shape, with the number of times that every distance is used."""

    def __init__(self, players: int, size: int, shape: Shape, rng: Random) -> None:
        self.size, self.turn, self.rng = size, shape.turn, rng
        self.circles = players // shape.turn * shape.turn
        self.kinds: dict[tuple[int, int, int], int] = {}
        self.kind = [[self._kind(one, other) for other in range(players)] for one in range(players)]
        self.used = [0] * len(self.kinds)
        # A pair half a circle apart comes back after half the rounds, and two who stay come back in every round.
        self.worth = [
            shape.turn if one >= self.circles else 2 if one == other and 2 * apart == shape.turn else 1
            for one, other, apart in self.kinds
        ]
        self.rounds = [rng.sample(range(players), players) for _ in range(shape.written)]
        self.moving = [[self._anywhere(circle) for circle in range(size)] for _ in range(shape.moving)]
        for table in self.tables():
            for one, other in combinations(table, 2):
                self.used[self.kind[one][other]] += 1
        self.faults = sum(map(self._faults, range(len(self.used))))

    def tables(self) -> Iterator[list[int]]:
        for players in self.rounds:
            for start in range(0, len(players), self.size):
                yield players[start : start + self.size]
        yield from self.moving

    def _anywhere(self, circle: int) -> int:
        return circle * self.turn + self.rng.randrange(self.turn)

    def _kind(self, one: int, other: int) -> int:
        """A number for all pairs that are as far apart in the same circles; each comes in one round of the turn."""
        one, other = min(one, other), max(one, other)
        if other < self.circles:
            a, b, apart = one // self.turn, other // self.turn, (other - one) % self.turn
            key = (a, b, min(apart, self.turn - apart) if a == b else apart)
        elif one < self.circles:
            key = (one // self.turn, other, 0)
        else:
            key = (one, other, 0)
        return self.kinds.setdefault(key, len(self.kinds))

    def _faults(self, kind: int) -> int:
        times = self.used[kind] * self.worth[kind]
        return times * (times - 1) // 2

    def _exchange(self, table: list[int], at: int, new: int) -> int:
        """Put another player on a chair; by how much the faults grow."""
        grown = 0
        for place, other in enumerate(table):
            if place != at:
                for player, by in ((table[at], -1), (new, 1)):
                    kind = self.kind[player][other]
                    grown -= self._faults(kind)
                    self.used[kind] += by
                    grown += self._faults(kind)
        table[at] = new
        return grown

    def move(self, heat: float) -> None:
        """One random exchange, undone if it makes things worse than the heat allows."""
        number = self.rng.randrange(len(self.rounds) + len(self.moving))
        if number >= len(self.rounds):
            table, at = self.moving[number - len(self.rounds)], self.rng.randrange(self.size)
            before = table[at]
            if not self._kept(self._exchange(table, at, self._anywhere(at)), heat):
                self.faults += self._exchange(table, at, before)
            return
        players = self.rounds[number]
        one, other = self.rng.randrange(len(players)), self.rng.randrange(len(players))
        here, there = (at // self.size * self.size for at in (one, other))
        if here == there:
            return
        tables = [players[start : start + self.size] for start in (here, there)]
        chairs, people = (one - here, other - there), (players[one], players[other])
        grown = self._exchange(tables[0], chairs[0], people[1]) + self._exchange(tables[1], chairs[1], people[0])
        if self._kept(grown, heat):
            players[one], players[other] = people[1], people[0]
        else:
            for table, chair, player in zip(tables, chairs, people, strict=True):
                self.faults += self._exchange(table, chair, player)

    def _kept(self, grown: int, heat: float) -> bool:
        self.faults += grown
        return grown <= 0 or self.rng.random() < math.exp(-grown / heat)


def search(players: int, size: int, shape: Shape, rng: Random) -> Attempt:
    """Attempt after attempt until one has no fault."""
    while True:
        attempt = Attempt(players, size, shape, rng)
        for step in range(STEPS):
            if not attempt.faults:
                return attempt
            attempt.move(HOT * (COLD / HOT) ** (step / STEPS))


def text(tables: list[list[int]]) -> str:
    """Tables as the module writes them."""
    return " ".join("-".join(map(str, table)) for table in tables)


def main() -> None:
    """Search all, or those asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("asked", nargs="*", metavar="PLAYERS-SIZE")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    asked = [tuple(map(int, word.split("-"))) for word in options.asked] or list(SHAPES)
    for players, size in asked:
        shape, start = SHAPES[players, size], time.process_time()
        found = search(players, size, shape, Random(options.seed))
        tables = list(found.tables())
        each = players // size
        written = " / ".join(text(tables[each * at : each * (at + 1)]) for at in range(shape.written))
        moving = text(tables[each * shape.written :])
        seconds = time.process_time() - start
        print(f'({players}, {size}): Design({shape.turn}, "{written}", "{moving}")  # {seconds:.0f} s', flush=True)


if __name__ == "__main__":
    main()
