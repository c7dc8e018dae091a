"""REST API: what a tournament is made ready with: forecast, lot, tie-breaks."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from competition.records import INFO, SERIOUS, WARNING
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.serializers import StageLine
from nabu.contests.tournaments.setup import services as setup_services
from nabu.contests.tournaments.setup.preflight import MOST_PLAYERS, preflight_of
from nabu.contests.tournaments.setup.tie_breaks import change_tie_breaks
from nabu.web.rest.base import SentenceField, actor_of, errors, read_body
from nabu.web.rest.parameters import read_query

MOST_TIE_BREAKS = 50


class ConcernInfo(serializers.Serializer[Any]):
    """A concern: `key` names its kind."""

    level = serializers.ChoiceField(choices=[INFO, WARNING, SERIOUS])
    key = serializers.CharField(allow_blank=True)
    text = SentenceField()


class StageForecastInfo(serializers.Serializer[Any]):
    """A stage: its players, the maximum number of rounds (0: it cannot be played), and its concerns."""

    title = SentenceField()
    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    concerns = ConcernInfo(many=True)


class Forecast(serializers.Serializer[Any]):
    """What to expect with this number of players. `minutes`: all rounds together; 0 without a clock."""

    players = serializers.IntegerField()
    minutes = serializers.IntegerField()
    stages = StageForecastInfo(many=True)


class ForecastFilter(serializers.Serializer[Any]):
    """For how many."""

    players = serializers.IntegerField(min_value=1, max_value=MOST_PLAYERS, required=False)


class LotInfo(serializers.Serializer[Any]):
    """The random seed that all draws follow from."""

    lot = serializers.CharField()


class TieBreaks(serializers.Serializer[Any]):
    """Keys of tie-breaks, the most important first, and the reason for the change."""

    tie_breaks = serializers.ListField(child=serializers.CharField(max_length=60), max_length=MOST_TIE_BREAKS)
    reason = serializers.CharField(max_length=200)


@extend_schema(tags=["tournaments"])
class SetupOfTournament(OfTournament):
    """Getting a tournament ready."""

    serializer_class = Forecast
    pagination_class = None

    @extend_schema(
        summary="Get a forecast of a tournament",
        operation_id="tournaments_forecast",
        parameters=[
            OpenApiParameter("players", int, description="For this number of players; default: the number entered.")
        ],
        responses={200: Forecast, **errors(400)},
    )
    @action(detail=True, methods=["get"])
    def forecast(self, request: Request, pk: int) -> Response:
        """Unavoidable rematches, byes, short tables, number of rounds, and total time."""
        tournament = self.get_object()
        wanted = read_query(request, ForecastFilter)
        return Response(Forecast(preflight_of(tournament, wanted.get("players"))).data)

    @extend_schema(
        summary="Draw a new random seed", operation_id="tournaments_redraw_lot", request=None, responses={200: LotInfo}
    )
    @action(detail=True, methods=["post"], url_path="redraw-lot", url_name="redraw-lot")
    def redraw_lot(self, request: Request, pk: int) -> Response:
        """Only before the start."""
        return Response({"lot": setup_services.redraw_lot(actor_of(request), self.get_object())})


@extend_schema(tags=["tournaments"])
class SetupOfStage(InTournaments[Any]):
    """What can be changed of a stage after the start."""

    id_of = "stage"
    serializer_class = StageLine
    queryset = Stage.objects.all()

    @extend_schema(
        summary="Change the tie-breaks of a stage",
        request=TieBreaks,
        responses={200: StageLine},
        examples=[
            OpenApiExample(
                "Other tie-breaks",
                {"tie_breaks": ["wins", "lot"], "reason": "The poster said wins first."},
                request_only=True,
            )
        ],
    )
    @action(detail=True, methods=["put"], url_path="tie-breaks", url_name="tie-breaks")
    def tie_breaks(self, request: Request, pk: int) -> Response:
        """Only while the tournament is running and the stage is not finished. The reason is shown in the history."""
        stage = self.get_object()
        given = read_body(request, TieBreaks, is_organiser(request.user, stage.tournament))
        return Response(StageLine(change_tie_breaks(actor_of(request), stage, **given.validated_data)).data)
