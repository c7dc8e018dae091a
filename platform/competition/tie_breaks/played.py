"""What was played, prepared once so that every tie-break is a short sum over whole numbers."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from competition.records import Competitor, TableRecord

GAME, BYE, REQUESTED, LATE = "game", "bye", "requested", "late"
FORFEIT_WIN, FORFEIT_LOSS, ABSENT = "won", "lost", "absent"
"""What a round was for a competitor: a game that was played, a bye of the pairing or one asked for, a round that a
late entry missed and has points for, a game won because nobody else came, a game lost by not coming, or nothing at all
(not paired)."""

VOLUNTARY = frozenset({REQUESTED, LATE, FORFEIT_LOSS, ABSENT})
"""Rounds that were not played by the competitor's own choice (FIDE C.07, 16.1.2: VUR)."""


T = TypeVar("T")


class Line(NamedTuple):
    """One round of one competitor: what it was, the points in the record's unit, and the seat at the table.

    `firsts` is how many had the first place, if this competitor was one of them (a forfeit that was won: 1), else 0.
    `score` are the own victory points, `scores` those of everybody who came, and `came` is how many that were.
    """

    round: int
    kind: str
    points: int
    table: TableRecord | None = None
    seat: int = 0
    firsts: int = 0
    score: int = 0
    scores: int = 0
    came: int = 0

    @property
    def others(self) -> tuple[int, ...]:
        """Who sat at the same table: those who came for a game, all who were expected for a forfeit, else nobody."""
        if self.table is None or self.table.is_bye:
            return ()
        return tuple(
            seat.competitor
            for index, seat in enumerate(self.table.seats)
            if index != self.seat and (self.kind != GAME or not seat.absent)
        )

    @property
    def place(self) -> int:
        """The own place at the table."""
        return (self.table.seats[self.seat].place or 0) if self.table is not None else 0

    @property
    def won(self) -> bool:
        """First place alone, or a forfeit win."""
        return self.firsts == 1

    @property
    def shared(self) -> bool:
        """First place with others."""
        return self.firsts > 1


_line: Callable[[tuple[object, ...]], Line] = partial(tuple.__new__, Line)
"""Line(…) with all of its values at once, in half the time: there is one for each seat of a stage."""


