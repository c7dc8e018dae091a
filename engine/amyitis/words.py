"""A position of Amyitis in words: the text alternative of its picture, and the short lines below the garden."""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis.allowed import holdings
from engine.amyitis.components import CAMEL_BONUS, CHOICE, COURT_BONUS, RESOURCE_BONUS, Tile
from engine.amyitis.garden import FLOOR, QUALITY, SQUARES
from engine.amyitis.names import ANY, GREY, LEVELLED, NO_AREA, RESOURCES, TEMPLE_TITLES, TYPES
from engine.amyitis.position import Position
from engine.amyitis.state import AmyitisState
from engine.game import CHANCE, Action
from engine.wording import counted, last_turn_in_words, listed, winners_in_words


def status(state: AmyitisState, names: Sequence[str]) -> str:
    """Whose turn it is, or who won."""
    result = state.result()
    if result is not None:
        return f"Over in round {state.round}: {winners_in_words(result, names)}"
    if state.to_move == CHANCE:
        return f"Round {state.round + 1}: the craft cards are laid out"
    return f"Round {state.round}, turn {state.turn}: {names[state.to_move]} to move"


def cards_of(position: Position, seat: int) -> str:
    """The active court cards of a seat: `banker 2, 1 gardener`."""
    levels = position.levels[LEVELLED * seat : LEVELLED * (seat + 1)]
    words = [f"{kind} {level}" for kind, level in zip(TYPES, levels, strict=False) if level]
    if position.gardeners[seat]:
        words.append(counted(position.gardeners[seat], "gardener", "gardeners"))
    return ", ".join(words) or "no court card"


def goods_of(position: Position, seat: int) -> str:
    """The resources of a seat: `2 barley, 1 wine`."""
    goods = holdings(position, seat)
    return ", ".join(f"{count} {name}" for count, name in zip(goods, RESOURCES, strict=True) if count) or "no resource"


def tile_in_words(tile: Tile) -> str:
    """A garden tile: prestige and bonus."""
    parts = [f"{tile.prestige} prestige"]
    for kind, value in tile.bonus:
        if kind == COURT_BONUS:
            parts.append("a court card of choice" if value == CHOICE else f"a {TYPES[value]}")
        elif kind == RESOURCE_BONUS:
            parts.append("a resource of choice" if value == ANY else RESOURCES[value])
        elif kind == CAMEL_BONUS:
            parts.append(counted(value, "camel", "camels"))
        else:
            parts.append(counted(value, "talent", "talents"))
    return listed(parts)


def square_in_words(position: Position, square: int, names: Sequence[str]) -> str:
    """A square of the garden and what lies on it."""
    where = f"{SQUARES[square]}, floor {FLOOR[square]}, quality {QUALITY[square]}"
    owner, tile = position.planted_by[square], position.tiles[square]
    if owner >= 0:
        return f"{where}: planted by {names[owner]}"
    if tile < 0:
        return f"{where}: no tile in this game"
    return f"{where}: tile {position.components.tiles[tile].name}, {tile_in_words(position.components.tiles[tile])}"


def side_in_words(position: Position, side: int) -> str:
    """The irrigation areas of a side and the cubes on them."""
    cubes = [owner for owner in position.areas[2 * side : 2 * side + 2] if owner != NO_AREA]
    return listed(
        ["empty" if owner < 0 else "grey cube" if owner == GREY else f"cube of seat {owner + 1}" for owner in cubes]
    )


def _cubes(row: Sequence[int]) -> str:
    return " ".join("grey" if owner == GREY else str(owner + 1) for owner in row) or "empty"


def describe(state: AmyitisState, names: Sequence[str], last: Sequence[Action]) -> str:
    """Everything that the picture says, for those who cannot see it."""
    components = state.components
    parts = [f"{status(state, names)}."]
    for seat, name in enumerate(names):
        passed = ", has passed" if state.passed[seat] else ""
        parts.append(
            f"Seat {seat + 1}, {name}: {counted(state.scores[seat], 'point', 'points')} of prestige,"
            f" {counted(state.talents[seat], 'talent', 'talents')}, {counted(state.camels[seat], 'camel', 'camels')},"
            f" {goods_of(state, seat)}, {cards_of(state, seat)},"
            f" {counted(state.tiles_of(seat), 'garden tile', 'garden tiles')}{passed}."
        )
    parts.append(f"The caravan stands in {components.cities[state.caravan].name}.")
    parts.append(f"Garden, {counted(state.tiles_left, 'tile', 'tiles')} left:")
    parts += [f"{square_in_words(state, square, names)}." for square in range(len(SQUARES))]
    rows = [f"field {number}: {_cubes(row)}" for number, row in enumerate(state.rows, 1)]
    temples = [f"{title}: {_cubes(cubes)}" for title, cubes in zip(TEMPLE_TITLES, state.temples, strict=True)]
    parts.append(f"Cubes by seat, from the left. {'; '.join(rows + temples)}.")
    parts += last_turn_in_words(last)
    return " ".join(parts)
