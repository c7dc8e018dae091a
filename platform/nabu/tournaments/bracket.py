"""Single elimination: who meets whom, and who goes on. Slots are counted from 0 from the top of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Duel:
    """A slot of a bracket round. One side empty: the other goes on without a game. Both empty: nobody comes."""

    slot: int
    first: int | None
    second: int | None


def bracket_size(players: int) -> int:
    """The smallest power of two that holds them. Raises ValueError below two players."""
    if players < 2:
        raise ValueError("a bracket needs at least two players")
    return 1 << (players - 1).bit_length()


def number_of_rounds(players: int) -> int:
    """Rounds until one is left."""
    return bracket_size(players).bit_length() - 1


def seeding_order(size: int) -> list[int]:
    """Seeds from top to bottom: 1v8, 4v5, 2v7, 3v6 for eight. The two best can only meet in the final."""
    order = [1, 2]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, total - better)]
    return order[:size]


def first_round(by_seed: Sequence[int]) -> list[Duel]:
    """The first round for competitors given in order of seed. The seeds that are missing are byes for the best."""
    size = bracket_size(len(by_seed))
    order = [by_seed[seed - 1] if seed <= len(by_seed) else None for seed in seeding_order(size)]
    return [Duel(slot, order[2 * slot], order[2 * slot + 1]) for slot in range(size // 2)]


def next_round(winners: Mapping[int, int | None], slots: int) -> list[Duel]:
    """The winners of slots 2k and 2k+1 meet in slot k. `slots` is the number of slots in the round that was played."""
    return [Duel(slot, winners.get(2 * slot), winners.get(2 * slot + 1)) for slot in range(slots // 2)]
