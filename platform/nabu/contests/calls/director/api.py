"""REST API: calls for a director."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.names import name_of
from nabu.accounts.players.scopes import Scope
from nabu.contests.calls.director import services
from nabu.contests.calls.director.queries import calls_with_people, waits_of
from nabu.contests.calls.models import NOTE_LENGTH, DirectorCall
from nabu.contests.calls.permissions import can_answer_calls, can_call, is_caller
from nabu.contests.matches.models import Table
from nabu.contests.results.permissions import can_see_table
from nabu.contests.tournaments.api_views import OfTournament
from nabu.contests.tournaments.models import Tournament
from nabu.web.rest.base import actor_of, check_allowed, nullable, read_body
from nabu.web.rest.parameters import read_query
from nabu.web.rest.views import ApiViews


class CallLine(serializers.ModelSerializer[DirectorCall]):
    """A call for a director. `taken_by` is on the way; `cancelled`: the caller closed it."""

    table_number = serializers.IntegerField(source="table.number", read_only=True)
    made_by = serializers.SerializerMethodField()
    taken_by = serializers.SerializerMethodField()
    closed_by = serializers.SerializerMethodField()

    class Meta:
        model = DirectorCall
        fields: tuple[str, ...] = (
            *("id", "table", "table_number", "note", "made_by", "made_at"),
            *("taken_by", "taken_at", "closed_by", "closed_at", "cancelled"),
        )
        read_only_fields = fields

    def get_made_by(self, call: DirectorCall) -> str:
        """The name of the caller."""
        return services.caller_name(call)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_taken_by(self, call: DirectorCall) -> str | None:
        """The name of who is on the way."""
        return name_of(call.taken_by) if call.taken_by else None

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_closed_by(self, call: DirectorCall) -> str | None:
        """The name of who closed it."""
        return name_of(call.closed_by) if call.closed_by else None


class NewCall(serializers.Serializer[Any]):
    """What it is about. Only those who help to run the event read it."""

    note = serializers.CharField(max_length=NOTE_LENGTH, allow_blank=True, default="")


class CallFilter(serializers.Serializer[Any]):
    """Which calls."""

    open = serializers.BooleanField(required=False, allow_null=True, default=None)


class WaitLine(serializers.Serializer[Any]):
    """The calls of a round, all and those that were cancelled, and the waits of the others in seconds."""

    round = serializers.IntegerField()
    title = serializers.CharField()
    calls = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    median_until_taken = nullable("Null if no call was taken yet.")
    longest_until_taken = nullable("Null if no call was taken yet.")
    median_until_closed = nullable("Null if no call was closed yet.")
    longest_until_closed = nullable("Null if no call was closed yet.")


@extend_schema(tags=["tables"])
class CallsOfTournament(OfTournament):
    """Calls for a director in a tournament."""

    serializer_class = CallLine

    @extend_schema(
        summary="List calls for a director",
        operation_id="tournaments_calls_list",
        parameters=[CallFilter],
        responses={200: CallLine(many=True)},
    )
    @action(detail=True, methods=["get"], url_name="list")
    def calls(self, request: Request, pk: int) -> Response:
        """Latest first. For scorekeepers and directors."""
        tournament = self.get_object()
        check_allowed(can_answer_calls(request.user, tournament))
        found = calls_with_people().filter(tournament=tournament).order_by("-pk")
        if (wanted := read_query(request, CallFilter)["open"]) is not None:
            found = found.filter(closed_at__isnull=wanted)
        return self.paged(CallLine, found)

    @extend_schema(
        summary="Get the waits of calls",
        operation_id="tournaments_calls_waits_list",
        responses={200: WaitLine(many=True)},
        filters=True,
    )
    @action(detail=True, methods=["get"], url_path="calls/waits", url_name="waits")
    def waits(self, request: Request, pk: int) -> Response:
        """How long tables waited for a director, by round, without names. Everybody who sees the tournament."""
        return self.paged(WaitLine, waits_of(self.get_object()))


@extend_schema(tags=["tables"])
class CallOfTable(ApiViews[Any]):
    """Calling a director to a table."""

    id_of = "table"
    write_scope = Scope.REPORT
    serializer_class = CallLine

    def get_object(self) -> Table:
        """The table, or 404 for whoever may not see it."""
        found = get_object_or_404(Table.objects.select_related("round__stage__tournament"), pk=self.kwargs["pk"])
        if not can_see_table(self.request.user, found):
            raise Http404
        return found

    @extend_schema(
        summary="Call a director",
        request=NewCall,
        responses={201: CallLine},
        examples=[OpenApiExample("A question", {"note": "Two cards are missing."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="call-director")
    def call_director(self, request: Request, pk: int) -> Response:
        """For players of the table. A table has at most one open call, and 6 within an hour."""
        table = self.get_object()
        given = read_body(request, NewCall, can_call(request.user, table))
        made = services.call_director(actor_of(request), table, given.validated_data["note"])
        return Response(_line(made), status=status.HTTP_201_CREATED)


@extend_schema(tags=["tables"])
class CallViewSet(ApiViews[DirectorCall]):
    """One call for a director. For the caller, scorekeepers and directors."""

    id_of = "call"
    permission_classes = [IsAuthenticated]
    write_scope = Scope.REPORT
    serializer_class = CallLine

    def get_queryset(self) -> QuerySet[DirectorCall]:
        """All of them; `get_object` looks at the person."""
        return calls_with_people()

    def get_object(self) -> DirectorCall:
        """The call, or 404 for whoever neither made it nor answers calls there."""
        found = get_object_or_404(self.get_queryset(), pk=self.kwargs["pk"])
        tournament: Tournament = found.tournament
        if not (is_caller(self.request.user, found) or can_answer_calls(self.request.user, tournament)):
            raise Http404
        return found

    @extend_schema(summary="Get a call", responses={200: CallLine})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Who called, who is on the way, and whether it is closed."""
        return Response(CallLine(self.get_object()).data)

    @extend_schema(summary="Take a call", request=None, responses={200: CallLine})
    @action(detail=True, methods=["post"])
    def take(self, request: Request, pk: int) -> Response:
        """Says that one is on the way. 409 names who was faster."""
        return Response(_line(services.take_call(actor_of(request), self.get_object())))

    @extend_schema(summary="Close a call", request=None, responses={200: CallLine})
    @action(detail=True, methods=["post"])
    def close(self, request: Request, pk: int) -> Response:
        """The table has been helped."""
        return Response(_line(services.close_call(actor_of(request), self.get_object())))

    @extend_schema(summary="Cancel a call", request=None, responses={200: CallLine})
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: int) -> Response:
        """Nobody needs to come any more. For the caller."""
        return Response(_line(services.cancel_call(actor_of(request), self.get_object())))


def _line(call: DirectorCall) -> Any:
    return CallLine(calls_with_people().get(pk=call.pk)).data
