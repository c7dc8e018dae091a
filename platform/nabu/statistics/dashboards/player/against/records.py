"""Two players side by side for machines: one and the same for CSV and API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analytics.side_by_side import ABOVE
from analytics.sources import SCORE
from nabu.core.spreadsheet import Record, ends, moment, number
from nabu.statistics.dashboards.player.against.statistics import SideBySide

MEASURES = {SCORE: "score", ABOVE: "wins_above_expectation"}
"""How a measure is called that is no source."""


def game_rows(found: SideBySide) -> list[Record]:
    """One row for each common game, the latest first."""
    return [
        {
            "table_id": game.game_id,
            "finished_at": moment(game.finished_at),
            "players": game.players,
            "score": game.scores[0],
            "score_opponent": game.scores[1],
            "place": game.places[0],
            "place_opponent": game.places[1],
            "win": number(game.wins[0]),
            "win_opponent": number(game.wins[1]),
            "better": game.better,
            "expected": number(game.expected),
        }
        for game in found.games
    ]


def measure_rows(found: SideBySide) -> list[Record]:
    """One row for each measure over all games of both; empty without two games of each at tables of one size."""
    if found.beside is None:
        return []
    games = found.beside.games
    return [
        {
            "measure": MEASURES.get(row.measure, row.measure),
            "games": games[0],
            "games_opponent": games[1],
            "value": number(row.values[0]),
            "value_opponent": number(row.values[1]),
            "difference": number(row.difference),
            **ends("difference", row.interval),
            "q_value": number(row.q),
        }
        for row in found.beside.rows
    ]


TABLES: dict[str, Callable[[SideBySide], list[Record]]] = {"games": game_rows, "measures": measure_rows}
"""What can be downloaded, by the name in the address."""

COLUMNS: dict[str, tuple[str, ...]] = {
    "games": (
        *("table_id", "finished_at", "players", "score", "score_opponent", "place", "place_opponent"),
        *("win", "win_opponent", "better", "expected"),
    ),
    "measures": (
        *("measure", "games", "games_opponent", "value", "value_opponent"),
        *("difference", *ends("difference", None), "q_value"),
    ),
}
"""Their columns, for a table without rows."""


def side_by_side_record(found: SideBySide) -> dict[str, Any]:
    """Everything on the page."""
    record = found.record
    return {
        "player": {"id": found.player.pk, "name": found.player.name},
        "opponent": {"id": found.other.pk, "name": found.other.name},
        "game": found.chosen.game.key,
        "games_waiting": found.common.waiting,
        "head_to_head": None
        if record is None
        else {
            "games": record.games,
            "better": number(record.better),
            "shared_places": record.shared_places,
            "share": number(record.better / record.games),
            **ends("share", record.share),
            "games_with_expectation": record.known,
            "expected": number(record.expected),
            "above_expectation": number(record.above),
            **ends("above_expectation", record.above_interval),
            "wins": number(record.wins[0]),
            "wins_opponent": number(record.wins[1]),
            "shared_wins": record.shared_wins,
            "points_per_game": number(record.points[0]),
            "points_per_game_opponent": number(record.points[1]),
            "margin": number(record.margin),
            **ends("margin", record.margin_interval),
        },
        "measures": measure_rows(found),
        "games": game_rows(found),
    }
