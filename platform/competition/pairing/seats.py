"""Who sits where: seats, and the numbers of tables. Never changes who meets whom.

At tables of three and four whoever has started least, measured against a fair share of starts (half a start for a game
of two, a third for one of three, a quarter for one of four), starts; then nobody gets the same seat again and again.
At tables of two nobody gets the same seat three times running, and nobody's starts and other games differ by more than
two, as long as one of the two orders allows it; then whoever has started less starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

from competition.pairing.history import SHARES, History
from competition.records import Competitor, PairedTable
from competition.seeded_draw import draw_number

LIMIT = 16
"""The strain of a seat at a table of two that breaks a limit. Less is a matter of balance."""

SEAT = 5
"""More than the last seats of a whole table of four."""

START = SEAT * 2**24
"""More than all earlier games of a whole table on any seats."""


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


def draw_seats(
    players: Sequence[int], seeds: Mapping[int, int], history: History, lot: str, number: int
) -> tuple[int, ...]:
    """The order of play at table `number` (from 0) of a bracket round, which `lot` seeds. As in `deal_seats` the lot
    decides what the rules leave open, at tables of two for the first table and then in turns. A table does not wait for
    the others of its round: the same players at it have the same seats, whichever result was known first."""
    if len(players) == 2:
        drawn = sorted(players, key=lambda player: seeds[player], reverse=bool((draw_number(lot) + number) % 2))
    else:
        drawn = sorted(players, key=lambda player: draw_number(lot, player))
    return order_seats(drawn, history)


def order_seats(table: Sequence[int], history: History) -> tuple[int, ...]:
    """The order of play; among equally good ones the order given. All orders of up to four players are tried."""
    if len(table) > 2:
        return cheapest_order(table, {player: seat_costs(history, player, len(table)) for player in table})

    def cost(order: tuple[int, ...]) -> tuple[int, ...]:
        limit = sum(strain(history, p, at == 0) for at, p in enumerate(order)) // LIMIT
        repeats = sum(history.seats[player, seat] ** 2 for seat, player in enumerate(order))
        running = sum(history.run.get(player, (-1, 0))[0] == seat for seat, player in enumerate(order))
        again = len(order) == 2 and history.due(*order) == order[1]
        return again, limit, history.lead[order[0]], repeats, running

    return min(permutations(table), key=cost)


def keep_order(table: Sequence[int], history: History) -> tuple[int, ...]:
    """The order of a schedule that spreads the seats, unless another one is better for the starts or has fewer seats
    again: then somebody has not sat where the schedule had them."""
    if len(table) == 2:
        return order_seats(table, history)
    costs = {player: seat_costs(history, player, len(table)) for player in table}
    best = cheapest_order(table, costs)
    return best if order_cost(best, costs) // SEAT < order_cost(table, costs) // SEAT else tuple(table)


def cheapest_order(table: Sequence[int], costs: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """The order that costs least by player and seat; among equally cheap ones the order given."""
    return min(permutations(table), key=lambda order: order_cost(order, costs))


def order_cost(order: Sequence[int], costs: Mapping[int, Sequence[int]]) -> int:
    """What an order costs by player and seat."""
    return sum([costs[player][seat] for seat, player in enumerate(order)])


def seat_costs(history: History, player: int, size: int) -> list[int]:
    """What each seat of a table of three or four costs for this player: a start beyond the fair share most of all, then
    earlier games on this seat, squared, then the same seat as in the last game."""
    last = history.run.get(player, (-1, 0))[0]
    return [
        START * history.lead[player] * (seat == 0) + SEAT * history.seats[player, seat] ** 2 + (seat == last)
        for seat in range(size)
    ]


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


def number_tables(tables: Sequence[PairedTable], competitors: Sequence[Competitor]) -> list[PairedTable]:
    """The same tables, each with its number if anybody has a fixed one; byes have none.

    Two people with different fixed tables who meet sit at the one of the better seed, the other's stays free. Whose
    table is taken already by a better pair is numbered like the others.
    """
    fixed = {c.id: (c.seed, c.fixed_table) for c in competitors if c.fixed_table is not None}
    if not fixed:
        return list(tables)
    taken: set[int] = set()
    bound: dict[int, int] = {}
    for index, table in enumerate(tables):
        wishes = sorted(fixed[c] for c in table.seats if c in fixed)
        number = next((number for _seed, number in wishes if number not in taken), None)
        if number is not None and not table.is_bye:
            bound[index] = number
            taken.add(number)
    numbered = []
    free = 1
    for index, table in enumerate(tables):
        if table.is_bye:
            numbered.append(replace(table, number=None))
            continue
        if index not in bound:
            while free in taken:
                free += 1
            taken.add(free)
        numbered.append(replace(table, number=bound.get(index, free)))
    return numbered
