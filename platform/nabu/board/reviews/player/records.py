"""One player's reviewed games for machines: one and the same for CSV and API."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from analytics.review_stats import Compared
from nabu.board.reviews.player.luck import LUCK_COLUMNS, game_luck
from nabu.board.reviews.player.statistics import ReviewStatistics
from nabu.core.spreadsheet import Record, ends, number


def game_rows(found: ReviewStatistics) -> list[Record]:
    """One row for each game, the latest first."""
    return [
        {
            "table_id": point.game.game_id,
            "finished_at": datetime.fromtimestamp(point.game.finished_at, UTC).isoformat(),
            "players": point.game.players,
            "decisions": point.game.decisions,
            "accuracy": number(point.game.accuracy),
            "accuracy_error": number(point.game.error),
            "points_lost": number(point.game.lost),
            "doubtful": point.game.doubtful,
            "costly": point.game.costly,
            "recent_games": point.games,
            "recent_accuracy": number(point.mean),
            **ends("recent_accuracy", point.interval),
            **game_luck(point.game),
        }
        for point in reversed(found.course)
    ]


def phase_rows(found: ReviewStatistics) -> list[Record]:
    """One row for all phases and one for each: accuracy."""
    return [_row("phase", row) for row in found.phases]


def source_rows(found: ReviewStatistics) -> list[Record]:
    """One row for each source, and one for points given to others: points lost per game."""
    return [_row("source", row) for row in found.sources]


def loss_rows(found: ReviewStatistics) -> list[Record]:
    """One row for each phase and source in which something was lost or gained, the largest loss first."""
    return [
        {
            "phase": loss.phase,
            "source": loss.source,
            "games": loss.row.games,
            "value": number(loss.row.mine),
            "value_error": number(loss.error),
            **ends("value", loss.row.interval),
            "shrunk": number(loss.shrunk),
            "q_value": number(loss.q),
            "value_phase": number(loss.whole_phase),
            "peers": loss.row.people,
            "peer_games": loss.row.peer_games,
            "value_peers": number(loss.row.peers),
            "difference": number(loss.row.difference),
            **ends("difference", loss.row.difference_interval),
            "sample": loss.row.sample,
        }
        for loss in found.losses
    ]


REVIEW_TABLES: dict[str, Callable[[ReviewStatistics], list[Record]]] = {
    "games": game_rows,
    "phases": phase_rows,
    "sources": source_rows,
    "losses": loss_rows,
}
"""What can be downloaded, by the name in the address."""

_COMPARED = (
    *("games", "value", *ends("value", None), "peers", "peer_games", "value_peers"),
    *("difference", *ends("difference", None), "shrunk", "q_value", "sample"),
)
REVIEW_COLUMNS: dict[str, tuple[str, ...]] = {
    "games": (
        *(
            "table_id",
            "finished_at",
            "players",
            "decisions",
            "accuracy",
            "accuracy_error",
            "points_lost",
            "doubtful",
            "costly",
        ),
        *("recent_games", "recent_accuracy", *ends("recent_accuracy", None), *LUCK_COLUMNS),
    ),
    "phases": ("phase", *_COMPARED),
    "sources": ("source", *_COMPARED),
    "losses": (
        *("phase", "source", "games", "value", "value_error", *ends("value", None), "shrunk", "q_value"),
        *("value_phase", "peers", "peer_games", "value_peers", "difference", *ends("difference", None), "sample"),
    ),
}
"""Their columns, for a table without rows."""


def _row(name: str, row: Compared) -> Record:
    return {
        name: row.key,
        "games": row.games,
        "value": number(row.mine),
        **ends("value", row.interval),
        "peers": row.people,
        "peer_games": row.peer_games,
        "value_peers": number(row.peers),
        "difference": number(row.difference),
        **ends("difference", row.difference_interval),
        "shrunk": number(row.shrunk),
        "q_value": number(row.q),
        "sample": row.sample,
    }
