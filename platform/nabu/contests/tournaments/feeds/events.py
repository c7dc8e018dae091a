"""Which events the feeds have, with what they say of each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from competition.formats import StageSpec
from engine.registry import get_game
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.tournaments.exports.revisions import UNKNOWN, Revision, revisions_of
from nabu.contests.tournaments.finding.narrowing import by_day
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.page_queries import number_of
from nabu.contests.tournaments.setup.preflight import preflight

MOST_EVENTS = 200
KEPT = timedelta(days=30)
"""So long an event stays after its last day, and after its end: a calendar drops at once what a feed no longer has."""

ENDINGS = ("tournament.finished", "tournament.cancelled")

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """A tournament in a feed; `minutes` is the length of all its rounds, 0 if unknown. `waits`: for the reader of a
    personal calendar, who has no seat yet."""

    tournament: Tournament
    minutes: int
    revision: Revision
    waits: bool = False

    @property
    def changed_at(self) -> datetime:
        """The last change that readers see."""
        return self.revision.at or self.tournament.created_at


def current() -> Q:
    """Announced, running, or not long over: by its last day, the last date of a round, or when it was ended."""
    since = timezone.now() - KEPT
    dated = Q(last_day__gte=timezone.localdate(since))
    dated |= Q(round_dates__starts_at__gte=since) | Q(round_dates__due_at__gte=since)
    late = Tournament.objects.annotate(last_day=Coalesce("ends_on", "starts_on")).filter(dated)
    ended = AuditEntry.objects.filter(action__in=ENDINGS, at__gte=since, tournament__isnull=False)
    return (
        Q(status__in=(Status.DRAFT, Status.RUNNING))
        | Q(pk__in=late.order_by().values("pk"))
        | Q(pk__in=ended.order_by().values("tournament"))
    )


def feed_events(found: QuerySet[Tournament], waits: frozenset[int] = frozenset()) -> list[FeedEvent]:
    """The next ones first, each once. The number of queries does not depend on how many there are."""
    playing = Entry.objects.filter(status=Entry.Status.ACTIVE, stand_in=False)
    entered = number_of(playing, "tournament")
    rows = list(by_day(found.annotate(entered=entered)).prefetch_related("stages", "round_dates")[:MOST_EVENTS])
    revisions = revisions_of([row.pk for row in rows])
    return [FeedEvent(row, _minutes(row), revisions.get(row.pk, UNKNOWN), row.pk in waits) for row in rows]


def _minutes(tournament: Tournament) -> int:
    """As `preflight_of` has it, without a query."""
    if not tournament.round_minutes:
        return 0
    players = max(tournament.entered, tournament.expected_players or 0)  # type: ignore[attr-defined]
    specs = [StageSpec(stage.format, stage.config) for stage in tournament.stages.all()]
    return preflight(specs, players, get_game(tournament.game).player_counts, tournament.round_minutes).minutes
