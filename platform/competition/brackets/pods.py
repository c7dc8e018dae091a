"""Pod elimination: tables of which the best go on, until one table is left. Who goes on, and who sits where next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from competition.brackets.seeding import snake
from competition.pairing.sizes import table_sizes
from competition.records import Pair, TableRecord, pair_of


def advancing(seats: int, best: int) -> int:
    """How many of a table go on: the best so many, but never everybody."""
    return min(best, seats - 1)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in a pod round: the place at the last table (1 in the first round and after a bye) and the seed."""

    place: int
    seed: int
    id: int

    @property
    def rank(self) -> tuple[int, int, int]:
        return self.place, self.seed, self.id


@dataclass(frozen=True, slots=True)
class Cut:
    """After a round: who goes on and who just missed it, both in order; `open`: a result is missing."""

    on: tuple[Player, ...]
    missed: tuple[Player, ...]
    open: bool = False


def cut(tables: Iterable[TableRecord], best: int, seeds: dict[int, int]) -> Cut:
    """Read a round. Who did not come goes out, whatever place the result gives."""
    on: list[Player] = []
    missed: list[Player] = []
    for table in tables:
        if len(table.seats) == 1:
            on.append(Player(1, seeds[table.seats[0].competitor], table.seats[0].competitor))
            continue
        if not table.confirmed:
            return Cut((), (), open=True)
        for seat in table.seats:
            player = Player(seat.place or len(table.seats), seeds[seat.competitor], seat.competitor)
            if not seat.absent:
                (on if player.place <= advancing(len(table.seats), best) else missed).append(player)
    return Cut(tuple(sorted(on, key=_rank)), tuple(sorted(missed, key=_rank)))


def _rank(player: Player) -> tuple[int, int, int]:
    return player.rank


def deal(players: Sequence[Player], capacities: Sequence[int], met: Collection[Pair]) -> list[list[Player]]:
    """Players in order to tables as a snake, the short tables to the best.

    People who have met are kept apart where that costs nothing: two of the same place in the same row of the snake
    exchange their tables, the lowest row first.
    """
    tables: list[list[Player]] = [[] for _table in capacities]
    for player, table in zip(players, snake(len(players), sorted(capacities)), strict=True):
        tables[table].append(player)
    if met:
        for row in range(max(capacities, default=0) - 1, 0, -1):
            _part(tables, row, met)
    return tables


def _part(tables: list[list[Player]], row: int, met: Collection[Pair]) -> None:
    """Exchange players of one row, as long as fewer sit with somebody they have met."""

    def meetings(player: Player, table: int) -> int:
        return sum(pair_of(player.id, other.id) in met for at, other in enumerate(tables[table]) if at != row)

    here = [table for table, seats in enumerate(tables) if len(seats) > row]
    for table in here:
        player = tables[table][row]
        now = meetings(player, table)
        for other in sorted(here, key=lambda at: abs(at - table)) if now else ():
            theirs = tables[other][row]
            before = now + meetings(theirs, other)
            if theirs.place == player.place and meetings(player, other) + meetings(theirs, table) < before:
                tables[table][row], tables[other][row] = theirs, player
                break


@dataclass(frozen=True, slots=True)
class PodRound:
    """A round to come: its table sizes, byes, and how many of those who just missed it are let in."""

    tables: tuple[int, ...]
    byes: int = 0
    let_in: int = 0

    @property
    def is_final(self) -> bool:
        return len(self.tables) + self.byes == 1


def next_round(players: int, missed: int, table_size: int, allowed: Sequence[int]) -> PodRound:
    """How so many are seated. At most a table full is the final.

    If the game needs more for a final than are left, those who just missed it fill the table. If there are too few of
    them, somebody has a bye; if no table can be made at all, the best one has it alone and has won.
    """
    if players > table_size or players in allowed:
        sizes = table_sizes(players, table_size, allowed)
        if sizes.tables:
            return PodRound(sizes.tables, sizes.byes)
    wanted = min((size for size in allowed if players < size <= table_size), default=0)
    if players > 1 and wanted - players <= missed and wanted:
        return PodRound((wanted,), 0, wanted - players)
    sizes = table_sizes(players, table_size, allowed)
    if players > 1 and sizes.tables:
        return PodRound(sizes.tables, sizes.byes)
    return PodRound((), min(1, players))


def course(players: int, best: int, table_size: int, allowed: Sequence[int], leaves: int = 1) -> list[PodRound]:
    """All rounds for so many players, if nobody leaves, until one table is played or at most `leaves` are left."""
    rounds: list[PodRound] = []
    missed = 0
    while players > leaves:
        rounds.append(next_round(players, missed, table_size, allowed))
        if rounds[-1].is_final:
            break
        on = sum(advancing(size, best) for size in rounds[-1].tables) + rounds[-1].byes
        missed, players = players - on, on
    return rounds
