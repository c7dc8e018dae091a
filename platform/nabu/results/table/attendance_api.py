"""REST API: who did not come to a table, and more time for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.rest import actor_of, errors, path_id
from nabu.results import services
from nabu.results.serializers import Absence, Extension, TableDetail
from nabu.results.table.queries import tables_with_everything
from nabu.tournaments.clock.services import extend_table

if TYPE_CHECKING:
    from rest_framework.viewsets import GenericViewSet

    Base = GenericViewSet[Any]
else:
    Base = object

ID = [path_id("id", "table")]


class AttendanceActions(Base):
    """Absence and time as a part of the tables of the API."""

    @extend_schema(
        summary="Declare a forfeit",
        parameters=ID,
        request=Absence,
        responses={200: TableDetail, **errors(400, 403, 404, 409)},
        examples=[OpenApiExample("Seat 2 did not come", {"absent": [1]}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def forfeit(self, request: Request, pk: int) -> Response:
        """Whoever keeps score says which positions did not play. With fewer than two left the game is decided; else
        the others play on, and an empty list takes the marks away."""
        table = self.get_object()
        given = Absence(data=request.data)
        given.is_valid(raise_exception=True)
        services.forfeit_seats(actor_of(request), table, given.validated_data["absent"], given.validated_data["reason"])
        return Response(TableDetail(tables_with_everything().get(pk=table.pk)).data)

    @extend_schema(
        summary="Say that somebody is missing",
        parameters=ID,
        request=None,
        responses={204: None, **errors(403, 404, 409)},
    )
    @action(detail=True, methods=["post"], url_path="call-no-show")
    def call_no_show(self, request: Request, pk: int) -> Response:
        """A player of the table tells the organisers that somebody is not there."""
        services.call_no_show(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Give more time",
        parameters=ID,
        request=Extension,
        responses={200: TableDetail, **errors(400, 403, 404, 409)},
        examples=[OpenApiExample("Five minutes", {"minutes": 5, "reason": "Seated late."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def extend(self, request: Request, pk: int) -> Response:
        """Whoever keeps score gives one table more time than the others."""
        table = self.get_object()
        given = Extension(data=request.data)
        given.is_valid(raise_exception=True)
        extend_table(actor_of(request), table, given.validated_data["minutes"], given.validated_data["reason"])
        return Response(TableDetail(tables_with_everything().get(pk=table.pk)).data)
