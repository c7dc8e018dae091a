"""The board over a player's games for machines: one and the same for CSV and API."""

from __future__ import annotations

from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.dashboards.player.board.statistics import BoardStatistics

PLACE_COLUMNS = (
    *("place", "players", "games", "points_per_game", "points_per_game_others", "points_per_game_winners"),
    *("difference", *ends("difference", None), "q_value"),
)


def place_rows(found: BoardStatistics) -> list[Record]:
    """One row for each place where somebody made points, the largest difference first."""
    if found.map is None:
        return []
    return [
        {
            "place": row.place.name,
            "players": found.size,
            "games": found.map.games,
            "points_per_game": number(row.mine),
            "points_per_game_others": number(row.others),
            "points_per_game_winners": number(row.winners),
            "difference": number(row.difference),
            **ends("difference", row.interval),
            "q_value": number(row.q),
        }
        for row in found.map.rows
    ]
