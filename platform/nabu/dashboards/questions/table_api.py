"""REST API: the tables of the dashboards, with the same filter and the same rows as pages and CSV."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.core.exceptions import ValidationError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, views
from rest_framework.exceptions import ValidationError as BadRequest
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.dashboards.facts.statistics import Statistics
from nabu.dashboards.filter_form import filter_form
from nabu.dashboards.questions.page import game_or_404
from nabu.dashboards.questions.tables import TABLES
from nabu.rest import errors

FILTER = [
    OpenApiParameter("variant", OpenApiTypes.STR, description="Only games in this variant."),
    OpenApiParameter("players", OpenApiTypes.INT, description="Only games with this many players."),
    OpenApiParameter(
        "band", OpenApiTypes.INT, description="Only games of this rating band: 0 unknown, 1 the lowest, 4 the highest."
    ),
    OpenApiParameter("since", OpenApiTypes.INT, description="Only games from this month on, as 202611."),
    OpenApiParameter("until", OpenApiTypes.INT, description="Only games until this month, included."),
    OpenApiParameter("tournament", OpenApiTypes.INT, description="Only games of this tournament."),
    OpenApiParameter("player", OpenApiTypes.INT, description="Only games in which this player sat."),
]
F = TypeVar("F", bound=Callable[..., Any])
SPREAD = "Null if there is no spread to learn from."


def nullable(text: str = SPREAD) -> serializers.FloatField:
    """A number that may not be known."""
    return serializers.FloatField(allow_null=True, help_text=text)


class ShareRow(serializers.Serializer[Any]):
    """One scoring source. Intervals are 95 %."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    mean_score = serializers.FloatField()
    mean_score_low = nullable()
    mean_score_high = nullable()
    source = serializers.CharField()  # type: ignore[assignment]  # a column, not DRF's setting of that name
    points_per_game = serializers.FloatField(help_text="Of one player in one game.")
    points_per_game_low = nullable()
    points_per_game_high = nullable()
    share = nullable("Part of all points.")


class SourceRow(ShareRow):
    """One scoring source in one variant."""

    variant = serializers.CharField(allow_blank=True, help_text="Empty: all variants together.")
    player_games = serializers.IntegerField(help_text="Players in these games, each counted once a game.")


class PlayerRow(ShareRow):
    """One scoring source of one player."""

    player_id = serializers.IntegerField()
    player = serializers.CharField()
    wins = serializers.FloatField(help_text="A shared win counts as its share.")


class WinnerRow(serializers.Serializer[Any]):
    """One scoring source: winners against the others of the same games, in points per game."""

    source = serializers.CharField()  # type: ignore[assignment]
    games = serializers.IntegerField(help_text="Games that have winners and others.")
    winners = serializers.FloatField()
    rest = serializers.FloatField()
    difference = serializers.FloatField(help_text="winners - rest")
    difference_low = nullable()
    difference_high = nullable()
    q_value = nullable("Corrected for looking at all sources (Benjamini and Hochberg).")
    winners_share = nullable("Part of all points of the winners.")
    rest_share = nullable("Part of all points of the others.")


class CourseRow(serializers.Serializer[Any]):
    """One scoring source in one quarter of the turns, in points per game."""

    source = serializers.CharField()  # type: ignore[assignment]
    quarter = serializers.IntegerField(min_value=1, max_value=4)
    winners = serializers.FloatField()
    rest = serializers.FloatField()


class GameRow(serializers.Serializer[Any]):
    """One player in one game. Besides these there is a column for each source of the game; they sum to the score."""

    table_id = serializers.IntegerField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    tournament_id = serializers.IntegerField()
    tournament = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    log_sha256 = serializers.CharField(allow_null=True)
    variant = serializers.CharField()
    seat = serializers.IntegerField(help_text="0 started.")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    rating_before = nullable("The rating before the game; null without one.")
    place = serializers.IntegerField()
    win = serializers.FloatField(help_text="A shared win counts as its share.")
    score = serializers.IntegerField()


class SourceTable(serializers.Serializer[Any]):
    """Points by source."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = SourceRow(many=True)


class PlayerTable(serializers.Serializer[Any]):
    """Points by player and source."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = PlayerRow(many=True)


class WinnerTable(serializers.Serializer[Any]):
    """Winners against the others."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = WinnerRow(many=True)


class CourseTable(serializers.Serializer[Any]):
    """Points over the game."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = CourseRow(many=True)


class GameTable(serializers.Serializer[Any]):
    """The games."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = GameRow(many=True)


class TableView(views.APIView):
    """What all tables share: whoever may see the page may read them. `table` is the name in `tables.TABLES`."""

    permission_classes = [AllowAny]
    table: ClassVar[str]

    def answer(self, request: Request, game: str) -> Response:
        """The rows of the filter in the address. Raises 404 for an unknown game, 400 for an unknown filter value."""
        played = game_or_404(game)
        form = filter_form(request.query_params, played)
        try:
            statistics = Statistics(form.game_filter())
        except ValidationError:
            wrong = {name: [str(message) for message in messages] for name, messages in form.errors.items()}
            raise BadRequest(wrong) from None
        return Response({"games": statistics.count, "rows": TABLES[self.table](statistics)})


def described(summary: str, name: str, rows: type[serializers.Serializer[Any]]) -> Callable[[F], F]:
    """The documentation of the `get` of a table."""
    return extend_schema(
        tags=["dashboards"],
        parameters=FILTER,
        summary=summary,
        operation_id=f"dashboards_{name}",
        responses={200: rows, **errors(400, 404)},
    )


class SourcesView(TableView):
    """Points per game and source."""

    table = "sources"

    @described("Scoring sources by variant", "sources", SourceTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each variant and source, over the verified games of public tournaments."""
        return self.answer(request, game)


class PlayersView(TableView):
    """Points per game and source of each player."""

    table = "players"

    @described("Scoring sources by player", "players", PlayerTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each player and source, over the verified games of public tournaments."""
        return self.answer(request, game)


class WinnersView(TableView):
    """What winners score where."""

    table = "winners"

    @described("Winners against the others by source", "winners", WinnerTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each source, over the verified games of public tournaments."""
        return self.answer(request, game)


class CourseView(TableView):
    """When points are made."""

    table = "course"

    @described("Winners and the others by source and quarter of the game", "course", CourseTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each source and quarter, over the verified games of public tournaments."""
        return self.answer(request, game)


class GamesView(TableView):
    """The games behind the numbers."""

    table = "games"

    @described("The games and their scores by source", "games", GameTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each player of each game, over the verified games of public tournaments."""
        return self.answer(request, game)
