"""An action of Babylon as a path of choices: tile, column, rotation, level, corner; piece, then its columns.

A position can have some 2,000 placements, whose paths share their steps: steps are made once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from engine.babylon.actions import BUILD, PLACE, BabylonAction
from engine.babylon.cells import COLUMN_NAMES, CORNERS, NO_CORNER, SPACES, STACK_NUMBER
from engine.babylon.components import Components
from engine.babylon.labels import label_of, tile_label
from engine.babylon.position import Position
from engine.message import verbatim
from engine.steps import Step

LISTED_KEYS = frozenset(("at",))


def place_of_column(seat: int, column: str) -> str:
    """The element of the picture that shows a column of a garden."""
    return f"garden:{seat}/column:{column}"


def places_of_choice(seat: int, key: str, value: Any) -> tuple[str, ...]:
    """The elements of the picture that show what stands behind a word of a log line."""
    if key == "stack":
        return (f"stack:{value}",)
    if key == "tile":
        return (f"tile:{value}",)
    return (place_of_column(seat, value),) if key == "at" else ()


def steps_of(position: Position, action: BabylonAction) -> tuple[Step, ...]:
    """The path of choices that leads to an action which is allowed now."""
    components, seat = position.components, position.to_move
    if action.op == PLACE:
        return (
            _word("do", "place"),
            _tile(components, components.tiles[action.tile].id),
            _column(seat, COLUMN_NAMES[action.where], False),
            _turned(components, seat, action.tile, action.where, action.rotation),
            _word("level", action.level),
            _open(seat, action.where, action.corner),
        )
    steps = [_word("do", action.kind)]
    for key, value in action.named().items():
        if key == "tile":
            steps.append(_tile(components, value))
        elif key == "stack":
            steps.append(_stack(components, value, position.stack_tops[STACK_NUMBER[value]]))
        elif key == "at" and action.op == BUILD:
            steps += [_column(seat, column, True) for column in value]
        elif key == "at":
            steps.append(_column(seat, value, False))
        else:
            steps.append(_word(key, value))
    return tuple(steps)


@cache
def _word(key: str, value: str | int) -> Step:
    return Step(key, value, label_of(key, value), places_of_choice(-1, key, value))


@lru_cache(maxsize=1024)
def _tile(components: Components, tile: str) -> Step:
    return Step("tile", tile, tile_label(components, tile), (f"tile:{tile}",))


@lru_cache(maxsize=1024)
def _stack(components: Components, stack: str, top: int) -> Step:
    """A stack shows its top tile."""
    thing = ("tile", components.tiles[top].id)
    return Step("stack", stack, verbatim(stack), places_of_choice(-1, "stack", stack), thing=thing)


@cache
def _column(seat: int, column: str, listed: bool) -> Step:
    return Step("at", column, verbatim(column), (place_of_column(seat, column),), listed)


@lru_cache(maxsize=4096)
def _turned(components: Components, seat: int, tile: int, anchor: int, rotation: int) -> Step:
    """The rotation of a tile shows which columns it covers, in the order of its spaces: they turn clockwise with it."""
    columns = SPACES[anchor]
    covered = (columns[(space + rotation) % len(columns)] for space in range(len(columns)))
    places = tuple(place_of_column(seat, COLUMN_NAMES[column]) for column in covered)
    thing = ("tile", components.tiles[tile].id)
    return Step("rotation", rotation, label_of("rotation", rotation), places, thing=thing)


@cache
def _open(seat: int, anchor: int, corner: int) -> Step:
    """The corner without support is shown by the column that it hangs over."""
    places = () if corner == NO_CORNER else (place_of_column(seat, COLUMN_NAMES[SPACES[anchor][corner]]),)
    return Step("open", CORNERS[corner], label_of("open", CORNERS[corner]), places)
