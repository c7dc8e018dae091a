"""Long work on a tournament that people follow: pairing a large round, a practice event with bots. One at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from nabu.accounts.players.models import User
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core.errors import NotAllowed, Refused
from nabu.web.jobs import asking
from nabu.web.jobs.models import LIVE, Job


class JobKind(models.TextChoices):
    """The kinds of jobs that belong to a tournament."""

    PAIR = "pair", gettext_lazy("pairing")
    SIMULATE = "simulate", gettext_lazy("practice event")


def live_job(tournament: Tournament) -> Job | None:
    """The job that is queued or being done for a tournament."""
    return Job.objects.filter(key=_key(tournament), status__in=LIVE).first()


def live_jobs(tournaments: Sequence[Tournament]) -> dict[int, Job]:
    """The same for several, by the tournament's id, in one query."""
    keys = {_key(each): each.pk for each in tournaments}
    return {keys[job.key or ""]: job for job in Job.objects.filter(key__in=keys, status__in=LIVE)}


def ask(actor: User, tournament: Tournament, kind: JobKind, payload: dict[str, Any]) -> Job:
    """Have it done by a worker after the commit. One job at a time. The caller has locked the tournament."""
    if live_job(tournament) is not None:
        raise Refused(_("A job is already running for this tournament. Wait for it or cancel it."))
    payload = {**payload, "tournament": tournament.pk, "language": get_language()}
    return asking.ask(kind, _key(tournament), payload, actor)


def cancel_job(actor: User, job: Job) -> Job:
    """Call a job off: at once while it waits, at its next step while it is being done. Raises Refused if it is over."""
    if not is_organiser(actor, Tournament.objects.get(pk=job.payload["tournament"])):
        raise NotAllowed
    return asking.cancel(job)


def delete_jobs(tournament: Tournament) -> None:
    """Forget the jobs of a tournament that is deleted."""
    Job.objects.filter(kind__in=JobKind.values, payload__tournament=tournament.pk).delete()


def _key(tournament: Tournament) -> str:
    return f"tournament:{tournament.pk}"
