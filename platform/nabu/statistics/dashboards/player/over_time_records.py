"""A player's games by date, and the percentiles, for machines: the same for CSV and API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analytics.among_players import BEATEN, WON
from analytics.player_stats import Record as PlayerRecord
from analytics.sources import SCORE
from nabu.core.spreadsheet import Record, ends, moment, number
from nabu.statistics.dashboards.player.over_time import over_time_of
from nabu.statistics.dashboards.player.percentiles import group_among, rating_place
from nabu.statistics.dashboards.player.statistics import PlayerStatistics

FIGURES = {SCORE: "score", BEATEN: "opponents_beaten", WON: "won"}
"""The names of the figures that are no sources of points."""


def record_row(record: PlayerRecord) -> Record:
    """What some games of the player come to."""
    return {
        "games": record.games,
        "wins": number(record.wins),
        "wins_expected": number(record.expected_wins),
        "opponents_beaten": number(record.beaten),
        "games_with_expectation": record.known,
        "opponents_beaten_expected": number(record.expected),
        "difference": number(record.above),
        **ends("difference", record.interval),
    }


def month_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each month with games, the earliest first."""
    return [
        {"month": f"{one.start:%Y-%m}", **record_row(one.record), "few_games": int(one.few), "q_value": number(one.q)}
        for one in over_time_of(found).months
    ]


def season_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each year with games, followed by its quarters; the latest first."""
    return [{"year": one.year, "quarter": one.quarter, **record_row(one.record)} for one in over_time_of(found).seasons]


def streak_rows(found: PlayerStatistics) -> list[Record]:
    """The current and the longest winning and unbeaten streak, of those that there are."""
    rows: list[Record] = []
    for kind, streaks in over_time_of(found).streaks.items():
        for which, streak in (("current", streaks.current), ("longest", streaks.longest)):
            if streak is not None:
                rows.append(
                    {
                        "streak": kind,
                        "which": which,
                        "games": streak.games,
                        "first_table_id": streak.first.game_id,
                        "first_finished_at": moment(streak.first.finished_at),
                        "last_table_id": streak.last.game_id,
                        "last_finished_at": moment(streak.last.finished_at),
                    }
                )
    return rows


def day_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each day with games, the earliest first."""
    return [{"day": day.isoformat(), "games": games} for day, games in over_time_of(found).days.items()]


def best_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each best game."""
    return [
        {
            "players": group.players,
            "variant": group.variant,
            "games": group.games,
            "best": best.kind,
            "value": number(best.value),
            "table_id": best.game.game_id,
            "finished_at": moment(best.game.finished_at),
        }
        for group in over_time_of(found).bests
        for best in group.bests
    ]


def percentile_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each figure of the group at one table size and variant, and one for the rating, whose group are all
    ranked players; those without a large enough group are missing."""
    group, rating = group_among(found), rating_place(found)
    rows: list[Record] = (
        []
        if group is None
        else [
            {
                "figure": FIGURES.get(row.key, row.key),
                "players": group.size,
                "variant": group.variant,
                "games": group.games,
                "mean": number(row.mean),
                "percentile": number(row.percentile),
                **ends("percentile", row.span),
                "others": group.others,
            }
            for row in group.rows
        ]
    )
    if rating is not None:
        rows.append(
            {
                "figure": "rating",
                "players": None,
                "variant": None,
                "games": rating.games,
                "mean": number(rating.value),
                "percentile": number(rating.percentile),
                **ends("percentile", None),
                "others": rating.others,
            }
        )
    return rows


OVER_TIME_TABLES: dict[str, Callable[[PlayerStatistics], list[Record]]] = {
    "months": month_rows,
    "seasons": season_rows,
    "streaks": streak_rows,
    "days": day_rows,
    "bests": best_rows,
    "percentiles": percentile_rows,
}
"""What can be downloaded, by the name in the address."""

_RECORD = (
    *("games", "wins", "wins_expected", "opponents_beaten", "games_with_expectation", "opponents_beaten_expected"),
    *("difference", *ends("difference", None)),
)
OVER_TIME_COLUMNS: dict[str, tuple[str, ...]] = {
    "months": ("month", *_RECORD, "few_games", "q_value"),
    "seasons": ("year", "quarter", *_RECORD),
    "streaks": (
        *("streak", "which", "games", "first_table_id", "first_finished_at", "last_table_id", "last_finished_at"),
    ),
    "days": ("day", "games"),
    "bests": ("players", "variant", "games", "best", "value", "table_id", "finished_at"),
    "percentiles": ("figure", "players", "variant", "games", "mean", "percentile", *ends("percentile", None), "others"),
}
"""Their columns, for a table without rows."""


def over_time_record(found: PlayerStatistics) -> dict[str, Any]:
    """All of these tables."""
    return {name: rows(found) for name, rows in OVER_TIME_TABLES.items()}
