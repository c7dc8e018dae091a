"""Changing a draft by hand: players change seats or tables, tables change numbers, everything goes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, F
from django.utils.translation import gettext as _

from competition.proposal import moves
from engine.registry import get_game
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Entry, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.queries import format_of
from nabu.contests.tournaments.rounds.check import check_round
from nabu.contests.tournaments.rounds.pairing import lock_draft, reason_as_json, write_tables
from nabu.contests.tournaments.rounds.services import tables_as_json
from nabu.core.errors import Refused

ASIDE = 1_000
"""Positions and numbers that must be unique are moved out of the way by so much while rows exchange them."""

MOST_NUMBER = 999


@audited
def swap_seats(actor: User, seat_a: Seat, seat_b: Seat) -> None:
    """Let two players of a draft change places, at the same table or at two tables."""
    if seat_b.table.round_id != seat_a.table.round_id:
        raise Refused(_("Both seats must be in the same round."))
    round_, locked = lock_draft(actor, seat_a.table.round)
    seats = {seat.pk: seat for seat in _seats(round_).filter(pk__in=[seat_a.pk, seat_b.pk])}
    if len(seats) != 2:
        raise Refused(_("Choose two different seats of this round."))
    one, other = seats[seat_a.pk], seats[seat_b.pk]
    before = tables_as_json(round_)
    order = {table.pk: list(_seats(round_).filter(table=table)) for table in (one.table, other.table)}
    places = [(table, at, seat) for table, sitting in order.items() for at, seat in enumerate(sitting)]
    for table, at, seat in places:
        order[table][at] = {one.pk: other, other.pk: one}.get(seat.pk, seat)
    _arrange(order)
    _changed_by_hand(actor, locked, round_, "round.seats_swapped", before)


@audited
def move_seat(actor: User, seat: Seat, table: Table | None = None, position: int | None = None) -> None:
    """Move a player of a draft to a table, in front of who sits at `position`, else behind everybody.

    Without a table the player gets one alone, which is a bye until somebody else is moved there; who is left alone
    has a bye too, and a table that everybody has left is taken away. Raises Refused for a number of players that the
    game or the stage does not allow. In a bracket the tables stay, so nobody is left alone or alone at a new one.
    """
    round_, locked = lock_draft(actor, seat.table.round)
    current = _seats(round_).filter(pk=seat.pk).first()
    if current is None:
        raise Refused(_("This player no longer sits there. Reload the page."))
    if table is not None and (table := Table.objects.filter(round=round_, pk=table.pk).first()) is None:
        raise Refused(_("This table no longer exists."))
    source = current.table
    left = [other for other in _seats(round_).filter(table=source) if other.pk != current.pk]
    if table is None and current.entry.stand_in:
        raise Refused(_("A stand-in has no bye. Take them off the table instead."))
    if table is None and not left:
        raise Refused(_("This player already has a bye."))
    before = tables_as_json(round_)
    if table is None:
        _check_sizes(round_.stage, [1, len(left)])
        numbers = round_.tables.order_by("-number").values_list("number", flat=True)
        table = Table.objects.create(round=round_, number=(numbers.first() or 0) + 1)
    joined = left if table.pk == source.pk else list(_seats(round_).filter(table=table))
    if table.pk != source.pk and joined:
        _check_sizes(round_.stage, [len(joined) + 1, len(left)])
    joined = list(joined)
    joined.insert(len(joined) if position is None else min(position, len(joined)), current)
    _arrange({source.pk: left, table.pk: joined})
    if table.pk != source.pk and not left:
        source.delete()
    _changed_by_hand(actor, locked, round_, "round.seat_moved", before)


@audited
def seat_stand_in(actor: User, table: Table, entry: Entry) -> None:
    """Seat a stand-in at a table of a draft, behind the others. Raises Refused for who is none or sits in the round
    already, and for a number of players that the game or the stage does not allow.
    """
    round_, locked = lock_draft(actor, table.round)
    current = Table.objects.filter(round=round_, pk=table.pk).first()
    if current is None:
        raise Refused(_("This table no longer exists."))
    who = locked.entries.filter(pk=entry.pk, stand_in=True, status=Entry.Status.ACTIVE).select_related("player").first()
    if who is None:
        raise Refused(_("This player is no stand-in of this tournament, or has left."))
    if _seats(round_).filter(entry=who).exists():
        raise Refused(_("%(name)s already sits in this round.") % {"name": who.player.name})
    sitting = list(_seats(round_).filter(table=current))
    _check_sizes(round_.stage, [len(sitting) + 1])
    before = tables_as_json(round_)
    Seat.objects.create(table=current, position=len(sitting), entry=who)
    _changed_by_hand(actor, locked, round_, "round.stand_in_seated", before)


@audited
def take_off_stand_in(actor: User, seat: Seat) -> None:
    """Take a stand-in off a table of a draft; who is left alone has a bye. Raises Refused for anybody else."""
    round_, locked = lock_draft(actor, seat.table.round)
    current = _seats(round_).filter(pk=seat.pk).first()
    if current is None:
        raise Refused(_("This player no longer sits there. Reload the page."))
    if not current.entry.stand_in:
        raise Refused(_("Only stand-ins can be taken off a table."))
    left = [other for other in _seats(round_).filter(table=current.table_id) if other.pk != current.pk]
    _check_sizes(round_.stage, [max(1, len(left))])
    before = tables_as_json(round_)
    current.delete()
    _arrange({current.table_id: left})
    _changed_by_hand(actor, locked, round_, "round.stand_in_taken_off", before)


@audited
def renumber_table(actor: User, table: Table, number: int) -> None:
    """Give a table of a draft this number in the room; the table that had it gets the other's."""
    round_, locked = lock_draft(actor, table.round)
    current = Table.objects.filter(round=round_, pk=table.pk, is_bye=False).first()
    if current is None:
        raise Refused(_("This table no longer exists."))
    if not 1 <= number <= MOST_NUMBER:
        raise Refused(_("Table numbers are 1 to %(most)s.") % {"most": MOST_NUMBER})
    before = tables_as_json(round_)
    old = current.number
    Table.objects.filter(pk=current.pk).update(number=old + ASIDE)
    Table.objects.filter(round=round_, number=number).update(number=old)
    Table.objects.filter(pk=current.pk).update(number=number)
    _changed_by_hand(actor, locked, round_, "round.table_renumbered", before)


