"""REST API: who works in a tournament, and handing it over."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.serializers import AccountRoleLine, Username
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.models import Role
from nabu.contests.tournaments.permissions import can_keep_score, is_owner
from nabu.contests.tournaments.roles import services
from nabu.web.rest.base import actor_of, check_allowed, read_body


class RoleLine(AccountRoleLine):
    """An account and its role in the tournament."""

    class Meta(AccountRoleLine.Meta):
        model = Role


class NewRole(Username):
    """An account and its role; replaces an existing role."""

    kind = serializers.ChoiceField(choices=Role.Kind.choices)


@extend_schema(tags=["tournaments"])
class RolesOfTournament(OfTournament):
    """Directors and scorekeepers of a tournament."""

    serializer_class = RoleLine

    @extend_schema(summary="List roles", operation_id="tournaments_roles_list", responses={200: RoleLine(many=True)})
    @action(detail=True, methods=["get"], url_name="list")
    def roles(self, request: Request, pk: int) -> Response:
        """Without the roles of club members. For directors and helpers."""
        tournament = self.get_object()
        check_allowed(can_keep_score(request.user, tournament))
        return self.paged(RoleLine, tournament.roles.select_related("user__player").order_by("id"))

    @extend_schema(
        summary="Give a role",
        operation_id="tournaments_roles_create",
        request=NewRole,
        responses={201: RoleLine},
        examples=[OpenApiExample("A scorekeeper", {"username": "enki", "kind": "scorekeeper"}, request_only=True)],
    )
    @roles.mapping.post
    def give(self, request: Request, pk: int) -> Response:
        """Owners only."""
        tournament = self.get_object()
        given = read_body(request, NewRole, is_owner(request.user, tournament))
        made = services.give_role(actor_of(request), tournament, **given.validated_data)
        return Response(RoleLine(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Transfer a tournament",
        operation_id="tournaments_hand_over",
        request=Username,
        responses={204: None},
        examples=[OpenApiExample("To enki", {"username": "enki"}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="hand-over", url_name="hand-over")
    def hand_over(self, request: Request, pk: int) -> Response:
        """Makes another account the owner; the previous owner stays as a director. Owners only."""
        tournament = self.get_object()
        given = read_body(request, Username, is_owner(request.user, tournament))
        services.hand_over(actor_of(request), tournament, given.validated_data["username"])
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["tournaments"])
class RoleViewSet(InTournaments[Role]):
    """One role."""

    id_of = "role"
    serializer_class = RoleLine
    queryset = Role.objects.all()

    @extend_schema(summary="Remove a role", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Owners only."""
        services.take_role(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)
