"""Locking and the checks that every change of a tournament begins with."""

from __future__ import annotations

from collections.abc import Container

from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import touch, tournament_topic
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import Level, level_of
from nabu.core.errors import NotAllowed, Refused

DRAFT, RUNNING, FINISHED = Tournament.Status.DRAFT, Tournament.Status.RUNNING, Tournament.Status.FINISHED
CANCELLED = Tournament.Status.CANCELLED
OVER = frozenset({FINISHED, CANCELLED})
ANY_STATE = frozenset(Tournament.Status)


def lock_tournament(pk: int) -> Tournament:
    """The tournament as it is now, locked until the end of the transaction.

    Every change of anything in a tournament locks this row first, so two changes never cross. SQLite has no row
    locks; there a transaction holds the write lock from its beginning. Pages that show it are made anew.
    """
    try:
        found = Tournament.objects.select_for_update().get(pk=pk)
    except Tournament.DoesNotExist:
        raise Refused(_("This tournament no longer exists.")) from None
    touch(tournament_topic(pk))
    return found


def lock_as(actor: User, pk: int, allowed: Container[str], level: Level = Level.DIRECTOR) -> Tournament:
    """Lock it for somebody of at least this level, in one of the allowed states. Raises NotAllowed or Refused."""
    tournament = lock_tournament(pk)
    check_may(actor, tournament, allowed, level)
    return tournament


def check_may(actor: User, tournament: Tournament, allowed: Container[str], level: Level = Level.DIRECTOR) -> None:
    """Raises NotAllowed below this level, Refused outside the allowed states."""
    if level_of(actor, tournament) < level:
        raise NotAllowed
    check_status(tournament, allowed)


def check_status(tournament: Tournament, allowed: Container[str]) -> None:
    """Raises Refused with what is in the way."""
    if tournament.status in allowed:
        return
    if tournament.status == DRAFT:
        raise Refused(Message("tournaments.not_started"))
    if tournament.status == RUNNING:
        raise Refused(Message("tournaments.running" if DRAFT in allowed else "tournaments.not_finished"))
    if tournament.status == CANCELLED:
        raise Refused(Message("tournaments.cancelled"))
    raise Refused(Message("tournaments.finished" if RUNNING in allowed else "tournaments.over"))
