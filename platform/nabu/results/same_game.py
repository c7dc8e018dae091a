"""One game counts once: which game a log tells, and which table it already belongs to.

A game is recognised by its digest (`engine.log.digest`), whatever the file says about names, result or remarks. Its
row is locked after the verification and before the tournaments, so that two tables never get it at the same moment.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from engine import ENGINE_VERSION
from engine.log.digest import game_digest
from nabu.games.library import library
from nabu.matches.models import GameLog, LogSubmission, PlayedGame, Table, Verification

Outcome = LogSubmission.Outcome

WITHOUT_A_PLACE = (Outcome.PENDING, Outcome.NO_TABLE, Outcome.NOT_USED)
"""What was sent with one of these outcomes keeps no other table from its game."""


def digest_of(log: GameLog) -> str | None:
    """The digest of the game that this log tells; None unless it is verified. It takes a replay."""
    return game_digest(bytes(log.content), library)


def recognise(log: GameLog, digest: str | None) -> None:
    """Write down which game the log tells, and lock that game; None: none that is verified."""
    game = PlayedGame.objects.get_or_create(digest=digest)[0] if digest else None
    if log.game_id != (game.pk if game else None):
        log.game = game
        log.save(update_fields=["game"])
    lock_game(log)


def lock_game(log: GameLog) -> None:
    """Whoever holds this decides alone to which table the game belongs."""
    list(PlayedGame.objects.select_for_update(of=("self",)).filter(logs=log))


def table_of_game(log: GameLog, besides: Table) -> Table | None:
    """Another table that this game belongs to: its result, or what waits there for people to decide.

    A log whose game is not known yet is only compared byte by byte.
    """
    same = Q(pk=log.pk) | (Q(game=log.game_id) if log.game_id else Q())
    logs = GameLog.objects.filter(same).values("pk")
    waiting = LogSubmission.objects.filter(log__in=logs).exclude(table=None).exclude(outcome__in=WITHOUT_A_PLACE)
    tables = Table.objects.filter(Q(log__in=logs) | Q(pk__in=waiting.values("table")))
    return tables.exclude(pk=besides.pk).select_related("round__stage__tournament").order_by("pk").first()


def unrecognised() -> QuerySet[GameLog]:
    """Verified logs of which nobody has worked out yet which game they tell: sent before games were recognised."""
    done = Verification.objects.filter(status=Verification.Status.DONE)
    refused_today = done.filter(engine=ENGINE_VERSION).exclude(verdict="verified")
    verified = done.filter(verdict="verified").values("log")
    return GameLog.objects.filter(game=None, pk__in=verified).exclude(pk__in=refused_today.values("log")).order_by("pk")
