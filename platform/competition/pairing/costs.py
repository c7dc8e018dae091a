"""What a table costs in the eyes of the pairing: named terms, the most important first.

Costs of two rounds are compared term by term, so no amount of a lesser term ever outweighs one unit of a greater:
that is what makes the order of the terms a promise. Squares make one large evil worse than two small ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm
from random import Random
from typing import Any

from competition.pairing.history import History
from competition.pairing.seats import LIMIT, strain
from competition.records import Competitor, Pair, pair_of

TERMS = (
    "forbidden",
    "second_bye",
    "rematch",
    "short_again",
    "discouraged",
    "seat_limit",
    "bye_score",
    "bye_missed",
    "score_gap",
    "repeated_float",
    "first_seat",
    "order",
)
"""In order of importance. Nobody in a forbidden pair ever meets: where the terms meet that wall, somebody has a bye.

Nobody gets a second bye while another has none; nobody meets again; nobody sits at a short table again while others
never did; discouraged pairs do not meet; nobody must sit on the same seat of two too often; the bye goes to the lowest
score, then to whoever missed fewest rounds; differences of points (squared) are small; nobody leaves the score group
in the same direction twice running; starts can be balanced; within a score group people meet in the order set, and the
bye goes to the lowest seed."""

Cost = tuple[int, ...]
NOTHING: Cost = (0,) * len(TERMS)
FURTHEST = 127
"""Within a score group, whoever is further off than so many places is as good as any other."""

Place = tuple[int, int, int]
"""A competitor's bracket, its place there from 0 on, and the size of the bracket."""

SLIDE, FOLD, ADJACENT, RANDOM = "slide", "fold", "adjacent", "random"


