"""REST API: the board over a player's games."""

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
from nabu.core.spreadsheet import number
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.player.api import PLAYER_FILTER
from nabu.statistics.dashboards.player.asked import player_filter
from nabu.statistics.dashboards.player.board.records import place_rows
from nabu.statistics.dashboards.player.board.statistics import BoardStatistics
from nabu.statistics.dashboards.questions.table_api import TYPED, WAITING, chosen_filter
from nabu.web.pages import game_or_404
from nabu.web.rest.base import errors, nullable
from nabu.web.rest.parameters import know, refuse_unknown
from nabu.web.rest.views import ApiView


class BoardPlace(serializers.Serializer[Any]):
    """A place on the board where somebody made points."""

    place = serializers.CharField()
    players = serializers.IntegerField()
    games = serializers.IntegerField()
    points_per_game = serializers.FloatField()
    points_per_game_others = serializers.FloatField(help_text="The mean of the others at the table.")
    points_per_game_winners = serializers.FloatField(help_text="Of the winners of the same games, the player included.")
    difference = serializers.FloatField(help_text="The player minus the others.")
    difference_low = nullable("95%, Student's t over the games.")
    difference_high = nullable("95%, Student's t over the games.")
    q_value = nullable("Corrected for looking at all places.")


class PlayerBoardAnswer(serializers.Serializer[Any]):
    """The board over a player's games at tables of one size."""

    player = PlayerRef()
    game = serializers.CharField()
    games_waiting = serializers.IntegerField(help_text=WAITING)
    players = serializers.IntegerField(
        allow_null=True, help_text="The table size: the most frequent one unless the filter names another."
    )
    games = serializers.IntegerField()
    wins = serializers.FloatField(help_text="A shared win counts as its share.")
    elsewhere = nullable("Points per game that belong to no place.")
    elsewhere_others = nullable("The same of the others.")
    elsewhere_winners = nullable("The same of the winners.")
    places = BoardPlace(many=True)


class PlayerBoardView(ApiView):
    """Whoever may see the page may read it."""

    id_of = "player"
    permission_classes = [AllowAny]

    @extend_schema(
        tags=["players"],
        summary="Get a player's points by place",
        operation_id="players_board",
        parameters=[parameter for parameter in PLAYER_FILTER if parameter is not TYPED],
        responses={200: PlayerBoardAnswer, **errors(400)},
    )
    def get(self, request: Request, id: int, game: str) -> Response:  # noqa: A002 - the name in the address
        """Based on the verified games of public tournaments that match the filter."""
        player, played = get_object_or_404(visible_players(request.user), pk=id), game_or_404(game)
        form = player_filter(request.query_params, player, played.key)
        know(request, form.fields.keys() - {"player", "typed"})
        refuse_unknown(request)
        found = BoardStatistics(player, Statistics(chosen_filter(form)))
        heat = found.map
        return Response(
            {
                "player": {"id": player.pk, "name": player.name},
                "game": played.key,
                "games_waiting": found.everything.waiting,
                "players": found.size,
                "games": heat.games if heat else 0,
                "wins": number(heat.wins) if heat else 0.0,
                "elsewhere": number(heat.elsewhere[0]) if heat else None,
                "elsewhere_others": number(heat.elsewhere[1]) if heat else None,
                "elsewhere_winners": number(heat.elsewhere[2]) if heat else None,
                "places": place_rows(found),
            }
        )
