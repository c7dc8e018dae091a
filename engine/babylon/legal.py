"""The allowed actions of a position, worked out only as far as asked for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.babylon.actions import (
    CLAIM,
    DIG,
    DISCARD,
    EXCHANGE,
    FINISH,
    FIRST_CHANCE,
    REMOVE,
    STORE,
    BabylonAction,
    at_stack,
    build,
    place,
    plain,
    read,
    with_tile,
)
from engine.babylon.allowed import refusal_of, refuse_claim, refuse_exchange, refuse_stack, refuse_store
from engine.babylon.building import builds, reads
from engine.babylon.cells import ANCHORS, CORNERS, STACKS, STATUE_STANDING
from engine.babylon.footing import open_corners_of
from engine.babylon.phases import BUILD as BUILDING
from engine.babylon.phases import DIG as DIGGING
from engine.babylon.phases import REMOVE as REMOVING
from engine.babylon.phases import STORE as STORING
from engine.babylon.placing import belvedere_is_left, corners_allowed, footings, lowest_level
from engine.babylon.position import Position
from engine.game import LegalActions

TRIES = 15
"""So many misses in a row mean that few placements are allowed; then listing is faster than guessing."""


def supports_suffice(position: Position, pillars: int) -> bool:
    """Whether so many pillars and the statues in the garden could carry a tile at all: it takes three."""
    return pillars >= 3 or pillars + position.gardens[position.active].pieces.count(STATUE_STANDING) >= 3


def reaches_two_up(position: Position, double: int) -> bool:
    """Whether a tile can lie two levels above the highest column below it: that takes three double pillars."""
    return double >= 3 or position.rulings.statue_as_double


def open_corners(position: Position, exchanges: int = 0) -> list[tuple[int, int, int]]:
    """Where a tile may lie now, as (anchor, level, bits of the corners that may be open); for every tile the same.

    `exchanges`: after so many exchanges of two simple pillars for a double one.
    """
    seat = position.active
    simple, double = position.simple[seat] - 2 * exchanges, position.double[seat] + exchanges
    if not supports_suffice(position, simple + double):
        return []
    found = footings(position, reaches_two_up(position, double))
    return open_corners_of(found, simple, double, position.rulings.three_by_choice, belvedere_is_left(position))


def spots(position: Position) -> list[tuple[int, int, int]]:
    """Where a tile may lie now, as (anchor, level, open corner)."""
    return [
        (anchor, level, corner)
        for anchor, level, bits in open_corners(position)
        for corner in range(len(CORNERS))
        if bits >> corner & 1
    ]


def looks(position: Position) -> list[tuple[int, int]]:
    """The tiles that the seat on turn may place, each with its different rotations."""
    tiles = position.components.tiles
    found: list[tuple[int, int]] = []
    for tile in (position.dug, position.stored[position.active]):
        if tile >= 0:
            rotations = tiles[tile].rotations if position.rulings.tiles_turn else (0,)
            found.extend((tile, rotation) for rotation in rotations)
    return found


class BabylonLegalActions(LegalActions[BabylonAction]):
    """See `engine.game.LegalActions`. Placements come by tile, rotation and place, then decorations and the rest."""

    __slots__ = ("_state",)

    def __init__(self, state: Position) -> None:
        self._state = state

    def listing(self) -> Iterator[BabylonAction]:
        """Placements by tile, rotation and place, then decorations and the rest."""
        state = self._state
        if not self._is_building():
            yield from self._simple()
            return
        choices, others = self._choices()
        if choices:
            places = spots(state)
            for tile, rotation in choices:
                for anchor, level, corner in places:
                    yield place(state.components, state.to_move, tile, anchor, rotation, level, corner)
        yield from others

    def _is_building(self) -> bool:
        return self._state.phase == BUILDING and self._state.to_move >= 0

    def _choices(self) -> tuple[list[tuple[int, int]], Iterator[BabylonAction]]:
        """While building: what may be placed somewhere, as tile and rotation, and all that is no placement."""
        state = self._state
        pieces = builds(state)
        forced = bool(pieces) and not state.rulings.decorations_optional
        return [] if forced else looks(state), self._others(pieces, forced)

    def _simple(self) -> Iterator[BabylonAction]:
        """The choices of all other phases than building."""
        state = self._state
        seat = state.to_move
        if seat < 0:
            return
        if state.phase in (DIGGING, REMOVING):
            op = DIG if state.phase == DIGGING else REMOVE
            for stack in range(STACKS):
                if not refuse_stack(state, stack):
                    yield at_stack(op, seat, stack)
            if not refuse_claim(state):
                yield plain(CLAIM, seat)
        elif state.phase == STORING:
            if not refuse_store(state):
                yield with_tile(state.components, STORE, seat, state.dug)
            yield with_tile(state.components, DISCARD, seat, state.dug)

    def _others(self, pieces: list[tuple[int, int, int]], forced: bool) -> Iterator[BabylonAction]:
        """The choices while building that are no placements."""
        state = self._state
        seat = state.to_move
        for kind, column, other in pieces:
            yield build(seat, kind, column, other)
        for column, icon in reads(state):
            yield read(seat, column, icon)
        if not refuse_exchange(state):
            yield plain(EXCHANGE, seat)
        if not refuse_claim(state):
            yield plain(CLAIM, seat)
        if not forced:
            yield plain(FINISH, seat)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, BabylonAction) and action.op < FIRST_CHANCE and not refusal_of(self._state, action)

    def count(self) -> int:
        """How many there are: the placements are multiplied out, not listed."""
        if not self._is_building():
            return super().count()
        choices, others = self._choices()
        return (len(choices) * len(spots(self._state)) if choices else 0) + sum(1 for _ in others)

    def sample(self, rng: Random) -> BabylonAction:
        """One of them, each with the same chance: guess where to place which tile until the rules allow it."""
        if not self._is_building():
            return _one_of(list(self.listing()), rng)
        state = self._state
        seat = state.to_move
        choices, rest = self._choices()
        others = list(rest)
        if not choices or not supports_suffice(state, state.simple[seat] + state.double[seat]):
            return _one_of(others, rng)
        steps = 2 if reaches_two_up(state, state.double[seat]) else 1
        garden = state.gardens[seat]
        guesses = len(choices) * len(ANCHORS) * steps * len(CORNERS)
        for _ in range(TRIES):
            guess = int(rng.random() * (guesses + len(others)))
            if guess >= guesses:
                return others[guess - guesses]
            guess, corner = divmod(guess, len(CORNERS))
            guess, step = divmod(guess, steps)
            choice, number = divmod(guess, len(ANCHORS))
            anchor = ANCHORS[number]
            level = lowest_level(garden, anchor) + step
            if corners_allowed(state, anchor, level) >> corner & 1:
                tile, rotation = choices[choice]
                return place(state.components, seat, tile, anchor, rotation, level, corner)
        places = spots(state)
        guess = int(rng.random() * (len(choices) * len(places) + len(others)))
        if guess < len(others):
            return others[guess]
        choice, number = divmod(guess - len(others), len(places))
        return place(
            state.components, seat, choices[choice][0], places[number][0], choices[choice][1], *places[number][1:]
        )


def _one_of(actions: list[BabylonAction], rng: Random) -> BabylonAction:
    return actions[int(rng.random() * len(actions))]
