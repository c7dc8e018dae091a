"""REST API: two players side by side in a game title."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.serializers import PlayerRef
from nabu.statistics.dashboards.player.against.records import side_by_side_record
from nabu.statistics.dashboards.player.against.statistics import SideBySide
from nabu.statistics.dashboards.player.against.views import both_or_404
from nabu.statistics.dashboards.player.api import PLAYER_FILTER
from nabu.statistics.dashboards.player.asked import player_filter
from nabu.statistics.dashboards.questions.table_api import OPPONENT, TYPED, WAITING, chosen_filter
from nabu.web.pages import game_or_404
from nabu.web.rest.base import errors, nullable
from nabu.web.rest.parameters import know, refuse_unknown
from nabu.web.rest.views import ApiView


class HeadToHeadRecord(serializers.Serializer[Any]):
    """The games both played."""

    games = serializers.IntegerField()
    better = serializers.FloatField(
        help_text="Games in which the player placed better than the opponent; a shared place counts half."
    )
    shared_places = serializers.IntegerField()
    share = serializers.FloatField(help_text="better / games")
    share_low = nullable("95%: Wilson's interval.")
    share_high = nullable("95%: Wilson's interval.")
    games_with_expectation = serializers.IntegerField(help_text="Games in which both ratings were known.")
    expected = nullable("`better` as the ratings before each game predict, over the games with an expectation.")
    above_expectation = nullable("Better minus expected, per game with an expectation.")
    above_expectation_low = nullable("95%: Wilson's interval of the share, minus the expectation.")
    above_expectation_high = nullable("95%: Wilson's interval of the share, minus the expectation.")
    wins = serializers.FloatField(help_text="A shared win counts as its share.")
    wins_opponent = serializers.FloatField()
    shared_wins = serializers.IntegerField(help_text="Games that both won together.")
    points_per_game = serializers.FloatField()
    points_per_game_opponent = serializers.FloatField()
    margin = serializers.FloatField(help_text="Points of the player minus those of the opponent, per game.")
    margin_low = nullable("95%, Student's t.")
    margin_high = nullable("95%, Student's t.")


class MeasureRow(serializers.Serializer[Any]):
    """A mean per game of both, over all their games at tables of a size that both have played."""

    measure = serializers.CharField(help_text="`score`, `wins_above_expectation`, or a source of points.")
    games = serializers.IntegerField()
    games_opponent = serializers.IntegerField()
    value = serializers.FloatField()
    value_opponent = serializers.FloatField()
    difference = serializers.FloatField()
    difference_low = nullable("95%; common games are not taken for independent.")
    difference_high = nullable("95%; common games are not taken for independent.")
    q_value = nullable("Corrected for looking at all sources; null for score and wins.")


class CommonGameRow(serializers.Serializer[Any]):
    """A game both played."""

    table_id = serializers.IntegerField()
    finished_at = serializers.DateTimeField()
    players = serializers.IntegerField()
    score = serializers.IntegerField()
    score_opponent = serializers.IntegerField()
    place = serializers.IntegerField()
    place_opponent = serializers.IntegerField()
    win = serializers.FloatField(help_text="Share of the win.")
    win_opponent = serializers.FloatField()
    better = serializers.FloatField(help_text="1 if the player placed better, 0.5 for a shared place, else 0.")
    expected = nullable("The expectation of `better`; null if a rating was unknown.")


class SideBySideAnswer(serializers.Serializer[Any]):
    """Two players side by side. `head_to_head` is null without a common game."""

    player = PlayerRef()
    opponent = PlayerRef()
    game = serializers.CharField()
    games_waiting = serializers.IntegerField(help_text=WAITING)
    head_to_head = HeadToHeadRecord(allow_null=True)
    measures = MeasureRow(many=True, help_text="Empty unless each has two games at tables of one size.")
    games = CommonGameRow(many=True, help_text="The latest first.")


class SideBySideView(ApiView):
    """Whoever may see both players may read it."""

    id_of = "player"
    permission_classes = [AllowAny]

    @extend_schema(
        tags=["players"],
        summary="Get two players side by side",
        operation_id="players_against",
        parameters=[parameter for parameter in PLAYER_FILTER if parameter not in (OPPONENT, TYPED)],
        responses={200: SideBySideAnswer, **errors(400)},
    )
    def get(self, request: Request, id: int, game: str, other: int) -> Response:  # noqa: A002 - the name in the address
        """Based on the verified games of public tournaments that match the filter."""
        player, opponent = both_or_404(request.user, id, other)
        form = player_filter(request.query_params, player, game_or_404(game).key, opponent=opponent)
        know(request, form.fields.keys() - {"player", "opponent", "typed"})
        refuse_unknown(request)
        return Response(side_by_side_record(SideBySide(player, opponent, chosen_filter(form))))
