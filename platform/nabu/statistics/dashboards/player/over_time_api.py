"""REST API: what a player's games by date look like, and the percentiles."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from nabu.web.rest.base import nullable


class PlayerRecord(serializers.Serializer[Any]):
    """Totals of several games. Opponents beaten: the share of opponents placed behind; a shared place counts half."""

    games = serializers.IntegerField()
    wins = serializers.FloatField()
    wins_expected = serializers.FloatField(help_text="From the ratings; 1 / players where these are unknown.")
    opponents_beaten = serializers.FloatField()
    games_with_expectation = serializers.IntegerField(help_text="Games in which all ratings were known.")
    opponents_beaten_expected = nullable("Over the games with an expectation.")
    difference = nullable("Beaten minus expected, over the games with an expectation.")
    difference_low = nullable("95%, Student's t; null below two games with an expectation.")
    difference_high = nullable("95%, Student's t; null below two games with an expectation.")


class PlayerMonth(PlayerRecord):
    """The games of a month, in the time zone of the site."""

    month = serializers.CharField(help_text="Such as 2026-11.")
    few_games = serializers.IntegerField(help_text="1: fewer than five games with an expectation, so no q-value.")
    q_value = nullable("Of the difference, corrected for looking at all months.")


class PlayerSeason(PlayerRecord):
    """The games of a year or of a calendar quarter, in the time zone of the site."""

    year = serializers.IntegerField()
    quarter = serializers.IntegerField(allow_null=True, help_text="1 to 4; null: the whole year.")


class PlayerStreak(serializers.Serializer[Any]):
    """Games in a row. A shared win ends a winning streak and continues an unbeaten one."""

    streak = serializers.ChoiceField(["winning", "unbeaten"])
    which = serializers.ChoiceField(
        ["current", "longest"], help_text="current: up to the latest game within the filter."
    )
    games = serializers.IntegerField()
    first_table_id = serializers.IntegerField()
    first_finished_at = serializers.DateTimeField()
    last_table_id = serializers.IntegerField()
    last_finished_at = serializers.DateTimeField()


class PlayerDay(serializers.Serializer[Any]):
    """A day with games, in the time zone of the site."""

    day = serializers.DateField()
    games = serializers.IntegerField()


class PlayerBest(serializers.Serializer[Any]):
    """A best game at one number of players in one variant, of so many games; the earliest of equally good ones."""

    players = serializers.IntegerField()
    variant = serializers.CharField()
    games = serializers.IntegerField()
    best = serializers.ChoiceField(
        ["score", "margin", "turns", "upset"],
        help_text="Highest score; of the games won alone: largest margin, fewest turns, smallest chance before it.",
    )
    value = serializers.FloatField(help_text="Points, turns, or the chance.")
    table_id = serializers.IntegerField()
    finished_at = serializers.DateTimeField()


class PlayerPercentile(serializers.Serializer[Any]):
    """A mean of the player among the means of the others at tables of the same number of players and variant, or the
    rating among the ranked players."""

    figure = serializers.CharField(help_text="score, opponents_beaten, won, a source of points, or rating.")
    players = serializers.IntegerField(
        allow_null=True, help_text="Number of players at these tables; null for the rating."
    )
    variant = serializers.CharField(allow_null=True, help_text="Variant of these games; null for the rating.")
    games = serializers.IntegerField(help_text="Games of the player at these tables, or rated games.")
    mean = serializers.FloatField(help_text="Points per game, a share, or the rating.")
    percentile = serializers.FloatField(help_text="0 to 100: the share of others below; an equal one counts half.")
    percentile_low = nullable("Percentile of the lower end of the mean's 95% interval; null for the rating.")
    percentile_high = nullable("Percentile of its upper end.")
    others = serializers.IntegerField(help_text="Others with at least ten of these games, or other ranked players.")
