"""Which first turns are followed by wins, for machines: rows of CSV and API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.dashboards.facts.openings import openings_of
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.table_api import CountedTable, TableView, described
from nabu.web.rest.base import nullable


def opening_rows(statistics: Statistics) -> list[Record]:
    """One row for each way to play each first turn."""
    return [
        {
            "turn": row.number,
            "opening": row.opening,
            "games": row.games,
            "different_players": row.people,
            "share": number(row.share),
            "wins": number(row.wins),
            "difference": number(row.difference),
            **ends("difference", row.interval),
            "shrunk": number(row.shrunk),
            "q_value": number(row.q),
            "sample": row.sample,
        }
        for row in openings_of(statistics)
    ]


class OpeningRow(serializers.Serializer[Any]):
    """A way to play a first turn. Intervals are 95%."""

    turn = serializers.IntegerField(help_text="The number of the seat's own turn: 1, 2 or 3.")
    opening = serializers.CharField(help_text="What was done, as sorted parts joined by +, or `nothing`.")
    games = serializers.IntegerField(help_text="Player-games.")
    different_players = serializers.IntegerField(help_text="How many different players have played it.")
    share = serializers.FloatField(help_text="games / all player-games with this turn")
    wins = serializers.FloatField(help_text="A shared win counts as its share.")
    difference = nullable(
        "Wins above expectation, per game, minus those of the other ways to play this turn in the same seat at tables "
        "of the same size and variant. Null below 20 games."
    )
    difference_low = nullable("Welch.")
    difference_high = nullable("Welch.")
    shrunk = nullable("The difference, shrunk towards zero according to its noise.")
    q_value = nullable("Corrected for looking at all ways to play this turn.")
    sample = serializers.ChoiceField(["tiny", "small", "enough"])


class OpeningTable(CountedTable):
    """The first turns."""

    rows = OpeningRow(many=True)


class OpeningsView(TableView):
    """What openings come to."""

    @described("Get openings", "openings", OpeningTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each way to play each first turn, over the verified games of public tournaments."""
        return self.answer(request, game, opening_rows)