@audited
def back_to_proposal(actor: User, round_: Round) -> Round:
    """Resets a draft to the proposed seating. Raises Refused if nobody was moved."""
    current, locked = lock_draft(actor, round_)
    check = check_round(current)
    proposed = check.proposed(current)
    if not moves(proposed, check.tables):
        raise Refused(_("The tables already match the proposal."))
    before = tables_as_json(current)
    current.tables.all().delete()
    write_tables(current, proposed)
    _changed_by_hand(actor, locked, current, "round.reset", before)
    return current


def _seats(round_: Round) -> Any:
    return Seat.objects.filter(table__round=round_).select_related("table", "entry__player").order_by("position")


def _check_sizes(stage: Stage, sizes: Sequence[int]) -> None:
    """Raises Refused for a number of players at a table that cannot be."""
    fmt, config = format_of(stage)
    if fmt.is_bracket and min(sizes) < 2:
        raise Refused(_("Tables in a bracket are fixed. Swap two players instead."))
    allowed = get_game(stage.tournament.game).player_counts
    most = min(max(allowed), getattr(config, "table_size", 2))
    for size in sizes:
        if size > most or (size > 1 and size not in allowed):
            raise Refused(_("Tables of %(size)s are not possible here. Swap two players instead.") % {"size": size})


def _arrange(order: Mapping[int, Sequence[Seat]]) -> None:
    """Let these tables (by key) have these seats in this order. A seat goes with its player."""
    Seat.objects.filter(table__in=order).update(position=F("position") + ASIDE)
    moved = []
    for table, seats in order.items():
        for position, seat in enumerate(seats):
            seat.table_id, seat.position = table, position
            moved.append(seat)
    Seat.objects.bulk_update(moved, ["table", "position"])


def _changed_by_hand(actor: User, tournament: Tournament, round_: Round, action: str, before: dict[str, Any]) -> None:
    """What follows from every change: who is alone has a bye, but no stand-in, who is not needed there; each table is
    explained anew, the entry is written."""
    alone = Table.objects.filter(round=round_).annotate(sitting=Count("seats")).filter(sitting__lte=1)
    alone.filter(seats__entry__stand_in=True).delete()
    asked = {
        entry
        for entry, rounds in StageEntry.objects.filter(stage=round_.stage_id).values_list("entry_id", "rests")
        if round_.number in rounds
    }
    changed = []
    for table in Table.objects.filter(round=round_).prefetch_related("seats"):
        players = [seat.entry_id for seat in table.seats.all()]
        is_bye = len(players) == 1
        requested = is_bye and players[0] in asked
        if (table.is_bye, table.requested) != (is_bye, requested):
            table.is_bye, table.requested = is_bye, requested
            changed.append(table)
    Table.objects.bulk_update(changed, ["is_bye", "requested"])
    check = check_round(round_)
    explained = []
    for row, reason in zip(check.rows, check.reasons(), strict=True):
        words = reason_as_json(reason)
        if row.reason != words:
            row.reason = words
            explained.append(row)
    Table.objects.bulk_update(explained, ["reason"])
    audit(actor, action, round_, before, tables_as_json(round_), tournament=tournament)
