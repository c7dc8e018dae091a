"""REST API: leaderboards and rating journals."""

from __future__ import annotations

from typing import Any, get_args

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.rating_quality.report import Verdict
from nabu.accounts.players.serializers import PlayerRef
from nabu.accounts.players.visibility import visible_players
from nabu.contests.ratings.models import Rating, RatingEntry, RatingQuality
from nabu.contests.ratings.queries import journal, leaderboard, quality_of
from nabu.web.pages import game_or_404
from nabu.web.rest.base import Id, TournamentRef, errors
from nabu.web.rest.parameters import Moment, read_query
from nabu.web.rest.schema import path_id
from nabu.web.rest.views import ApiViews


class LeaderboardFilter(serializers.Serializer[Any]):
    """Who is listed."""

    everybody = serializers.BooleanField(default=False)


class JournalFilter(serializers.Serializer[Any]):
    """Which rated games of a player."""

    tournament = Id(required=False, help_text="Only games of this tournament.")
    played_since = Moment(help_text="Only games whose result was confirmed from this moment on.")


class RatingLine(serializers.ModelSerializer[Rating]):
    """A line of the leaderboard. The true strength lies within `margin` of `value` in about 95 of 100 cases; the margin
    grows with the time without a rated game.

    Provisional players (the margin is large) and inactive ones (no rated game for a year) have no rank.
    """

    rank = serializers.IntegerField(read_only=True, allow_null=True)
    player = PlayerRef(read_only=True)
    margin = serializers.FloatField(read_only=True)
    provisional = serializers.BooleanField(read_only=True)
    inactive = serializers.BooleanField(read_only=True)

    class Meta:
        model = Rating
        fields: tuple[str, ...] = (
            "rank",
            "player",
            "value",
            "margin",
            "games",
            "provisional",
            "inactive",
            "last_game_at",
        )
        read_only_fields = fields


class QualityReport(serializers.ModelSerializer[RatingQuality]):
    """Whether the ratings predict results. `temperature` turns them into chances: the chance to win is proportional to
    exp(rating / temperature); it is empty as long as they are not shown to predict."""

    report = serializers.JSONField(read_only=True, help_text="All measures; they are explained in the manual.")
    verdict = serializers.ChoiceField(source="report.verdict", choices=get_args(Verdict), read_only=True)

    class Meta:
        model = RatingQuality
        fields: tuple[str, ...] = (
            "game",
            "verdict",
            "rated_games",
            "temperature",
            "system",
            "made_at",
            "report",
        )
        read_only_fields = fields


class PlaceOfPlayer(serializers.ModelSerializer[RatingEntry]):
    """The place of a player in a rated game."""

    player = PlayerRef(read_only=True)

    class Meta:
        model = RatingEntry
        fields: tuple[str, ...] = ("player", "place", "before", "after")
        read_only_fields = fields


class JournalLine(serializers.ModelSerializer[RatingEntry]):
    """What one rated game did to a rating: `after - before` is k / (players - 1) * (actual - expected).

    `mu` and `sigma` are the second rating, which says how sure it is; `sigma_before` includes the time without a game.
    """

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
            "mu_before",
            "sigma_before",
            "mu_after",
            "sigma_after",
            "opponents",
        )
        read_only_fields = fields

    @extend_schema_field(PlaceOfPlayer(many=True))
    def get_opponents(self, entry: RatingEntry) -> Any:
        """The others at the table."""
        others = [other for other in entry.rated_game.entries.all() if other.pk != entry.pk]
        return PlaceOfPlayer(others, many=True).data


JOURNAL_COLUMNS = {
    "tournament": "rated_game__table__round__stage__tournament",
    "played_since": "rated_game__played_at__gte",
}


@extend_schema(tags=["ratings"])
class RatingViewSet(ApiViews[Any]):
    """One Elo rating per player and game."""

    permission_classes = [AllowAny]
    serializer_class = RatingLine
    lookup_field = "game"
    lookup_value_converter = "slug"

    @extend_schema(
        summary="Get the leaderboard",
        operation_id="ratings_leaderboard",
        parameters=[
            OpenApiParameter("everybody", bool, description="Include provisional and inactive players; default: false.")
        ],
        responses={200: RatingLine(many=True), **errors(400)},
        filters=True,
    )
    def retrieve(self, request: Request, game: str) -> Response:
        """The ratings of a game, the highest first; equal ratings share a rank."""
        game_or_404(game)
        wanted = read_query(request, LeaderboardFilter)
        ranked = leaderboard(game, **wanted)
        return self.paged(RatingLine, ranked)

    @extend_schema(
        summary="Get the quality of the ratings",
        operation_id="ratings_quality",
        responses={200: QualityReport},
        filters=False,
    )
    @action(detail=True, methods=["get"], pagination_class=None)
    def quality(self, request: Request, game: str) -> Response:
        """The latest report on the ratings of a game; 404 before there is one."""
        game_or_404(game)
        found = quality_of(game)
        if found is None:
            raise Http404
        return Response(QualityReport(found).data)

    @extend_schema(
        summary="Get the rating journal of a player",
        operation_id="ratings_journal",
        parameters=[path_id("player", "player"), JournalFilter],
        responses={200: JournalLine(many=True), **errors(400)},
        filters=True,
    )
    @action(detail=True, methods=["get"], url_path="journal/<int:player>")
    def journal(self, request: Request, game: str, player: int) -> Response:
        """Every rated game of a player, the latest first."""
        game_or_404(game)
        of, wanted = get_object_or_404(visible_players(request.user), pk=player), read_query(request, JournalFilter)
        where = {JOURNAL_COLUMNS[name]: value for name, value in wanted.items()}
        return self.paged(JournalLine, journal(of, game).filter(**where))
