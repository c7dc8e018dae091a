"""REST API: the seasons of a club, their tables and sums."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from competition.season import (
    MOST_EVENTS,
    MOST_PLACES,
    MOST_POINTS,
    MOST_QUALIFYING,
    PLACE_POINTS,
    TAKING_PART,
    Band,
    Formula,
    SeasonRules,
    SeasonTieBreak,
)
from competition.season_sums import DEFINITIONS, NAMES
from nabu.contests.clubs import seasons as services
from nabu.contests.clubs.models import Club, Season
from nabu.contests.clubs.permissions import can_organise_for
from nabu.contests.clubs.seasons import SeasonSpec
from nabu.contests.tournaments.standings.breakdown_api import SumLine
from nabu.people.profiles.clubs.finals import create_final
from nabu.people.profiles.clubs.season import breakdown_in, ruled_records, table_of
from nabu.web.rest.base import Id, SentenceField, actor_of, read_body
from nabu.web.rest.schema import path_id
from nabu.web.rest.views import ApiViews

Points = serializers.IntegerField(min_value=0, max_value=MOST_POINTS)


class BandLine(serializers.Serializer[Any]):
    """Points by place, from the first, in events of at most `up_to` players; null: of any size."""

    up_to = serializers.IntegerField(min_value=1, max_value=MOST_POINTS, allow_null=True)
    points = serializers.ListField(child=Points, min_length=1, max_length=MOST_PLACES)


class SeasonRulesLine(serializers.Serializer[Any]):
    """Dates and rules of a season. `bands` are the lists of the formula `list`, from the smallest field on.

    `best`: how many results of a player count, null for all. `qualifying`: how many are above the line, null for none.
    """

    name = serializers.CharField(max_length=services.NAME_LENGTH)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    game = serializers.CharField(max_length=30, required=False, allow_blank=True, default="")
    formula = serializers.ChoiceField(choices=Season.From.choices, default=Season.From.LIST)
    bands = BandLine(many=True, required=False, default=[{"up_to": None, "points": list(PLACE_POINTS)}])
    taking_part = serializers.IntegerField(min_value=0, max_value=MOST_POINTS, default=TAKING_PART)
    best = serializers.IntegerField(min_value=1, max_value=MOST_EVENTS, allow_null=True, default=None)
    fewest = serializers.IntegerField(min_value=1, max_value=MOST_EVENTS, default=1)
    qualifying = serializers.IntegerField(min_value=1, max_value=MOST_QUALIFYING, allow_null=True, default=None)


class SeasonChanges(SeasonRulesLine):
    """Only the fields to change; the lists of points are always given as a whole."""

    def get_fields(self) -> dict[str, Any]:
        """The same fields, none of them needed."""
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        return fields


class SeasonOfClub(serializers.ModelSerializer[Season]):
    """A season with its rules; `left_out` are tournaments that do not count, `final` is the event created for it.

    `last_change` is the number of the last change of dates or rules, null if there was none.
    """

    bands = serializers.SerializerMethodField()
    last_change = serializers.IntegerField(allow_null=True, read_only=True)

    class Meta:
        model = Season
        fields: tuple[str, ...] = (
            "id", "club", "name", "starts_on", "ends_on", "game", "formula", "bands", "taking_part", "best", "fewest",
            "qualifying", "left_out", "final", "last_change",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(BandLine(many=True))
    def get_bands(self, season: Season) -> list[dict[str, Any]]:
        """As they are sent."""
        return [{"up_to": up_to, "points": points} for up_to, points in season.bands]


class RuledLine(serializers.Serializer[Any]):
    """A player's points from one tournament, whether they count, and the player's place and points in the season.

    `place` is null for somebody who played too few events to be ranked.
    """

    place = serializers.IntegerField(allow_null=True)
    player = serializers.CharField()
    player_id = serializers.IntegerField()
    points = serializers.FloatField()
    points_exact = serializers.CharField()
    tournament = serializers.CharField()
    tournament_id = serializers.IntegerField()
    tournament_place = serializers.IntegerField()
    tournament_points = serializers.FloatField()
    tournament_points_exact = serializers.CharField()
    counts = serializers.BooleanField()
    qualified = serializers.BooleanField()


class SeasonTieBreakSum(serializers.Serializer[Any]):
    """A tie-break of the line. `sum` is null if nobody had the same points, or there is no line."""

    key = serializers.ChoiceField(choices=[(each.value, each.value) for each in SeasonTieBreak])
    name = SentenceField()
    definition = SentenceField()
    sum = SumLine(allow_null=True)


class SeasonSums(serializers.Serializer[Any]):
    """A place in a season as sums. Dropped results are terms that are not used."""

    place = serializers.IntegerField(allow_null=True)
    player_id = serializers.IntegerField()
    points = SumLine()
    tie_breaks = SeasonTieBreakSum(many=True)


class ChangeBack(serializers.Serializer[Any]):
    """The number of the change that is undone, as `last_change` of the season had it."""

    last_change = serializers.IntegerField(min_value=1)


class EventChoice(serializers.Serializer[Any]):
    """A tournament of the club, and whether it is left out of the season."""

    tournament = Id()
    left_out = serializers.BooleanField()


class FinalLine(serializers.Serializer[Any]):
    """The draft that was created, and why some who qualified are not entered."""

    tournament = serializers.IntegerField()
    problems = serializers.ListField(child=serializers.CharField())


@extend_schema(tags=["clubs"], parameters=[path_id("club", "club")])
class SeasonViewSet(ApiViews[Season]):
    """Seasons of a club with rules of their own. The season of a year is `clubs/ID/season/`."""

    id_of = "season"
    serializer_class = SeasonOfClub

    def get_queryset(self) -> QuerySet[Season]:
        """Those of the club in the address."""
        last = Subquery(services.changes_of(OuterRef("pk")).values("pk")[:1])
        seasons = Season.objects.filter(club=self.kwargs.get("club")).select_related("club").annotate(last_change=last)
        return seasons.prefetch_related("left_out").order_by("-ends_on", "-id")

    @extend_schema(summary="List the seasons of a club", responses={200: SeasonOfClub(many=True)})
    def list(self, request: Request, club: int) -> Response:
        """The latest end first."""
        get_object_or_404(Club, pk=club)
        return self.paged(SeasonOfClub, self.get_queryset())

    @extend_schema(summary="Get a season", responses={200: SeasonOfClub})
    def retrieve(self, request: Request, club: int, pk: int) -> Response:
        """Its dates and rules."""
        return Response(SeasonOfClub(self.get_object()).data)

    @extend_schema(
        summary="Create a season",
        request=SeasonRulesLine,
        responses={201: SeasonOfClub},
        examples=[
            OpenApiExample(
                "Best two of a spring, the first two play a final",
                {
                    "name": "Spring",
                    "starts_on": "2027-03-01",
                    "ends_on": "2027-05-31",
                    "bands": [{"up_to": 8, "points": [5, 3, 1]}, {"up_to": None, "points": [10, 6, 3, 1]}],
                    "taking_part": 0,
                    "best": 2,
                    "qualifying": 2,
                },
                request_only=True,
            )
        ],
    )
    def create(self, request: Request, club: int) -> Response:
        """Owners and directors of the club. Finished events of the past count too."""
        of_club = get_object_or_404(Club, pk=club)
        given = read_body(request, SeasonRulesLine, can_organise_for(request.user, of_club))
        made = services.create_season(actor_of(request), of_club, _spec(given.validated_data))
        return Response(SeasonOfClub(self.get_queryset().get(pk=made.pk)).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Change a season",
        request=SeasonChanges,
        responses={200: SeasonOfClub},
        examples=[OpenApiExample("Another end", {"ends_on": "2027-06-15"}, request_only=True)],
    )
    def partial_update(self, request: Request, club: int, pk: int) -> Response:
        """Owners and directors of the club. What is not sent stays, also what somebody else changes meanwhile."""
        season = self.get_object()
        given = read_body(request, SeasonChanges, can_organise_for(request.user, season.club))
        services.change_parts(actor_of(request), season, lambda now: _spec(_rules(now) | given.validated_data))
        return Response(SeasonOfClub(self.get_object()).data)

    @extend_schema(summary="Delete a season", request=None, responses={204: None})
    def destroy(self, request: Request, club: int, pk: int) -> Response:
        """Owners and directors of the club. The events stay."""
        services.delete_season(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Undo the last change of a season",
        operation_id="clubs_seasons_change_back",
        request=ChangeBack,
        responses={200: SeasonOfClub},
        examples=[OpenApiExample("The last change", {"last_change": 1204}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="change-back")
    def change_back(self, request: Request, club: int, pk: int) -> Response:
        """Owners and directors of the club. 409 if it is not the last change any more. Undoing the undo repeats it."""
        season = self.get_object()
        given = read_body(request, ChangeBack, can_organise_for(request.user, season.club)).validated_data
        services.change_season_back(actor_of(request), season, given["last_change"])
        return Response(SeasonOfClub(self.get_object()).data)

    @extend_schema(
        summary="Get the table of a season", operation_id="clubs_seasons_table", responses={200: RuledLine(many=True)}
    )
    @action(detail=True, methods=["get"])
    def table(self, request: Request, club: int, pk: int) -> Response:
        """One row for each player and finished tournament of the season."""
        return self.paged(RuledLine, ruled_records(table_of(self.get_object())))

    @extend_schema(
        summary="Get the breakdown of a place in a season",
        operation_id="clubs_seasons_breakdown",
        parameters=[path_id("player", "player")],
        responses={200: SeasonSums},
    )
    @action(detail=True, methods=["get"], url_path="players/<int:player>")
    def breakdown(self, request: Request, club: int, pk: int, player: int) -> Response:
        """How the points and each tie-break are made up."""
        found = breakdown_in(table_of(self.get_object()), player)
        if found is None:
            raise Http404
        sums = {name: total for name, _definition, total in found.tie_breaks}
        lines = [
            {"key": key, "name": NAMES[key], "definition": DEFINITIONS[key], "sum": sums.get(NAMES[key])}
            for key in SeasonTieBreak
        ]
        line = found.row.line
        shown = {"place": line.place, "player_id": line.player, "points": found.points, "tie_breaks": lines}
        return Response(SeasonSums(shown).data)

    @extend_schema(
        summary="Leave an event out of a season, or count it again",
        operation_id="clubs_seasons_leave_out",
        request=EventChoice,
        responses={200: SeasonOfClub},
        examples=[OpenApiExample("Does not count", {"tournament": 12, "left_out": True}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="events", url_name="event")
    def leave_out(self, request: Request, club: int, pk: int) -> Response:
        """Owners and directors of the club."""
        season = self.get_object()
        given = read_body(request, EventChoice, can_organise_for(request.user, season.club)).validated_data
        services.leave_out(actor_of(request), season, given["tournament"], out=given["left_out"])
        return Response(SeasonOfClub(self.get_object()).data)

    @extend_schema(
        summary="Create the final of a season",
        operation_id="clubs_seasons_final",
        request=None,
        responses={201: FinalLine},
    )
    @action(detail=True, methods=["post"])
    def final(self, request: Request, club: int, pk: int) -> Response:
        """A draft with those who qualified, in order. Accounts are invited; a guest stands in until they answer."""
        made, problems = create_final(actor_of(request), self.get_object())
        answer = FinalLine({"tournament": made.pk, "problems": problems}).data
        return Response(answer, status=status.HTTP_201_CREATED)


def _rules(season: Season) -> dict[str, Any]:
    """What `_spec` reads, as it is now."""
    names = ("name", "starts_on", "ends_on", "game", "formula", "taking_part", "best", "fewest", "qualifying")
    bands = [{"up_to": up_to, "points": points} for up_to, points in season.bands]
    return {name: getattr(season, name) for name in names} | {"bands": bands}


def _spec(given: dict[str, Any]) -> SeasonSpec:
    rules = SeasonRules(
        formula=Formula(given["formula"]),
        bands=tuple(Band(band["up_to"], tuple(band["points"])) for band in given["bands"]),
        taking_part=given["taking_part"],
        best=given["best"],
        fewest=given["fewest"],
        line=given["qualifying"],
    )
    dates = {name: given[name] for name in ("name", "starts_on", "ends_on", "game")}
    return SeasonSpec(**dates, rules=rules)
