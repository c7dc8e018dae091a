"""The chances to win in a game that goes on, from what has happened in it so far.

The same model as for games that count (`analytics.anatomy_chances`), which says the same of the game later. What it
looks at are points, cards that were taken and turns that were begun: in the game of an onlooker they are those that
everybody at the table has seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analytics.model import Model, States, state_chances
from engine.game import CardEvent, ScoreEvent
from engine.table.table import Table
from engine.variants import variant_key

Point = tuple[int, tuple[float, ...]]
"""How many moves have been made, and P(win) by seat then."""


def chances_so_far(model: Model, game: Table, game_id: int, ratings: Sequence[float | None]) -> list[Point]:
    """Before each turn that has a move, and at the end the shares of the win. Empty without a model for the players.

    `game_id` says which half of the model has not learnt from this game, should it count one day.
    """
    players = game.players
    if players not in model.state:
        return []
    positions, states = _turn_starts(game)
    variant = variant_key(game.game, game.header.ruleset, game.header.switches, game.header.components)
    count = len(positions)
    known = States(
        game_ids=np.full(count, game_id, np.int64),
        players=np.full(count, players, np.int64),
        variants=pd.Categorical.from_codes(np.zeros(count, np.int64), pd.Index([variant], dtype=object)),
        scores=states[:, 0],
        cards=states[:, 1],
        begun=states[:, 2],
        ratings=np.tile([np.nan if rating is None else rating for rating in ratings], (count, 1)),
    )
    found = state_chances(model, known) if count else np.empty((0, players))
    course = [(position, tuple(map(float, chances))) for position, chances in zip(positions, found, strict=True)]
    if game.result is not None:
        winners = game.result.winners
        shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players))
        course.append((len(game.moves), shares))
    return course


def _turn_starts(game: Table) -> tuple[list[int], np.ndarray]:
    """For each turn: how many moves came before it, and what was known then (points, cards and turns, by seat)."""
    now = np.zeros((3, game.players), np.int64)
    turn = begun = 0
    positions, states = [], []
    for number, move in enumerate(game.moves):
        if move.turn > turn:
            turn = move.turn
            positions.append(number)
            states.append(now.copy())
        if turn > begun and move.action.seat is not None:
            begun = turn
            now[2, move.action.seat] += 1
        for event in move.events:
            if isinstance(event, ScoreEvent):
                now[0, event.seat] += event.points
            elif isinstance(event, CardEvent) and event.what == "taken":
                now[1, event.seat] += 1
    return positions, np.array(states).reshape(len(states), 3, game.players)
