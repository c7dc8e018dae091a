"""REST API: suspensions from the events of a club, and one's own."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.visibility import enterable_players
from nabu.contests.clubs.models import REASON_LENGTH, Club, Suspension
from nabu.contests.clubs.permissions import can_manage_club, can_organise_for
from nabu.contests.clubs.suspensions import lift, suspend, suspensions_by, suspensions_of
from nabu.web.rest.base import Id, actor_of, check_allowed, read_body
from nabu.web.rest.schema import path_id
from nabu.web.rest.views import ApiViews


class SuspensionLine(serializers.ModelSerializer[Suspension]):
    """Who may not enter the events of a club that begin on one of these days, and why. It ends at `until`, or when
    it is lifted."""

    class Meta:
        model = Suspension
        fields: tuple[str, ...] = (
            "id", "club", "player", "since", "until", "reason", "made_at", "lifted_at", "lift_reason",
        )  # fmt: skip
        read_only_fields = fields


class NewSuspension(serializers.Serializer[Any]):
    """`since`: today if it is left out. `until` is at most five years on; that day is included."""

    player = Id()
    since = serializers.DateField(required=False)
    until = serializers.DateField()
    reason = serializers.CharField(max_length=REASON_LENGTH)


class Lifting(serializers.Serializer[Any]):
    """Why a suspension ends early."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


@extend_schema(tags=["clubs"], parameters=[path_id("club", "club")])
class SuspensionViewSet(ApiViews[Suspension]):
    """Suspensions from the events of a club: for its owners and directors, and staff."""

    id_of = "suspension"
    serializer_class = SuspensionLine

    def get_queryset(self) -> QuerySet[Suspension]:
        """Those of the club in the address."""
        return Suspension.objects.filter(club=self.kwargs.get("club")).select_related("club", "player")

    @extend_schema(summary="List the suspensions of a club", responses={200: SuspensionLine(many=True)})
    def list(self, request: Request, club: int) -> Response:
        """The latest end first, past ones too."""
        of_club = get_object_or_404(Club, pk=club)
        check_allowed(can_organise_for(request.user, of_club))
        return self.paged(SuspensionLine, suspensions_by(of_club))

    @extend_schema(
        summary="Suspend a player from the events of a club",
        request=NewSuspension,
        responses={201: SuspensionLine},
        examples=[
            OpenApiExample(
                "Half a year", {"player": 12, "until": "2027-06-30", "reason": "Moved tiles."}, request_only=True
            )
        ],
    )
    def create(self, request: Request, club: int) -> Response:
        """Owners of the club. The player gets a mail; who is entered already stays."""
        of_club = get_object_or_404(Club, pk=club)
        given = read_body(request, NewSuspension, can_manage_club(request.user, of_club)).validated_data
        actor = actor_of(request)
        player = get_object_or_404(enterable_players(actor, ""), pk=given.pop("player"))
        made = suspend(actor, of_club, player, **given)
        return Response(SuspensionLine(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Lift a suspension",
        operation_id="clubs_suspensions_lift",
        request=Lifting,
        responses={200: SuspensionLine},
        examples=[OpenApiExample("Settled", {"reason": "We talked about it."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def lift(self, request: Request, club: int, pk: int) -> Response:
        """Owners of the club. The player gets a mail."""
        of_club = get_object_or_404(Club, pk=club)
        check_allowed(can_organise_for(request.user, of_club))
        found = self.get_object()
        given = read_body(request, Lifting, can_manage_club(request.user, of_club)).validated_data
        return Response(SuspensionLine(lift(actor_of(request), found, given["reason"])).data)


@extend_schema(tags=["account"])
class OwnSuspensionViewSet(ApiViews[Suspension]):
    """What this account is suspended from."""

    permission_classes = [IsAuthenticated]
    serializer_class = SuspensionLine
    scopes = {"list": Scope.ACCOUNT}

    @extend_schema(
        summary="List own suspensions", operation_id="me_suspensions_list", responses={200: SuspensionLine(many=True)}
    )
    def list(self, request: Request) -> Response:
        """Those that hold now or later, with the reasons."""
        return self.paged(SuspensionLine, suspensions_of(actor_of(request)))
