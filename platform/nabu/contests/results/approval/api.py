"""REST API: objections to the approval of a tournament."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.names import name_of
from nabu.accounts.players.scopes import Scope
from nabu.contests.ratings.models import ApprovalObjection
from nabu.contests.results.approval.forms import LONGEST
from nabu.contests.results.approval.objections import (
    answer_objection,
    can_answer,
    is_rated_in,
    object_to_approval,
    objections_shown_to,
)
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.web.rest.base import actor_of, read_body


class RatingObjectionLine(serializers.ModelSerializer[ApprovalObjection]):
    """An objection of a rated player to an approval, and the answer."""

    player = serializers.SerializerMethodField()

    class Meta:
        model = ApprovalObjection
        fields: tuple[str, ...] = ("id", "tournament", "player", "reason", "at", "status", "answer", "answered_at")
        read_only_fields = fields

    def get_player(self, objection: ApprovalObjection) -> str:
        """The name of the person who objects."""
        return name_of(objection.user)


class NewRatingObjection(serializers.Serializer[Any]):
    """What is wrong."""

    reason = serializers.CharField(max_length=LONGEST)


class RatingObjectionAnswer(serializers.Serializer[Any]):
    """Whether the objection is right, and why."""

    accepted = serializers.BooleanField()
    answer = serializers.CharField(max_length=LONGEST)


@extend_schema(tags=["ratings"])
class RatingObjectionsOfTournament(OfTournament):
    """Objections to the approval of a tournament."""

    permission_classes = [IsAuthenticated]
    serializer_class = RatingObjectionLine
    write_scope = Scope.REPORT

    @extend_schema(
        summary="List objections to the ratings",
        operation_id="tournaments_rating_objections_list",
        responses={200: RatingObjectionLine(many=True)},
    )
    @action(detail=True, methods=["get"], url_path="rating-objections", url_name="list")
    def objections(self, request: Request, pk: int) -> Response:
        """Directors and staff see all objections, other accounts their own."""
        return self.paged(RatingObjectionLine, objections_shown_to(request.user, self.get_object()))

    @extend_schema(
        summary="Object to the ratings",
        operation_id="tournaments_rating_objections_create",
        request=NewRatingObjection,
        responses={201: RatingObjectionLine},
        examples=[OpenApiExample("A wrong result", {"reason": "Table 2 was never played."}, request_only=True)],
    )
    @objections.mapping.post
    def object_to(self, request: Request, pk: int) -> Response:
        """For rated players, until the period for objections ends (`GET tournaments/ID/ratings/`)."""
        tournament = self.get_object()
        given = read_body(request, NewRatingObjection, is_rated_in(request.user, tournament))
        made = object_to_approval(actor_of(request), tournament, given.validated_data["reason"])
        return Response(RatingObjectionLine(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["ratings"])
class RatingObjectionViewSet(InTournaments[ApprovalObjection]):
    """One objection."""

    id_of = "objection"
    permission_classes = [IsAuthenticated]
    serializer_class = RatingObjectionLine
    queryset = ApprovalObjection.objects.select_related("tournament", "user__player")

    @extend_schema(
        summary="Answer an objection to the ratings",
        operation_id="rating_objections_answer",
        request=RatingObjectionAnswer,
        responses={200: RatingObjectionLine},
        examples=[OpenApiExample("It is right", {"accepted": True, "answer": "Corrected."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def answer(self, request: Request, pk: int) -> Response:
        """For directors until the period for objections ends, then for staff only."""
        objection = self.get_object()
        given = read_body(request, RatingObjectionAnswer, can_answer(request.user, objection.tournament))
        return Response(
            RatingObjectionLine(answer_objection(actor_of(request), objection, **given.validated_data)).data
        )
