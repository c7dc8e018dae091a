"""REST API: stages and rounds."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.matches.api.serializers import TableLine
from nabu.matches.models import Seat
from nabu.permissions import can_see_round
from nabu.rest import actor_of, errors, path_id
from nabu.tournaments import services
from nabu.tournaments.api.serializers import RoundLine, StageDetail, StandingLine, Swap
from nabu.tournaments.models import Round, Stage
from nabu.tournaments.page_queries import rounds_with_tables
from nabu.tournaments.queries import bracket, format_of, standings, visible_rounds, visible_tournaments

STAGE_ID = [path_id("id", "stage")]
ROUND_ID = [path_id("id", "round")]


class RoundDetail(RoundLine):
    """A round with its tables and seats."""

    tables = TableLine(many=True, read_only=True)

    class Meta(RoundLine.Meta):
        fields = (*RoundLine.Meta.fields, "tables")
        read_only_fields = fields


class BracketSlot(serializers.Serializer[Any]):
    """A place of the bracket; `table` is null while nobody is paired there."""

    slot = serializers.IntegerField()
    table = TableLine(allow_null=True)


class BracketColumn(serializers.Serializer[Any]):
    """A round of the bracket from top to bottom; `round` is null while it is to come."""

    title = serializers.CharField()
    round = serializers.IntegerField(source="round.pk", allow_null=True, default=None)
    tables = BracketSlot(many=True)


class Bracket(serializers.Serializer[Any]):
    """The rounds of a knock-out, from the first to the final; empty before the first is published."""

    rounds = BracketColumn(many=True)


def round_detail(pk: int) -> Any:
    """A round as the API shows it."""
    return RoundDetail(rounds_with_tables().get(pk=pk)).data


@extend_schema(tags=["stages"])
class StageViewSet(viewsets.GenericViewSet[Any]):
    """The parts of a tournament."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = StageDetail
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Stage]:
        """The stages of the tournaments that this account may see."""
        visible = visible_tournaments(self.request.user).values("pk")
        return Stage.objects.filter(tournament__in=visible).select_related("tournament")

    @extend_schema(summary="One stage", parameters=STAGE_ID, responses={200: StageDetail, **errors(404)})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Format, settings and state."""
        return Response(StageDetail(self.get_object()).data)

    @extend_schema(
        summary="Rounds of a stage",
        parameters=STAGE_ID,
        responses={200: RoundLine(many=True), **errors(404)},
        filters=True,
    )
    @action(detail=True, methods=["get"])
    def rounds(self, request: Request, pk: int) -> Response:
        """The published rounds in order; the organiser sees drafts too."""
        page = self.paginate_queryset(visible_rounds(request.user, self.get_object()))
        return self.get_paginated_response(RoundLine(page, many=True).data)

    @extend_schema(
        summary="Standings of a stage",
        parameters=STAGE_ID,
        responses={200: StandingLine(many=True), **errors(404)},
        filters=True,
    )
    @action(detail=True, methods=["get"])
    def standings(self, request: Request, pk: int) -> Response:
        """Who stands where in this stage."""
        page = self.paginate_queryset(standings(self.get_object()))
        return self.get_paginated_response(StandingLine(page, many=True).data)

    @extend_schema(summary="Bracket", parameters=STAGE_ID, responses={200: Bracket, **errors(404)})
    @action(detail=True, methods=["get"])
    def bracket(self, request: Request, pk: int) -> Response:
        """The bracket of a knock-out stage. Other stages have none (404)."""
        stage = self.get_object()
        if not format_of(stage)[0].is_bracket:
            raise Http404
        return Response(Bracket({"rounds": bracket(stage)}).data)

    @extend_schema(
        summary="Finish a stage",
        parameters=STAGE_ID,
        request=None,
        responses={200: StageDetail, **errors(403, 404, 409)},
    )
    @action(detail=True, methods=["post"])
    def finish(self, request: Request, pk: int) -> Response:
        """Close the stage and seed the next one by its standings."""
        return Response(StageDetail(services.finish_stage(actor_of(request), self.get_object())).data)


@extend_schema(tags=["rounds"])
class RoundViewSet(viewsets.GenericViewSet[Round]):
    """Rounds. A draft is seen by the organiser only."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = RoundDetail
    lookup_value_converter = "int"

    def get_object(self) -> Round:
        """The round with its tables, or 404 for whoever may not see it."""
        found = get_object_or_404(rounds_with_tables(), pk=self.kwargs["pk"])
        if not can_see_round(self.request.user, found):
            raise Http404
        return found

    @extend_schema(summary="One round", parameters=ROUND_ID, responses={200: RoundDetail, **errors(404)})
    def retrieve(self, request: Request, pk: int) -> Response:
        """The tables, who sits where, and the results so far."""
        return Response(RoundDetail(self.get_object()).data)

    @extend_schema(summary="Discard", parameters=ROUND_ID, request=None, responses={204: None, **errors(403, 404, 409)})
    def destroy(self, request: Request, pk: int) -> Response:
        """Throw away a draft, or a published round for which nothing was reported or uploaded."""
        services.discard_round(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Publish", parameters=ROUND_ID, request=None, responses={200: RoundDetail, **errors(403, 404, 409)}
    )
    @action(detail=True, methods=["post"])
    def publish(self, request: Request, pk: int) -> Response:
        """Show a draft to everybody. From now on results can be reported."""
        return Response(round_detail(services.publish_round(actor_of(request), self.get_object()).pk))

    @extend_schema(
        summary="Swap two seats",
        parameters=ROUND_ID,
        request=Swap,
        responses={200: RoundDetail, **errors(400, 403, 404, 409)},
        examples=[OpenApiExample("Two seats", {"first": 11, "second": 14}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def swap(self, request: Request, pk: int) -> Response:
        """Let two players of a draft round change seats."""
        round_ = self.get_object()
        given = Swap(data=request.data)
        given.is_valid(raise_exception=True)
        seats = Seat.objects.filter(table__round=round_).select_related("table__round__stage")
        first, second = (get_object_or_404(seats, pk=given.validated_data[key]) for key in ("first", "second"))
        services.swap_seats(actor_of(request), first, second)
        return Response(round_detail(round_.pk))
