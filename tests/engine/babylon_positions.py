"""Positions of Babylon made for a test: tiles and pieces are put down without asking the rules."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.babylon.cells import (
    BRIDGE,
    BRIDGE_END,
    COLUMN_NUMBER,
    CORNERS,
    EFFECTS,
    FOUNTAIN,
    FOUNTAIN_PART,
    ICONS,
    NO_CORNER,
    SPACES,
    STACK_NUMBER,
    STACKS,
    STAIRS_HIGH,
    STAIRS_LOW,
    STATUE,
    STATUE_STANDING,
    between,
)
from engine.babylon.game import BABYLON
from engine.babylon.garden import Decoration, Garden, Placed
from engine.babylon.phases import BUILD
from engine.babylon.state import BabylonState
from engine.game import CHANCE, Event

COMPONENTS = BABYLON.components("babylon-2024")
TILE = COMPONENTS.tile_number


def start(players: int = 4, seed: int = 1, **switches: Any) -> BabylonState:
    """The first position."""
    rules = BABYLON.ruleset("base", switches)
    return BABYLON.start(players, rules, COMPONENTS, BABYLON.new_setup(players, rules, COMPONENTS, Random(seed)))


def building(
    dug: str = "basalt-01", simple: int = 20, double: int = 20, effect: str = "none", players: int = 4, **switches: Any
) -> BabylonState:
    """Seat 0 of a table of four has dug a tile and may build, with plenty of pillars."""
    state = start(players, **switches)
    state.phase, state.to_move, state.turn, state.active = BUILD, 0, 1, 0
    state.removals_left = 0
    state.dug = TILE[dug]
    state.simple[0], state.double[0] = simple, double
    state.effect = EFFECTS.index(effect)
    return state


def garden(state: BabylonState) -> Garden:
    """The garden of the seat on turn."""
    return state.gardens[state.active]


def lay(
    state: BabylonState, at: str, level: int, tile: str = "granite-01", corner: str = "none", now: bool = False
) -> None:
    """A tile lies there, without icons, placed in an earlier go or (`now`) in this one; a corner has a belvedere."""
    number = CORNERS.index(corner)
    found = garden(state)
    placed = Placed(TILE[tile], COLUMN_NUMBER[at], 0, level, number, number != NO_CORNER, 0, 0)
    if now:
        state.placed_now.append(len(found.placed))
    found.put(COMPONENTS.tiles[TILE[tile]], placed, [])
    for column in SPACES[COLUMN_NUMBER[at]]:
        found.icons[column] = 0


def hills(state: BabylonState, **heights: int) -> None:
    """The columns named have these heights and open tops, whatever lies below them; each level has a tile."""
    found = garden(state)
    for level in range(1, max(heights.values()) + 1):
        found.placed.append(Placed(TILE["granite-01"], 0, 0, level, NO_CORNER, False, 0, 0))
        found.visible_spaces.append(4)
        for name, height in heights.items():
            if height == level:
                column = COLUMN_NUMBER[name]
                found.heights[column], found.tops[column] = level, len(found.placed) - 1
        found.highest = max(found.highest, level)


def show(state: BabylonState, icon: str, *columns: str) -> None:
    """The tops of these columns show an icon."""
    for column in columns:
        garden(state).icons[COLUMN_NUMBER[column]] = ICONS.index(icon)


def stand(state: BabylonState, piece: str, *columns: str) -> None:
    """A decoration stands there; stairs with their lower end first."""
    found = garden(state)
    kind = ICONS.index(piece)
    ends = [COLUMN_NUMBER[column] for column in columns]
    show(state, piece, *columns)
    pieces = {
        STATUE: (STATUE_STANDING, STATUE_STANDING),
        FOUNTAIN: (FOUNTAIN_PART, FOUNTAIN_PART),
        BRIDGE: (BRIDGE_END, BRIDGE_END),
    }.get(kind, (STAIRS_LOW, STAIRS_HIGH))
    other = ends[1] if len(ends) > 1 else -1
    blocked = tuple(between(*ends)) if kind == BRIDGE and state.rulings.bridge_blocks_gap else ()
    tops = [found.tops[end] for end in ends]
    decoration = Decoration(kind, found.heights[ends[0]], ends[0], other, tops[0], tops[-1] if other >= 0 else -1)
    found.build(decoration, pieces, blocked)


def act(state: BabylonState, do: str, **words: Any) -> list[Event]:
    """The seat on turn does it; draws that follow are made."""
    if "open_" in words:
        words["open"] = words.pop("open_")
    events = list(state.apply(BABYLON.action_from_json({"seat": state.to_move, "do": do, **words}, COMPONENTS)))
    while state.to_move == CHANCE:
        events.extend(state.apply(state.draw(Random(5))))
    return events


def refusal(state: BabylonState, do: str, **words: Any) -> str:
    """Why it is not allowed; empty if it is. Asking and listing must say the same."""
    action = BABYLON.action_from_json({"seat": max(state.to_move, 0), "do": do, **words}, COMPONENTS)
    refused = state.check(action)
    assert (action in list(state.legal_actions())) == (refused is None)
    return refused.reason if refused else ""


def place(at: str, level: int, corner: str = "none", tile: str = "basalt-01", rotation: int = 0) -> dict[str, Any]:
    """The words of a placement."""
    return {"do": "place", "tile": tile, "at": at, "rotation": rotation, "level": level, "open": corner}


def build(piece: str, *columns: str) -> dict[str, Any]:
    """The words of a decoration."""
    return {"do": "build", "piece": piece, "at": list(columns)}


def stacks(state: BabylonState, **heights: int) -> None:
    """The stacks named have these heights, and tiles of the right layer on top."""
    for name, height in heights.items():
        stack = STACK_NUMBER[name]
        state.stack_heights[stack] = height
        free = (
            number
            for number, tile in enumerate(COMPONENTS.tiles)
            if tile.layer == height and number not in state.stack_tops
        )
        state.stack_tops[stack] = next(free) if height else -1
        for layer in state.unseen:
            if state.stack_tops[stack] in layer:
                layer.remove(state.stack_tops[stack])


def top(state: BabylonState, stack: str, tile: str) -> None:
    """This tile lies on top of a stack."""
    state.stack_tops[STACK_NUMBER[stack]] = TILE[tile]


def flowers_differ(state: BabylonState, seat: int = 0) -> None:
    """No tile on top of the quarry has the flower of the seat."""
    own = COMPONENTS.tiles[state.starting[seat]].flower
    for stack in range(STACKS):
        layer = state.stack_heights[stack]
        if layer:
            state.stack_tops[stack] = next(
                number for number, tile in enumerate(COMPONENTS.tiles) if tile.layer == layer and tile.flower != own
            )
