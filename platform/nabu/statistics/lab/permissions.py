"""Who may run and see experiments. Everything that is not allowed here is refused."""

from __future__ import annotations

from nabu.accounts.players.models import Person
from nabu.statistics.lab.models import Experiment


def can_run_experiments(user: Person) -> bool:
    """Every account may try variants with bots."""
    return user.is_authenticated and user.is_active


def can_steer_experiment(user: Person, experiment: Experiment) -> bool:
    """Pause, call off, remove: who started it, and staff."""
    return user.is_authenticated and user.is_active and (user.is_staff or experiment.owner_id == user.pk)


def can_see_experiment(user: Person, experiment: Experiment) -> bool:
    """Everybody what was played to its end or called off; anything else who started it, and staff."""
    if experiment.retired_at is not None:
        return False
    over = experiment.status in (experiment.Status.DONE, experiment.Status.CANCELLED)
    return over or can_steer_experiment(user, experiment)
