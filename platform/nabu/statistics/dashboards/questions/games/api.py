"""The games behind a number, for machines: rows of CSV and API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.frames import UNIT, points_by_source
from nabu.contests.tournaments.models import NEEDED
from nabu.core.spreadsheet import Record, number
from nabu.statistics.dashboards.facts.queries import names_of, played_tables
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.sources.page import source_keys
from nabu.statistics.dashboards.questions.table_api import CountedTable, TableView, described
from nabu.web.rest.base import nullable

AT_ONCE = 1000
"""So many games are read at once."""


def game_rows(statistics: Statistics) -> Iterator[Record]:
    """One row for each player of each game, the latest game first, with the points by source; they sum to the score."""
    for start in range(0, statistics.count, AT_ONCE):
        yield from _rows_of(statistics, statistics.game_ids[start : start + AT_ONCE])


def _rows_of(statistics: Statistics, game_ids: list[int]) -> Iterator[Record]:
    """The rows of these games, in this order."""
    sources, frames = source_keys(statistics.chosen.game), statistics.store.frames(game_ids)
    order = {game: place for place, game in enumerate(game_ids)}
    rows = points_by_source(frames, sources)
    variants = dict(zip(frames.games["game_id"], frames.games["variant"].astype(str), strict=True))
    tables, names = played_tables(game_ids), names_of(rows["player_id"].unique().tolist())
    for row in sorted(rows.to_dict("records"), key=lambda row: (order[row["game_id"]], row["seat"])):
        if row["game_id"] in tables:
            yield {
                "table_id": row["game_id"],
                **tables[row["game_id"]],
                "variant": variants[row["game_id"]],
                "seat": row["seat"],
                "player_id": row["player_id"],
                "player": names.get(row["player_id"], ""),
                "rating_before": None if row["rating"] != row["rating"] else number(row["rating"]),
                "place": row["place"],
                "win": number(row["win"] / UNIT),
                "score": row["score"],
                **{source: row[source] for source in sources},
            }


class GameRow(serializers.Serializer[Any]):
    """One player in one game. Besides these there is a column for each source of the game; they sum to the score."""

    table_id = serializers.IntegerField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    tournament_id = serializers.IntegerField()
    tournament = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    log_sha256 = serializers.CharField(allow_null=True)
    proof = serializers.ChoiceField(choices=NEEDED, help_text="The level of proof of the result.")
    variant = serializers.CharField()
    seat = serializers.IntegerField(help_text="0 started.")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    rating_before = nullable("The rating before the game; null without one.")
    place = serializers.IntegerField()
    win = serializers.FloatField(help_text="A shared win counts as its share.")
    score = serializers.IntegerField()


class GameTable(CountedTable):
    """The games."""

    rows = GameRow(many=True)


class GamesView(TableView):
    """The games behind the numbers."""

    @described("List games with scores by source", "games", GameTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each player of each game, over the verified games of public tournaments."""
        return self.answer(request, game, game_rows)
