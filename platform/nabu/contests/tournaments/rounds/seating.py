"""Who sits where in a round, as rows: players change seats and tables, tables change numbers.

Everything here runs inside the transaction of its caller, who has locked the tournament and writes the entry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from engine.registry import get_game
from nabu.contests.matches.exact_points import points_columns
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Round, Stage
from nabu.contests.tournaments.queries import format_of
from nabu.contests.tournaments.rounds.check import RoundCheck, check_round
from nabu.contests.tournaments.rounds.pairing import reason_as_json
from nabu.core.errors import Refused

ASIDE = 1_000
"""Positions and numbers that must be unique are moved out of the way by so much while rows exchange them."""

MOST_NUMBER = 999

OF_THE_SEAT = ["position", "score", "place", *points_columns(None), "absent"]
"""Columns that stay with a seat while its player changes."""


def seats_in(round_: Round) -> QuerySet[Seat]:
    """All seats of a round with their tables and players, by position."""
    return Seat.objects.filter(table__round=round_).select_related("table", "entry__player").order_by("position")


def swap(round_: Round, one: Seat, other: Seat) -> None:
    """Two players without a result change places, at the same table or at two tables."""
    order = {table.pk: list(seats_in(round_).filter(table=table)) for table in (one.table, other.table)}
    places = [(table, at, seat) for table, sitting in order.items() for at, seat in enumerate(sitting)]
    for table, at, seat in places:
        order[table][at] = {one.pk: other, other.pk: one}.get(seat.pk, seat)
    arrange(order)


def move(round_: Round, seat: Seat, table: Table | None, position: int | None = None) -> None:
    """A player without a result goes to a table, in front of who sits at `position`, else behind everybody; without a
    table to one of their own. A table that everybody has left is taken away.

    Raises Refused for a number of players that the game or the stage does not allow.
    """
    source = seat.table
    left = [other for other in seats_in(round_).filter(table=source) if other.pk != seat.pk]
    if table is None and seat.entry.stand_in:
        raise Refused(_("A stand-in has no bye. Take them off the table instead."))
    if table is None and not left:
        raise Refused(_("This player already has a bye."))
    if table is None:
        check_sizes(round_.stage, [1, len(left)])
        numbers = round_.tables.order_by("-number").values_list("number", flat=True)
        table = Table.objects.create(round=round_, number=(numbers.first() or 0) + 1)
    joined = left if table.pk == source.pk else list(seats_in(round_).filter(table=table))
    if table.pk != source.pk and joined:
        check_sizes(round_.stage, [len(joined) + 1, len(left)])
    joined = list(joined)
    joined.insert(len(joined) if position is None else min(position, len(joined)), seat)
    arrange({source.pk: left, table.pk: joined})
    if table.pk != source.pk and not left:
        source.delete()


def number_table(table: Table, number: int) -> None:
    """Give a table, with all games of its match, this number in the room; the one that had it gets the other's.

    Raises Refused for a number that no table has.
    """
    if not 1 <= number <= MOST_NUMBER:
        raise Refused(_("Table numbers are 1 to %(most)s.") % {"most": MOST_NUMBER})
    tables, old = Table.objects.filter(round=table.round_id), table.number
    tables.filter(number=old).update(number=old + ASIDE)
    tables.filter(number=number).update(number=old)
    tables.filter(number=old + ASIDE).update(number=number)


def exchange(round_: Round, one: Seat, other: Seat) -> None:
    """Two players change places in every game of their matches, and each result stays with its seat: whoever sits there
    now has it."""
    games = {
        seat.pk: list(seats_in(round_).filter(table__number=seat.table.number, entry=seat.entry_id))
        for seat in (one, other)
    }
    if one.table.number != other.table.number:
        for seat in games[one.pk]:
            seat.entry_id = other.entry_id
        for seat in games[other.pk]:
            seat.entry_id = one.entry_id
        Seat.objects.bulk_update([*games[one.pk], *games[other.pk]], ["entry"])
        return
    # At one table nobody can have two seats, not even for a moment: the rows exchange everything else.
    pairs = list(zip(games[one.pk], games[other.pk], strict=True))
    rows = [seat for pair in pairs for seat in pair]
    Seat.objects.filter(pk__in=[seat.pk for seat in rows]).update(position=F("position") + ASIDE)
    for first, second in pairs:
        for column in OF_THE_SEAT:
            mine, others = getattr(first, column), getattr(second, column)
            setattr(first, column, others)
            setattr(second, column, mine)
    Seat.objects.bulk_update(rows, OF_THE_SEAT)


def explain(round_: Round) -> RoundCheck:
    """Each table is explained anew; what speaks against the round as it is now."""
    check = check_round(round_)
    explained = []
    for row, reason in zip(check.rows, check.reasons(), strict=True):
        words = reason_as_json(reason)
        if row.reason != words:
            row.reason = words
            explained.append(row)
    Table.objects.bulk_update(explained, ["reason"])
    return check


def check_sizes(stage: Stage, sizes: Sequence[int]) -> None:
    """Raises Refused for a number of players at a table that cannot be."""
    fmt, config = format_of(stage)
    if fmt.is_bracket and min(sizes) < 2:
        raise Refused(_("Tables in a bracket are fixed. Swap two players instead."))
    allowed = get_game(stage.tournament.game).player_counts
    most = min(max(allowed), getattr(config, "table_size", 2))
    for size in sizes:
        if size > most or (size > 1 and size not in allowed):
            raise Refused(_("Tables of %(size)s are not possible here. Swap two players instead.") % {"size": size})


def arrange(order: Mapping[int, Sequence[Seat]]) -> None:
    """Let these tables (by key) have these seats in this order. A seat goes with its player."""
    Seat.objects.filter(table__in=order).update(position=F("position") + ASIDE)
    moved = []
    for table, seats in order.items():
        for position, seat in enumerate(seats):
            seat.table_id, seat.position = table, position
            moved.append(seat)
    Seat.objects.bulk_update(moved, ["table", "position"])
