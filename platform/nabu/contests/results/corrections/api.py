"""REST API: correcting a result that something later is built on."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.matches.models import Table
from nabu.contests.matches.serializers import ExactPointsField, PointsField
from nabu.contests.results.corrections.services import correct_result, preview_correction
from nabu.contests.results.permissions import can_rule, can_see_table
from nabu.contests.results.serializers import RulingSerializer
from nabu.contests.results.settling.counting import Propagation
from nabu.web.rest.base import actor_of, read_body
from nabu.web.rest.views import ApiView


class Correction(RulingSerializer):
    """The correct result. With `preview`, nothing changes; the response says what would."""

    preview = serializers.BooleanField(default=True)
    rebuild_next = serializers.BooleanField(
        default=False, help_text="Seed a next stage that already has results again; its rounds are discarded."
    )


class MoveLine(serializers.Serializer[Any]):
    """A player whose rank changes."""

    name = serializers.CharField()
    place_before = serializers.IntegerField()
    place_after = serializers.IntegerField()
    points_before = PointsField()
    points_before_exact = ExactPointsField(source="points_before", read_only=True)
    points_after = PointsField()
    points_after_exact = ExactPointsField(source="points_after", read_only=True)


class ConsequencesLine(serializers.Serializer[Any]):
    """The effects of a correction, in sentences, and the players whose rank changes."""

    lines = serializers.ListField(child=serializers.CharField())
    moves = MoveLine(many=True)


class CorrectionView(ApiView):
    """A correction, first looked at, then made."""

    id_of = "table"
    permission_classes = [IsAuthenticated]

    @extend_schema(
        tags=["tables"],
        summary="Correct a result",
        operation_id="tables_correction",
        request=Correction,
        responses={200: ConsequencesLine},
        examples=[
            OpenApiExample("Preview", {"scores": [112, 69], "reason": "Misread.", "preview": True}, request_only=True)
        ],
    )
    def post(self, request: Request, id: int) -> Response:  # noqa: A002 - the name in the address
        """Applied unless `preview` is set. Returns the effects on rounds, brackets, stages and standings."""
        table = get_object_or_404(Table.objects.select_related("round__stage__tournament"), pk=id)
        if not can_see_table(request.user, table):
            raise Http404
        given = read_body(request, Correction, can_rule(request.user, table))
        service = preview_correction if given.validated_data["preview"] else correct_result
        ruling = given.ruling(Propagation(rebuild_next=given.validated_data["rebuild_next"]))
        return Response(ConsequencesLine(service(actor_of(request), table, ruling)).data)
