"""Plain values that pairing, standings and brackets compute with. No database behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from competition.invalid_config import InvalidInput
from engine.message import Message

Points = int | Decimal | Fraction
"""An amount of tournament points. It is exact, so never a float: three who share 4 have 4/3 each."""

Pair = tuple[int, int]
"""Two competitors, the smaller id first."""


def pair_of(one: int, other: int) -> Pair:
    """The key of two competitors, whichever is named first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entry as a stage sees it.

    `seed` is its seed in the stage, 1 is the best; `active` is False once it has dropped or is disqualified. `since`
    is the first round it can be paired in (a late entry has more than 1). `advanced`: it plays or has played a later
    stage, so it was there to the end of this one, whatever came after. `penalty` are points taken away. `group` is
    0 where a stage has no groups. `club` and `fixed_table` bind the pairing, `rating` is None for the unrated.
    `strength` is what seeding by rating goes by: the rating that was brought along, else a cautious estimate.
    `late_points` are those that an organiser chose for the rounds that a late entry missed.
    """

    id: int
    name: str
    seed: int
    active: bool = True
    advanced: bool = False
    since: int = 1
    group: int = 0
    rating: int | None = None
    strength: float | None = None
    club: str = ""
    fixed_table: int | None = None
    penalty: Points = 0
    disqualified: bool = False
    late_points: Points = 0


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat of a table. Score, place and points are None as long as there is no confirmed result.

    `absent`: this competitor did not play the game (a no-show or a forfeit), whatever place the result gives.
    """

    competitor: int
    score: int | None = None
    place: int | None = None
    points: Points | None = None
    absent: bool = False


@dataclass(frozen=True, slots=True)
class StandIn:
    """Somebody who fills a table and counts for nobody (`competition.stand_ins`): no competitor of the stage.

    `seated` is how many tables of the event they have filled so far; `active` is False once they have left.
    """

    id: int
    name: str
    seated: int = 0
    active: bool = True


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A match of a stage: its round, its seats in order of play, its bracket slot where there is a bracket.

    A best-of-n match is one record: `score` then is the number of games won, `games` the number of games played.
    A bye has one seat; `requested` marks one that the competitor asked for, `late` the points for a round that a late
    entry missed (`competition.late_entries`). `stand_ins` is how many seats were left out (`competition.stand_ins`).
    `proof` is a word for what the result is
    worth, of the platform that keeps it: it is handed on and decides nothing.
    """

    round: int
    seats: tuple[SeatRecord, ...]
    is_bye: bool = False
    slot: int | None = None
    confirmed: bool = True
    requested: bool = False
    games: int = 1
    proof: str = ""
    late: bool = False
    stand_ins: int = 0

    @property
    def played(self) -> bool:
        """At least two really sat there and the result is confirmed. A forfeit against one player is not played."""
        return self.confirmed and sum(not seat.absent for seat in self.seats) >= 2


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A table that is proposed: competitors in order of play. One competitor is a bye.

    `number` is the table in the room where somebody has a fixed one; None: in order. `requested`: a bye asked for.
    """

    seats: tuple[int, ...]
    slot: int | None = None
    number: int | None = None
    requested: bool = False

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1


