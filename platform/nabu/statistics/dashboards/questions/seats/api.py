"""What seats are worth, for machines: rows of CSV and API. They count seats from 0."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.seats import seat_tables
from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.table_api import CountedTable, TableView, described
from nabu.web.rest.base import nullable


def seat_rows(statistics: Statistics) -> list[Record]:
    """One row for each number of players and seat."""
    return [
        {
            "players": table.players,
            "seat": row.seat,
            "games": table.games,
            "wins": number(row.wins),
            "share": number(row.share),
            **ends("share", row.share_interval),
            "par": number(table.par),
            "above_ratings": number(row.above),
            **ends("above_ratings", row.above_interval),
            "elo": number(row.elo),
            **ends("elo", row.elo_interval),
            "mean_score": number(row.mean_score),
            **ends("mean_score", row.score_interval),
            "placement": number(row.placement),
            **ends("placement", row.placement_interval),
            "verdict": table.verdict,
            "p_value": number(table.p),
            "p_value_above_ratings": number(table.adjusted_p),
            "p_value_steady": number(table.steady_p),
            "games_judged": table.judged,
            "smallest_found": number(table.smallest),
            "games_needed_as_observed": table.games_for_observed,
            "games_needed_for_2_points": table.games_for_small,
        }
        for table in seat_tables(statistics.sums)
        for row in table.rows
    ]


class SeatRow(serializers.Serializer[Any]):
    """One seat of the games with one number of players. Intervals are 95%."""

    players = serializers.IntegerField()
    seat = serializers.IntegerField(help_text="0 starts.")
    games = serializers.IntegerField(help_text="Games with this many players.")
    wins = serializers.FloatField(help_text="A shared win counts as its share.")
    share = serializers.FloatField(help_text="wins / games")
    share_low = serializers.FloatField()
    share_high = serializers.FloatField()
    par = serializers.FloatField(help_text="1 / players")
    above_ratings = serializers.FloatField(
        help_text="Share of wins minus what the strength of the players (ratings, results) predicts."
    )
    above_ratings_low = nullable()
    above_ratings_high = nullable()
    elo = nullable("The same as a difference of ratings; null while a seat has not won.")
    elo_low = nullable()
    elo_high = nullable()
    mean_score = serializers.FloatField()
    mean_score_low = nullable()
    mean_score_high = nullable()
    placement = serializers.FloatField(help_text="0: always last, 1: always first.")
    placement_low = nullable()
    placement_high = nullable()
    verdict = serializers.ChoiceField(
        ["difference", "small_difference", "unclear", "no_difference", "too_few"],
        help_text="Of all seats together. small_difference: unlikely to be chance, but every interval of above_ratings "
        "is within 0.05 of 0. unclear: unlikely to be chance, but strengths that change over time could explain it.",
    )
    p_value = nullable("P-value for all seats winning equally often.")
    p_value_above_ratings = nullable("P-value for all seats winning as often as the players' strength predicts.")
    p_value_steady = nullable("The same after taking off what strengths that change over time could explain.")
    games_judged = serializers.IntegerField(
        help_text="Games in which the strength of every player is known. In the others, stronger players who prefer a "
        "seat count as the seat."
    )
    smallest_found = serializers.FloatField(help_text="The smallest advantage of one seat that would have been found.")
    games_needed_as_observed = serializers.IntegerField(
        allow_null=True, help_text="Games that would show differences as large as here (80 % power)."
    )
    games_needed_for_2_points = serializers.IntegerField(
        help_text="Games that would show an advantage of 0.02 (80 % power)."
    )


class SeatTable(CountedTable):
    """The seats."""

    rows = SeatRow(many=True)


class SeatsView(TableView):
    """What seats are worth."""

    @described("Get wins by seat", "seats", SeatTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each number of players and seat, over the verified games of public tournaments."""
        return self.answer(request, game, seat_rows)
