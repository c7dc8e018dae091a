"""Games of one player, written by hand."""

from __future__ import annotations

from analytics.player_stats import PlayedGame


def game(
    number: int,
    *,
    at: int | None = None,
    win: float = 0.0,
    place: int = 2,
    players: int = 2,
    variant: str = "base",
    score: int = 100,
    beaten: float | None = None,
    expected: float | None = 0.5,
    chance: float | None = None,
) -> PlayedGame:
    """The game of this number, which ended that many seconds after 1970, or else at its number."""
    return PlayedGame(
        game_id=number,
        finished_at=number if at is None else at,
        seat=0,
        players=players,
        variant=variant,
        place=1 if win else place,
        score=score,
        win=win,
        chance=1 / players if chance is None else chance,
        beaten=win if beaten is None else beaten,
        expected=expected,
    )
