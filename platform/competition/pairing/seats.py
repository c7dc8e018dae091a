"""Who sits where: the start of the game goes round. Never changes who meets whom.

At tables of three and four whoever has started least, measured against a fair share of starts (half a start for a game
of two, a third for one of three, a quarter for one of four), starts; then nobody gets the same seat again and again.
At tables of two nobody gets the same seat three times running, and nobody's starts and other games differ by more than
two, as long as one of the two orders allows it; then whoever has started less starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

from competition.pairing.history import SHARES, History

LIMIT = 16
"""The strain of a seat at a table of two that breaks a limit. Less is a matter of balance."""


def deal_seats(tables: Sequence[Sequence[int]], history: History, rng: Random) -> list[tuple[int, ...]]:
    """The order of play at every table. The lot decides what the rules leave open.

    At tables of two, whose better-placed player is named first, it decides it for the first table and then in turns:
    so in every part of the standings about as many are due either seat, and people find opponents due the other one.
    """
    turn = rng.random() < 0.5
    dealt = []
    for table in tables:
        players = list(table)
        if len(players) == 2:
            turn = not turn
            players = players[::-1] if turn else players
        else:
            rng.shuffle(players)
        dealt.append(order_seats(players, history))
    return dealt


def order_seats(table: Sequence[int], history: History) -> tuple[int, ...]:
    """The order of play; among equally good ones the order given. All orders of up to four players are tried."""

    def cost(order: tuple[int, ...]) -> tuple[int, ...]:
        limit = sum(strain(history, p, at == 0) for at, p in enumerate(order)) // LIMIT if len(order) == 2 else 0
        repeats = sum(history.seats[player, seat] ** 2 for seat, player in enumerate(order))
        running = sum(history.run.get(player, (-1, 0))[0] == seat for seat, player in enumerate(order))
        return limit, history.lead[order[0]], repeats, running

    return min(permutations(table), key=cost)


def strain(history: History, player: int, first: bool) -> int:
    """How little the first (or the second) of two seats suits this player.

    `LIMIT` for the third time running, `LIMIT` where starts and other games would differ by more than two, and below
    that the difference beyond one. A seat that evens things out costs nothing.
    """
    balance = 2 * history.lead[player] // SHARES
    seat, times = history.run.get(player, (-1, 0))
    cost = LIMIT * (times >= 2 and seat == (0 if first else 1))
    away = balance + 1 if first else 1 - balance
    if away > 2:
        cost += LIMIT
    return cost + min(max(away - 1, 0), LIMIT // 2 - 1)
