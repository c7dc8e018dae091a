"""Reviews of a tournament's games as flat rows: one and the same for CSV and API."""

from __future__ import annotations

from collections.abc import Iterable

from nabu.board.reviews.queries import GameLine
from nabu.core.spreadsheet import Record, number

GAME_COLUMNS = (
    *("table_id", "round", "table", "game", "log_sha256", "reviewer", "seat", "player"),
    *("decisions", "accuracy", "accuracy_error", "points_lost", "doubtful", "costly"),
    *("margin", "luck", "luck_error"),
)


def game_records(lines: Iterable[GameLine]) -> list[Record]:
    """One row for each seat of each reviewed game; seats are counted from 0, as in the log."""
    return [
        {
            "table_id": line.table.pk,
            "round": line.table.round.number,
            "table": line.table.number,
            "game": line.table.game_number,
            "log_sha256": line.log.sha256,
            "reviewer": line.review.reviewer if line.review else None,
            "seat": position,
            "player": seat.name,
            "decisions": seat.decisions,
            "accuracy": number(seat.accuracy),
            "accuracy_error": number(seat.error),
            "points_lost": number(seat.lost),
            "doubtful": seat.doubtful,
            "costly": seat.costly,
            "margin": seat.margin,
            "luck": number(seat.luck),
            "luck_error": number(seat.luck_error),
        }
        for line in lines
        for position, seat in enumerate(line.seats)
    ]
