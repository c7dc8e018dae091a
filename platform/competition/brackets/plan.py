"""The plan of a bracket: every match, when it is played, and where its two sides come from. And the plan of a single
elimination; that of a double elimination is in `double`.

A plan knows no players, only the first-round matches that are byes. Every match that could be played is in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

WINNERS, LOSERS, FINALS = "winners", "losers", "finals"
"""The parts of a bracket. A single elimination is all winners."""


@dataclass(frozen=True, slots=True)
class Source:
    """A side of a match to come: the winner or the loser of another match, by its index in the plan."""

    match: int
    loser: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a bracket. A first-round match has no sources: its sides are the lines 2 * slot and 2 * slot + 1.

    `column` is its round within its part, from 1. `lost` and `won` say how far somebody has come for whom it was the
    last match (more is further). `reset` is played only if the player without a loss lost the match before.
    """

    index: int
    part: str
    column: int
    round: int
    slot: int
    sources: tuple[Source, ...]
    lost: int
    won: int = 0
    name: str = ""
    third_place: bool = False
    reset: bool = False


@dataclass(slots=True)
class Plan:
    """All matches in order of rounds, so that a match comes after those that feed it."""

    size: int
    byes: frozenset[int]
    matches: list[Match] = field(default_factory=list)
    rounds: defaultdict[int, list[Match]] = field(default_factory=lambda: defaultdict(list))
    winner_to: dict[int, Match] = field(default_factory=dict)
    loser_to: dict[int, Match] = field(default_factory=dict)
    fed: list[tuple[bool, ...]] = field(default_factory=list)
    """By match and side: whether anybody can ever come. Where nobody can, the other side has a bye by design."""
    named: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def last_round(self) -> int:
        """The number of the last round. With a reset it is that of the reset."""
        return max(self.rounds)

    @property
    def final(self) -> Match:
        """The match that makes the champion, unless the bracket ends before. With a reset it is the reset."""
        return self.rounds[self.last_round][0]

    def add(
        self,
        part: str,
        column: int,
        number: int,
        sources: tuple[Source, ...],
        *,
        lost: int,
        won: int = 0,
        name: str = "",
        third_place: bool = False,
        reset: bool = False,
    ) -> Match:
        """Put a match into the round of that number. Names are counted by letter; byes by design have none."""
        slot = len(self.rounds[number])
        fed = tuple(self._feeds(source) for source in sources) or (True, slot not in self.byes)
        if name and all(fed):
            self.named[name] += 1
            name = f"{name}{self.named[name]}"
        else:
            name = ""
        match = Match(len(self.matches), part, column, number, slot, sources, lost, won, name, third_place, reset)
        self.matches.append(match)
        self.rounds[number].append(match)
        self.fed.append(fed)
        for source in sources:
            (self.loser_to if source.loser else self.winner_to)[source.match] = match
        return match

    def _feeds(self, source: Source) -> bool:
        return all(self.fed[source.match]) if source.loser else any(self.fed[source.match])

    def through(self, source: Source) -> Source:
        """The match somebody really comes from: byes by design are passed over."""
        while not source.loser and not all(self.fed[source.match]) and self.matches[source.match].sources:
            fed = self.fed[source.match]
            source = self.matches[source.match].sources[fed.index(True)]
        return source

    def turn(self, match: Match) -> int:
        """The number (from 0) by which the better seeds of a round start in turns. First-round byes do not count: they
        may sit at every second slot, and all matches between them would have the same turn."""
        return match.slot if match.sources else match.slot - sum(bye < match.slot for bye in self.byes)

    def certain(self, match: Match, won: bool) -> int:
        """How far somebody has come at least who won or lost this match, whatever happens next."""
        following = (self.winner_to if won else self.loser_to).get(match.index)
        while following is not None:
            match, won = following, False
            following = self.loser_to.get(match.index)
        return match.won if won else match.lost


def bye_slots(lines: Sequence[int | None]) -> frozenset[int]:
    """The first-round matches with only one line taken."""
    return frozenset(at // 2 for at, line in enumerate(lines) if line is None)


@lru_cache(maxsize=8)
def single_plan(size: int, byes: frozenset[int] = frozenset(), *, third_place: bool = False, leaves: int = 1) -> Plan:
    """A single elimination with so many lines (a power of two). The loser of round r has come 2 r far.

    It ends when `leaves` (a power of two) are left. The game for the third place is a match of the last round; it is
    left out where only one player can lose a semi-final.
    """
    plan = Plan(size, byes)
    last = max(1, size.bit_length() - leaves.bit_length())
    before = [plan.add(WINNERS, 1, 1, (), lost=2, won=3, name="M") for _slot in range(size // 2)]
    for number in range(2, last + 1):
        semi = before
        before = [
            plan.add(
                WINNERS,
                number,
                number,
                (Source(one.index), Source(other.index)),
                lost=2 * number,
                won=2 * number + 1,
                name="M",
            )
            for one, other in zip(before[::2], before[1::2], strict=True)
        ]
        if third_place and number == last and all(all(plan.fed[match.index]) for match in semi):
            sources = (Source(semi[0].index, loser=True), Source(semi[1].index, loser=True))
            lost = 2 * (last - 1)
            plan.add(WINNERS, last, last, sources, lost=lost, won=lost + 1, name="M", third_place=True)
    return plan
