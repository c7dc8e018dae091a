"""REST API: the dates of rounds, and tables past their deadline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.models import User
from nabu.contests.dates import services
from nabu.contests.dates.models import DateSettings
from nabu.contests.dates.queries import overdue_with_players, planned_rounds, reminder_hours
from nabu.contests.matches.models import Table
from nabu.contests.matches.serializers import SeatLine
from nabu.contests.results.permissions import can_see_table
from nabu.contests.tournaments.api_views import OfTournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.web.rest.base import actor_of, check_allowed, read_body
from nabu.web.rest.views import ApiViews

MOST_ROUNDS = 500
MOST_SEATS = 8


class RoundDateLine(serializers.Serializer[Any]):
    """A planned round with its dates. `stage` is the position of the stage; `round` the id of the round, null until
    it is paired."""

    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    title = serializers.CharField()
    round = serializers.IntegerField(source="round.pk", allow_null=True, default=None)
    starts_at = serializers.DateTimeField(source="dates.starts_at", allow_null=True)
    due_at = serializers.DateTimeField(source="dates.due_at", allow_null=True)


class DatesLine(serializers.Serializer[Any]):
    """The dates of all planned rounds. `remind_hours`: players of tables without a result get a mail so many hours
    before a deadline; 0: never."""

    remind_hours = serializers.IntegerField()
    rounds = RoundDateLine(many=True)


class RoundDateChange(serializers.Serializer[Any]):
    """A round by the position of its stage and its number, with the dates to change; null takes a date away."""

    stage = serializers.IntegerField(min_value=1, max_value=100, default=1)
    number = serializers.IntegerField(min_value=1, max_value=1000)
    starts_at = serializers.DateTimeField(allow_null=True, required=False)
    due_at = serializers.DateTimeField(allow_null=True, required=False)


class DatesChange(serializers.Serializer[Any]):
    """The rounds to change; all others stay as they are."""

    rounds = serializers.ListField(child=RoundDateChange(), required=False, max_length=MOST_ROUNDS)
    remind_hours = serializers.ChoiceField(choices=DateSettings.Hours.choices, required=False)


class DeadlinesFill(serializers.Serializer[Any]):
    """The first deadline, and the number of days from one to the next. In the zone of the site they are at the same
    time of day, also when the clocks change."""

    first = serializers.DateTimeField()
    days = serializers.IntegerField(min_value=1, max_value=services.MOST_DAYS_BETWEEN, default=7)


class OverdueTable(serializers.Serializer[Any]):
    """A table of a published round without a confirmed result after its deadline. `report` is the id of the report
    that waits for a confirmation; `draw_refused` says why the table cannot be drawn, empty if it can."""

    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="round_id")
    number = serializers.IntegerField()
    game_number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Table.Status.choices)
    due_at = serializers.DateTimeField()
    report = serializers.IntegerField(allow_null=True)
    draw_refused = serializers.SerializerMethodField()
    seats = SeatLine(many=True)

    def get_draw_refused(self, table: Table) -> str:
        """Why there is no draw."""
        return services.why_no_draw(table)


class Forfeit(serializers.Serializer[Any]):
    """The positions of those who did not play, and the `status` in which the table was read: refused if it has changed
    since."""

    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_SEATS - 1), allow_empty=False, max_length=MOST_SEATS
    )
    status = serializers.ChoiceField(choices=Table.Status.choices, default=Table.Status.OPEN)


class Draw(serializers.Serializer[Any]):
    """The `status` in which the table was read: refused if it has changed since."""

    status = serializers.ChoiceField(choices=Table.Status.choices, default=Table.Status.OPEN)


class MoreTime(serializers.Serializer[Any]):
    """The new deadline, or so many days more."""

    due_at = serializers.DateTimeField(required=False)
    days = serializers.IntegerField(min_value=1, max_value=services.MOST_DAYS_BETWEEN, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if len(attrs) != 1:
            raise serializers.ValidationError("Give either `due_at` or `days`.")
        return attrs


def dates_line(tournament: Tournament) -> Any:
    """The dates of a tournament as the API shows them."""
    return DatesLine({"remind_hours": reminder_hours(tournament), "rounds": planned_rounds(tournament)}).data


@extend_schema(tags=["dates"])
class DatesOfTournament(OfTournament):
    """The dates of the rounds of a tournament."""

    serializer_class = DatesLine

    @extend_schema(summary="Get the dates of the rounds", operation_id="tournaments_dates", responses={200: DatesLine})
    @action(detail=True, methods=["get"])
    def dates(self, request: Request, pk: int) -> Response:
        """Every planned round, paired or not."""
        return Response(dates_line(self.get_object()))

    @extend_schema(
        summary="Change the dates of rounds",
        operation_id="tournaments_dates_change",
        request=DatesChange,
        responses={200: DatesLine},
        examples=[
            OpenApiExample(
                "A deadline", {"rounds": [{"number": 2, "due_at": "2027-03-28T20:00:00+02:00"}]}, request_only=True
            )
        ],
    )
    @dates.mapping.post
    def change_dates(self, request: Request, pk: int) -> Response:
        """For directors, before and while the tournament runs. A new deadline of a running round is reminded of
        again."""
        tournament = self.get_object()
        given = read_body(request, DatesChange, is_organiser(request.user, tournament))
        specs = [services.RoundSpec(**words) for words in given.validated_data.get("rounds", ())]
        services.set_dates(actor_of(request), tournament, specs, given.validated_data.get("remind_hours"))
        return Response(dates_line(self.get_object()))

    @extend_schema(
        summary="Fill in deadlines",
        operation_id="tournaments_dates_fill",
        request=DeadlinesFill,
        responses={200: DatesLine},
        examples=[OpenApiExample("Weekly", {"first": "2027-03-28T20:00:00+02:00", "days": 7}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="dates/fill")
    def fill_dates(self, request: Request, pk: int) -> Response:
        """A deadline for every round that has none, at regular intervals."""
        tournament = self.get_object()
        words = read_body(request, DeadlinesFill, is_organiser(request.user, tournament)).validated_data
        services.fill_deadlines(actor_of(request), tournament, words["first"], words["days"])
        return Response(dates_line(self.get_object()))

    @extend_schema(
        summary="List tables past their deadline",
        operation_id="tournaments_overdue",
        responses={200: OverdueTable(many=True)},
    )
    @action(detail=True, methods=["get"])
    def overdue(self, request: Request, pk: int) -> Response:
        """For directors, the longest overdue first. Nothing happens to them by itself."""
        tournament = self.get_object()
        check_allowed(is_organiser(request.user, tournament))
        return self.paged(OverdueTable, overdue_with_players(tournament))


@extend_schema(tags=["dates"])
class OverdueTableViewSet(ApiViews[Any]):
    """What a director decides about a table past its deadline. To confirm a report, see the reports."""

    id_of = "table"
    serializer_class = OverdueTable

    def get_queryset(self) -> QuerySet[Any]:
        """All tables; `get_object` looks at who may see one."""
        return Table.objects.select_related("round__stage__tournament")

    def get_object(self) -> Table:
        """The table, or 404 for whoever may not see it."""
        found: Table = get_object_or_404(self.get_queryset(), pk=self.kwargs["pk"])
        if not can_see_table(self.request.user, found):
            raise Http404
        return found

    @extend_schema(
        summary="Declare players of an overdue table absent",
        request=Forfeit,
        responses={204: None},
        examples=[OpenApiExample("The second player", {"absent": [1]}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="overdue/forfeit")
    def forfeit_overdue(self, request: Request, pk: int) -> Response:
        """One player left wins by forfeit; two or more still have to play. Of a match, all games that are left."""
        return self._decide(
            request,
            Forfeit,
            lambda actor, table, words: services.forfeit_overdue(actor, table, words["absent"], words["status"]),
        )

    @extend_schema(
        summary="Declare an overdue table a draw",
        request=Draw,
        responses={204: None},
        examples=[OpenApiExample("Nobody has reported", {}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="overdue/draw")
    def draw_overdue(self, request: Request, pk: int) -> Response:
        """All share the first place, without scores, and the game is not rated. Refused in a knockout and in a match of
        several games."""
        return self._decide(
            request, Draw, lambda actor, table, words: services.draw_overdue(actor, table, words["status"])
        )

    @extend_schema(
        summary="Extend the deadline of a table",
        request=MoreTime,
        responses={204: None},
        examples=[OpenApiExample("Three days", {"days": 3}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="overdue/extend")
    def extend_overdue(self, request: Request, pk: int) -> Response:
        """Also before the deadline. The players are told, and reminded again."""

        def extend(actor: User, table: Table, words: dict[str, Any]) -> None:
            if "days" in words:
                services.extend_by_days(actor, table, words["days"])
            else:
                services.extend_deadline(actor, table, words["due_at"])

        return self._decide(request, MoreTime, extend)

    def _decide(
        self,
        request: Request,
        fields: type[serializers.Serializer[Any]],
        service: Callable[[User, Table, dict[str, Any]], None],
    ) -> Response:
        table = self.get_object()
        given = read_body(request, fields, is_organiser(request.user, table.round.stage.tournament))
        service(actor_of(request), table, given.validated_data)
        return Response(status=204)
