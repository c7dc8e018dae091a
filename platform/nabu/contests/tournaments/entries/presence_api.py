"""REST API: the check-in of a tournament."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.api_views import OfTournament
from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries.queries import own_entry, presence
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import can_keep_score, can_see_tournament
from nabu.contests.tournaments.serializers import EntryLine
from nabu.web.rest.base import actor_of, check_allowed, errors
from nabu.web.rest.parameters import read_query


class CheckInState(serializers.Serializer[Any]):
    """Whether the check-in is open, whether players check themselves in, and how many are checked in."""

    open = serializers.BooleanField()
    self_check_in = serializers.BooleanField()
    here = serializers.IntegerField()
    players = serializers.IntegerField()


class HereLine(EntryLine):
    """An entry and when it was checked in; null if it is not."""

    class Meta(EntryLine.Meta):
        fields = (*EntryLine.Meta.fields, "checked_in_at")
        read_only_fields = fields


class HereFilter(serializers.Serializer[Any]):
    """Only those who are here, or only those who are not."""

    here = serializers.BooleanField(required=False, allow_null=True, default=None)


@extend_schema(tags=["entries"])
class CheckInViewSet(OfTournament):
    """Who is here before the start. For those who keep score; directors open and close it."""

    serializer_class = CheckInState

    @extend_schema(summary="Get the state of the check-in", responses={200: CheckInState})
    @action(detail=True, methods=["get"], url_path="check-in", url_name="state")
    def state(self, request: Request, pk: int) -> Response:
        """How many players are checked in."""
        return self._state(self._kept())

    @extend_schema(
        summary="List entries by check-in",
        parameters=[OpenApiParameter("here", bool, description="Only checked-in players, or only missing ones.")],
        responses={200: HereLine(many=True), **errors(400)},
    )
    @action(detail=True, methods=["get"], url_path="check-in/entries", url_name="entries")
    def entries(self, request: Request, pk: int) -> Response:
        """Active entries by seed, with the time of their check-in."""
        tournament, wanted = self._kept(), read_query(request, HereFilter)
        entries = tournament.entries.filter(status=Entry.Status.ACTIVE).select_related("player")
        if (here := wanted["here"]) is not None:
            entries = entries.filter(checked_in_at__isnull=not here)
        return self.paged(HereLine, entries.order_by("seed", "id"))

    @extend_schema(summary="Open the check-in", request=None, responses={200: CheckInState})
    @action(detail=True, methods=["post"], url_path="check-in/open", url_name="open")
    def open(self, request: Request, pk: int) -> Response:
        """From then on, players can check themselves in."""
        return self._state(check_in.open_check_in(actor_of(request), self.get_object()))

    @extend_schema(summary="Close the check-in", request=None, responses={200: CheckInState})
    @action(detail=True, methods=["post"], url_path="check-in/close", url_name="close")
    def close(self, request: Request, pk: int) -> Response:
        """From then on, only scorekeepers and directors can check players in."""
        return self._state(check_in.close_check_in(actor_of(request), self.get_object()))

    @extend_schema(summary="Check in all players", request=None, responses={200: CheckInState})
    @action(detail=True, methods=["post"], url_path="check-in/everybody", url_name="everybody")
    def everybody(self, request: Request, pk: int) -> Response:
        """Checks in all players who are not checked in yet."""
        tournament = self.get_object()
        check_in.check_in_everybody(actor_of(request), tournament)
        return self._state(tournament)

    @extend_schema(summary="Drop missing players", request=None, responses={200: CheckInState})
    @action(detail=True, methods=["post"], url_path="check-in/leave-out-missing", url_name="leave-out")
    def leave_out(self, request: Request, pk: int) -> Response:
        """Drops players who are not checked in, before the start. They can be reinstated later."""
        tournament = self.get_object()
        check_in.leave_out_missing(actor_of(request), tournament)
        return self._state(tournament)

    @extend_schema(summary="Check in oneself", request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="check-in/me", url_name="me")
    def me(self, request: Request, pk: int) -> Response:
        """For players of the tournament, while the check-in is open. Does not give access to the draft itself."""
        actor = actor_of(request)
        tournament = get_object_or_404(Tournament, pk=pk)
        entry = own_entry(actor, tournament)
        if entry is None or not (tournament.check_in_open or can_see_tournament(actor, tournament)):
            raise Http404
        check_in.check_in(actor, entry)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _kept(self) -> Tournament:
        found: Tournament = self.get_object()
        check_allowed(can_keep_score(self.request.user, found))
        return found

    def _state(self, tournament: Tournament) -> Response:
        tournament.refresh_from_db()
        counted = presence(tournament)
        state = {
            "open": tournament.check_in_open,
            "self_check_in": tournament.self_check_in,
            "here": counted.here,
            "players": counted.players,
        }
        return Response(CheckInState(state).data)
