"""Positions of Amyitis for tests: a known setup, and pieces moved by hand so that none is made or lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.amyitis.game import AMYITIS
from engine.amyitis.garden import SIDE_NUMBER
from engine.amyitis.names import GREY, LEVELLED, RESOURCES, TYPES
from engine.amyitis.phases import PHASES
from engine.amyitis.state import AmyitisState
from engine.amyitis.water import irrigate_side
from engine.game import Event, ScoreEvent

SET = AMYITIS.components("amyitis-2007")
STARRED = {"r0c2": "Q2-4", "r0c3": "Q1-5", "r1c3": "Q1-6"}
GARDEN = {
    "r0c0": "Q3-1", "r0c1": "Q3-2", "r1c0": "Q3-4", "r1c1": "Q3-5",
    "r1c2": "Q2-1", "r2c0": "Q2-2", "r2c1": "Q2-3", "r2c2": "Q2-6",
    "r2c3": "Q1-9", "r3c0": "Q1-1", "r3c1": "Q1-2", "r3c2": "Q1-3", "r3c3": "Q1-4",
}  # fmt: skip
PLANTS = {"Eshnunna": "P1", "Ur": "P2", "Mari": "P3", "Khorsabad": "K"}
GROUPS = {
    2: [["peasant", "priest", "engineer"], ["peasant", "priest", "merchant"]],
    3: [["peasant", "priest", "engineer"], ["peasant", "priest", "merchant"], ["peasant", "engineer", "merchant"]],
    4: [["peasant", "priest", "engineer"], ["peasant", "priest", "merchant"], ["peasant", "engineer", "merchant"],
        ["peasant", "priest", "merchant"]],
}  # fmt: skip


def setup(players: int, **more: Any) -> dict[str, Any]:
    """A setup in the form of a log's header."""
    garden = GARDEN if players == 2 else {**GARDEN, **STARRED}
    return {"garden": dict(garden), "plants": dict(PLANTS), "khorsabad_side": 0, **more}


def start(
    players: int = 2,
    groups: list[list[str]] | None = None,
    tokens: list[str] | None = None,
    **switches: str | int | bool,
) -> AmyitisState:
    """A game whose craft cards lie; seat 0 is to move."""
    rules = AMYITIS.ruleset("base", switches)
    more = {} if tokens is None else {"caravaneer_tokens": tokens}
    state = AMYITIS.start(players, rules, SET, setup(players, **more))
    lay_out(state, groups)
    return state


def lay_out(state: AmyitisState, groups: list[list[str]] | None = None) -> list[Event]:
    """The craft cards of a round."""
    return apply(state, {"chance": "craft", "groups": groups or GROUPS[state.players]})


def apply(state: AmyitisState, words: dict[str, Any]) -> list[Event]:
    return list(state.apply(AMYITIS.action_from_json(words, SET)))


def do(state: AmyitisState, kind: str, **details: Any) -> list[Event]:
    """The seat to move does this."""
    return apply(state, {"seat": state.to_move, "do": kind, **details})


def refused(state: AmyitisState, kind: str, **details: Any) -> str | None:
    """Why the seat to move may not do this; None if it may."""
    action = AMYITIS.action_from_json({"seat": state.to_move, "do": kind, **details}, SET)
    refusal = state.check(action)
    return None if refusal is None else refusal.reason.split(": ")[-1]


def listed(state: AmyitisState, kind: str) -> list[dict[str, Any]]:
    """The allowed actions of a kind, without seat and kind."""
    found = [action.to_json() for action in state.legal_actions() if action.kind == kind]
    return [{key: value for key, value in words.items() if key not in ("seat", "do")} for words in found]


def phase(state: AmyitisState) -> str:
    return PHASES[state.phase]


def points(events: Sequence[Event]) -> list[tuple[int, str, int]]:
    """Seat, source and points of the score events."""
    return [event[:3] for event in events if isinstance(event, ScoreEvent)]


def give(
    state: AmyitisState, seat: int, *resources: str, camels: int = 0, talents: int = 0, gardeners: int = 0
) -> None:
    """From the stock to a seat, within what is there."""
    for name in resources:
        number = RESOURCES.index(name)
        state.stock[number] -= 1
        state.resources[5 * seat + number] += 1
        state.held[seat] += 1
    state.stock_camels -= camels
    state.camels[seat] += camels
    state.stock_talents -= talents
    state.talents[seat] += talents
    state.court[-1] -= gardeners
    state.gardeners[seat] += gardeners


def holding(state: AmyitisState, seat: int) -> list[str]:
    """The resources of a seat, sorted as everywhere."""
    return [name for number, name in enumerate(RESOURCES) for _ in range(state.resources[5 * seat + number])]


def cards(state: AmyitisState, seat: int, **levels: int) -> None:
    """A seat owns its court cards up to these levels; they leave the stock."""
    for kind, level in levels.items():
        number = TYPES.index(kind)
        for owned in range(state.levels[LEVELLED * seat + number] + 1, level + 1):
            state.court[SET.card_below[number] + owned] -= 1
        state.levels[LEVELLED * seat + number] = level


def water(state: AmyitisState, owner: int, *sides: str) -> None:
    """Cubes of a seat, or grey ones, on the first empty area of these sides."""
    for side in sides:
        if owner != GREY:
            state.cubes[owner] -= 1
        irrigate_side(state, SIDE_NUMBER[side], owner)


def caravan_at(state: AmyitisState, city: str) -> None:
    state.caravan = next(number for number, found in enumerate(SET.cities) if found.name == city)


def on_row(state: AmyitisState, row: int, *owners: int) -> None:
    """Cubes on a field row, from the left."""
    for owner in owners:
        state.cubes[owner] -= 1
        state.rows[row].append(owner)


def in_temple(state: AmyitisState, temple: int, *owners: int) -> None:
    """Cubes in a temple, from the left."""
    for owner in owners:
        if owner != GREY:
            state.cubes[owner] -= 1
    state.temples[temple] = list(owners)


def to_procession(state: AmyitisState) -> None:
    """Everybody passes who has not yet."""
    while phase(state) == "action":
        do(state, "pass")


def plant_elsewhere(state: AmyitisState, seat: int, count: int) -> None:
    """So many tiles go to a seat without any other effect, from the top of the garden down."""
    left = [square for square, tile in enumerate(state.tiles) if tile >= 0 and state.planted_by[square] < 0]
    for square in left[:count]:
        state.planted_by[square] = seat
        state.tiles_left -= 1
