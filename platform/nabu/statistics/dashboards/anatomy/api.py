"""REST API: one game taken apart."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.models import NEEDED
from nabu.statistics.dashboards.anatomy.game import proven_game
from nabu.statistics.dashboards.anatomy.records import anatomy_record
from nabu.statistics.dashboards.anatomy.views import table_of
from nabu.web.rest.views import ApiView

BY_SEAT = "By seat; seat 0 started."


def by_seat() -> serializers.ListField:
    """A number for each seat."""
    return serializers.ListField(child=serializers.IntegerField(), help_text=BY_SEAT)


class AnatomyPlayer(serializers.Serializer[Any]):
    """A player by name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class AnatomySeat(serializers.Serializer[Any]):
    """Who sat there, and the verified result."""

    player = AnatomyPlayer()
    score = serializers.IntegerField()
    place = serializers.IntegerField()


class AnatomySource(serializers.Serializer[Any]):
    """What a scoring source gave; all of them sum to the scores."""

    source = serializers.CharField()  # type: ignore[assignment]  # a column, not DRF's setting of that name
    points = by_seat()


class AnatomyMoment(serializers.Serializer[Any]):
    """A turn in which somebody scored, and the scores after it."""

    turn = serializers.IntegerField()
    line = serializers.IntegerField(help_text="Its first scoring line in the log; the header is line 1.")
    gained = by_seat()
    scores = by_seat()


class AnatomyChances(serializers.Serializer[Any]):
    """The chances to win after a turn."""

    turn = serializers.IntegerField()
    chances = serializers.ListField(child=serializers.FloatField(), help_text=BY_SEAT)


class AnatomySwing(serializers.Serializer[Any]):
    """An action with which a seat gained the most on its best opponent."""

    line = serializers.IntegerField()
    turn = serializers.IntegerField()
    seat = serializers.IntegerField()
    points = serializers.IntegerField(help_text="Points gained by the seat.")
    ahead = serializers.IntegerField(help_text="How many more points than the best opponent gained.")


class AnatomyStep(serializers.Serializer[Any]):
    """A source in the comparison of winner and runner-up."""

    source = serializers.CharField()  # type: ignore[assignment]  # a column, not DRF's setting of that name
    difference = serializers.IntegerField()


class AnatomyLead(serializers.Serializer[Any]):
    """Winner against runner-up: the differences sum to the margin."""

    winner = serializers.IntegerField(help_text="A seat.")
    second = serializers.IntegerField(help_text="A seat.")
    margin = serializers.IntegerField()
    steps = AnatomyStep(many=True)


class AnatomyPlace(serializers.Serializer[Any]):
    """A place on a board and the points it gave."""

    place = serializers.CharField()
    board = serializers.IntegerField(allow_null=True, help_text="Whose board, by seat; null: all play on one.")
    points = by_seat()
    sources = serializers.ListField(child=serializers.CharField())


class AnatomyCard(serializers.Serializer[Any]):
    """Something that happened to a card."""

    line = serializers.IntegerField()
    turn = serializers.IntegerField()
    seat = serializers.IntegerField()
    card = serializers.CharField()
    what = serializers.ChoiceField(["taken", "used", "declined"])
    others = serializers.ListField(
        child=serializers.CharField(), help_text="What could have been taken instead; empty unless taken."
    )


class GameAnatomy(serializers.Serializer[Any]):
    """One game taken apart. Every part sums to the verified scores."""

    table = serializers.IntegerField()
    log = serializers.CharField(help_text="SHA-256 of the log that proves the result.")
    proof = serializers.ChoiceField(choices=NEEDED, allow_blank=True, help_text="The level of proof of the result.")
    game = serializers.CharField()
    turns = serializers.IntegerField()
    seats = AnatomySeat(many=True)
    sources = AnatomySource(many=True)
    course = AnatomyMoment(many=True)
    chances = AnatomyChances(many=True, help_text="Empty as long as no model is fitted for such games.")
    swings = AnatomySwing(many=True, help_text="Empty for a game whose points are all counted at once.")
    lead = AnatomyLead(allow_null=True)
    places = AnatomyPlace(many=True, help_text="Points that are on no board are missing here.")
    cards = AnatomyCard(many=True)


class AnatomyView(ApiView):
    """Whoever sees the table may read it."""

    id_of = "table"
    permission_classes = [AllowAny]

    @extend_schema(
        tags=["tables"],
        summary="Get the scoring breakdown of a game",
        operation_id="tables_anatomy",
        responses={200: GameAnatomy},
    )
    def get(self, request: Request, id: int) -> Response:  # noqa: A002 - the name in the address
        """Only for a table whose result is proven by a log (otherwise 404)."""
        played = proven_game(table_of(request.user, id))
        if played is None:
            raise Http404
        return Response(anatomy_record(played))
