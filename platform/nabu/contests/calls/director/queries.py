"""Which calls wait, at which tables, and how long tables have waited."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import OuterRef, QuerySet, Subquery

from nabu.contests.calls.director.waits import Answered, RoundWaits, waits_by_round
from nabu.contests.calls.models import DirectorCall
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.models import Round, Tournament

CLOSED_SHOWN = 30


def calls_with_people() -> QuerySet[DirectorCall]:
    """Calls with their tables and the names of who made, took and closed them."""
    return DirectorCall.objects.select_related(
        "tournament",
        "table__round",
        "made_by__player",
        "made_entry__player",
        "taken_by__player",
        "closed_by__player",
    )


def open_calls(tournament: Tournament) -> list[DirectorCall]:
    """The calls that wait, the longest first."""
    return list(calls_with_people().filter(tournament=tournament, closed_at=None).order_by("pk"))


def open_call_at(table: Table) -> DirectorCall | None:
    """The call of this table that waits."""
    return calls_with_people().filter(table=table, closed_at=None).first()


def calls_at(table: Table) -> tuple[DirectorCall | None, bool]:
    """The call of this table that waits, and whether the organiser takes calls. One query while there is no call: the
    pages of all tables ask."""
    waiting = DirectorCall.objects.filter(table=OuterRef("pk"), closed_at=None).values("pk")[:1]
    found = Table.objects.filter(pk=table.pk).annotate(waiting=Subquery(waiting))
    pk, on = found.values_list("waiting", "round__stage__tournament__call_settings__calls").get()
    return (calls_with_people().filter(pk=pk).first() if pk else None), on is not False


def listed_calls(tournament: Tournament) -> Sequence[DirectorCall]:
    """The calls that wait, the longest first, then those that were closed last; with who sits at their tables."""
    calls = calls_with_people().filter(tournament=tournament).prefetch_related(with_players("table__seats"))
    waiting = calls.filter(closed_at=None).order_by("pk")
    return [*waiting, *calls.exclude(closed_at=None).order_by("-closed_at", "-pk")[:CLOSED_SHOWN]]


def waits_of(tournament: Tournament) -> list[RoundWaits]:
    """How often tables called and how long they waited, round by round."""
    calls = DirectorCall.objects.filter(tournament=tournament).order_by("table__round__stage__position", "pk")
    rows = calls.values_list("table__round_id", "made_at", "taken_at", "closed_at", "cancelled")
    order = Round.objects.filter(pk__in={row[0] for row in rows}).order_by("stage__position", "number")
    answered = [(pk, Answered(made, taken, closed, cancelled)) for pk, made, taken, closed, cancelled in rows]
    return waits_by_round([(one.pk, one.title) for one in order], answered)
