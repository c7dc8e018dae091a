"""The game of a log as a reviewer takes it, and the reviews of a game in whatever file they were asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.db.models import Case, F, Q, QuerySet, When

from engine.game import Game
from engine.message import Message
from engine.registry import GAMES
from engine.review import sentences
from engine.review.reviewer import reviewer_name
from engine.table.table import Table
from nabu.board.reviews.models import GameReview
from nabu.catalogue.games.library import library
from nabu.contests.matches.models import GameLog, Verification
from nabu.contests.matches.models import Table as MatchTable
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


@dataclass(frozen=True, slots=True)
class ReviewedTable:
    """A table, the file that proves its result, and a review of its game: their numbers."""

    table: int
    confirmed_at: datetime | None
    log: int
    review: int


def reviewed_tables(
    reviews: QuerySet[GameReview], tables: QuerySet[MatchTable], most: int | None = None
) -> list[ReviewedTable]:
    """Of these tables those with one of these reviews, the latest first, at most so many.

    The rule of `reviews_of_game` for many: a review counts in whatever file of the game it was asked for, but in no
    other while the game is not known. Where there are two, it is the one of the table's own file.
    """
    found: dict[int, ReviewedTable] = {}
    for reachable, table in (
        (reviews.filter(log__game=None, log__table__in=tables), "log__table"),
        (reviews.filter(log__game__logs__table__in=tables), "log__game__logs__table"),
    ):
        latest = reachable.order_by(F(f"{table}__confirmed_at").desc(nulls_last=True), f"-{table}__pk", "pk")
        fields = (f"{table}__pk", f"{table}__confirmed_at", f"{table}__log", "pk", "log")
        for key, confirmed_at, log, review, asked_in in latest.values_list(*fields)[:most]:
            if key not in found or asked_in == log:
                found[key] = ReviewedTable(key, confirmed_at, log, review)
    never = datetime.min.replace(tzinfo=UTC)
    return sorted(found.values(), key=lambda each: (each.confirmed_at or never, each.table), reverse=True)[:most]
