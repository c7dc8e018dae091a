"""How far the demo is: which of its tournaments are complete, and whether somebody is playing the others just now."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings

from engine.game import Game
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.tournaments.models import Tournament
from nabu.operations.demo.plans import Plan, plans_of

ORGANISER = ("demo", "Demo")
PLAYERS = (("ana", "Ana"), ("bo", "Bo"), ("cleo", "Cleo"), ("dina", "Dina"))
CLUB = "Board games by the river"
LOCAL_PASSWORD = "demo-demo-demo"
REMOVED = "demo.removed"
"""The entry of the history that keeps a demo from being played again by itself."""


@dataclass(frozen=True, slots=True)
class DemoProgress:
    """So many of the demo tournaments are complete while the others are being played."""

    done: int
    total: int


def missing() -> list[tuple[Game, Plan]]:
    """The demo tournaments that are not complete: all of them on a new site, those of a new game on an old one, and one
    in the middle of which somebody was cut off.

    Short ones first: there is something of every game to look at while the long seasons are played.
    """
    complete = Tournament.objects.filter(organiser__username=ORGANISER[0], being_played=False)
    there = set(complete.values_list("game", "name"))
    left = [(game, plan) for game in GAMES.values() for plan in plans_of(game) if (game.key, plan.name) not in there]
    return sorted(left, key=lambda one: one[1].people > 0)


def begun(game: Game, plan: Plan) -> Tournament | None:
    """The tournament of a plan that is there and not complete."""
    own = Tournament.objects.filter(organiser__username=ORGANISER[0], being_played=True)
    return own.filter(game=game.key, name=plan.name).first()


def wanted() -> bool:
    """Is this a site without a tournament, or one whose demo is not complete: interrupted, or a game came in since?

    Not where somebody has removed it.
    """
    if AuditEntry.objects.filter(action=REMOVED).exists():
        return False
    if not Tournament.objects.exists() or Tournament.objects.filter(being_played=True).exists():
        return True
    return 0 < len(missing()) < _total()


def progress() -> DemoProgress | None:
    """How far the demo is, while it is being played; None at all other times."""
    if not settings.LOCAL or not is_being_played():
        return None
    return DemoProgress(_total() - len(missing()), _total())


class BeingPlayed(Exception):
    """Somebody else is playing the demo just now."""


@contextmanager
def alone() -> Iterator[None]:
    """Play the demo as the only one. Raises BeingPlayed. The system takes the lock back whatever ends the process."""
    path = settings.VAR / "run" / "demo"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BeingPlayed from None
        yield


def is_being_played() -> bool:
    """Whether a process of this machine plays the demo just now."""
    try:
        with (settings.VAR / "run" / "demo").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _total() -> int:
    return sum(len(plans_of(game)) for game in GAMES.values())