class Played:
    """The confirmed results of a stage, as tie-breaks read them. Everything derived is computed once, when needed.

    Numbers called points or scores are whole: multiples of 1 / `unit`. Penalties are left out: they move whoever has
    them, never the opponents. `rounds` is the number of the last round with a confirmed table. `predetermined`: all
    games were fixed beforehand (round robin), so that a forfeit counts as a game (FIDE C.07, 15.2). `capped` is False
    for the rules until February 2026, in which nothing capped the dummy opponent (16.4). `irregular` are those who did
    not play in every round. `came` are the players of each table, byes left out, without who was absent. A table
    belongs to the group of its first seat.
    """

    def __init__(
        self,
        competitors: Iterable[Competitor],
        tables: Iterable[TableRecord],
        lot: str = "",
        *,
        predetermined: bool = False,
        capped: bool = True,
    ) -> None:
        self.competitors: Mapping[int, Competitor] = {competitor.id: competitor for competitor in competitors}
        self.lot, self.predetermined, self.capped = lot, predetermined, capped
        self._found: dict[str, Any] = {}
        everything = list(tables)
        self.tables = sorted(
            (table for table in everything if table.confirmed and table.seats),
            key=lambda table: (table.round, table.seats[0].competitor),
        )
        self.rounds = max((table.round for table in self.tables), default=0)
        # By identity: hashing fractions takes longer than all the rest, and the tables keep these objects alive.
        amounts = {id(seat.points): seat.points or 0 for table in self.tables for seat in table.seats}
        ratios = {key: amount.as_integer_ratio() for key, amount in amounts.items()}
        sizes = {len(table.seats) for table in self.tables}
        self.unit = math.lcm(*{below for _above, below in ratios.values()}) * math.lcm(*sizes)
        units = {key: above * (self.unit // below) for key, (above, below) in ratios.items()}
        self.irregular: set[int] = set()
        self.came: list[list[int]] = []
        self.lines: dict[int, list[Line]] = {id_: [] for id_ in self.competitors}
        self._read(units)
        self._add_absences(everything)
        self.score = {id_: sum([line.points for line in lines]) for id_, lines in self.lines.items()}

    def _read(self, units: Mapping[int, int]) -> None:
        """A line for each seat of each table. `units`: the points as whole numbers, by the identity of the object."""
        lines = self.lines
        for table in self.tables:
            number, seats = table.round, table.seats
            if table.is_bye:
                given = LATE if table.late else REQUESTED if table.requested else BYE
                for seat in seats:
                    # Who did not come to a table with nobody but stand-ins.
                    kind = ABSENT if seat.absent else given
                    self.irregular.add(seat.competitor)
                    lines[seat.competitor].append(Line(number, kind, units[id(seat.points)], table))
                continue
            came: list[int] = []
            scores = firsts = 0
            for seat in seats:
                if not seat.absent:
                    came.append(seat.competitor)
                    scores += seat.score or 0
                    firsts += seat.place == 1
            self.came.append(came)
            present = len(came)
            for index, seat in enumerate(seats):
                kind, own_firsts = GAME, firsts if seat.place == 1 else 0
                if seat.absent or present < 2:
                    kind, own_firsts = (FORFEIT_LOSS, 0) if seat.absent else (FORFEIT_WIN, 1)
                    self.irregular.add(seat.competitor)
                points, score = units[id(seat.points)], seat.score or 0
                line = (number, kind, points, table, index, own_firsts, score, scores, present)
                lines[seat.competitor].append(_line(line))

    def _add_absences(self, everything: Sequence[TableRecord]) -> None:
        """A line for each round that the competitor's group has played without him, also before he came."""
        group = {id_: competitor.group for id_, competitor in self.competitors.items()}
        rounds: dict[int, set[int]] = defaultdict(set)
        waiting: dict[int, set[int]] = defaultdict(set)
        for table in everything:
            if table.confirmed and table.seats:
                rounds[group[table.seats[0].competitor]].add(table.round)
            else:
                for seat in table.seats:
                    waiting[seat.competitor].add(table.round)
        for id_, own in self.lines.items():
            held = rounds[group[id_]]
            if len(own) >= len(held):
                continue
            missing = held - {line.round for line in own} - waiting[id_]
            if missing:
                self.irregular.add(id_)
                own.extend(Line(number, ABSENT, 0) for number in missing)
                own.sort(key=lambda line: line.round)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What `make` gives, made only the first time: for numbers about everybody that one tie-break needs."""
        if name not in self._found:
            self._found[name] = make()
        found: T = self._found[name]
        return found

    def games(self, competitor: int) -> list[Line]:
        """The rounds in which the competitor really played."""
        return [line for line in self.lines[competitor] if line.kind == GAME]

    def counted(self, competitor: int) -> list[Line]:
        """The games, and where all games were fixed beforehand the forfeits too (FIDE C.07, 15.2)."""
        if not self.predetermined:
            return self.games(competitor)
        return [line for line in self.lines[competitor] if line.kind in (GAME, FORFEIT_WIN, FORFEIT_LOSS)]

    def points(self, amount: int | Fraction) -> Fraction:
        """A whole number of units as tournament points."""
        return Fraction(amount, self.unit)

    @cached_property
    def draw(self) -> int:
        """Points of each if a whole table shares its places, in units: the commonest average of a table.

        6 and 0, or 6, 4, 2 and 0: 3. Where two averages are as common, the higher one.
        """
        full = [table for table in self.tables if len(table.seats) > 1 and not any(seat.absent for seat in table.seats)]
        won: dict[int, int] = {id(table): 0 for table in full}
        for lines in self.lines.values():
            for line in lines:
                if id(line.table) in won:
                    won[id(line.table)] += line.points
        averages = Counter(won[id(table)] // len(table.seats) for table in full)
        return max(averages, key=lambda average: (averages[average], average), default=0)

    @cached_property
    def win(self) -> int:
        """Points for a first place alone, in units: the most that anybody got in a game."""
        return max((line.points for lines in self.lines.values() for line in lines if line.kind == GAME), default=0)

    @cached_property
    def possible(self) -> dict[int, int]:
        """The most points that each could have made up to now, in units.

        Where all games were fixed beforehand a rest is no game: there was nothing to win.
        """
        return {
            id_: self.win * (len(self.counted(id_)) if self.predetermined else self.rounds) for id_ in self.competitors
        }

    @cached_property
    def seats(self) -> int:
        """The size of the largest table."""
        return max((len(table.seats) for table in self.tables), default=1)

    @cached_property
    def share(self) -> int:
        """A number that every number of opponents at a table divides, so that averages stay whole."""
        return math.lcm(1, *range(1, self.seats))

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """Scores as opponents count them, in units: byes asked for at the end count as draws (FIDE C.07, 16.3).

        Not where all games were fixed beforehand: there nobody asks for a bye, and who leaves gets nothing (15).
        """
        if self.predetermined:
            return dict(self.score)
        return {
            id_: self._adjusted(self.lines[id_]) if id_ in self.irregular else score
            for id_, score in self.score.items()
        }

    def _adjusted(self, lines: Sequence[Line]) -> int:
        total = 0
        came_later = False
        for line in reversed(lines):
            asked = line.kind in (REQUESTED, LATE, ABSENT) and not self.full_point(line)
            total += self.draw if asked and not came_later else line.points
            came_later = came_later or line.kind not in VOLUNTARY or self.full_point(line)
        return total

    def full_point(self, line: Line) -> bool:
        """A bye that was asked for but is worth a win counts like a bye of the pairing (FIDE C.07, 16.2.1)."""
        return line.kind in (REQUESTED, LATE) and self.win > 0 and line.points >= self.win

    def voluntary(self, line: Line) -> bool:
        """Not played by the competitor's own choice (FIDE C.07, 16.1.2)."""
        return line.kind in VOLUNTARY and not self.full_point(line)
