"""Where seeds stand: in a bracket, and in groups or pods."""

from __future__ import annotations

from collections.abc import Sequence


def bracket_size(players: int) -> int:
    """The smallest power of two that holds them. Raises ValueError below two players."""
    if players < 2:
        raise ValueError("a bracket needs at least two players")
    return 1 << (players - 1).bit_length()


def number_of_rounds(players: int) -> int:
    """Rounds of a single elimination until one is left."""
    return bracket_size(players).bit_length() - 1


def seeding_order(size: int) -> list[int]:
    """Seeds from top to bottom: 1v8, 4v5, 2v7, 3v6 for eight. The two best can only meet in the final."""
    order = [1, 2]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, total - better)]
    return order[:size]


def lines(by_seed: Sequence[int]) -> list[int | None]:
    """The lines of the first round from top to bottom, two to a match, for competitors in order of seed.

    The seeds that are missing are None: byes, and they fall on the best.
    """
    order = seeding_order(bracket_size(len(by_seed)))
    return [by_seed[seed - 1] if seed <= len(by_seed) else None for seed in order]


def meeting_rounds(players: int) -> list[list[int]]:
    """For each two seeds (counted from 0) the round of a knock-out of so many in which they meet if both get there."""
    line = {seed - 1: at for at, seed in enumerate(seeding_order(bracket_size(players)))}
    return [[(line[one] ^ line[other]).bit_length() for other in range(players)] for one in range(players)]


def snake(players: int, capacities: Sequence[int]) -> list[int]:
    """The table or group (from 0) of each seed, first to last and back again; full ones are left out.

    With capacities 3, 3, 2: 0, 1, 2, 2, 1, 0, 0, 1. Raises ValueError if they do not fit.
    """
    if players > sum(capacities):
        raise ValueError(f"{players} players do not fit")
    free = list(capacities)
    placed: list[int] = []
    forward = True
    while len(placed) < players:
        row = range(len(free)) if forward else range(len(free) - 1, -1, -1)
        for at in row:
            if free[at] and len(placed) < players:
                free[at] -= 1
                placed.append(at)
        forward = not forward
    return placed
