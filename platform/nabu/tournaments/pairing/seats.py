"""Who sits where: the start of the game goes round. Never changes who meets whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

from nabu.tournaments.pairing.history import History


def order_seats(table: Sequence[int], history: History, rng: Random) -> tuple[int, ...]:
    """The order of play: whoever has started least often starts; then nobody gets the same seat again and again.

    Ties are decided by lot. All orders of up to four players are tried.
    """
    players = list(table)
    rng.shuffle(players)

    def cost(order: tuple[int, ...]) -> tuple[int, int, int]:
        starter = order[0]
        repeats = sum(history.seats[player, seat] ** 2 for seat, player in enumerate(order))
        return history.starts[starter], -history.games[starter], repeats

    return min(permutations(players), key=cost)
