"""How games are spread, for machines: rows of CSV and API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.core.spreadsheet import Record
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.overview.page import counts_of
from nabu.statistics.dashboards.questions.table_api import CountedTable, TableView, described


def spread_rows(statistics: Statistics) -> list[Record]:
    """One row for each value of each measure."""
    return [
        {"measure": measure, "value": value, "count": count}
        for measure, counts in counts_of(statistics).items()
        for value, count in counts.items()
    ]


class SpreadRow(serializers.Serializer[Any]):
    """How often a value was reached."""

    measure = serializers.ChoiceField(
        ["turns", "score"], help_text="turns: of all players of a game together; score: of one player in one game."
    )
    value = serializers.IntegerField()
    count = serializers.IntegerField(help_text="So many games had this length, or so many players this score.")


class SpreadTable(CountedTable):
    """The lengths and the scores."""

    rows = SpreadRow(many=True)


class SpreadView(TableView):
    """How long games are, and how many points players make."""

    @described("Get the spread of lengths and scores", "spread", SpreadTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each number of turns and each score, over the verified games of public tournaments."""
        return self.answer(request, game, spread_rows)
