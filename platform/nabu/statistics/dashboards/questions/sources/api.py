"""Where points come from, for machines: rows of CSV and API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.findings import FINDINGS
from analytics.sources import by_variant, course, source_totals, winners_against_rest
from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.sources.page import source_keys
from nabu.statistics.dashboards.questions.table_api import CountedTable, TableView, described
from nabu.web.rest.base import nullable


def source_rows(statistics: Statistics) -> list[Record]:
    """One row for each variant and source; the variant "" is all of them together."""
    keys = source_keys(statistics.chosen.game)
    together = source_totals(statistics.source_sums, keys)
    totals = {"": together} if together is not None else {}
    totals |= by_variant(statistics.source_sums, keys)
    typed = {"": statistics.typed.count, **statistics.typed.games["variant"].value_counts().to_dict()}
    return [
        {
            "variant": variant,
            "games": row.games,
            "typed_games": int(typed.get(variant, 0)),
            "player_games": row.player_games,
            "mean_score": number(row.mean_score),
            **ends("mean_score", row.score_interval),
            "source": share.source,
            "points_per_game": number(share.mean),
            **ends("points_per_game", share.interval),
            "share": number(share.share),
        }
        for variant, row in totals.items()
        for share in row.sources
    ]


def winner_rows(statistics: Statistics) -> list[Record]:
    """Winners against the others: one row for each source, the one that separates them most first."""
    keys = source_keys(statistics.chosen.game)
    contrast = winners_against_rest(statistics.source_sums, keys)
    typed = winners_against_rest(statistics.typed.sums, keys).games if statistics.typed.count else 0
    return [
        {
            "source": row.source,
            "games": contrast.games,
            "typed_games": typed,
            "winners": number(row.winners),
            "rest": number(row.rest),
            "difference": number(row.difference),
            **ends("difference", row.interval),
            "effect": number(row.effect),
            "smallest_that_matters": number(row.matters),
            "q_value": number(row.q),
            "finding": row.finding,
            "winners_share": number(row.winners_share),
            "rest_share": number(row.rest_share),
        }
        for row in contrast.sources
    ]


def course_rows(statistics: Statistics) -> list[Record]:
    """Winners and the others: one row for each source and quarter of the game."""
    return [
        {"source": row.source, "quarter": quarter, "winners": number(winners), "rest": number(rest)}
        for row in course(statistics.sums, source_keys(statistics.chosen.game))
        for quarter, (winners, rest) in enumerate(zip(row.winners, row.rest, strict=True), start=1)
    ]


class ShareRow(serializers.Serializer[Any]):
    """One scoring source. Intervals are 95%."""

    games = serializers.IntegerField(help_text="Verified games and typed ones within the filter.")
    typed_games = serializers.IntegerField(help_text="Those of `games` that come from a typed score sheet.")
    mean_score = serializers.FloatField()
    mean_score_low = nullable()
    mean_score_high = nullable()
    source = serializers.CharField()  # type: ignore[assignment]  # a column, not DRF's setting of that name
    points_per_game = serializers.FloatField(help_text="Of one player in one game.")
    points_per_game_low = nullable()
    points_per_game_high = nullable()
    share = nullable("Share of all points.")


class SourceRow(ShareRow):
    """One scoring source in one variant."""

    variant = serializers.CharField(allow_blank=True, help_text="Empty: all variants together.")
    player_games = serializers.IntegerField(help_text="Players in these games, each counted once a game.")


class WinnerRow(serializers.Serializer[Any]):
    """One scoring source: winners against the others of the same games, in points per game."""

    source = serializers.CharField()  # type: ignore[assignment]
    games = serializers.IntegerField(help_text="Games that have winners and others.")
    typed_games = serializers.IntegerField(help_text="Those of `games` that come from a typed score sheet.")
    winners = serializers.FloatField()
    rest = serializers.FloatField()
    difference = serializers.FloatField(help_text="winners - rest")
    difference_low = nullable()
    difference_high = nullable()
    effect = nullable("The difference in standard deviations from game to game. The rows are sorted by its size.")
    smallest_that_matters = nullable("The smallest difference worth knowing: 0.2 standard deviations.")
    q_value = nullable("Corrected for looking at all sources (Benjamini and Hochberg).")
    finding = serializers.ChoiceField(FINDINGS)
    winners_share = nullable("Share of all points of the winners.")
    rest_share = nullable("Share of all points of the others.")


class CourseRow(serializers.Serializer[Any]):
    """One scoring source in one quarter of the turns, in points per game."""

    source = serializers.CharField()  # type: ignore[assignment]
    quarter = serializers.IntegerField(min_value=1, max_value=4)
    winners = serializers.FloatField()
    rest = serializers.FloatField()


class SourceTable(CountedTable):
    """Points by source."""

    typed_games = serializers.IntegerField(help_text="Games of typed score sheets, which are in the rows too.")
    rows = SourceRow(many=True)


class WinnerTable(CountedTable):
    """Winners against the others."""

    typed_games = serializers.IntegerField(help_text="Games of typed score sheets, which are in the rows too.")
    rows = WinnerRow(many=True)


class CourseTable(CountedTable):
    """Points over the game."""

    rows = CourseRow(many=True)


class SourcesView(TableView):
    """Points per game and source."""

    @described("Get scoring sources by variant", "sources", SourceTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each variant and source, over the verified games of public tournaments."""
        return self.answer(request, game, source_rows, typed=True)


class WinnersView(TableView):
    """What winners score where."""

    @described("Compare winners with the others by source", "winners", WinnerTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each source, over the verified games of public tournaments."""
        return self.answer(request, game, winner_rows, typed=True)


class CourseView(TableView):
    """When points are made."""

    @described("Get points by source and quarter", "course", CourseTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each source and quarter, over the verified games of public tournaments."""
        return self.answer(request, game, course_rows)
