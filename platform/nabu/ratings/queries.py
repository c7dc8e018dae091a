"""What pages and the API read about ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import BooleanField, Case, F, IntegerField, Q, QuerySet, Value, When, Window
from django.db.models.functions import Rank
from django.utils import timezone

from nabu.matches.models import Seat
from nabu.players.models import Player
from nabu.ratings.models import INACTIVE_AFTER, Rating, RatingEntry, RatingQuality
from nabu.ratings.quality.report import SYSTEM
from nabu.ratings.uncertainty import PROVISIONAL_ABOVE, Belief, cautious

MOST_TABLES = 5000
"""So many tables are asked for at once; databases refuse longer lists of values."""

RatingBefore = tuple[float | None, int]
"""A rating, and how many rated games had made it."""


def rating_of(player: Player, game: str) -> Rating | None:
    """The current rating, or None before the first rated game."""
    return Rating.objects.filter(player=player, game=game).first()


def seeding_strength(rating: Rating) -> float:
    """What seeding goes by: a strength that the player very probably has, by the second rating.

    Two lucky games put nobody above those who have shown the same in fifty.
    """
    return cautious(Belief(rating.mu, rating.sigma))


def leaderboard(game: str, everybody: bool = False) -> QuerySet[Rating]:
    """Ratings of a game, the highest first: of those who are neither provisional nor inactive, or of everybody.

    `rank` counts the former only and is None for the others; equal ratings share a rank.
    """
    settled = Q(sigma__lte=PROVISIONAL_ABOVE, last_game_at__gte=timezone.now() - INACTIVE_AFTER)
    ratings = Rating.objects.filter(game=game).select_related("player")
    if not everybody:
        ratings = ratings.filter(settled)
    return ratings.annotate(
        listed=Case(When(settled, then=Value(True)), default=Value(False), output_field=BooleanField()),
        place=Window(Rank(), partition_by=F("listed"), order_by=F("value").desc()),
        rank=Case(When(listed=True, then=F("place")), default=None, output_field=IntegerField()),
    ).order_by("-value", "player__name", "player_id")


def journal(player: Player, game: str) -> QuerySet[RatingEntry]:
    """The player's journal, the latest game first, with everybody at the table of each game."""
    return (
        RatingEntry.objects.filter(player=player, rated_game__game=game)
        .select_related("rated_game__table__round__stage__tournament")
        .prefetch_related("rated_game__entries__player")
        .order_by("-rated_game__sequence")
    )


def ratings_before(table_ids: Iterable[int]) -> dict[int, dict[int, RatingBefore]]:
    """The rating of everybody at these tables before the game, and after how many rated games: by table, by player.

    Of a rated game it is what the journal wrote down. Of a game that is not rated (yet) it is what the player's last
    rated game left among those confirmed before this one, and (None, 0) if there is none. Three queries for each
    `MOST_TABLES` tables.
    """
    wanted = list(dict.fromkeys(table_ids))
    before: dict[int, dict[int, RatingBefore]] = {}
    for start in range(0, len(wanted), MOST_TABLES):
        before |= _ratings_before(wanted[start : start + MOST_TABLES])
    return before


def _ratings_before(table_ids: list[int]) -> dict[int, dict[int, RatingBefore]]:
    before: defaultdict[int, dict[int, RatingBefore]] = defaultdict(dict)
    written = RatingEntry.objects.filter(rated_game__table__in=table_ids)
    for table, player, rating, games in written.values_list("rated_game__table", "player", "before", "games_before"):
        before[table][player] = (rating, games)
    unrated = [
        seat
        for seat in Seat.objects.filter(table__in=table_ids).values_list(
            "table", "entry__player", "table__round__stage__tournament__game", "table__confirmed_at"
        )
        if seat[1] not in before[seat[0]]
    ]
    left: defaultdict[tuple[int, str], list[tuple[datetime, RatingBefore]]] = defaultdict(list)
    for player, game, at, after, games_before in (
        RatingEntry.objects.filter(
            player__in={player for _table, player, _game, _at in unrated},
            rated_game__game__in={game for _table, _player, game, _at in unrated},
        )
        .order_by("-rated_game__sequence")
        .values_list("player", "rated_game__game", "rated_game__played_at", "after", "games_before")
    ):
        left[player, game].append((at, (after, games_before + 1)))
    for table, player, game, confirmed_at in unrated:
        known = (rating for at, rating in left[player, game] if confirmed_at is None or at < confirmed_at)
        before[table][player] = next(known, (None, 0))
    return dict(before)


def quality_of(game: str) -> RatingQuality | None:
    """The latest report on the ratings as they are made now; None before there is one."""
    return RatingQuality.objects.filter(game=game, system=SYSTEM).first()


def temperature_of(game: str) -> float | None:
    """The temperature with which ratings of this game become chances to win (`nabu.ratings.prediction`).

    None as long as they have not been shown to predict: then everybody has the same chance.
    """
    found = quality_of(game)
    return None if found is None else found.temperature
