"""One player's statistics for machines: one and the same for CSV and API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analytics.player_stats import PlayedGame
from analytics.sources import SCORE
from nabu.core.spreadsheet import Record, ends, moment, number
from nabu.statistics.dashboards.facts.queries import names_of
from nabu.statistics.dashboards.player.over_time_records import (
    OVER_TIME_COLUMNS,
    OVER_TIME_TABLES,
    over_time_record,
    record_row,
)
from nabu.statistics.dashboards.player.statistics import PlayerStatistics


def game_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each game, the latest first."""
    return [_game_row(game) for game in found.games]


def opponent_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each opponent."""
    names = names_of([row.player_id for row in found.opponents])
    return [
        {
            "player_id": row.player_id,
            "player": names[row.player_id],
            "games": row.games,
            "better": number(row.better),
            "expected": number(row.expected),
            "games_with_expectation": row.known,
            **ends("share", row.interval),
        }
        for row in found.opponents
    ]


def source_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each source, and one without a source for the score; empty without enough peers."""
    peers = found.peers
    if peers is None:
        return []
    return [
        {
            "source": "" if row.source == SCORE else row.source,
            "games": peers.games,
            "typed_games": found.statistics.typed.count,
            "peers": peers.peers,
            "peer_games": peers.peer_games,
            "points_per_game": number(row.mine),
            "points_per_game_peers": number(row.peers),
            "difference": number(row.difference),
            **ends("difference", row.interval),
            "q_value": number(row.q),
        }
        for row in peers.rows
    ]


def card_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each card that the player took."""
    return [
        {
            "card": row.card,
            "games": row.games,
            "wins": number(row.wins),
            "compared_with": found.cards.expectation,
            "above_expectation": number(row.above),
            "difference": number(row.difference),
            **ends("difference", row.interval),
            "shrunk": number(row.shrunk),
            "q_value": number(row.q),
            "sample": row.sample,
        }
        for row in found.cards.rows
    ]


PLAYER_TABLES: dict[str, Callable[[PlayerStatistics], list[Record]]] = {
    "games": game_rows,
    "opponents": opponent_rows,
    "sources": source_rows,
    "cards": card_rows,
    **OVER_TIME_TABLES,
}
"""What can be downloaded, by the name in the address."""

_DIFFERENCE = ("difference", *ends("difference", None))
PLAYER_COLUMNS: dict[str, tuple[str, ...]] = {
    "games": (
        *("table_id", "finished_at", "seat", "players", "place", "score", "win", "win_expected"),
        *("opponents_beaten", "opponents_beaten_expected"),
    ),
    "opponents": ("player_id", "player", "games", "better", "expected", "games_with_expectation", *ends("share", None)),
    "sources": (
        *("source", "games", "typed_games", "peers", "peer_games", "points_per_game", "points_per_game_peers"),
        *_DIFFERENCE,
        "q_value",
    ),
    "cards": (
        *("card", "games", "wins", "compared_with", "above_expectation"),
        *_DIFFERENCE,
        *("shrunk", "q_value", "sample"),
    ),
    **OVER_TIME_COLUMNS,
}
"""Their columns, for a table without rows."""


def statistics_record(found: PlayerStatistics) -> dict[str, Any]:
    """The main numbers."""
    rating = found.rating
    return {
        "player": {"id": found.player.pk, "name": found.player.name},
        "game": found.statistics.chosen.game.key,
        "rating": None
        if rating is None
        else {
            "value": number(rating.value),
            "margin": number(rating.margin),
            "provisional": rating.provisional,
            "games": rating.games,
        },
        "games_waiting": found.statistics.waiting,
        "record": None if found.record is None else record_row(found.record),
        "form": None if found.form is None else record_row(found.form),
        "sources": source_rows(found),
        "cards": card_rows(found),
        "opponents": opponent_rows(found),
        **over_time_record(found),
    }


def _game_row(game: PlayedGame) -> Record:
    return {
        "table_id": game.game_id,
        "finished_at": moment(game.finished_at),
        "seat": game.seat,
        "players": game.players,
        "place": game.place,
        "score": game.score,
        "win": number(game.win),
        "win_expected": number(game.chance),
        "opponents_beaten": number(game.beaten),
        "opponents_beaten_expected": number(game.expected),
    }
