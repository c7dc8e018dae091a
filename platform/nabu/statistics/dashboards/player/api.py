"""REST API: one player's statistics in a game title."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.serializers import PlayerRef
from nabu.accounts.players.visibility import visible_players
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.player.asked import player_filter
from nabu.statistics.dashboards.player.over_time_api import (
    PlayerBest,
    PlayerDay,
    PlayerMonth,
    PlayerPercentile,
    PlayerRecord,
    PlayerSeason,
    PlayerStreak,
)
from nabu.statistics.dashboards.player.records import statistics_record
from nabu.statistics.dashboards.player.statistics import PlayerStatistics
from nabu.statistics.dashboards.questions.table_api import OPPONENT, PROOF, TYPED, WAITING, chosen_filter
from nabu.web.pages import game_or_404
from nabu.web.rest.base import errors, nullable
from nabu.web.rest.parameters import know, refuse_unknown
from nabu.web.rest.views import ApiView

PLAYER_FILTER = [
    OpenApiParameter("variant", OpenApiTypes.STR, description="Only games of this variant."),
    OpenApiParameter("players", OpenApiTypes.INT, description="Only games with this many players."),
    OpenApiParameter("band", OpenApiTypes.INT, description="Only games of this rating band."),
    OpenApiParameter("since", OpenApiTypes.INT, description="From this month on, such as 202611."),
    OpenApiParameter("until", OpenApiTypes.INT, description="Until this month, included."),
    OpenApiParameter("tournament", OpenApiTypes.INT, description="Only games of this tournament."),
    OPPONENT,
    PROOF,
    TYPED,
]


class PlayerRating(serializers.Serializer[Any]):
    """The current rating."""

    value = serializers.FloatField()
    margin = serializers.FloatField(help_text="Two standard deviations.")
    provisional = serializers.BooleanField()
    games = serializers.IntegerField()


class PlayerSource(serializers.Serializer[Any]):
    """A source beside that of the peers; the source "" is the score."""

    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # a column, not DRF's setting
    games = serializers.IntegerField()
    typed_games = serializers.IntegerField(help_text="Games of the player from typed score sheets within the filter.")
    peers = serializers.IntegerField()
    peer_games = serializers.IntegerField()
    points_per_game = serializers.FloatField()
    points_per_game_peers = serializers.FloatField()
    difference = serializers.FloatField()
    difference_low = nullable("95%, Welch.")
    difference_high = nullable("95%, Welch.")
    q_value = nullable("Corrected for looking at all sources; null for the score.")


class PlayerCard(serializers.Serializer[Any]):
    """A card that the player took, each game counted once."""

    card = serializers.CharField()
    games = serializers.IntegerField()
    wins = serializers.FloatField()
    compared_with = serializers.ChoiceField(["state", "ratings"], help_text="Where the expectation comes from.")
    above_expectation = serializers.FloatField()
    difference = nullable("The same, minus that of the player's other cards.")
    difference_low = nullable("95%, Student's t.")
    difference_high = nullable("95%, Student's t.")
    shrunk = nullable("The difference, shrunk towards zero according to its noise.")
    q_value = nullable("Of the difference, corrected for looking at all cards.")
    sample = serializers.ChoiceField(["tiny", "small", "enough"])


class PlayerOpponent(serializers.Serializer[Any]):
    """An opponent of the player."""

    player_id = serializers.IntegerField()
    player = serializers.CharField()
    games = serializers.IntegerField()
    better = serializers.FloatField(help_text="Games in which the player placed better; a shared place counts half.")
    expected = nullable("The number that the ratings predict, over the games with an expectation.")
    games_with_expectation = serializers.IntegerField()
    share_low = nullable("95% interval of better / games.")
    share_high = nullable("95% interval of better / games.")


class PlayerStatisticsAnswer(serializers.Serializer[Any]):
    """One player's statistics. `record` and `form` (the latest 20 games) are null without a verified game."""

    player = PlayerRef()
    game = serializers.CharField()
    rating = PlayerRating(allow_null=True)
    games_waiting = serializers.IntegerField(help_text=WAITING)
    record = PlayerRecord(allow_null=True)
    form = PlayerRecord(allow_null=True)
    sources = PlayerSource(many=True, help_text="Empty without enough peers.")
    cards = PlayerCard(many=True)
    opponents = PlayerOpponent(many=True)
    months = PlayerMonth(many=True)
    seasons = PlayerSeason(many=True, help_text="Years, each followed by its calendar quarters; the latest first.")
    streaks = PlayerStreak(many=True)
    days = PlayerDay(many=True)
    bests = PlayerBest(many=True)
    percentiles = PlayerPercentile(
        many=True,
        help_text="Without the means unless the player and ten others have ten games of one table size and variant; "
        "without the rating unless it is ranked beside ten others.",
    )


class PlayerStatisticsView(ApiView):
    """Whoever may see the page may read it."""

    id_of = "player"
    permission_classes = [AllowAny]

    @extend_schema(
        tags=["players"],
        summary="Get a player's statistics",
        operation_id="players_statistics",
        parameters=[*PLAYER_FILTER],
        responses={200: PlayerStatisticsAnswer, **errors(400)},
    )
    def get(self, request: Request, id: int, game: str) -> Response:  # noqa: A002 - the name in the address
        """Based on the verified games of public tournaments that match the filter."""
        player, played = get_object_or_404(visible_players(request.user), pk=id), game_or_404(game)
        form = player_filter(request.query_params, player, played.key)
        know(request, form.fields.keys() - {"player"})
        refuse_unknown(request)
        chosen = chosen_filter(form)
        return Response(statistics_record(PlayerStatistics(player, Statistics(chosen))))
