"""What the pages about dates read: the rounds that are planned, and the tables past their deadline."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, DateTimeField, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce, Greatest
from django.utils.translation import gettext as _

from nabu.contests.dates.models import USUAL_HOURS, DateSettings, Extension, RoundDate
from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.queries import format_of, rounds_planned
from nabu.contests.tournaments.round_dates import NO_DATES, Dates, dates_of, has_dates
from nabu.core import database_clock


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of a stage, paired or still to be paired, with its dates. `stage` is the position of the stage."""

    stage: int
    number: int
    title: str
    dates: Dates
    round: Round | None = None


def planned_rounds(tournament: Tournament) -> list[PlannedRound]:
    """All rounds of all stages in order, as things stand: before the start for the players who are expected. Also those
    that have dates and are no longer planned, so that somebody can clear them.
    """
    dates = dates_of(tournament)
    stages = list(tournament.stages.order_by("position").prefetch_related("rounds"))
    found: list[PlannedRound] = []
    for stage, planned in zip(stages, lengths(tournament, stages), strict=True):
        stage.tournament = tournament
        paired = {round_.number: round_ for round_ in stage.rounds.all()}
        last = max([planned, *paired])
        dated = sorted(number for at, number in dates.by_round if at == stage.position and number > last)
        for number in [*range(1, last + 1), *dated]:
            round_ = paired.get(number)
            title = round_.title if round_ else _("Round %(number)s") % {"number": number}
            if len(stages) > 1:
                title = _("Stage %(number)s") % {"number": stage.position} + f", {title}"
            if number > last:
                title = _("%(round)s (no longer planned)") % {"round": title}
            known = dates.by_round.get((stage.position, number), NO_DATES)
            found.append(PlannedRound(stage.position, number, title, known, round_))
    return found


def lengths(tournament: Tournament, stages: Iterable[Stage]) -> list[int]:
    """How many rounds each of the stages in order has: those under way by who plays in them, the others by who is
    expected there."""
    entered = tournament.entries.filter(status=Entry.Status.ACTIVE, stand_in=False).count()
    here = entered
    if tournament.status == Tournament.Status.DRAFT:
        here = max(entered, tournament.expected_players or 0)
    lengths = []
    for stage in stages:
        fmt, config = format_of(stage)
        if stage.status == Stage.Status.PENDING:
            lengths.append(fmt.rounds(config, max(here, fmt.table_size(config), 2)))
        else:
            lengths.append(rounds_planned(stage))
        here = fmt.advance(config)
    return lengths


def reminder_hours(tournament: Tournament) -> int:
    """How many hours before a deadline players are reminded; 0: never."""
    found = DateSettings.objects.filter(tournament=tournament).values_list("remind_hours", flat=True).first()
    return USUAL_HOURS if found is None else found


# Made once: pages and jobs ask for dates many times, and making these takes longer than the question.
_OF_ROUND = RoundDate.objects.filter(
    tournament=OuterRef("round__stage__tournament"),
    stage=OuterRef("round__stage__position"),
    number=OuterRef("round__number"),
)
_EXTENDED = Extension.objects.filter(table__round=OuterRef("round"), table__number=OuterRef("number"))
_STARTS_AT, _ROUND_DUE = (Subquery(_OF_ROUND.values(name)[:1]) for name in ("starts_at", "due_at"))
_DUE_AT = Case(
    When(
        Q(round_due__isnull=False, is_bye=False),
        then=Greatest("round_due", Coalesce(Subquery(_EXTENDED.values("due_at")[:1]), "round_due")),
    ),
    default=None,
    output_field=DateTimeField(),
)


def with_dates(tables: QuerySet[Table]) -> QuerySet[Any]:
    """Tables that know when they begin (`starts_at`) and until when they are due (`due_at`), with no further query."""
    dated: QuerySet[Any] = tables.annotate(starts_at=_STARTS_AT, round_due=_ROUND_DUE).annotate(due_at=_DUE_AT)
    return dated


def dates_of_table(table: Table) -> Dates:
    """When a table begins, and until when it is due."""
    if not has_dates(table):
        return NO_DATES
    row = with_dates(Table.objects.filter(pk=table.pk)).values_list("starts_at", "due_at").first()
    return Dates(*row) if row else NO_DATES


def extended_tables(round_: Round) -> list[tuple[int, datetime]]:
    """The tables of a round that still have to play and have more time than the others: number and deadline."""
    waiting = Table.objects.filter(round=round_, is_bye=False).exclude(status=Table.Status.CONFIRMED)
    more = with_dates(waiting).filter(due_at__gt=F("round_due")).order_by("number")
    return list(more.values_list("number", "due_at"))


def overdue_tables(tournament: Tournament, now: datetime | None = None) -> QuerySet[Any]:
    """The tables of published rounds whose deadline is over and whose result is not confirmed, the longest first. A
    match is there once: only one of its games is open.
    """
    open_tables = Table.objects.filter(round__stage__tournament=tournament, is_bye=False).exclude(
        Q(status=Table.Status.CONFIRMED) | Q(round__status=Round.Status.DRAFT)
    )
    over = with_dates(open_tables).filter(due_at__lte=now or database_clock.now())
    in_order: QuerySet[Any] = over.order_by("due_at", "round", "number", "game_number")
    return in_order


def overdue_with_players(tournament: Tournament) -> QuerySet[Any]:
    """The same with what the page about them shows."""
    reports = ResultReport.objects.filter(status=ResultReport.Status.OPEN).order_by("-pk")
    found: QuerySet[Any] = (
        overdue_tables(tournament)
        .select_related("round__stage__tournament")
        .annotate(report=Subquery(reports.filter(table=OuterRef("pk")).values("pk")[:1]))
        .prefetch_related(with_players())
    )
    return found


def count_overdue(tournament: Tournament) -> int:
    """How many there are; none once the tournament is over."""
    return overdue_tables(tournament).count() if tournament.status == Tournament.Status.RUNNING else 0
