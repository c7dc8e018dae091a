"""REST API: leaderboards and rating journals."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Window
from django.db.models.functions import Rank
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.registry import GAMES
from nabu.players.api import PlayerRef
from nabu.players.models import Player
from nabu.ratings.models import Rating, RatingEntry
from nabu.ratings.queries import journal, leaderboard
from nabu.rest import errors, path_id
from nabu.tournaments.api.serializers import TournamentRef


class RatingLine(serializers.ModelSerializer[Rating]):
    """A line of the leaderboard."""

    rank = serializers.IntegerField(read_only=True)
    player = PlayerRef(read_only=True)

    class Meta:
        model = Rating
        fields: tuple[str, ...] = ("rank", "player", "value", "games")
        read_only_fields = fields


class PlaceOfPlayer(serializers.ModelSerializer[RatingEntry]):
    """Who came where in a rated game."""

    player = PlayerRef(read_only=True)

    class Meta:
        model = RatingEntry
        fields: tuple[str, ...] = ("player", "place", "before", "after")
        read_only_fields = fields


class JournalLine(serializers.ModelSerializer[RatingEntry]):
    """What one rated game did to a rating: `after - before` is k / (players - 1) * (actual - expected)."""

    sequence = serializers.IntegerField(source="rated_game.sequence", read_only=True)
    table = serializers.IntegerField(source="rated_game.table_id", read_only=True)
    tournament = TournamentRef(source="rated_game.table.round.stage.tournament", read_only=True)
    opponents = serializers.SerializerMethodField()

    class Meta:
        model = RatingEntry
        fields: tuple[str, ...] = (
            "sequence",
            "table",
            "tournament",
            "place",
            "games_before",
            "k",
            "expected",
            "actual",
            "before",
            "after",
            "opponents",
        )
        read_only_fields = fields

    @extend_schema_field(PlaceOfPlayer(many=True))
    def get_opponents(self, entry: RatingEntry) -> Any:
        """The others at the table."""
        others = [other for other in entry.rated_game.entries.all() if other.pk != entry.pk]
        return PlaceOfPlayer(others, many=True).data


@extend_schema(tags=["ratings"])
class RatingViewSet(viewsets.GenericViewSet[Any]):
    """One Elo rating per player and game."""

    permission_classes = [AllowAny]
    serializer_class = RatingLine
    lookup_field = "game"
    lookup_value_converter = "slug"

    @extend_schema(
        summary="Leaderboard",
        operation_id="ratings_leaderboard",
        responses={200: RatingLine(many=True), **errors(404)},
        filters=True,
    )
    def retrieve(self, request: Request, game: str) -> Response:
        """The ratings of a game, the highest first; equal ratings share a rank."""
        self._known(game)
        ranked = leaderboard(game).annotate(rank=Window(Rank(), order_by=F("value").desc()))
        return self.get_paginated_response(RatingLine(self.paginate_queryset(ranked), many=True).data)

    @extend_schema(
        summary="Rating journal of a player",
        operation_id="ratings_journal",
        parameters=[path_id("player", "player")],
        responses={200: JournalLine(many=True), **errors(404)},
        filters=True,
    )
    @action(detail=True, methods=["get"], url_path="journal/<int:player>")
    def journal(self, request: Request, game: str, player: int) -> Response:
        """Every rated game of a player, the latest first."""
        self._known(game)
        page = self.paginate_queryset(journal(get_object_or_404(Player, pk=player), game))
        return self.get_paginated_response(JournalLine(page, many=True).data)

    @staticmethod
    def _known(game: str) -> None:
        if game not in GAMES:
            raise Http404