def order_distance(order: str, one: Any, other: Any, size: Any) -> Any:
    """How far two places of a bracket of that size are from meeting in order; 0 is what the order wants.

    `slide`: the upper half meets the lower half, first against first. `fold`: first against last. Else neighbours meet.
    Works on numbers and on numpy arrays alike.
    """
    if order == SLIDE:
        return abs(abs(one - other) - size // 2)
    if order == FOLD:
        return abs(one + other - (size - 1))
    return abs(one - other) - 1


def float_distance(one: Any, size: Any, other: Any) -> Any:
    """How far two of different brackets are from the best float: the last of the one meets the first of the other."""
    return abs(size - one) + other


def line_place(order: str, place: int, size: int) -> int:
    """A place of a bracket in a line where those who should meet stand side by side; who is extra comes last."""
    half = size // 2
    if place >= size:
        return 2 * place
    if order == SLIDE:
        return 2 * place if place < half else 2 * (place - half) + 1
    if order == FOLD:
        return 2 * place if place < half else 2 * (size - 1 - place) + 1
    return place


@dataclass(slots=True)
class Costs:
    """Costs of tables in one round. `full` is the size of a full table; `order` as in `order_distance`.

    `line` has everybody by points, and within equal points so that those who should meet stand side by side.
    """

    competitors: Sequence[Competitor]
    history: History
    full: int
    forbidden: frozenset[Pair] = frozenset()
    discouraged: frozenset[Pair] = frozenset()
    order: str = SLIDE
    rng: Random = field(default_factory=lambda: Random(0))
    line: list[int] = field(init=False)
    units: dict[int, int] = field(init=False)
    places: dict[int, Place] = field(init=False)

    def __post_init__(self) -> None:
        by_seed = [c.id for c in sorted(self.competitors, key=lambda c: (c.seed, c.id))]
        if self.order == RANDOM:
            self.rng.shuffle(by_seed)
        points = {c: Fraction(self.history.points[c]) for c in by_seed}
        common = lcm(*(amount.denominator for amount in points.values()))
        whole = {c: amount.numerator * (common // amount.denominator) for c, amount in points.items()}
        low = min(whole.values(), default=0)
        unit = max(gcd(*(value - low for value in whole.values())), 1)
        self.units = {c: (value - low) // unit for c, value in whole.items()}
        self.places = self._places(by_seed)

        def in_line(c: int) -> tuple[int, int]:
            bracket, place, size = self.places[c]
            return bracket, line_place(self.order, place, size)

        self.line = sorted(by_seed, key=in_line)

    def _places(self, by_seed: Sequence[int]) -> dict[int, Place]:
        """Everybody's place in the bracket where they are expected to meet somebody.

        A bracket is a score group. At tables of two, from an odd one the last who did not float down before is
        expected to go to the front of the next, and whoever is next for the bye to meet nobody. The matching may find
        otherwise.
        """
        groups: dict[int, list[int]] = {}
        for competitor in by_seed:
            groups.setdefault(self.units[competitor], []).append(competitor)
        odd = self.full == 2 and len(by_seed) % 2
        bye = min(reversed(by_seed), key=self._bye_terms, default=None) if odd else None
        places: dict[int, Place] = {}
        floater: list[int] = []
        for number, units in enumerate(sorted(groups, reverse=True)):
            bracket = floater + [c for c in groups[units] if c != bye]
            floater = []
            if self.full == 2 and len(bracket) % 2:
                down = next((c for c in reversed(bracket) if self.history.floats.get(c) != -1), bracket[-1])
                bracket.remove(down)
                floater = [down]
            places |= {c: (number, at, len(bracket)) for at, c in enumerate(bracket)}
            if bye in groups[units]:
                places[bye] = (number, len(bracket), len(bracket))
        return places

    def of(self, table: Sequence[int]) -> Cost:
        """The cost of one table or bye, by term. Whoever does not play this round may sit there too."""
        if len(table) < 2:
            return self._bye(table[0]) if table else NOTHING
        history = self.history
        pairs = [pair_of(one, other) for one, other in combinations(table, 2)]
        units = [self.units.get(c, 0) for c in table]
        gap = max(units) - min(units)
        limit = first = repeated = distance = 0
        if self.full == 2 and len(table) == 2:
            one, other = sorted(table, key=self._standing)
            limit, first = divmod(self.seat_strain(one, other), LIMIT)
            if gap:
                repeated = (history.floats.get(one) == -1) + (history.floats.get(other) == 1)
            if one in self.places and other in self.places:
                (bracket, p, size), (lower, q, _size) = self.places[one], self.places[other]
                across = bracket != lower
                distance = float_distance(p, size, q) if across else order_distance(self.order, p, q, size)
                distance = min(distance, FURTHEST) ** 2
        return (
            sum(pair in self.forbidden for pair in pairs) if self.forbidden else 0,
            0,
            sum(history.met[pair] ** 2 for pair in pairs if pair in history.met),
            sum(history.short[c] ** 2 for c in table) if len(table) < self.full else 0,
            sum(pair in self.discouraged for pair in pairs) if self.discouraged else 0,
            limit,
            0,
            0,
            gap * gap,
            repeated,
            first,
            distance,
        )

    def _standing(self, player: int) -> tuple[int, int]:
        """More points first; a floater among equal points, who belongs to a lower bracket, last."""
        return -self.units.get(player, 0), self.places[player][0] if player in self.places else 0

    def seat_strain(self, one: int, other: int) -> int:
        """The strain of the better of the two orders in which these two can sit; who meet again turn their order."""
        history, due = self.history, self.history.due(one, other)
        orders = [(one, other), (other, one)] if due is None else [(due, other if due == one else one)]
        return min(strain(history, first, True) + strain(history, second, False) for first, second in orders)

    def _bye(self, player: int) -> Cost:
        terms = dict.fromkeys(TERMS, 0)
        terms["second_bye"], terms["bye_score"], terms["bye_missed"] = self._bye_terms(player)
        if player in self.places:
            _bracket, place, size = self.places[player]
            # The place of whoever is expected to have the bye at tables of two is beyond the bracket.
            terms["order"] = min(size - place - (self.full != 2), FURTHEST) ** 2
        return tuple(terms.values())

    def _bye_terms(self, player: int) -> tuple[int, int, int]:
        return self.history.byes[player] ** 2, self.units.get(player, 0), self.history.missed(player)


def add(*costs: Cost) -> Cost:
    """The sum, term by term."""
    return tuple(map(sum, zip(*costs, strict=True)))


def total(tables: Sequence[Sequence[int]], cost: Callable[[Sequence[int]], Cost]) -> Cost:
    """The cost of a whole round."""
    return add(NOTHING, *map(cost, tables))
