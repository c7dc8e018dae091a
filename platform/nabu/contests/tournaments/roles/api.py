"""REST API: who works in a tournament, and handing it over."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.serializers import AccountRoleLine, Username
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.models import Role, RoleInvitation
from nabu.contests.tournaments.permissions import can_keep_score, is_owner
from nabu.contests.tournaments.roles import services
from nabu.contests.tournaments.roles.invitations import (
    MOST_PEOPLE,
    good_invitations,
    make_invitation,
    revoke_invitation,
)
from nabu.web.rest.base import SECRET_INSIDE, actor_of, check_allowed, read_body


class RoleLine(AccountRoleLine):
    """An account and its role in the tournament."""

    class Meta(AccountRoleLine.Meta):
        model = Role


class NewRole(Username):
    """An account and its role; replaces an existing role."""

    kind = serializers.ChoiceField(choices=Role.Kind.choices)


class NewInvitation(serializers.Serializer[Any]):
    """A role, and for how many people."""

    kind = serializers.ChoiceField(choices=Role.Kind.choices)
    people = serializers.IntegerField(min_value=1, max_value=MOST_PEOPLE, default=1)


class RoleInvitationLine(serializers.Serializer[Any]):
    """An invitation to a role, and the user names of those who have accepted it."""

    id = serializers.IntegerField(source="invitation.pk")
    kind = serializers.ChoiceField(source="invitation.kind", choices=Role.Kind.choices)
    people = serializers.IntegerField(source="invitation.people")
    expires_at = serializers.DateTimeField(source="invitation.expires_at")
    accepted = serializers.ListField(child=serializers.CharField())


class RoleInvitationMade(RoleInvitationLine):
    """A new invitation. Code and link are shown only once."""

    code = serializers.CharField()
    link = serializers.URLField()


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
        summary="List invitations to help",
        operation_id="tournaments_role_invitations_list",
        responses={200: RoleInvitationLine(many=True)},
    )
    @action(detail=True, methods=["get"], url_path="role-invitations", url_name="invitations")
    def invitations(self, request: Request, pk: int) -> Response:
        """Those that are neither revoked nor expired. Owners only."""
        tournament = self.get_object()
        check_allowed(is_owner(request.user, tournament))
        return self.paged(RoleInvitationLine, good_invitations(tournament))

    @extend_schema(
        summary="Invite helpers",
        operation_id="tournaments_role_invitations_create",
        request=NewInvitation,
        responses={201: RoleInvitationMade},
        examples=[OpenApiExample("Two scorekeepers", {"kind": "scorekeeper", "people": 2}, request_only=True)],
    )
    @invitations.mapping.post
    def invite(self, request: Request, pk: int) -> Response:
        """Creates a code and a link, valid for 7 days and until the event is over. Owners only."""
        tournament = self.get_object()
        given = read_body(request, NewInvitation, is_owner(request.user, tournament))
        made, code = make_invitation(actor_of(request), tournament, **given.validated_data)
        link = settings.SITE_ADDRESS + reverse("claims:helper", args=[code])
        shown = {"invitation": made, "accepted": [], "code": code, "link": link}
        return Response(RoleInvitationMade(shown).data, status=status.HTTP_201_CREATED, headers=SECRET_INSIDE)

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


@extend_schema(tags=["tournaments"])
class RoleInvitationViewSet(InTournaments[RoleInvitation]):
    """One invitation to help."""

    id_of = "role invitation"
    serializer_class = RoleInvitationLine
    queryset = RoleInvitation.objects.all()

    @extend_schema(summary="Revoke an invitation to help", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Whoever has accepted keeps the role. Owners only."""
        revoke_invitation(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)
