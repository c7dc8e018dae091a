"""Which experiments somebody sees, and how far one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from engine.game import Game
from nabu.accounts.players.models import Person, User
from nabu.statistics.lab.costs import Cost, seconds_a_game, seconds_of_luck
from nabu.statistics.lab.models import LIVE, Experiment

Status = Experiment.Status

LEARNT_FROM = 20
"""So many experiments that were played last say how quick this machine is."""

LEARNT_SECONDS = 30.0
"""If they have taken less in all, nothing is learnt from them."""

MOST_PARTNERS = 20

QUICKEST, SLOWEST = 0.2, 10.0
"""No machine is believed to be further from the one on which costs were measured."""


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

    @property
    def a_game(self) -> float | None:
        """Seconds that a worker takes for a game."""
        return 1 / self.speed if self.speed else None


def shown_experiments(user: Person) -> QuerySet[Experiment]:
    """What this person may see (`permissions.can_see_experiment`), the latest first."""
    found = Experiment.objects.filter(retired_at=None).select_related("owner__player").defer("sums")
    if isinstance(user, User) and user.is_active and user.is_staff:
        return found
    over = Q(status__in=(Status.DONE, Status.CANCELLED))
    own = Q(owner=user) if isinstance(user, User) and user.is_active else Q()
    return found.filter(over | own if own else over)


def cost_of(game: Game, players: int, bots: Sequence[str], games: int, arms: int, tell_luck: bool = False) -> Cost:
    """What so many games take on this machine. The bots take the seats in turn."""
    return Cost(measured_seconds(game.key, players, bots, tell_luck) * machine_factor(), arms, games)


def measured_seconds(game: str, players: int, bots: Sequence[str], tell_luck: bool) -> float:
    """What a game takes on the machine on which costs were measured. The bots take the seats in turn."""
    seconds = seconds_a_game(game, [bots[seat % len(bots)] for seat in range(players)])
    return seconds + seconds_of_luck(game, players) if tell_luck else seconds


def machine_factor() -> float:
    """How many times as long as measured games take here, by what was played last; 1 if that was too little."""
    played = Experiment.objects.filter(seconds__gt=0).order_by("-id")[:LEARNT_FROM]
    taken = measured = 0.0
    columns = ("game", "players", "bots", "tell_luck", "played", "seconds")
    for game, players, bots, tell_luck, games, seconds in played.values_list(*columns):
        taken += seconds
        measured += games * measured_seconds(game, players, [bot.rpartition("/")[0] for bot in bots], tell_luck)
    if taken < LEARNT_SECONDS or not measured:
        return 1.0
    return min(SLOWEST, max(QUICKEST, taken / measured))


def partners_of(user: Person, experiment: Experiment) -> list[Experiment]:
    """Experiments that are over and played the base of this one with other bots: both can be compared. The latest
    first.
    """
    if experiment.status not in (Status.DONE, Status.CANCELLED):
        return []
    same = {name: getattr(experiment, name) for name in ("game", "players", "rules_version")}
    base = experiment.arm_list[0]
    found = shown_experiments(user).filter(
        **same,
        status__in=(Status.DONE, Status.CANCELLED),
        played__gt=0,
        arms__key=base.key,
        arms__components_sha256=base.components_sha256,
    )
    return [other for other in found.exclude(pk=experiment.pk)[:MOST_PARTNERS] if other.bots != experiment.bots]


def progress_of(experiment: Experiment) -> Progress:
    """How far it is."""
    arms = len(experiment.arm_list)
    done, total = experiment.played, experiment.games * arms
    speed = done / experiment.seconds if experiment.seconds else None
    left = None
    if speed:
        left = timedelta(seconds=round((total - done) / speed / settings.LAB_CHUNKS_AT_ONCE))
    return Progress(done, total, 100 * done // total, speed, left if experiment.status in LIVE else None)
