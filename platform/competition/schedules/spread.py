"""The seats of a schedule: at tables of three and four everybody sits on every seat once in as many rounds.

Players and tables of so many rounds are a bipartite graph whose edges are coloured with seats, so that no player and no
table has a seat twice (König 1916). It is coloured edge by edge: where a player and a table have no free seat in
common, two seats are exchanged along the path that leads away from the table.
"""

from __future__ import annotations

from collections.abc import Sequence

Node = tuple[str, int, int]
"""A player by number, or a table by round and place."""


def spread_seats(rounds: Sequence[Sequence[Sequence[int]]], size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The same tables with their players in order of play. `size` is that of a full table; at a smaller one the players
    sit in the order in which they would sit at a full one."""
    found = []
    for start in range(0, len(rounds), size):
        found += _spread(rounds[start : start + size], size)
    return tuple(found)


def _spread(rounds: Sequence[Sequence[Sequence[int]]], size: int) -> list[tuple[tuple[int, ...], ...]]:
    """At most as many rounds as a table has seats."""
    taken: dict[Node, dict[int, Node]] = {}
    for number, tables in enumerate(rounds):
        for place, players in enumerate(tables):
            for player in players:
                _colour(taken, ("player", player, 0), ("table", number, place), size)
    return [
        tuple(
            tuple(node[1] for _seat, node in sorted(taken["table", number, place].items()))
            for place in range(len(tables))
        )
        for number, tables in enumerate(rounds)
    ]


def _colour(taken: dict[Node, dict[int, Node]], player: Node, table: Node, size: int) -> None:
    """Give the player a seat at the table."""
    of_player, of_table = taken.setdefault(player, {}), taken.setdefault(table, {})
    both = [seat for seat in range(size) if seat not in of_player and seat not in of_table]
    if both:
        seat = both[0]
    else:
        # A seat that is free for the player but not at the table, and one that is free there.
        seat = next(seat for seat in range(size) if seat not in of_player)
        other = next(other for other in range(size) if other not in of_table)
        _exchange(taken, table, seat, other)
    taken[player][seat], taken[table][seat] = table, player


def _exchange(taken: dict[Node, dict[int, Node]], table: Node, seat: int, other: int) -> None:
    """Exchange two seats along the path from a table, which begins with the first of them."""
    path, wanted = [table], seat
    while wanted in taken[path[-1]]:
        path.append(taken[path[-1]][wanted])
        wanted = other if wanted == seat else seat
    turned = {seat: other, other: seat}
    for node in path:
        taken[node] = {turned.get(at, at): to for at, to in taken[node].items()}
