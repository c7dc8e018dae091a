"""REST API: an event again, by hand or as a series."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.names import name_of
from nabu.contests.series import services
from nabu.contests.series.making import dates_of
from nabu.contests.series.models import Series
from nabu.contests.series.permissions import can_manage_series
from nabu.contests.series.queries import left_out, visible_series
from nabu.contests.series.repeating import Again, proposed, repeat_tournament
from nabu.contests.tournaments.api_views import OfTournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.setup.services import NAME_LENGTH
from nabu.web.rest.base import TournamentRef, actor_of, read_body
from nabu.web.rest.views import ApiViews

MOST_DATES = 10


class RepeatFields(serializers.Serializer[Any]):
    """The same event again. Default `name` and `starts_on`: the number counted on, the next such weekday."""

    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    starts_on = serializers.DateField(allow_null=True, required=False)
    players = serializers.BooleanField(default=False, help_text="Enter its players; accounts are asked first.")
    dropped = serializers.BooleanField(default=False, help_text="Also those who dropped out.")
    helpers = serializers.BooleanField(default=False, help_text="Keep its directors and scorekeepers.")


class NotEntered(serializers.Serializer[Any]):
    """A player of last time who was not entered."""

    name = serializers.CharField()
    reason = serializers.CharField()


class RepeatedEvent(serializers.Serializer[Any]):
    """The new draft, how many players it has, and who of last time could not be entered."""

    tournament = TournamentRef()
    players = serializers.IntegerField()
    not_entered = NotEntered(many=True)


class SeriesFields(serializers.Serializer[Any]):
    """A series. `left`: so many more events; `until`: none after this date; null: no such end."""

    name = serializers.CharField(max_length=services.NAME_LENGTH)
    weeks = serializers.ChoiceField(choices=Series.Weeks.choices, required=False)
    opens_days = serializers.IntegerField(
        min_value=services.FIRST_DAYS,
        max_value=services.MOST_DAYS,
        required=False,
        help_text="Registration opens so many days before each event.",
    )
    ahead = serializers.IntegerField(
        min_value=1, max_value=services.MOST_AHEAD, required=False, help_text="Events that are prepared at a time."
    )
    left = serializers.IntegerField(min_value=1, max_value=services.MOST_LEFT, allow_null=True, required=False)
    until = serializers.DateField(allow_null=True, required=False)


class SeriesChanges(SeriesFields):
    """Only the fields to change."""

    name = serializers.CharField(max_length=services.NAME_LENGTH, required=False)
    next_on = serializers.DateField(required=False, help_text="Moves the series to this date and weekday.")


class SeriesDate(serializers.Serializer[Any]):
    """A date of a series."""

    date = serializers.DateField()


class SeriesLine(serializers.ModelSerializer[Series]):
    """A series of events. `next_on`: date of the next event to be created; null: over. `paused`: empty while it
    is not, else why for those who run it, and `paused` for all others."""

    organiser = serializers.SerializerMethodField()
    paused = serializers.SerializerMethodField()

    class Meta:
        model = Series
        fields: tuple[str, ...] = (
            *("id", "name", "organiser", "club", "weeks", "opens_days", "ahead", "left", "until", "next_on", "paused"),
        )
        read_only_fields = fields

    def get_paused(self, series: Series) -> str:
        """The reason may say something of a person."""
        if series.paused_because and not can_manage_series(self.context["request"].user, series):
            return "paused"
        return series.paused_because

    def get_organiser(self, series: Series) -> str:
        """The name of its owner."""
        return name_of(series.owner)


class SeriesDetail(SeriesLine):
    """A series with the dates for which events will be created, and those without an event."""

    dates = serializers.ListField(child=serializers.DateField(), read_only=True)
    left_out = serializers.ListField(child=serializers.DateField(), read_only=True)

    class Meta(SeriesLine.Meta):
        fields = (*SeriesLine.Meta.fields, "dates", "left_out")
        read_only_fields = fields


@extend_schema(tags=["tournaments"])
class AgainOfTournament(OfTournament):
    """The same event again."""

    serializer_class = SeriesLine

    @extend_schema(
        summary="Repeat an event",
        operation_id="tournaments_repeat",
        request=RepeatFields,
        responses={201: RepeatedEvent},
        examples=[OpenApiExample("Next week, with its players", {"players": True}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def repeat(self, request: Request, pk: int) -> Response:
        """Creates a draft of this account with all settings of the event. For directors."""
        source = self.get_object()
        given = read_body(request, RepeatFields, is_organiser(request.user, source)).validated_data
        usual = proposed(source, services.today())
        made = repeat_tournament(
            actor_of(request), source, Again(**{"name": usual.name, "starts_on": usual.starts_on} | given)
        )
        shown = {
            "tournament": made.tournament,
            "players": made.players,
            "not_entered": [{"name": name, "reason": reason} for name, reason in made.left_out],
        }
        return Response(RepeatedEvent(shown).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Start a series",
        operation_id="tournaments_series_create",
        request=SeriesFields,
        responses={201: SeriesLine},
        examples=[
            OpenApiExample("Every week", {"name": "Tuesday night", "weeks": 1, "opens_days": 7}, request_only=True)
        ],
    )
    @action(detail=True, methods=["post"])
    def series(self, request: Request, pk: int) -> Response:
        """The event becomes the first of a series, and the next one is created. For directors."""
        source = self.get_object()
        given = read_body(request, SeriesFields, is_organiser(request.user, source))
        made = services.start_series(actor_of(request), source, services.SeriesSpec(**given.validated_data))
        return Response(SeriesLine(made, context={"request": request}).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["tournaments"])
class SeriesViewSet(ApiViews[Series]):
    """Series of events that are created by themselves."""

    id_of = "series"
    serializer_class = SeriesLine

    def get_queryset(self) -> QuerySet[Series]:
        """Those with an event that this account may see, and its own."""
        return visible_series(self.request.user).order_by("-pk")

    @extend_schema(summary="List series", responses={200: SeriesLine(many=True)}, filters=True)
    def list(self, request: Request) -> Response:
        """Series with a visible event, latest first."""
        return self.paged(SeriesLine, self.get_queryset(), request=request)

    @extend_schema(summary="Get a series", responses={200: SeriesDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """A series with its next dates."""
        return self._answer(self.get_object())

    @extend_schema(
        summary="Change a series",
        request=SeriesChanges,
        responses={200: SeriesDetail},
        examples=[OpenApiExample("Every two weeks", {"weeks": 2}, request_only=True)],
    )
    def partial_update(self, request: Request, pk: int) -> Response:
        """Existing events stay as they are."""
        series = self.get_object()
        given = read_body(request, SeriesChanges, can_manage_series(request.user, series))
        return self._answer(services.change_series(actor_of(request), series, **given.validated_data))

    @extend_schema(summary="Delete a series", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Its events are kept."""
        services.delete_series(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="Pause a series", request=None, responses={200: SeriesDetail})
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, pk: int) -> Response:
        """No events are created until it is resumed."""
        return self._answer(services.pause_series(actor_of(request), self.get_object()))

    @extend_schema(summary="Resume a series", request=None, responses={200: SeriesDetail})
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, pk: int) -> Response:
        """Belongs to this account from then on if its owner may no longer run it."""
        return self._answer(services.resume_series(actor_of(request), self.get_object()))

    @extend_schema(
        summary="Skip a date",
        request=SeriesDate,
        responses={200: SeriesDetail},
        examples=[OpenApiExample("Holidays", {"date": "2026-12-24"}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def skip(self, request: Request, pk: int) -> Response:
        """No event is created for this date."""
        series = self.get_object()
        given = read_body(request, SeriesDate, can_manage_series(request.user, series))
        return self._answer(services.skip_date(actor_of(request), series, given.validated_data["date"]))

    @extend_schema(
        summary="Restore a skipped date",
        request=SeriesDate,
        responses={200: SeriesDetail},
        examples=[OpenApiExample("After all", {"date": "2026-12-24"}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def keep(self, request: Request, pk: int) -> Response:
        """An event is created for this date."""
        series = self.get_object()
        given = read_body(request, SeriesDate, can_manage_series(request.user, series))
        return self._answer(services.keep_date(actor_of(request), series, given.validated_data["date"]))

    def _answer(self, series: Series) -> Response:
        today = services.today()
        dates = [day for day in dates_of(series, today, MOST_DATES) if day.isoformat() not in series.skipped]
        series.dates, series.left_out = dates, left_out(series, today)  # type: ignore[attr-defined]
        return Response(SeriesDetail(series, context={"request": self.request}).data)
