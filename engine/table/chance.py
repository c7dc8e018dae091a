"""What nobody chooses in a game that is played on a page: draws are dealt, and the only move is made."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.game import CHANCE, NOBODY
from engine.sentence import Sentence
from engine.table import sentences
from engine.table.table import Table


def deal_on(game: Table, rng: Callable[[], Random], may_be_forced: Callable[[int], bool] = lambda seat: True) -> None:
    """Deal what is to be drawn and do what is forced, until somebody has a choice or the game is over.

    `rng` has the numbers for the next draw. `may_be_forced`: whether this seat makes its only move at once.
    """
    while True:
        state = game.state
        if state.to_move == CHANCE:
            game.apply(state.draw(rng()).to_json())
        elif state.to_move != NOBODY and may_be_forced(state.to_move) and (line := game.forced()):
            game.apply(line)
        else:
            return


def cannot_branch(game: Table) -> Sentence | None:
    """Why no other moves can be made from the positions of a game; None if they can."""
    return sentences.DRAWS_LEFT_OUT() if game.header.chance == "hidden" else None
