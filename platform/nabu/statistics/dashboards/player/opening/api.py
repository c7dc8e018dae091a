"""REST API: a player's openings."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.serializers import PlayerRef
from nabu.accounts.players.visibility import visible_players
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.player.api import PLAYER_FILTER
from nabu.statistics.dashboards.player.asked import player_filter
from nabu.statistics.dashboards.player.opening.page import opening_rows
from nabu.statistics.dashboards.player.statistics import PlayerStatistics
from nabu.statistics.dashboards.questions.table_api import TYPED, WAITING, chosen_filter
from nabu.web.pages import game_or_404
from nabu.web.rest.base import errors, nullable
from nabu.web.rest.parameters import know, refuse_unknown
from nabu.web.rest.views import ApiView


class PlayerOpening(serializers.Serializer[Any]):
    """A way of the player to play a first turn."""

    turn = serializers.IntegerField(help_text="The number of the player's own turn: 1, 2 or 3.")
    opening = serializers.CharField(help_text="What was done, as sorted parts joined by +, or `nothing`.")
    games = serializers.IntegerField()
    share = serializers.FloatField(help_text="Of the player's games.")
    wins = serializers.FloatField()
    above_expectation = serializers.FloatField(
        help_text="Wins above expectation per game, minus those of everybody in the same seat, turn, table size and "
        "variant."
    )
    difference = nullable("The same, minus that of the player's other ways to play this turn.")
    difference_low = nullable("95%, Student's t.")
    difference_high = nullable("95%, Student's t.")
    shrunk = nullable("The difference, shrunk towards zero according to its noise.")
    q_value = nullable("Of the difference, corrected for looking at all ways to play this turn.")
    sample = serializers.ChoiceField(["tiny", "small", "enough"])
    share_everybody = nullable("Of everybody's games; null with fewer than ten others.")
    shrunk_everybody = nullable("Everybody's difference (see `dashboards_openings`), shrunk.")


class PlayerOpeningsAnswer(serializers.Serializer[Any]):
    """The first three turns of a player in a game title."""

    player = PlayerRef()
    game = serializers.CharField()
    games_waiting = serializers.IntegerField(help_text=WAITING)
    games = serializers.IntegerField()
    openings = PlayerOpening(many=True, help_text="By turn, the most frequent first.")


class PlayerOpeningsView(ApiView):
    """Whoever may see the page may read it."""

    id_of = "player"
    permission_classes = [AllowAny]

    @extend_schema(
        tags=["players"],
        summary="Get a player's openings",
        operation_id="players_openings",
        parameters=[parameter for parameter in PLAYER_FILTER if parameter is not TYPED],
        responses={200: PlayerOpeningsAnswer, **errors(400)},
    )
    def get(self, request: Request, id: int, game: str) -> Response:  # noqa: A002 - the name in the address
        """Based on the verified games of public tournaments that match the filter."""
        player, played = get_object_or_404(visible_players(request.user), pk=id), game_or_404(game)
        form = player_filter(request.query_params, player, played.key)
        know(request, form.fields.keys() - {"player", "typed"})
        refuse_unknown(request)
        found = PlayerStatistics(player, Statistics(chosen_filter(form)))
        return Response(
            {
                "player": {"id": player.pk, "name": player.name},
                "game": played.key,
                "games_waiting": found.statistics.waiting,
                "games": found.statistics.count,
                "openings": opening_rows(found),
            }
        )
