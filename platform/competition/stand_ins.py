"""Stand-ins: who fills a table and counts for nobody.

For everything that is computed, a stand-in's seat does not exist: `without_stand_ins` takes it out of a table wherever
tables become records, so that standings, tie-breaks, pairing and ratings never see one. Only `fill` knows them: once a
round is paired, it seats them where a chair is free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import replace
from fractions import Fraction

from competition.points import points_with_absent
from competition.records import (
    INFO,
    SERIOUS,
    WARNING,
    Concern,
    Pair,
    PairedTable,
    Points,
    Reason,
    RoundInput,
    SeatRecord,
    StandIn,
    TableRecord,
    names,
    pair_of,
)
from engine.message import Message

PointsOf = Callable[[Sequence[int]], list[Fraction | None]]


def counted_places(places: Sequence[int], absent: Container[int], stand_ins: Container[int]) -> list[int]:
    """The places by seat of those who count, with the gaps closed: 1, 2 (stand-in), 3, 4 are 1, 2, 3.

    `absent` and `stand_ins` are positions. Where none of those who count came, nobody is first.
    """
    left = [at for at in range(len(places)) if at not in stand_ins]
    if left and all(at in absent for at in left):
        return [len(left)] * len(left) if len(left) > 1 else [1]
    return [1 + sum(places[other] < places[at] for other in left) for at in left]


def points_of_seats(
    points: PointsOf,
    bye_points: Points | None,
    places: Sequence[int],
    absent: Collection[int],
    stand_ins: Collection[int],
) -> list[Fraction | None]:
    """Tournament points by seat. A stand-in has none; the others have those of a table of their own number.

    Who has only stand-ins at the table has the points of a bye, whatever the result, and none for not coming.
    """
    if not stand_ins:
        return points_with_absent(points, places, absent)
    left = [at for at in range(len(places)) if at not in stand_ins]
    if len(left) > 1:
        away = {number for number, at in enumerate(left) if at in absent}
        amounts = points_with_absent(points, counted_places(places, absent, stand_ins), away)
    else:
        amounts = [_alone(bye_points, at in absent) for at in left]
    by_seat = dict(zip(left, amounts, strict=True))
    return [by_seat.get(at) for at in range(len(places))]


def _alone(bye_points: Points | None, absent: bool) -> Fraction | None:
    return None if bye_points is None else Fraction(0 if absent else bye_points)


def without_stand_ins(table: TableRecord, stand_ins: Container[int]) -> TableRecord | None:
    """The table as if the seats of these competitors did not exist; None where nobody is left.

    Scores and points stay what they are; places are counted among those who are left. Who is left alone has a bye,
    which is confirmed once the game is; who did not come to it has one without points, as if they had asked for it.
    """
    out = {at for at, seat in enumerate(table.seats) if seat.competitor in stand_ins}
    if not out:
        return table
    left = [seat for at, seat in enumerate(table.seats) if at not in out]
    if not left:
        return None
    seats = tuple(_placed(table.seats, out))
    if len(left) > 1:
        return replace(table, seats=seats, stand_ins=len(out))
    return replace(table, seats=seats, is_bye=True, requested=left[0].absent, games=1, stand_ins=len(out))


def _placed(seats: Sequence[SeatRecord], out: Container[int]) -> list[SeatRecord]:
    left = [seat for at, seat in enumerate(seats) if at not in out]
    places = [seat.place for seat in seats if seat.place is not None]
    if len(places) < len(seats):
        return left
    absent = {at for at, seat in enumerate(seats) if seat.absent}
    return [replace(seat, place=place) for seat, place in zip(left, counted_places(places, absent, out), strict=True)]


def fill(field: RoundInput, tables: Sequence[PairedTable], table_size: int) -> list[PairedTable]:
    """The tables of a round with the stand-ins seated where a chair is free, one at a table and behind the others.

    Who has a bye that was not asked for gets an opponent first, then the smallest tables are filled; of equally small
    ones those at the bottom, where less is at stake. Who was needed least often so far is taken first, but nobody is
    put beside somebody they must not meet, or, where that can be helped, should not. Who is not needed is not seated.
    """
    waiting = sorted((each for each in field.stand_ins if each.active), key=lambda each: (each.seated, each.id))
    filled = list(tables)
    short = [
        at
        for at, table in enumerate(tables)
        if not table.requested and len(table.seats) < table_size and len(table.seats) + 1 in field.sizes
    ]
    for at in sorted(short, key=lambda at: (len(tables[at].seats), -at)):
        chosen = _chosen(field, filled[at], waiting)
        if chosen is not None:
            waiting.remove(chosen)
            filled[at] = replace(filled[at], seats=(*filled[at].seats, chosen.id))
    return filled


def _chosen(field: RoundInput, table: PairedTable, waiting: Sequence[StandIn]) -> StandIn | None:
    """The first who may sit there; of those the first whom nothing speaks against."""

    def meets(one: StandIn, pairs: Collection[Pair]) -> bool:
        return any(pair_of(one.id, player) in pairs for player in table.seats)

    may = [one for one in waiting if not meets(one, field.forbidden)]
    return next((one for one in may if not meets(one, field.discouraged)), may[0] if may else None)


def seats_that_count(field: RoundInput, tables: Sequence[PairedTable]) -> list[tuple[int, PairedTable]]:
    """The tables without the seats of stand-ins, each with its index; without those at which nobody is left."""
    stand_ins = {each.id for each in field.stand_ins}
    found = [
        (at, replace(table, seats=tuple(player for player in table.seats if player not in stand_ins)))
        for at, table in enumerate(tables)
    ]
    return [(at, table) for at, table in found if table.seats]


def with_sentences(field: RoundInput, table: PairedTable, reason: Reason) -> Reason:
    """The reason of a table, with what is to be said of its stand-ins."""
    named = {each.id: each.name for each in field.stand_ins}
    names = tuple(named[player] for player in table.seats if player in named)
    if not names:
        return reason
    key = "pairing.stand_in_alone" if len(table.seats) == len(names) + 1 else "pairing.stand_in"
    return replace(reason, sentences=(*reason.sentences, Message(key, {"names": names})))


def stand_in_concerns(field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
    """Stand-ins who have left, sit twice or beside somebody they must not meet, and tables with more than one."""
    stand_ins = {each.id: each for each in field.stand_ins}
    named = names(field.competitors)
    seated = Counter(player for table in tables for player in table.seats)
    found = []
    for index, table in enumerate(tables):
        here = [stand_ins[player] for player in table.seats if player in stand_ins]
        for one in here:
            if not one.active:
                text = Message("concern.stand_in_left", {"name": one.name})
                found.append(Concern(SERIOUS, text, index, "not_active"))
            if seated[one.id] > 1:
                text = Message("concern.stand_in_twice", {"name": one.name, "times": seated[one.id]})
                found.append(Concern(SERIOUS, text, index, "seated_twice"))
            for player in table.seats:
                if pair_of(one.id, player) in field.forbidden and player in named:
                    text = Message("concern.stand_in_forbidden", {"one": one.name, "other": named[player]})
                    found.append(Concern(SERIOUS, text, index, "forbidden"))
        if len(here) == len(table.seats):
            text = Message("concern.stand_ins_only", {"names": tuple(one.name for one in here)})
            found.append(Concern(WARNING, text, index, "stand_ins"))
        elif len(here) > 1:
            text = Message("concern.stand_ins_together", {"names": tuple(one.name for one in here)})
            found.append(Concern(INFO, text, index, "stand_ins"))
    return found
