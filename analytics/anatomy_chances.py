"""The chances to win over one game, from the state model of the title (`analytics.model`), turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analytics.frames import UNIT, Frames
from analytics.model import Model, state_chances, states_of

DECIDED = 0.5


@dataclass(frozen=True, slots=True)
class Chances:
    """P(win) by seat just before a turn; after the last turn the shares of the win. They sum to 1."""

    turn: int
    chances: tuple[float, ...]


def chances_of_game(model: Model, frames: Frames, game_id: int) -> list[Chances]:
    """Before each turn, and at the end. Empty if the game is not in `frames`, or nobody has fitted a model for its
    number of players.
    """
    rows = frames.turns[frames.turns["game_id"] == game_id].sort_values("line")
    games = frames.games[frames.games["game_id"] == game_id]
    if not len(rows) or not len(games) or int(games["players"].iloc[0]) not in model.state:
        return []
    players, turns = int(games["players"].iloc[0]), int(games["turns"].iloc[0])
    found = state_chances(model, states_of(frames, rows))[:, :players]
    course = [
        Chances(int(turn) - 1, tuple(map(float, chances)))
        for turn, chances in zip(rows["turn"], found, strict=True)
        if not np.isnan(chances).any()
    ]
    seats = frames.player_games[frames.player_games["game_id"] == game_id].sort_values("seat")
    return [*course, Chances(turns, tuple(int(win) / UNIT for win in seats["win"]))]


def decided_at(course: Sequence[Chances], winner: int) -> int | None:
    """The last turn after which the eventual winner was not yet more likely to win than all others together; None if
    that was never so."""
    behind = [point.turn for point in course[:-1] if point.chances[winner] <= DECIDED]
    return behind[-1] if behind else None


def milestones(course: Sequence[Chances], parts: int = 5) -> list[Chances]:
    """The chances at the beginning, after each of so many equal parts of the turns, and at the end."""
    if not course:
        return []
    turns = course[-1].turn
    wanted = [turns * part / parts for part in range(parts)]
    found = [min(course[:-1], key=lambda point: abs(point.turn - at)) for at in wanted]
    return [*dict.fromkeys(found), course[-1]]
