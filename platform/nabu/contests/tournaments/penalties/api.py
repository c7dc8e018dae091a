"""REST API: penalties."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.entries.queries import own_entry
from nabu.contests.tournaments.models import Penalty
from nabu.contests.tournaments.penalties import services
from nabu.contests.tournaments.penalties.services import MOST_POINTS
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core.errors import NotAllowed
from nabu.web.rest.base import Id, actor_of, read_body

REASON = 2000
MOST_ROUND = 1000


class PenaltyLine(serializers.ModelSerializer[Penalty]):
    """A penalty of an entry. `points` are deducted in `stage`, for the kind `points` only."""

    class Meta:
        model = Penalty
        fields: tuple[str, ...] = ("id", "entry", "stage", "round_number", "kind", "points", "reason", "given_at")
        read_only_fields = fields


class NewPenalty(serializers.Serializer[Any]):
    """`stage`: an id, by default that of the running stage. `points` only for the kind `points`."""

    entry = Id()
    kind = serializers.ChoiceField(choices=Penalty.Kind.choices)
    reason = serializers.CharField(max_length=REASON)
    points = serializers.DecimalField(
        max_digits=7, decimal_places=2, min_value=0, max_value=MOST_POINTS, required=False
    )
    stage = Id(required=False)
    round_number = serializers.IntegerField(min_value=1, max_value=MOST_ROUND, required=False, allow_null=True)


class Pardon(serializers.Serializer[Any]):
    """Why a penalty is lifted."""

    reason = serializers.CharField(max_length=REASON)


@extend_schema(tags=["entries"])
class PenaltiesOfTournament(OfTournament):
    """The penalties of a tournament: all for its directors, the own ones for a player."""

    serializer_class = PenaltyLine

    @extend_schema(
        summary="List penalties", operation_id="tournaments_penalties_list", responses={200: PenaltyLine(many=True)}
    )
    @action(detail=True, methods=["get"], url_name="list")
    def penalties(self, request: Request, pk: int) -> Response:
        """Penalties in the order in which they were given."""
        tournament = self.get_object()
        listed = tournament.penalties.order_by("id")
        if not is_organiser(request.user, tournament):
            own = own_entry(request.user, tournament)
            if own is None:
                raise NotAllowed
            listed = listed.filter(entry=own)
        return self.paged(PenaltyLine, listed)

    @extend_schema(
        summary="Give a penalty",
        operation_id="tournaments_penalties_create",
        request=NewPenalty,
        responses={201: PenaltyLine},
        examples=[
            OpenApiExample("Warning", {"entry": 5, "kind": "warning", "reason": "A telephone rang."}, request_only=True)
        ],
    )
    @penalties.mapping.post
    def give(self, request: Request, pk: int) -> Response:
        """A warning, deduction of points or disqualification. Disqualified players rank last, without pairings."""
        tournament = self.get_object()
        given = read_body(request, NewPenalty, is_organiser(request.user, tournament))
        words = given.validated_data
        stage = get_object_or_404(tournament.stages, pk=words["stage"]) if "stage" in words else None
        spec = services.PenaltySpec(
            words["kind"], words["reason"], words.get("points", Decimal(0)), stage, words.get("round_number")
        )
        entry = get_object_or_404(tournament.entries, pk=words["entry"])
        made = services.give_penalty(actor_of(request), entry, spec)
        return Response(PenaltyLine(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["entries"])
class PenaltyViewSet(InTournaments[Penalty]):
    """One penalty."""

    id_of = "penalty"
    serializer_class = PenaltyLine
    queryset = Penalty.objects.all()

    @extend_schema(
        summary="Lift a penalty",
        request=Pardon,
        responses={204: None},
        examples=[OpenApiExample("Mistake", {"reason": "It was somebody else's telephone."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def lift(self, request: Request, pk: int) -> Response:
        """A disqualified player gets the previous status back. Penalty and lifting stay in the history."""
        penalty = self.get_object()
        given = read_body(request, Pardon, is_organiser(request.user, penalty.tournament))
        services.lift_penalty(actor_of(request), penalty, given.validated_data["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)