@dataclass(frozen=True, slots=True)
class CostTerm:
    """One term of what a table costs in the eyes of the pairing. `text` says it in a sentence."""

    key: str
    label: Message
    cost: int
    text: Message


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table looks as it does: sentences, the cost terms that are not zero, and the next best alternative."""

    sentences: tuple[Message, ...]
    terms: tuple[CostTerm, ...] = ()
    alternative: Message | None = None


INFO, WARNING, SERIOUS = "info", "warning", "serious"
"""Levels of a concern, from a remark to what nobody should publish without a reason."""


@dataclass(frozen=True, slots=True)
class Concern:
    """Something the director should know before publishing. `table` is an index into the tables, None for the round."""

    level: str
    text: Message
    table: int | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A proposed round: its tables, best first, a reason for each, and what has to be said about the whole round.

    `notes` name everything that had to be given up, in the declared order, and how the search was made.
    """

    tables: tuple[PairedTable, ...]
    reasons: tuple[Reason, ...] = ()
    notes: tuple[Message, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class RoundInput:
    """Everything a format needs to pair the next round of a stage.

    `tables` are all tables of the earlier rounds, `earlier` those of the stages before, in order of play, which count
    only for who starts and who sits where. `sizes` are the numbers of players that the game allows, `lot` the text
    that seeds every random choice, so that the same round is always paired the same way. `forbidden` pairs never meet,
    `discouraged` ones only if it cannot be avoided; club mates are in one of the two where the tournament says so.
    `resting` asked for a bye in this round, `stand_ins` can fill tables. Raises InvalidInput where players and tables
    do not fit together.
    """

    competitors: tuple[Competitor, ...]
    tables: tuple[TableRecord, ...]
    round: int
    sizes: tuple[int, ...]
    lot: str
    forbidden: frozenset[Pair] = frozenset()
    discouraged: frozenset[Pair] = frozenset()
    resting: frozenset[int] = frozenset()
    earlier: tuple[TableRecord, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()

    def __post_init__(self) -> None:
        if self.round < 1:
            raise InvalidInput(Message("input.round_number", {"round": self.round}))
        check_results(self.competitors, self.tables)

    def check_rounds(self) -> None:
        """Raises InvalidInput if this round or a later one has tables. An earlier one may have none: a report that was
        read in can have a round in which nobody played."""
        last = max((table.round for table in self.tables), default=0)
        if last >= self.round:
            raise InvalidInput(Message("input.later_round", {"round": last, "next": self.round}))

    def check_every_round(self) -> None:
        """As `check_rounds`, where each round follows from the one before: raises InvalidInput also if an earlier one
        has no tables."""
        self.check_rounds()
        rounds = {table.round for table in self.tables}
        missing = next((number for number in range(1, self.round) if number not in rounds), None)
        if missing is not None:
            raise InvalidInput(Message("input.round_missing", {"round": missing, "next": self.round}))

    def check_seats(self, tables: Sequence[PairedTable]) -> None:
        """Raises InvalidInput if somebody sits at these tables who is no competitor."""
        strangers = {player for table in tables for player in table.seats} - {each.id for each in self.competitors}
        if strangers:
            raise InvalidInput(Message("input.unknown_player", {"player": str(min(strangers))}))

    def active(self) -> list[Competitor]:
        """Those who play this round, by seed."""
        return sorted(
            (c for c in self.competitors if c.active and c.since <= self.round and c.id not in self.resting),
            key=lambda c: c.seed,
        )

    def rests(self) -> list[Competitor]:
        """Those who asked for a bye and are still in, by seed."""
        return sorted(
            (c for c in self.competitors if c.active and c.since <= self.round and c.id in self.resting),
            key=lambda c: c.seed,
        )


@dataclass(frozen=True, slots=True)
class ChartSeat:
    """A line of a bracket slot: a competitor, or who will come ("winner of A1"); neither: a bye."""

    competitor: int | None = None
    coming: Message | None = None
    score: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class ChartSlot:
    """A match of a bracket. `name` is its short name ("W2", "L5", "Final"); `feeds` the (round, slot) of the winner.

    `round` and `slot` are those of the table in the database; the table may not exist yet.
    """

    round: int
    slot: int
    name: Message
    seats: tuple[ChartSeat, ...]
    feeds: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A column of a bracket: its title and its slots from top to bottom."""

    title: Message
    slots: tuple[ChartSlot, ...]


@dataclass(frozen=True, slots=True)
class ChartSection:
    """A part of a bracket that is drawn by itself (winners' bracket, losers' bracket, final)."""

    title: Message
    columns: tuple[ChartColumn, ...]


def names(competitors: Sequence[Competitor]) -> dict[int, str]:
    """Names by id."""
    return {competitor.id: competitor.name for competitor in competitors}


def check_results(competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> None:
    """Raises InvalidInput for players and tables that nothing can be computed from."""
    known = {competitor.id for competitor in competitors}
    ids = [seat.competitor for table in tables for seat in table.seats]
    placed = {(table.round, seat.competitor) for table in tables for seat in table.seats}
    kinds = {type(seat.points) for table in tables for seat in table.seats}
    if (
        len(known) == len(competitors)
        and known.issuperset(ids)
        and len(placed) == len(ids)
        and kinds <= EXACT
        and all(table.seats and table.round > 0 for table in tables)
        and {type(competitor.penalty) for competitor in competitors} <= EXACT
    ):
        return
    raise InvalidInput(next(_faults(competitors, tables)))


EXACT = {int, Decimal, Fraction, type(None)}
"""What points may be. A float is no exact number: sums of shared points would differ in the last digit."""


def _faults(competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> Iterator[Message]:
    """What is wrong, one thing after the other."""
    named = names(competitors)
    for player, times in Counter(competitor.id for competitor in competitors).items():
        if times > 1:
            yield Message("input.number_twice", {"player": str(player)})
    for competitor in competitors:
        if type(competitor.penalty) not in EXACT:
            yield _inexact(competitor.name, competitor.penalty)
    seated: set[tuple[int, int]] = set()
    for table in tables:
        if table.round < 1:
            yield Message("input.round_number", {"round": table.round})
        if not table.seats:
            yield Message("input.empty_table", {"round": table.round})
        for seat in table.seats:
            if seat.competitor not in named:
                yield Message("input.unknown_player", {"player": str(seat.competitor)})
                continue
            name = named[seat.competitor]
            if (table.round, seat.competitor) in seated:
                yield Message("input.twice_in_round", {"name": name, "round": table.round})
            seated.add((table.round, seat.competitor))
            if type(seat.points) not in EXACT:
                yield _inexact(name, seat.points)


def _inexact(name: str, points: object) -> Message:
    return Message("input.inexact_points", {"name": name, "points": repr(points)})


def check_points(competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> None:
    """Raises InvalidInput if a confirmed result has no points, in a format that ranks by points."""
    for table in tables:
        for seat in table.seats if table.confirmed else ():
            if seat.points is None:
                name = names(competitors)[seat.competitor]
                raise InvalidInput(Message("input.no_points", {"name": name, "round": table.round}))
