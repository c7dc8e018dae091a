"""Pairing, changing, publishing and discarding rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.audit.changes import change
from nabu.audit.services import record
from nabu.errors import Refused
from nabu.matches.models import Seat, Table
from nabu.players.models import User
from nabu.tournaments.formats.base import BadConfig
from nabu.tournaments.models import Round, Stage, Tournament
from nabu.tournaments.queries import field_of, format_of, rounds_planned
from nabu.tournaments.records import PairedTable, Reason
from nabu.tournaments.services.locks import RUNNING, lock_as


@change
def pair_round(actor: User, of: Stage | Tournament) -> Round:
    """Pair the next round of the running stage as a draft that only the organiser sees.

    Raises Refused while the last round is not finished, and when the stage has no more rounds.
    """
    locked = lock_as(actor, of.pk if isinstance(of, Tournament) else of.tournament_id, {RUNNING})
    stage = _running_stage(locked, of)
    number = _next_number(stage)
    fmt, config = format_of(stage)
    field = field_of(stage, number)
    try:
        pairing = fmt.pair(config, field)
    except BadConfig as problem:
        raise Refused(str(problem)) from None
    if not pairing.tables:
        raise Refused(_("Nobody is left to play this round."))
    round_ = Round.objects.create(stage=stage, number=number, notes=[*pairing.notes, *_sentences(pairing.reasons)])
    for table_number, paired in enumerate(pairing.tables, start=1):
        table = Table.objects.create(round=round_, number=table_number, bracket_slot=paired.slot, is_bye=paired.is_bye)
        Seat.objects.bulk_create(
            Seat(table=table, position=position, entry_id=entry) for position, entry in enumerate(paired.seats)
        )
    record(actor, "round.paired", round_, after=_tables(round_), tournament=locked)
    return round_


@change
def swap_seats(actor: User, seat_a: Seat, seat_b: Seat) -> None:
    """Let two entries of a draft round change places, at the same table or at two tables."""
    round_id = seat_a.table.round_id
    if seat_b.table.round_id != round_id:
        raise Refused(_("Both seats must be in the same round."))
    round_, locked = _lock_round(actor, seat_a.table.round)
    if round_.status != Round.Status.DRAFT:
        raise Refused(_("The round is published; seats can only be swapped in a draft."))
    seats = {
        seat.pk: seat for seat in Seat.objects.filter(pk__in=[seat_a.pk, seat_b.pk]).select_related("entry__player")
    }
    if len(seats) != 2:
        raise Refused(_("Choose two different seats of this round."))
    one, other = seats[seat_a.pk], seats[seat_b.pk]
    before = _tables(round_)
    _exchange(one, other)
    notes = _explain(round_)
    swapped = _("The organiser swapped %(one)s and %(other)s.") % {
        "one": one.entry.player.name,
        "other": other.entry.player.name,
    }
    round_.notes = [*notes, swapped]
    round_.save(update_fields=["notes"])
    record(actor, "round.seats_swapped", round_, before, _tables(round_), tournament=locked)


@change
def discard_round(actor: User, round_: Round) -> None:
    """Throw away the last round: a draft, or a published one for which nothing was reported or uploaded."""
    current, locked = _lock_round(actor, round_)
    if current.stage.rounds.filter(number__gt=current.number).exists():
        raise Refused(_("A later round is built on this one. Discard that one first."))
    if current.stage.status != Stage.Status.RUNNING:
        raise Refused(_("This stage is finished."))
    tables = Table.objects.filter(round=current, is_bye=False)
    if current.status != Round.Status.DRAFT and (
        tables.exclude(status=Table.Status.OPEN).exists()
        or tables.filter(submissions__isnull=False).exists()
        or tables.filter(reports__isnull=False).exists()
    ):
        raise Refused(_("Results or logs have been sent for this round. Take them back one by one instead."))
    record(actor, "round.discarded", current, before=_tables(current), tournament=locked)
    current.delete()


@change
def publish_round(actor: User, round_: Round) -> Round:
    """Show a draft round to everybody. From now on results can be reported; byes count at once."""
    current, locked = _lock_round(actor, round_)
    if current.status != Round.Status.DRAFT:
        raise Refused(_("This round is published already."))
    fmt, config = format_of(current.stage)
    for table in current.tables.filter(is_bye=True):
        table.status, table.basis, table.confirmed_at = Table.Status.CONFIRMED, Table.Basis.BYE, timezone.now()
        table.save(update_fields=["status", "basis", "confirmed_at"])
        table.seats.update(place=1, points=fmt.bye_points(config))
    current.status = Round.Status.PUBLISHED
    current.save(update_fields=["status"])
    refresh_round(current)
    record(actor, "round.published", current, {"status": "draft"}, {"status": "published"}, tournament=locked)
    return current


def refresh_round(round_: Round) -> None:
    """A published round is finished exactly when every table of it has a confirmed result."""
    if round_.status == Round.Status.DRAFT:
        return
    waiting = round_.tables.exclude(status=Table.Status.CONFIRMED).exists()
    status = Round.Status.PUBLISHED if waiting else Round.Status.FINISHED
    if status != round_.status:
        round_.status = status
        round_.save(update_fields=["status"])


def _running_stage(tournament: Tournament, of: Stage | Tournament) -> Stage:
    stages = tournament.stages.filter(status=Stage.Status.RUNNING)
    stage = stages.filter(pk=of.pk).first() if isinstance(of, Stage) else stages.first()
    if stage is None:
        raise Refused(_("This stage is not running."))
    return stage


def _next_number(stage: Stage) -> int:
    """The number of the next round. Raises Refused if it is not time for one."""
    last = stage.rounds.order_by("-number").first()
    if last is None:
        return 1
    if last.status == Round.Status.DRAFT:
        raise Refused(_("Round %(number)s is still a draft. Publish or discard it first.") % {"number": last.number})
    waiting = last.tables.exclude(status=Table.Status.CONFIRMED).count()
    if waiting:
        raise Refused(
            _("Round %(number)s still has tables without a confirmed result: %(waiting)s.")
            % {"number": last.number, "waiting": waiting}
        )
    if last.number >= rounds_planned(stage):
        raise Refused(_("All rounds of this stage are played. Finish the stage."))
    return last.number + 1


def _lock_round(actor: User, round_: Round) -> tuple[Round, Tournament]:
    tournament = lock_as(actor, round_.stage.tournament_id, {RUNNING})
    current = Round.objects.select_related("stage").filter(pk=round_.pk).first()
    if current is None:
        raise Refused(_("This round does not exist any more."))
    return current, tournament


def _exchange(one: Seat, other: Seat) -> None:
    """Swap the entries of two seats. At one table the unique seats allow that only with a position in between."""
    if one.table_id == other.table_id:
        position = one.position
        one_end = Seat.objects.filter(table_id=one.table_id).count()
        Seat.objects.filter(pk=one.pk).update(position=one_end)
        Seat.objects.filter(pk=other.pk).update(position=position)
        Seat.objects.filter(pk=one.pk).update(position=other.position)
        return
    Seat.objects.filter(pk=one.pk).update(entry_id=other.entry_id)
    Seat.objects.filter(pk=other.pk).update(entry_id=one.entry_id)


def _explain(round_: Round) -> list[str]:
    fmt, config = format_of(round_.stage)
    tables = [
        PairedTable(tuple(seat.entry_id for seat in table.seats.all()), table.bracket_slot)
        for table in round_.tables.order_by("number").prefetch_related("seats")
    ]
    return _sentences(fmt.reasons(config, field_of(round_.stage, round_.number), tables))


def _sentences(reasons: Sequence[Reason]) -> list[str]:
    return [sentence for reason in reasons for sentence in reason.sentences]


def _tables(round_: Round) -> dict[str, Any]:
    """A round as the audit trail shows it: entry ids by table."""
    tables = round_.tables.order_by("number").prefetch_related("seats")
    return {
        "number": round_.number,
        "tables": {str(table.number): [seat.entry_id for seat in table.seats.all()] for table in tables},
    }
