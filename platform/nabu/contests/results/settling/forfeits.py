"""Who did not come: the call of a player who waits, and the forfeit that whoever keeps score declares."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.audit.words import DROPPED_OUT
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import CALLED, no_show_calls
from nabu.contests.results.permissions import sits_at
from nabu.contests.results.settling.counting import (
    Basis,
    Propagation,
    Status,
    check_playable,
    count_result,
    followed_json,
    lock_table,
    seats_of,
    snapshot,
)
from nabu.contests.results.settling.propagation import Propagated
from nabu.contests.results.settling.rules import checked_positions, forfeit, unplayed_draw
from nabu.contests.results.settling.ruling import check_can_decide, lock_for_ruling, record_ruling
from nabu.contests.tournaments.entries.queries import open_tables_of
from nabu.contests.tournaments.models import Entry
from nabu.core.errors import NotAllowed, Refused


@audited
def forfeit_seats(
    actor: User, table: Table, positions: Sequence[int], reason: str = "", propagation: Propagation | None = None
) -> Propagated:
    """Whoever keeps score declares that these positions did not play (did not come, gave up before the start).

    With one player left he or she has the first place and its points, and the absent have none. Where nobody is left
    nobody wins. Where two or more are left they still play: the absent are marked, and the result is reported or
    entered for the others; no positions take the marks away. Returns what followed later. Raises NotAllowed or Refused.
    """
    locked = lock_for_ruling(actor, table)
    reason = reason.strip()
    seats = seats_of(locked)
    absent = checked_positions(positions, len(seats))
    check_can_decide(actor, locked, reason)
    if len(seats) - len(absent) >= 2:
        _mark(actor, locked, absent, reason)
        return Propagated()
    before = snapshot(locked)
    result = forfeit(absent, len(seats))
    record_ruling(actor, locked, result, reason)
    followed = count_result(locked, result, Basis.FORFEIT, propagation=propagation)
    audit(
        actor,
        "table.forfeited",
        locked,
        before,
        result.to_json() | {"basis": Basis.FORFEIT} | followed_json(followed),
        reason,
        tournament=locked.round.stage.tournament,
    )
    return followed


@audited
def draw_unplayed(actor: User, table: Table, reason: str) -> Propagated:
    """Whoever keeps score declares a game that was not played a draw: all who are not absent share the first place,
    without scores. It is never rated. Raises NotAllowed or Refused, in a bracket always.
    """
    locked = lock_for_ruling(actor, table)
    reason = reason.strip()
    seats = seats_of(locked)
    absent = [seat.position for seat in seats if seat.absent]
    check_can_decide(actor, locked, reason)
    before = snapshot(locked)
    result = unplayed_draw(absent, len(seats))
    record_ruling(actor, locked, result, reason)
    followed = count_result(locked, result, Basis.FORFEIT)
    audit(
        actor,
        "table.drawn",
        locked,
        before,
        result.to_json() | {"basis": Basis.FORFEIT} | followed_json(followed),
        reason,
        tournament=locked.round.stage.tournament,
    )
    return followed


@audited
def free_table(actor: User, table: Table) -> Propagated:
    """Whoever dropped out gives the open game of this table up: a forfeit, or the others play on without them.

    Raises NotAllowed, or Refused where nobody dropped out or the game has a result or a report.
    """
    locked = lock_for_ruling(actor, table)
    if locked.status != Status.OPEN:
        raise Refused(_("This table already has a result or a report."))
    seats = [seat for seat in seats_of(locked) if seat.absent or seat.entry.status != Entry.Status.ACTIVE]
    if all(seat.absent for seat in seats):
        raise Refused(_("Nobody at this table has dropped out."))
    return forfeit_seats(actor, locked, [seat.position for seat in seats], DROPPED_OUT)


@audited
def call_no_show(actor: User, table: Table) -> AuditEntry:
    """A player of the table says that somebody is not there, so that the organisers come and look.

    It changes nothing but is written down. Raises Refused if it has been said, or the game has a result.
    """
    locked = lock_table(table)
    if not sits_at(actor, locked):
        raise NotAllowed
    check_playable(locked)
    if locked.status != Status.OPEN:
        raise Refused(_("This table already has a result or a report."))
    if no_show_calls([locked.pk]):
        raise Refused(_("The organisers already know that a player is missing here."))
    return audit(actor, CALLED, locked, tournament=locked.round.stage.tournament)


def _mark(actor: User, table: Table, absent: list[int], reason: str) -> None:
    if table.status in (Status.CONFIRMED, Status.DISPUTED):
        raise Refused(
            _(
                "This table already has a result or a dispute. Withdraw the result so that the others can play, or "
                "enter one without the absent players."
            )
        )
    before = [seat.position for seat in seats_of(table) if seat.absent]
    if before == absent:
        raise Refused(_("Nothing to change. Choose who did not show up."))
    if table.status == Status.REPORTED:
        raise Refused(_("A result was already reported. Enter the right one, without the absent players."))
    table.seats.update(absent=False)
    table.seats.filter(position__in=absent).update(absent=True)
    audit(
        actor,
        "table.absent",
        table,
        {"absent": before},
        {"absent": absent},
        reason,
        tournament=table.round.stage.tournament,
    )


def forfeit_games_of(actor: User, entry: Entry) -> None:
    """Forfeit every game that the entry should still play. Raises NotAllowed for somebody who may not decide them.

    A table with a report or a dispute is left to the director, because it was played.
    """
    for table in open_tables_of(entry):
        game: Table | None = table
        gone = {entry.pk}
        while game is not None and game.status == Table.Status.OPEN:
            seats = list(game.seats.all())
            gone |= {seat.entry_id for seat in seats if seat.absent}
            if any(seat.entry_id == entry.pk and not seat.absent for seat in seats):
                forfeit_seats(actor, game, [seat.position for seat in seats if seat.entry_id in gone], DROPPED_OUT)
            # Where nobody is left to play against, the match goes on with the next game.
            game = Table.objects.filter(
                round=game.round_id, number=game.number, game_number=game.game_number + 1
            ).first()
