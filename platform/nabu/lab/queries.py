"""Which experiments somebody sees, and how far one is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from nabu.lab.models import LIVE, Experiment
from nabu.players.models import Person, User

Status = Experiment.Status


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an experiment is. Games of all arms are counted. `speed` is in games per second of one worker; `left`
    is what is still to be done at this speed. Both are None before anything was played.
    """

    done: int
    total: int
    percent: int
    speed: float | None
    left: timedelta | None


def shown_experiments(user: Person) -> QuerySet[Experiment]:
    """What this person may see (`permissions.can_see_experiment`), the latest first."""
    found = Experiment.objects.filter(retired_at=None).select_related("owner__player").defer("sums")
    if isinstance(user, User) and user.is_active and user.is_staff:
        return found
    over = Q(status__in=(Status.DONE, Status.CANCELLED))
    own = Q(owner=user) if isinstance(user, User) and user.is_active else Q()
    return found.filter(over | own if own else over)


def progress_of(experiment: Experiment) -> Progress:
    """How far it is."""
    arms = len(experiment.arm_list)
    done, total = experiment.played, experiment.games * arms
    speed = done / experiment.seconds if experiment.seconds else None
    left = None
    if speed:
        left = timedelta(seconds=round((total - done) / speed / settings.LAB_CHUNKS_AT_ONCE))
    return Progress(done, total, 100 * done // total, speed, left if experiment.status in LIVE else None)
