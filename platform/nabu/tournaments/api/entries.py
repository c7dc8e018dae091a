"""REST API: one entry of a tournament."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.rest import actor_of, errors, path_id
from nabu.tournaments import services
from nabu.tournaments.api.serializers import EntryLine
from nabu.tournaments.models import Entry
from nabu.tournaments.queries import visible_tournaments

ID = [path_id("id", "entry")]


@extend_schema(tags=["entries"])
class EntryViewSet(viewsets.GenericViewSet[Entry]):
    """A player in a tournament."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = EntryLine
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Entry]:
        """The entries of the tournaments that this account may see."""
        visible = visible_tournaments(self.request.user).values("pk")
        return Entry.objects.filter(tournament__in=visible).select_related("player", "tournament")

    @extend_schema(summary="One entry", parameters=ID, responses={200: EntryLine, **errors(404)})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Player, seed and whether the player is still in."""
        return Response(EntryLine(self.get_object()).data)

    @extend_schema(
        summary="Take out before the start",
        parameters=ID,
        request=None,
        responses={204: None, **errors(403, 404, 409)},
    )
    def destroy(self, request: Request, pk: int) -> Response:
        """The seeds behind move up. After the start a player drops instead."""
        services.remove_entry(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="Drop", parameters=ID, request=None, responses={200: EntryLine, **errors(403, 404, 409)})
    @action(detail=True, methods=["post"])
    def drop(self, request: Request, pk: int) -> Response:
        """The player leaves a running tournament: no more pairings, results stay."""
        return Response(EntryLine(services.drop_entry(actor_of(request), self.get_object())).data)

    @extend_schema(
        summary="Reinstate", parameters=ID, request=None, responses={200: EntryLine, **errors(403, 404, 409)}
    )
    @action(detail=True, methods=["post"])
    def reinstate(self, request: Request, pk: int) -> Response:
        """A player who dropped comes back from the next round on."""
        return Response(EntryLine(services.reinstate_entry(actor_of(request), self.get_object())).data)
