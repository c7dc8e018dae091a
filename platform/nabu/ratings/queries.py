"""What pages and the API read about ratings."""

from __future__ import annotations

from django.db.models import QuerySet

from nabu.players.models import Player
from nabu.ratings.models import Rating, RatingEntry


def rating_of(player: Player, game: str) -> Rating | None:
    """The current rating, or None before the first rated game."""
    return Rating.objects.filter(player=player, game=game).first()


def leaderboard(game: str) -> QuerySet[Rating]:
    """Ratings of a game, the highest first."""
    return Rating.objects.filter(game=game).select_related("player").order_by("-value", "player__name", "player_id")


def journal(player: Player, game: str) -> QuerySet[RatingEntry]:
    """The player's journal, the latest game first, with everybody at the table of each game."""
    return (
        RatingEntry.objects.filter(player=player, rated_game__game=game)
        .select_related("rated_game__table__round__stage__tournament")
        .prefetch_related("rated_game__entries__player")
        .order_by("-rated_game__sequence")
    )
