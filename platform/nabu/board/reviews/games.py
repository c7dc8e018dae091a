"""The game of a log, as a reviewer takes it."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import Case, Q, QuerySet, When

from engine.game import Game
from engine.message import Message
from engine.registry import GAMES
from engine.review import sentences
from engine.review.reviewer import reviewer_name
from engine.table.table import Table
from nabu.board.reviews.models import GameReview
from nabu.catalogue.games.library import library
from nabu.contests.matches.models import GameLog, Verification
from nabu.contests.matches.served_logs import served_bytes
from nabu.contests.results.settling.verification import VERIFIED, verification_of


def why_not_reviewable(log: GameLog) -> Message | None:
    """Why the decisions of this game cannot be judged, by its verdict alone; None if they can."""
    verification = verification_of(log)
    report = verification.report if verification and verification.status == Verification.Status.DONE else None
    header = (report or {}).get("header")
    if verification is None or header is None or header["game"] not in GAMES:
        return Message("reviews.not_verified")
    if header["chance"] == "hidden":
        return sentences.HIDDEN_CHANCE.message()
    if verification.verdict == "unfinished":
        return sentences.NOT_OVER.message()
    return None if verification.verdict == VERIFIED else Message("reviews.not_verified")


def game_of_log(log: GameLog) -> Game:
    """The title of a log that `why_not_reviewable` has nothing against."""
    verification = verification_of(log)
    assert verification is not None
    assert verification.report
    return GAMES[verification.report["header"]["game"]]


def table_of_log(log: GameLog) -> Table:
    """The game with its moves. Raises ValueError if the engine of today does not read it."""
    table, report = Table.of_log(served_bytes(log), library)
    if table is None or report.verdict != VERIFIED:
        raise ValueError(f"{log}: {report.reason}")
    return table


def named(table: Table, names: list[str]) -> Table:
    """The same game with these names by seat: a log has those that somebody has written into it."""
    other = table.copy()
    other.header = replace(table.header, seats=names)
    return other


def review_of(log: GameLog, game: Game) -> GameReview | None:
    """What the reviewer of today has said about the game of a log, if it was ever asked."""
    return reviews_of_game(log).filter(reviewer=reviewer_name(game)).first()


def reviews_of_game(log: GameLog) -> QuerySet[GameReview]:
    """The reviews of the game that a log tells, in whatever file they were asked for; those of this file first."""
    same = Q(log=log) | (Q(log__game=log.game_id) if log.game_id else Q())
    return GameReview.objects.filter(same).order_by(Case(When(log=log, then=0), default=1), "pk")
