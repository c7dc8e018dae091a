"""One game counts once: which game a log tells, and which table it already belongs to.

A game is recognised by its digest (`engine.log.digest`), whatever the file says about names, result or remarks. A game
with another digest and the same moves can be the same one, altered: that is for a director to say (`duplicates`). The
row of the moves is locked after the verification and before the tournaments, so that two tables never get a game at the
same moment, in whatever two files it comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from engine.log.digest import GameDigests, game_digests
from nabu.catalogue.games.library import library, library_of
from nabu.contests.matches.models import DuplicateAnswer, GameLog, GameMoves, LogSubmission, PlayedGame, Table
from nabu.core.background import compute

Outcome = LogSubmission.Outcome

WITHOUT_A_PLACE = (Outcome.PENDING, Outcome.NO_TABLE, Outcome.NOT_USED)
"""What was sent with one of these outcomes keeps no other table from its game."""


@dataclass(frozen=True, slots=True)
class OtherTable:
    """Another table that the game of a log belongs to. `only_moves`: it is a game with the same moves."""

    table: Table
    only_moves: bool


def digests_of(log: GameLog) -> GameDigests | None:
    """The digests of the game that this log tells; None unless it is verified. It takes a replay."""
    return game_digests(bytes(log.content), library)


def digests_in_background(log: GameLog) -> GameDigests | None:
    """The same where nobody waits for it (`nabu.core.background`)."""
    content = bytes(log.content)
    return compute(game_digests, content, library_of(content))


def recognise(log: GameLog, digests: GameDigests | None) -> None:
    """Write down which game the log tells, and lock its moves; None: none that is verified."""
    game = _stored(digests) if digests else None
    if log.game_id != (game.pk if game else None):
        log.game = game
        log.save(update_fields=["game"])
    lock_game(log)


def lock_game(log: GameLog) -> None:
    """Whoever holds this decides alone to which table the game belongs, and every other game with its moves."""
    list(GameMoves.objects.select_for_update(of=("self",)).filter(games__logs=log))


def other_table(log: GameLog, besides: Table) -> OtherTable | None:
    """Another table that this game, or a game with the same moves, belongs to: its result, or what waits there for
    people to decide. A log whose game is not known is only compared byte by byte.
    """
    same_game = Q(pk=log.pk) | (Q(game=log.game_id) if log.game_id else Q())
    same_moves = same_game | (Q(game__moves__games=log.game_id) if log.game_id else Q())
    if not _tables_with(same_moves, besides).exists():
        return None
    found = _tables_with(same_game, besides).select_related("round__stage__tournament").order_by("pk").first()
    if found is not None:
        return OtherTable(found, only_moves=False)
    alike = tables_with_same_moves(log, besides)
    return OtherTable(alike[0], only_moves=True) if alike else None


def tables_with_same_moves(log: GameLog, besides: Table) -> list[Table]:
    """Other tables that a game with the moves of this one belongs to, apart from those of which a director of this
    tournament has said that their game is another one, and those that wait for such an answer themselves.
    """
    apart = _said_to_be_apart(log, besides)
    if log.game_id is None or besides.pk in apart:
        return []
    tables = _tables_with(Q(game__moves__games=log.game_id), besides, waits=(Outcome.SAME_MOVES,))
    return list(tables.exclude(pk__in=apart).select_related("round__stage__tournament").order_by("pk"))


def forget_games() -> None:
    """Delete the games that no log tells any more."""
    PlayedGame.objects.filter(logs=None).delete()
    GameMoves.objects.filter(games=None).delete()


def _stored(digests: GameDigests) -> PlayedGame:
    """The row of this game. Of two transactions that write the same moves the second waits for the first."""
    GameMoves.objects.bulk_create([GameMoves(digests.moves)], ignore_conflicts=True)
    PlayedGame.objects.bulk_create([PlayedGame(digest=digests.game, moves_id=digests.moves)], ignore_conflicts=True)
    game = PlayedGame.objects.get(digest=digests.game)
    if game.moves_id != digests.moves:
        game.moves_id = digests.moves
        game.save(update_fields=["moves"])
    return game


def _tables_with(game: Q, besides: Table, waits: Sequence[LogSubmission.Outcome] = ()) -> QuerySet[Table]:
    """Other tables that have a log of this game: as their result, or waiting for people, but not like `waits`."""
    logs = GameLog.objects.filter(game).values("pk")
    waiting = LogSubmission.objects.filter(log__in=logs).exclude(table=None)
    waiting = waiting.exclude(outcome__in=(*WITHOUT_A_PLACE, *waits))
    return Table.objects.filter(Q(log__in=logs) | Q(pk__in=waiting.values("table"))).exclude(pk=besides.pk)


def _said_to_be_apart(log: GameLog, table: Table) -> set[int]:
    """Tables of this tournament of which a director has said that another game with these moves was played there."""
    said = DuplicateAnswer.objects.filter(moves=log.game.moves_id if log.game else None, same=False)
    return set(
        said.filter(table__round__stage__tournament=table.round.stage.tournament_id).values_list("table", flat=True)
    )
