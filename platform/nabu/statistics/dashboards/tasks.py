"""What the workers do for the statistics: bring the store up to date, extract facts again, fit the model anew.

Every process imports this file when it starts. What imports pandas is imported where it is needed: that takes as long
as everything else that is imported then.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from engine.registry import GAMES
from nabu.contests.tournaments.models import Tournament
from nabu.statistics.dashboards.facts.job_kinds import EXTRACT, FIT, RECOUNT
from nabu.statistics.dashboards.facts.services import OLD_AT_ONCE, extract_old_facts, old_facts
from nabu.statistics.dashboards.facts.staleness import LOOK_AGAIN, mark_stale
from nabu.statistics.store.place import UNREADABLE, StatisticsAway
from nabu.web.jobs.asking import ask, live_jobs
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Later, NotDone, Progress

REFRESH_SECONDS = 300
"""What puts the games in is nice: on a busy machine its start alone takes a minute. A tournament that takes longer goes
on where it was; those of a killed worker wait so long."""

FIT_SECONDS = 600
"""So long a fit may take. It reads the latest games, and counts no sums."""

RECOUNT_SECONDS = 300
"""So long counting the largest part may take on a busy machine: half a second for each million score events on an idle
one."""


@job(LOOK_AGAIN, queue="statistics", seconds=REFRESH_SECONDS)
def refresh_statistics(progress: Progress) -> None:
    """Look at the games of a tournament that may have changed."""
    from nabu.statistics.dashboards.facts.refresh import refresh

    tournament = Tournament.objects.filter(pk=progress.job.payload["tournament"]).first()
    if tournament is None:
        return
    refresh(GAMES[tournament.game], tournament)
    if not live_jobs(LOOK_AGAIN).exclude(pk=progress.job.pk).exists():
        ask_for_fits()


@job(FIT, queue="maintenance", attempts=2, seconds=FIT_SECONDS)
def fit_model(progress: Progress) -> None:
    """Fit the model of a game that has grown enough, and have its sums counted anew."""
    from nabu.statistics.dashboards.facts.fitting import begin_recount, fitted, needs_fit

    game = GAMES[progress.job.payload["game"]]
    if needs_fit(game):
        before, after = fitted(game)
        with progress.last_step():
            begin_recount(before, after)


def stop_recount(job_: Job) -> None:
    """Some parts cannot be counted: the sums stay as they are."""
    from nabu.statistics.store.recounts import stop

    stop(job_.payload["recount"])


@job(RECOUNT, queue="maintenance", seconds=RECOUNT_SECONDS, gave_up=stop_recount)
def recount(progress: Progress) -> None:
    """Count the sums of some parts of a store anew."""
    from nabu.statistics.dashboards.facts.fitting import count_parts

    try:
        count_parts(progress)
    except StatisticsAway as away:
        # Another host may have what this one does not find.
        raise Later(timezone.now() + timedelta(seconds=away.seconds)) from None


@job(EXTRACT, queue="maintenance")
def extract(progress: Progress) -> None:
    """Replay logs whose facts are of an older version, some at a time."""
    if extract_old_facts(OLD_AT_ONCE):
        raise NotDone


@shared_task(ignore_result=True)
def look_after_store() -> None:
    """Fill a store that is not there or of an older version, and have facts of an older version extracted again."""
    from nabu.statistics.dashboards.facts.filters import public_tournaments
    from nabu.statistics.dashboards.facts.refresh import keys_of
    from nabu.statistics.store.lists import to_be_filled

    with suppress(*UNREADABLE):  # the workers of other machines look, too
        for game in GAMES.values():
            with transaction.atomic():
                if to_be_filled(keys_of(game)):
                    mark_stale(list(public_tournaments(game).values_list("pk", flat=True)))
    if old_facts().exists():
        ask(EXTRACT, EXTRACT)


@shared_task(ignore_result=True)
def tidy_stores() -> None:
    """Remove what a busy day has left: parts that were put together, models that were fitted anew. And look whether
    games are missing that nobody will count: a worker of another version has its own list."""
    from nabu.statistics.dashboards.facts.filters import public_tournaments
    from nabu.statistics.dashboards.facts.queries import games_behind
    from nabu.statistics.store.lists import tidy

    tidy()
    for game in GAMES.values():
        if games_behind(game) and not live_jobs(LOOK_AGAIN).exists():
            mark_stale(list(public_tournaments(game).values_list("pk", flat=True)))


@shared_task(ignore_result=True)
def ask_for_fits() -> None:
    """Have the model of every game fitted that has grown enough."""
    from nabu.statistics.dashboards.facts.fitting import needs_fit

    for game in GAMES.values():
        if needs_fit(game):
            ask(FIT, f"fit:{game.key}", {"game": game.key})
