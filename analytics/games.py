"""A verified game together with the people who played it."""

from __future__ import annotations

from dataclasses import dataclass

from analytics.facts import Facts


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """One game as the statistics see it. `players` and `player_ids` are in the order of the log's seats.

    Players are told apart by `player_ids`; two of them may have the same name.
    """

    game_id: int
    facts: Facts
    players: list[str]
    player_ids: list[int]
