"""REST API: changing seats in a published round."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.matches.models import Seat, Table
from nabu.contests.results.corrections.api import ConsequencesLine
from nabu.contests.results.reseating.services import preview_seats, seats_changed
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.permissions import can_see_round, is_organiser
from nabu.contests.tournaments.rounds.forms import REASON_LENGTH
from nabu.web.rest.base import Id, actor_of, read_body
from nabu.web.rest.views import ApiView


class SeatChange(serializers.Serializer[Any]):
    """A seat of a published round, and where its player goes: into exchange with another seat, to a table, or without
    both to a bye. With `preview`, nothing changes; the response says what would.
    """

    seat = Id()
    with_seat = Id(allow_null=True, default=None)
    table = Id(allow_null=True, default=None)
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")
    preview = serializers.BooleanField(default=True)
    rebuild_next = serializers.BooleanField(
        default=False, help_text="Seed a next stage that already has results again; its rounds are discarded."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A player goes to one place."""
        if attrs["with_seat"] is not None and attrs["table"] is not None:
            raise serializers.ValidationError("Give `with_seat` or `table`, not both.")
        return attrs


class SeatChangeView(ApiView):
    """Another seat for a player of a published round, first looked at, then made."""

    id_of = "round"
    permission_classes = [IsAuthenticated]

    @extend_schema(
        tags=["rounds"],
        summary="Change seats in a published round",
        operation_id="rounds_seats",
        request=SeatChange,
        responses={200: ConsequencesLine},
        examples=[
            OpenApiExample("Preview", {"seat": 11, "with_seat": 14, "preview": True}, request_only=True),
            OpenApiExample(
                "Two players sat at each other's tables",
                {"seat": 11, "with_seat": 14, "reason": "They sat at each other's tables.", "preview": False},
                request_only=True,
            ),
        ],
    )
    def post(self, request: Request, id: int) -> Response:  # noqa: A002 - the name in the address
        """Applied unless `preview` is set. Where a result depends on the seats, only two players can be swapped, a
        reason is needed, and each result stays with its seat. Returns the effects on rounds, brackets, stages and
        standings.
        """
        found = get_object_or_404(Round.objects.select_related("stage__tournament"), pk=id)
        if not can_see_round(request.user, found):
            raise Http404
        given = read_body(request, SeatChange, is_organiser(request.user, found.stage.tournament)).validated_data
        seat = get_object_or_404(_seats(found), pk=given["seat"])
        to: Seat | Table | None = None
        if given["with_seat"] is not None:
            to = get_object_or_404(_seats(found), pk=given["with_seat"])
        elif given["table"] is not None:
            to = get_object_or_404(Table, round=found, pk=given["table"])
        actor, rebuild = actor_of(request), given["rebuild_next"]
        if given["preview"]:
            kept, rebuilt = preview_seats(actor, seat, to, given["reason"])
            return Response(ConsequencesLine(rebuilt if rebuild and rebuilt else kept).data)
        made = seats_changed(actor, seat, to, given["reason"], Propagation(rebuild_next=rebuild))
        return Response(ConsequencesLine(made).data)


def _seats(round_: Round) -> QuerySet[Seat]:
    return Seat.objects.filter(table__round=round_).select_related("table__round__stage__tournament")
