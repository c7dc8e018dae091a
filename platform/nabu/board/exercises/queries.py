"""The reviewed games of an account on this site: what its page of exercises begins with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.urls import reverse

from engine.game import JsonObject
from engine.registry import GAMES
from engine.review.reviewer import reviewer_name
from nabu.accounts.players.models import User
from nabu.board.reviews.games import reviewed_tables
from nabu.board.reviews.models import GameReview
from nabu.board.reviews.own import sent_without_table, tables_of
from nabu.contests.matches.models import GameLog, Seat

MOST_GAMES = 200
"""The latest games of each kind: whoever has practised these has others."""

KEPT = ("move", "seat", "turn", "phase", "rather", "loss", "sources", "others")
"""What an exercise needs of a decision."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of the account: the number of its review, that of the file which the account may see, and who was on which
    seat (True: the account), None where nobody has said that."""

    review: int
    log: int
    seats: list[bool] | None


def reviewed_games_of(user: User) -> list[JsonObject]:
    """The account's own games with a review of today's reviewer, the latest first, each with the decisions that are
    marked: those of the tables at which its player sat, and what it has sent without a table. A review counts in
    whatever file of the game it was asked for.

    `seat` is the player's; None where nobody has said who sat where, and the marks of all seats are there.
    """
    games = [*_played(user), *_sent(user)]
    files = GameLog.objects.only("sha256").in_bulk([game.log for game in games])
    told = ("pk", "game", "summary__digest", "summary__seats", "decisions")
    chosen = _reviews().filter(pk__in=[game.review for game in games])
    reviews = {review: rest for review, *rest in chosen.values_list(*told)}
    return [
        found
        for game in games
        if game.review in reviews and (found := _told(game, files[game.log].sha256, *reviews[game.review]))
    ]


def _played(user: User) -> Iterator[OwnGame]:
    reviewed = reviewed_tables(_reviews(), tables_of(user), MOST_GAMES)
    there = Seat.objects.filter(table__in=[each.table for each in reviewed], absent=False).order_by("position")
    seats: defaultdict[int, list[bool]] = defaultdict(list)
    for table, account in there.values_list("table_id", "entry__player__user_id"):
        seats[table].append(account == user.pk)
    return (OwnGame(each.review, each.log, seats[each.table]) for each in reviewed)


def _sent(user: User) -> Iterator[OwnGame]:
    sent = sent_without_table(user)
    same = Q(log__in=sent.values("log")) | Q(log__game__in=sent.values("log__game"))
    by_log: dict[int, int] = {}
    by_game: dict[int, int] = {}
    for review, log, game in _reviews().filter(same).order_by("pk").values_list("pk", "log", "log__game"):
        by_log[log] = review
        if game is not None:
            by_game[game] = review
    found: dict[int, OwnGame] = {}
    for log, played in sent.order_by("-submitted_at", "-pk").values_list("log", "log__game"):
        same_game = by_game.get(played) if played is not None else None
        chosen = by_log.get(log) or same_game
        if chosen is not None:
            found.setdefault(same_game or chosen, OwnGame(chosen, log, None))
    return iter(list(found.values())[:MOST_GAMES])


def _reviews() -> QuerySet[GameReview]:
    names = [reviewer_name(game) for game in GAMES.values()]
    return GameReview.objects.filter(status=GameReview.Status.DONE, reviewer__in=names)


def _told(
    own: OwnGame, sha256: str, game: str, digest: str, totals: list[JsonObject], decisions: list[JsonObject]
) -> JsonObject | None:
    seat = None
    if own.seats is not None:
        # A correction may have changed who was there; the review then tells of seats that nobody knows.
        if True not in own.seats or len(own.seats) != len(totals):
            return None
        seat = own.seats.index(True)
    marked = (each for each in decisions if each.get("mark") and seat in (None, each["seat"]))
    return {
        "digest": digest,
        "game": game,
        "seat": seat,
        "log": reverse("table:raw", args=[sha256]),
        "replay": reverse("table:replay", args=[sha256]),
        "decisions": [{key: each[key] for key in KEPT} for each in marked],
    }
