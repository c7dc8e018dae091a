"""REST API: the sums behind a place in the standings of a stage."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.matches.proof import Proof
from nabu.contests.matches.serializers import ExactPointsField
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.queries import visible_tournaments
from nabu.contests.tournaments.standings.breakdown import Breakdown, breakdown_of
from nabu.web.rest.base import SentenceField
from nabu.web.rest.schema import path_id
from nabu.web.rest.views import ApiViews


class TermLine(serializers.Serializer[Any]):
    """An addend, and the round or the players it comes from.

    `used` is false for a term that was cut or does not count; `note` says why.
    """

    origin = SentenceField(source="label", allow_blank=True)
    value = serializers.FloatField()
    value_exact = ExactPointsField(source="value", read_only=True)
    used = serializers.BooleanField()
    note = SentenceField(allow_blank=True)
    proof = serializers.ChoiceField(
        choices=Proof.choices, allow_blank=True, help_text="The level of proof of the table that gave the points."
    )


class SumLine(serializers.Serializer[Any]):
    """A value, also as a fraction: the used terms added up, divided by `divisor`, plus `rounding`."""

    value = serializers.FloatField()
    value_exact = ExactPointsField(source="value", read_only=True)
    divisor = serializers.IntegerField()
    rounding = serializers.FloatField()
    terms = TermLine(many=True)


class TieBreakSum(serializers.Serializer[Any]):
    """A tie-break with its rules. `sum` is null if no tie was left for it to break."""

    key = serializers.CharField()
    code = serializers.CharField()
    name = SentenceField()
    version = SentenceField()
    definition = SentenceField()
    lower_is_better = serializers.BooleanField()
    sum = SumLine(allow_null=True)


class StandingBreakdown(serializers.Serializer[Any]):
    """A place in the standings of a stage as sums: the points, and the tie-breaks in the order in which they decide."""

    place = serializers.IntegerField()
    entry = serializers.IntegerField()
    points = SumLine()
    tie_breaks = TieBreakSum(many=True)


@extend_schema(tags=["stages"])
class StageStandingViewSet(ApiViews[Stage]):
    """Single places in the standings of a stage."""

    id_of = "entry"
    serializer_class = StandingBreakdown

    @extend_schema(
        summary="Get the breakdown of a place",
        parameters=[path_id("stage", "stage")],
        responses={200: StandingBreakdown},
    )
    def retrieve(self, request: Request, stage: int, pk: int) -> Response:
        """How the points and each tie-break are made up. Places in a bracket have no breakdown (404)."""
        visible = visible_tournaments(request.user).values("pk")
        stages = Stage.objects.filter(tournament__in=visible).select_related("tournament")
        found = breakdown_of(get_object_or_404(stages, pk=stage), pk)
        if found is None:
            raise Http404
        return Response(StandingBreakdown(_lines(found)).data)


def _lines(found: Breakdown) -> dict[str, object]:
    return {
        "place": found.standing.place,
        "entry": found.standing.competitor.id,
        "points": found.points,
        "tie_breaks": [
            {
                "key": tie_break.key,
                "code": tie_break.code,
                "name": tie_break.name,
                "version": tie_break.version,
                "definition": tie_break.definition,
                "lower_is_better": tie_break.lower_is_better,
                "sum": found_sum,
            }
            for tie_break, found_sum in found.tie_breaks
        ],
    }
