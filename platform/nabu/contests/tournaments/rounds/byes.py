"""Who sits alone in a round has a bye."""

from __future__ import annotations

from django.db.models import Count
from django.utils import timezone

from nabu.contests.matches.exact_points import points_columns
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Round, StageEntry
from nabu.contests.tournaments.queries import format_of


def mark_byes(round_: Round) -> None:
    """Who sits alone has a bye, requested or not; but no stand-in, who is not needed there."""
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


def count_byes(round_: Round) -> None:
    """In a round that everybody sees, byes count at once; who left one for a table has nothing of it."""
    byes = Table.objects.filter(round=round_, is_bye=True)
    if byes.exists():
        fmt, config = format_of(round_.stage)
        for requested, points in ((False, fmt.bye_points(config)), (True, fmt.rest_points(config))):
            Seat.objects.filter(table__in=byes.filter(requested=requested)).update(place=1, **points_columns(points))
        byes.exclude(status=Table.Status.CONFIRMED).update(
            status=Table.Status.CONFIRMED, basis=Table.Basis.BYE, confirmed_at=timezone.now()
        )
    tables = Table.objects.filter(round=round_, is_bye=False)
    tables.filter(basis=Table.Basis.BYE).update(status=Table.Status.OPEN, basis=Table.Basis.NONE, confirmed_at=None)
    open_tables = tables.filter(status=Table.Status.OPEN)
    Seat.objects.filter(table__in=open_tables).exclude(place=None).update(place=None, **points_columns(None))
