"""The luck of a finished game as rows: what setup and seat were worth, and each draw.

A row depends on the game, its own number and the seed alone, so the telling can stop and go on anywhere, and a browser
finds what a server finds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.game import Bot, JsonObject, State
from engine.luck.draws import owner_of
from engine.luck.measured import MEASURED
from engine.luck.setup_worth import setup_worth_of
from engine.luck.worth import PAIRS, TO_THE_END, worth_of
from engine.search.in_parts import InParts
from engine.table.table import Table


def telling_setup(table: Table, policy: Bot, seed: str) -> InParts[JsonObject]:
    """What setup and seat were worth, by seat: `setup`, `seat`, `start` (both) and their errors, in points."""
    found = yield from setup_worth_of(table, policy, f"{seed}/setup")
    return {"move": None, **{name: _rounded(values) for name, values in found._asdict().items()}}


def telling_draw(table: Table, number: int, before: State[Any], policy: Bot, seed: str) -> InParts[JsonObject]:
    """What a draw was worth, by seat: `points` of margin with their `error`, and winning `chance`. `seat` owns it.

    `before` is the position in which it was drawn. It must not change before the last part.
    """
    move, measured = table.moves[number], MEASURED[table.game.key][table.players]
    found = yield from worth_of(before, move.action, policy, measured, f"{seed}/{number}", PAIRS, TO_THE_END)
    return {
        "move": number,
        "turn": move.turn,
        "seat": owner_of(table, number),
        "points": _rounded(found.points),
        "error": _rounded(found.error),
        "chance": _rounded(found.chance, 4),
    }


def _rounded(values: Iterable[float], digits: int = 2) -> list[float]:
    return [round(value, digits) for value in values]
