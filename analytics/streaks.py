"""A player's streaks: games in a row that were all won, or in which nobody finished ahead. Pure functions.

The order is that in which results were confirmed.

A game is *won* if the player won it alone, and *unbeaten* if nobody finished ahead, so that a shared win ends a winning
streak and continues an unbeaten one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from analytics.player_stats import PlayedGame

WHOLE = 1.0


@dataclass(frozen=True, slots=True)
class Streak:
    """So many games in a row, with the first and the last of them."""

    games: int
    first: PlayedGame
    last: PlayedGame


@dataclass(frozen=True, slots=True)
class Streaks:
    """The streak that the latest game belongs to, None if it ended one; and the longest, the earliest of equally long
    ones, None if there never was one."""

    current: Streak | None
    longest: Streak | None


def winning_streaks(games: Iterable[PlayedGame]) -> Streaks:
    """Games in a row that the player won alone."""
    return _streaks(games, lambda game: game.win == WHOLE)


def unbeaten_streaks(games: Iterable[PlayedGame]) -> Streaks:
    """Games in a row that the player won, alone or with others."""
    return _streaks(games, lambda game: game.win > 0)


def _streaks(games: Iterable[PlayedGame], continues: Callable[[PlayedGame], bool]) -> Streaks:
    current: Streak | None = None
    longest: Streak | None = None
    for game in sorted(games, key=lambda game: (game.finished_at, game.game_id)):
        if not continues(game):
            current = None
            continue
        current = Streak(current.games + 1, current.first, game) if current else Streak(1, game, game)
        if longest is None or current.games > longest.games:
            longest = current
    return Streaks(current, longest)
