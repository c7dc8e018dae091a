"""What tests of reviewed games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analytics.luck_stats import SeatLuck
from analytics.review_stats import ReviewedGame

NO_LUCK = SeatLuck(0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def reviewed(
    number: int,
    *,
    player: int = 1,
    players: int = 2,
    accuracy: float = 90.0,
    by_phase: Mapping[tuple[str, str], float] | None = None,
    **more: Any,
) -> ReviewedGame:
    """The game of this number, which ended that many seconds after 1970; `lost_in` is what `by_phase` sums to."""
    lost = by_phase or {}
    lost_in = {phase: sum(points for (of, _), points in lost.items() if of == phase) for phase, _ in lost}
    fields: dict[str, Any] = {
        "decisions": 20,
        "error": 1.0,
        "lost": sum(lost.values()),
        "doubtful": 0,
        "costly": 0,
        "phases": {},
        "sources": {},
        "lost_in": lost_in,
        "luck": NO_LUCK,
    }
    return ReviewedGame(
        game_id=number,
        player=player,
        finished_at=number,
        players=players,
        accuracy=accuracy,
        by_phase=lost,
        **fields | more,
    )
