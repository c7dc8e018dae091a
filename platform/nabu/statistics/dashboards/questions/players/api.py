"""Where each player's points come from, for machines: rows of CSV and API."""

from __future__ import annotations

from collections.abc import Iterator

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.dashboards.facts.queries import names_of
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.players.page import sources_of_players, typed_by_player
from nabu.statistics.dashboards.questions.sources.api import ShareRow
from nabu.statistics.dashboards.questions.table_api import CountedTable, TableView, described

AT_ONCE = 500
"""So many players are summed up at once."""


def player_rows(statistics: Statistics) -> Iterator[Record]:
    """One row for each player and source, everybody; some players at a time."""
    ids = statistics.games_by_player.index.tolist()
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        names = names_of(some)
        typed = typed_by_player(statistics, some)
        for row in sources_of_players(statistics, some):
            for share in row.sources:
                yield {
                    "player_id": row.player_id,
                    "player": names.get(row.player_id, ""),
                    "games": row.games,
                    "typed_games": typed.get(row.player_id, 0),
                    "wins": number(row.wins),
                    "mean_score": number(row.mean_score),
                    **ends("mean_score", row.score_interval),
                    "source": share.source,
                    "points_per_game": number(share.mean),
                    **ends("points_per_game", share.interval),
                    "share": number(share.share),
                }


class PlayerRow(ShareRow):
    """One scoring source of one player."""

    player_id = serializers.IntegerField()
    player = serializers.CharField()
    wins = serializers.FloatField(help_text="A shared win counts as its share.")


class PlayerTable(CountedTable):
    """Points by player and source."""

    typed_games = serializers.IntegerField(help_text="Games of typed score sheets, which are in the rows too.")
    rows = PlayerRow(many=True)


class PlayersView(TableView):
    """Points per game and source of each player."""

    @described("Get scoring sources by player", "players", PlayerTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each player and source, over the verified games of public tournaments."""
        return self.answer(request, game, player_rows, typed=True)
