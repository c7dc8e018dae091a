"""What the workers do for the statistics: bring the store up to date, extract facts again, fit the model anew."""

from __future__ import annotations

import time

from celery import shared_task
from django.utils import timezone

from engine.registry import GAMES
from nabu.dashboards.facts.filters import public_tournaments
from nabu.dashboards.facts.fitting import fit_if_grown, needs_fit
from nabu.dashboards.facts.refresh import refresh, store_of
from nabu.dashboards.facts.services import OLD_AT_ONCE, extract_old_facts
from nabu.dashboards.facts.staleness import mark_stale
from nabu.dashboards.models import StaleStatistics
from nabu.queueing import enqueue

SECONDS = 60
"""After so long a task hands the rest over to the next one, so that no task reaches its time limit."""

FIT_SECONDS = 3600
"""So long a fit may take: all sums of a title are counted anew, some seconds for each million score events. That may be
longer than the broker waits before it gives a task to somebody else, so this one is acknowledged when it begins: if its
worker dies, the next hour asks again, and the store knows that its sums are of another model."""


@shared_task(acks_late=True, ignore_result=True)
def refresh_statistics() -> int:
    """Look at the games of every tournament that may have changed. Returns how many tournaments.

    A row is taken away only if nobody has asked again since it was read.
    """
    end = time.monotonic() + SECONDS
    looked_at, titles = 0, set()
    for stale in StaleStatistics.objects.select_related("tournament").order_by("asked_at"):
        if time.monotonic() > end:
            enqueue(refresh_statistics)
            break
        tournament = stale.tournament
        refresh(GAMES[tournament.game], tournament)
        StaleStatistics.objects.filter(pk=stale.pk, asked_at=stale.asked_at).delete()
        looked_at += 1
        titles.add(tournament.game)
    if any(needs_fit(GAMES[key]) for key in titles):
        enqueue(fit_models)
    return looked_at


@shared_task(ignore_result=True)
def sweep() -> None:
    """Do what a lost message has left undone, fill a store that is not there or of an older version, and replay some
    logs whose facts are of an older version.
    """
    for game in GAMES.values():
        if not store_of(game).is_current():
            mark_stale(list(public_tournaments(game).values_list("pk", flat=True)))
    if StaleStatistics.objects.filter(asked_at__lt=timezone.now()).exists():
        enqueue(refresh_statistics)
    extract_old_facts(OLD_AT_ONCE)


@shared_task(acks_late=False, ignore_result=True, time_limit=FIT_SECONDS, soft_time_limit=FIT_SECONDS - 10)
def fit_models() -> None:
    """Fit the model of every game that has grown enough, and count its sums anew."""
    for game in GAMES.values():
        fit_if_grown(game)
