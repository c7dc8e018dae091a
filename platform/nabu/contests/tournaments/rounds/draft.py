"""Changing a draft by hand: players change seats or tables, tables change numbers, everything goes back."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from competition.proposal import moves
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.late import check_stage_takes_stand_ins
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.rounds.byes import mark_byes
from nabu.contests.tournaments.rounds.check import check_round
from nabu.contests.tournaments.rounds.pairing import lock_draft, write_tables
from nabu.contests.tournaments.rounds.seating import arrange, check_sizes, explain, move, number_table, seats_in, swap
from nabu.contests.tournaments.rounds.services import lock_round_row, tables_as_json
from nabu.core.errors import Refused


@audited
def swap_seats(actor: User, seat_a: Seat, seat_b: Seat) -> None:
    """Let two players of a draft change places, at the same table or at two tables."""
    if seat_b.table.round_id != seat_a.table.round_id:
        raise Refused(_("Both seats must be in the same round."))
    round_, locked = lock_draft(actor, seat_a.table.round)
    seats = {seat.pk: seat for seat in seats_in(round_).filter(pk__in=[seat_a.pk, seat_b.pk])}
    if len(seats) != 2:
        raise Refused(_("Choose two different seats of this round."))
    one, other = seats[seat_a.pk], seats[seat_b.pk]
    before = tables_as_json(round_)
    swap(round_, one, other)
    _changed_by_hand(actor, locked, round_, "round.seats_swapped", before)


@audited
def move_seat(actor: User, seat: Seat, table: Table | None = None, position: int | None = None) -> None:
    """Move a player of a draft to a table, in front of who sits at `position`, else behind everybody.

    Without a table the player gets one alone, which is a bye until somebody else is moved there; who is left alone
    has a bye too, and a table that everybody has left is taken away. Raises Refused for a number of players that the
    game or the stage does not allow. In a bracket the tables stay, so nobody is left alone or alone at a new one.
    """
    round_, locked = lock_draft(actor, seat.table.round)
    current = seats_in(round_).filter(pk=seat.pk).first()
    if current is None:
        raise Refused(_("This player no longer sits there. Reload the page."))
    if table is not None and (table := Table.objects.filter(round=round_, pk=table.pk).first()) is None:
        raise Refused(_("This table no longer exists."))
    before = tables_as_json(round_)
    move(round_, current, table, position)
    _changed_by_hand(actor, locked, round_, "round.seat_moved", before)


@audited
def seat_stand_in(actor: User, table: Table, entry: Entry) -> None:
    """Seat a stand-in at a table of a draft, behind the others. Raises Refused for who is none or sits in the round
    already, for a number of players that the game or the stage does not allow, and where the format plans its tables.
    """
    round_, locked = lock_draft(actor, table.round)
    current = Table.objects.filter(round=round_, pk=table.pk).first()
    if current is None:
        raise Refused(_("This table no longer exists."))
    check_stage_takes_stand_ins(round_.stage)
    who = locked.entries.filter(pk=entry.pk, stand_in=True, status=Entry.Status.ACTIVE).select_related("player").first()
    if who is None:
        raise Refused(_("This player is no stand-in of this tournament, or has left."))
    if seats_in(round_).filter(entry=who).exists():
        raise Refused(_("%(name)s already sits in this round.") % {"name": who.player.name})
    sitting = list(seats_in(round_).filter(table=current))
    check_sizes(round_.stage, [len(sitting) + 1])
    before = tables_as_json(round_)
    Seat.objects.create(table=current, position=len(sitting), entry=who)
    _changed_by_hand(actor, locked, round_, "round.stand_in_seated", before)


@audited
def take_off_stand_in(actor: User, seat: Seat) -> None:
    """Take a stand-in off a table of a draft; who is left alone has a bye. Raises Refused for anybody else."""
    round_, locked = lock_draft(actor, seat.table.round)
    current = seats_in(round_).filter(pk=seat.pk).first()
    if current is None:
        raise Refused(_("This player no longer sits there. Reload the page."))
    if not current.entry.stand_in:
        raise Refused(_("Only stand-ins can be taken off a table."))
    left = [other for other in seats_in(round_).filter(table=current.table_id) if other.pk != current.pk]
    check_sizes(round_.stage, [max(1, len(left))])
    before = tables_as_json(round_)
    current.delete()
    arrange({current.table_id: left})
    _changed_by_hand(actor, locked, round_, "round.stand_in_taken_off", before)


@audited
def renumber_table(actor: User, table: Table, number: int) -> None:
    """Give a table this number in the room, in a draft or a round that is not locked; the table that had it gets the
    other's. Raises Refused."""
    round_, locked = lock_round_row(actor, table.round)
    current = Table.objects.filter(round=round_, pk=table.pk, is_bye=False).first()
    if current is None:
        raise Refused(_("This table no longer exists."))
    if round_.locked_at is not None:
        raise Refused(_("This round is locked, so its tables keep their numbers."))
    before = tables_as_json(round_)
    number_table(current, number)
    if round_.status == Round.Status.DRAFT:
        _changed_by_hand(actor, locked, round_, "round.table_renumbered", before)
    else:
        audit(actor, "round.table_renumbered", round_, before, tables_as_json(round_), tournament=locked)


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


def _changed_by_hand(actor: User, tournament: Tournament, round_: Round, action: str, before: dict[str, Any]) -> None:
    """What follows from every change: who is alone has a bye, each table is explained anew, the entry is written."""
    mark_byes(round_)
    explain(round_)
    audit(actor, action, round_, before, tables_as_json(round_), tournament=tournament)
