"""REST API: pairs of players that must not, or should not, meet."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.models import Restriction
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.restrictions import services
from nabu.contests.tournaments.restrictions.services import REASON_LENGTH
from nabu.web.rest.base import Id, actor_of, check_allowed, read_body


class RestrictionLine(serializers.ModelSerializer[Restriction]):
    """Two entries that are kept apart, and why."""

    class Meta:
        model = Restriction
        fields: tuple[str, ...] = ("id", "one", "other", "kind", "reason")
        read_only_fields = fields


class NewRestriction(serializers.Serializer[Any]):
    """The ids of two entries."""

    one = Id()
    other = Id()
    kind = serializers.ChoiceField(choices=Restriction.Kind.choices)
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


@extend_schema(tags=["entries"])
class RestrictionsOfTournament(OfTournament):
    """The pairs that are kept apart, for the directors."""

    serializer_class = RestrictionLine

    @extend_schema(
        summary="List pairing restrictions",
        operation_id="tournaments_restrictions_list",
        responses={200: RestrictionLine(many=True)},
    )
    @action(detail=True, methods=["get"], url_name="list")
    def restrictions(self, request: Request, pk: int) -> Response:
        """Restrictions in the order in which they were added."""
        tournament = self.get_object()
        check_allowed(is_organiser(request.user, tournament))
        return self.paged(RestrictionLine, tournament.restrictions.order_by("id"))

    @extend_schema(
        summary="Add a pairing restriction",
        operation_id="tournaments_restrictions_create",
        request=NewRestriction,
        responses={201: RestrictionLine},
        examples=[
            OpenApiExample(
                "Family", {"one": 3, "other": 5, "kind": "forbidden", "reason": "sisters"}, request_only=True
            )
        ],
    )
    @restrictions.mapping.post
    def add(self, request: Request, pk: int) -> Response:
        """Takes effect at the next pairing."""
        tournament = self.get_object()
        given = read_body(request, NewRestriction, is_organiser(request.user, tournament))
        words = given.validated_data
        one, other = (get_object_or_404(tournament.entries, pk=words[name]) for name in ("one", "other"))
        actor = actor_of(request)
        made = services.add_restriction(actor, tournament, one, other, words["kind"], words["reason"])
        return Response(RestrictionLine(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["entries"])
class RestrictionViewSet(InTournaments[Restriction]):
    """One pair that is kept apart."""

    id_of = "restriction"
    serializer_class = RestrictionLine
    queryset = Restriction.objects.all()

    @extend_schema(summary="Remove a pairing restriction", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Takes effect at the next pairing."""
        services.remove_restriction(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)
