"""REST API: everything about a person as an archive."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nabu.accounts.players.models import Player
from nabu.accounts.players.scopes import Scope
from nabu.people.profiles.privacy.downloads import archive_for_staff, own_archive
from nabu.web.rest.base import actor_of, check_allowed
from nabu.web.rest.views import ApiView

ARCHIVE = {(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "A ZIP archive with a README.txt.")}


class MyArchiveView(ApiView):
    """One's own data."""

    permission_classes = [IsAuthenticated]
    scopes = {"get": Scope.ACCOUNT}

    @extend_schema(tags=["account"], operation_id="me_export", summary="Export own data", responses=ARCHIVE)
    def get(self, request: Request) -> HttpResponse:
        """Every row and file that the site holds about this account and its player, without passwords and keys."""
        return own_archive(actor_of(request))


class ArchiveOfPlayerView(ApiView):
    """The data of somebody who asked staff for it."""

    id_of = "player"
    permission_classes = [IsAuthenticated]
    scopes = {"post": Scope.ACCOUNT}

    @extend_schema(
        tags=["players"],
        operation_id="players_export",
        summary="Export the data of a person",
        request=None,
        responses={**ARCHIVE},
    )
    def post(self, request: Request, id: int) -> HttpResponse:  # noqa: A002 - the name in the address
        """At the person's request; recorded in the history. Staff only."""
        actor = actor_of(request)
        check_allowed(actor.is_staff)
        return archive_for_staff(actor, get_object_or_404(Player.objects.select_related("user"), pk=id))
