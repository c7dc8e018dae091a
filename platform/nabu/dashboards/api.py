"""REST API: the tables of the dashboards, with the same filter and the same rows as pages and CSV."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, views
from rest_framework.exceptions import ValidationError as BadRequest
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.sources import sources_by_player
from engine.game import Game
from nabu.dashboards.filters import FilterForm
from nabu.dashboards.page import frames_of, source_keys, tables_of_cards
from nabu.dashboards.queries import GameOnRecord, games_on_record
from nabu.dashboards.records import Record, card_records, source_records
from nabu.dashboards.views import game_or_404
from nabu.rest import errors

FILTER = [
    OpenApiParameter("players", OpenApiTypes.INT, description="Only games with this many players."),
    OpenApiParameter("ruleset", OpenApiTypes.STR, description="Only games under this ruleset."),
    OpenApiParameter("tournament", OpenApiTypes.INT, description="Only games of this tournament."),
    OpenApiParameter("player", OpenApiTypes.INT, description="Only games in which this player sat."),
]


def nullable(text: str) -> serializers.FloatField:
    """A number that may not be known."""
    return serializers.FloatField(allow_null=True, help_text=text)


class SourceRow(serializers.Serializer[Any]):
    """One scoring source of one player. Intervals are 95 % t intervals over the player's games."""

    player_id = serializers.IntegerField()
    player = serializers.CharField()
    games = serializers.IntegerField(help_text="Verified games of the player within the filter.")
    wins = serializers.FloatField(help_text="A shared win counts as its share.")
    mean_score = serializers.FloatField()
    mean_score_low = nullable("Null if there is no spread to learn from.")
    mean_score_high = nullable("Null if there is no spread to learn from.")
    source = serializers.CharField()  # type: ignore[assignment]  # a column, not DRF's setting of that name
    points_per_game = serializers.FloatField()
    points_per_game_low = nullable("Null if there is no spread to learn from.")
    points_per_game_high = nullable("Null if there is no spread to learn from.")
    share = nullable("Part of all points of the player.")


class CardRow(serializers.Serializer[Any]):
    """One card. Rates are null for a card that nobody took; intervals are 95 % Wilson intervals."""

    kind = serializers.CharField(help_text="Cards are compared with cards of their kind.")
    card = serializers.CharField()
    offered = serializers.IntegerField(help_text="Games in which at least one player could have taken it.")
    taken = serializers.IntegerField(help_text="Games in which it was taken.")
    taken_rate = nullable("taken / offered")
    taken_rate_low = nullable("Lower end of its interval.")
    taken_rate_high = nullable("Upper end of its interval.")
    mean_turn = nullable("Mean turn in which its takers first took it.")
    takers = serializers.IntegerField(help_text="Players who took it, each counted once a game.")
    wins = serializers.FloatField(help_text="Wins of its takers; a shared win counts as its share.")
    win_rate = nullable("wins / takers")
    win_rate_low = nullable("Lower end of its interval.")
    win_rate_high = nullable("Upper end of its interval.")
    expected = nullable("Par: the mean of 1 / number of players over the takers.")
    above_expectation = nullable("win_rate - expected")
    sample = serializers.ChoiceField(
        ["tiny", "small", "enough"], help_text="Below 20 takers next to nothing is known, below 72 not ranked."
    )


class SourceTable(serializers.Serializer[Any]):
    """The scoring sources by player."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = SourceRow(many=True)


class CardTable(serializers.Serializer[Any]):
    """The cards that were on offer."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = CardRow(many=True)


@extend_schema(tags=["dashboards"], parameters=FILTER)
class TableView(views.APIView, ABC):
    """What both tables share: whoever may see the page may read them."""

    permission_classes = [AllowAny]

    def answer(self, request: Request, game: str) -> Response:
        """The rows of the filter in the address. Raises 404 for an unknown game, 400 for an unknown filter value."""
        played = game_or_404(game)
        form = FilterForm(request.query_params, played)
        try:
            games = games_on_record(form.game_filter())
        except ValidationError:
            wrong = {name: [str(message) for message in messages] for name, messages in form.errors.items()}
            raise BadRequest(wrong) from None
        return Response({"games": len(games), "rows": self.rows(played, games)})

    @abstractmethod
    def rows(self, game: Game, games: Sequence[GameOnRecord]) -> list[Record]:
        """The rows of this table."""


class SourcesView(TableView):
    """Points per game and source of each player."""

    @extend_schema(
        summary="Scoring sources by player",
        operation_id="dashboards_sources",
        responses={200: SourceTable, **errors(400, 404)},
    )
    def get(self, request: Request, game: str) -> Response:
        """One row for each player and source, over the verified games of public tournaments."""
        return self.answer(request, game)

    def rows(self, game: Game, games: Sequence[GameOnRecord]) -> list[Record]:
        return source_records(sources_by_player(frames_of(games), source_keys(game)))


class CardsView(TableView):
    """How often each card was taken and its takers won."""

    @extend_schema(summary="Cards", operation_id="dashboards_cards", responses={200: CardTable, **errors(400, 404)})
    def get(self, request: Request, game: str) -> Response:
        """One row for each card that was on offer, over the verified games of public tournaments."""
        return self.answer(request, game)

    def rows(self, game: Game, games: Sequence[GameOnRecord]) -> list[Record]:
        return card_records(tables_of_cards(game, games))
