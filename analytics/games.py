"""A verified game together with the people who played it."""

from __future__ import annotations

from dataclasses import dataclass

from analytics.facts import Facts


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """One game as the statistics see it. The lists are in the order of the log's seats.

    `finished_at` is in seconds since 1970, UTC. `ratings` are those before the game, None where the player had none;
    `rated_games` counts the games behind each. `tournament_id` is 0 for a game outside a tournament. `fingerprint`
    tells whoever keeps games whether something of this one has changed.

    `proof` is the level of proof of its result, a number that is higher for a stronger one, and `counts` whether that
    is enough where nobody asks for another level.
    """

    game_id: int
    tournament_id: int
    finished_at: int
    facts: Facts
    player_ids: list[int]
    ratings: list[float | None]
    rated_games: list[int]
    fingerprint: int = 0
    proof: int = 0
    counts: bool = True
