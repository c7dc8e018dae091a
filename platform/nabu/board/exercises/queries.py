"""The reviewed games of an account on this site: what its page of exercises begins with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from engine.game import JsonObject
from engine.registry import GAMES
from engine.review.reviewer import reviewer_name
from nabu.accounts.players.models import User
from nabu.board.reviews.models import GameReview
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import PUBLIC

MOST_GAMES = 200
"""The latest games of each kind: whoever has practised these has others."""

KEPT = ("move", "seat", "turn", "phase", "rather", "mark", "loss", "error", "sources", "others")
"""What an exercise needs of a decision."""


def reviewed_games_of(user: User) -> list[JsonObject]:
    """The account's own games with a review of today's reviewer, the latest first, each with the decisions that are
    marked: those of the tables at which its player sat, and what it has sent without a table.

    `seat` is the player's; None where nobody has said who sat where, and the marks of all seats are there.
    """
    return [*_played(user), *_sent(user)]


def _played(user: User) -> Iterable[JsonObject]:
    own = Seat.objects.filter(entry__player__user=user, absent=False).values("table")
    tables = (
        Table.objects.filter(pk__in=own, status=Table.Status.CONFIRMED)
        .filter(round__stage__tournament__in=Tournament.objects.filter(PUBLIC))
        .exclude(round__status=Round.Status.DRAFT)
    )
    found = list(_rows(_reviews().filter(log__table__in=tables), "log__table__confirmed_at", "log__table__pk"))
    seats: defaultdict[int, list[bool]] = defaultdict(list)
    there = Seat.objects.filter(table__in=[table for _row, table in found], absent=False).order_by("position")
    for table, account in there.values_list("table_id", "entry__player__user_id"):
        seats[table].append(account == user.pk)
    for row, table in found:
        # A correction may have changed who was there; the review then tells of seats that nobody knows.
        if True in seats[table] and len(seats[table]) == len(row["summary"]["seats"]):
            yield _game(row, seats[table].index(True))


def _sent(user: User) -> Iterable[JsonObject]:
    sent = _reviews().filter(log__submissions__submitted_by=user, log__submissions__table=None)
    for row, _key in _rows(sent.exclude(log__table__isnull=False).distinct(), "finished_at", "pk"):
        yield _game(row, None)


def _reviews() -> QuerySet[GameReview]:
    names = [reviewer_name(game) for game in GAMES.values()]
    return GameReview.objects.filter(status=GameReview.Status.DONE, reviewer__in=names)


def _rows(reviews: QuerySet[GameReview], when: str, key: str) -> Iterable[tuple[dict[str, Any], int]]:
    wanted = ("game", "log__sha256", "summary", "decisions", when, key)
    for row in reviews.order_by(f"-{when}", f"-{key}").values(*wanted)[:MOST_GAMES]:
        yield {**row, "at": row[when]}, row[key]


def _game(row: dict[str, Any], seat: int | None) -> JsonObject:
    sha256 = row["log__sha256"]
    marked = (each for each in row["decisions"] if each.get("mark") and seat in (None, each["seat"]))
    return {
        "digest": row["summary"]["digest"],
        "game": row["game"],
        "seat": seat,
        "log": reverse("table:raw", args=[sha256]),
        "replay": reverse("table:replay", args=[sha256]),
        "at": row["at"].isoformat() if row["at"] else None,
        "decisions": [{key: each[key] for key in KEPT} for each in marked],
    }
