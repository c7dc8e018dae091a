"""Who stands where in a bracket, read from the tables played so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from competition.brackets.plan import Match, Plan, Source
from competition.records import SeatRecord, TableRecord

UNKNOWN = -1
"""A side that is not decided yet. None: nobody comes."""

Side = int | None


def outcome(table: TableRecord) -> tuple[Side, Side]:
    """Winner and loser of a match. Nobody wins where nobody played; both are UNKNOWN without a confirmed result."""
    if len(table.seats) == 1:
        return table.seats[0].competitor, None
    present = [seat for seat in table.seats if not seat.absent]
    if not table.confirmed or any(seat.place is None for seat in present):
        return UNKNOWN, UNKNOWN
    if not present:
        return None, None
    best = min(present, key=lambda seat: seat.place or 0).competitor
    return best, next(seat.competitor for seat in table.seats if seat.competitor != best)


@dataclass(slots=True)
class Progress:
    """By index of a match: its two sides, its winner and loser, and its table once there is one.

    `reset`: whether a reset is needed; None as long as nobody knows.
    """

    sides: list[tuple[Side, Side]]
    winners: list[Side]
    losers: list[Side]
    tables: list[TableRecord | None]
    reset: bool | None = None

    def comes(self, source: Source) -> Side:
        """Who comes from there."""
        return (self.losers if source.loser else self.winners)[source.match]

    def waiting(self, plan: Plan, paired: int) -> set[int]:
        """Everybody who has a match after that round, or one without a result. A bye to come is a match."""
        found: set[int] = set()
        for match in plan.matches:
            to_come = match.round > paired and self.tables[match.index] is None
            if to_come or self.winners[match.index] == UNKNOWN:
                found.update(side for side in self.sides[match.index] if side is not None and side != UNKNOWN)
        return found


def follow(plan: Plan, lines: Sequence[Side], tables: Iterable[TableRecord], paired: int) -> Progress:
    """Carry the results through the plan. Rounds up to `paired` have their tables; where one is missing, nobody came.

    `lines` are the first-round lines from top to bottom. A table counts as it was played, whatever the plan says.
    """
    by_place = {(table.round, table.slot): table for table in tables}
    progress = Progress([], [], [], [])
    for match in plan.matches:
        if match.sources:
            first, second = (progress.comes(source) for source in match.sources)
        else:
            first, second = lines[2 * match.slot], lines[2 * match.slot + 1]
        table = by_place.get((match.round, match.slot))
        if match.reset:
            progress.reset = _reset_needed(plan, match, progress)
            second = None if progress.reset is False else second
        if table is not None:
            winner, loser = outcome(table)
            first, second = _sides_at(table, first, second)
        elif UNKNOWN in (first, second):
            winner, loser = UNKNOWN, UNKNOWN
        elif match.round <= paired and not (match.reset and progress.reset is False):
            winner, loser = None, None
        elif first is None or second is None:
            winner, loser = second if first is None else first, None
        else:
            winner, loser = UNKNOWN, UNKNOWN
        progress.sides.append((first, second))
        progress.winners.append(winner)
        progress.losers.append(loser)
        progress.tables.append(table)
    return progress


def _reset_needed(plan: Plan, reset: Match, progress: Progress) -> bool | None:
    """Whether the grand final was lost by the player who had not lost before."""
    final = plan.matches[reset.sources[0].match]
    winner, loser = progress.winners[final.index], progress.losers[final.index]
    if winner == UNKNOWN:
        return None
    return winner is not None and loser is not None and winner != progress.comes(final.sources[0])


def _sides_at(table: TableRecord, first: Side, second: Side) -> tuple[Side, Side]:
    """Who sat at the table, on the side they were expected on; the organiser may have seated somebody else."""
    seated: list[Side] = [*(seat.competitor for seat in table.seats[:2])]
    if len(seated) == 1:
        seated.append(None)
    return (seated[1], seated[0]) if seated[1] == first or seated[0] == second else (seated[0], seated[1])


def played_lines(tables: Iterable[TableRecord], seeds: Mapping[int, int]) -> list[Side]:
    """The first-round lines as they were paired, of each two the better seed first; empty before that."""
    first = {table.slot or 0: table for table in tables if table.round == 1}
    if not first:
        return []
    slots = 1 << max(first).bit_length()
    lines: list[Side] = []
    for slot in range(slots):
        seats: Sequence[SeatRecord] = first[slot].seats if slot in first else ()
        here = sorted((seat.competitor for seat in seats), key=lambda player: seeds[player])
        lines += [here[at] if at < len(here) else None for at in (0, 1)]
    return lines


def reached(plan: Plan, tables: Iterable[TableRecord]) -> Mapping[int, int]:
    """How far each competitor has come for certain, by id: the more the further. Unconfirmed tables do not count."""
    matches = {(match.round, match.slot): match for match in plan.matches}
    far: dict[int, int] = {}
    for table in tables:
        match = matches.get((table.round, table.slot or 0))
        winner, _loser = outcome(table)
        if match is None or winner == UNKNOWN:
            continue
        for seat in table.seats:
            value = plan.certain(match, seat.competitor == winner)
            far[seat.competitor] = max(value, far.get(seat.competitor, 0))
    return far
