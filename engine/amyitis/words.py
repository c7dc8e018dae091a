"""A position of Amyitis in words: the text alternative of its picture, and the short lines below the garden."""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis import sentences
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.allowed import holdings, plant_side
from engine.amyitis.components import CAMEL_BONUS, CHOICE, COURT, COURT_BONUS, RESOURCE_BONUS, City, Tile
from engine.amyitis.garden import FLOOR, QUALITY, SIDES, SQUARES
from engine.amyitis.names import ANY, CRAFTS, GREY, LEVELLED, NO_AREA, RESOURCES, TEMPLE_TITLES, TYPES
from engine.amyitis.position import Position
from engine.amyitis.state import AmyitisState
from engine.amyitis.telling import told
from engine.game import CHANCE, NOBODY, Action
from engine.message import Language
from engine.wording import counted, last_turn_in_words, listed, seat_on_turn, winners_in_words, without_seat

_ENGLISH = Language(sentences.templates.catalogue)


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
    return f"{where}: {tile_in_words(position.components.tiles[tile])}"


def side_in_words(position: Position, side: int) -> str:
    """The irrigation areas of a side and the cubes on them."""
    cubes = [owner for owner in position.areas[2 * side : 2 * side + 2] if owner != NO_AREA]
    is_open = position.available >> side & 1
    empty = "empty, with water" if is_open else "empty, without water"
    return listed(
        [empty if owner < 0 else "grey cube" if owner == GREY else f"cube of seat {owner + 1}" for owner in cubes]
    )


def _told(action: Action) -> str:
    assert isinstance(action, AmyitisAction)
    return _ENGLISH.render(told(action))


def _cubes(row: Sequence[int]) -> str:
    return " ".join("grey" if owner == GREY else str(owner + 1) for owner in row) or "empty"


def due_words(state: AmyitisState) -> str:
    """What is due now, and the square of the planting at hand; empty after the end."""
    if state.to_move == NOBODY:
        return ""
    planting = f"planting {SQUARES[state.planting]}: " if state.planting >= 0 else ""
    return f"Now: {planting}{without_seat(state.due())}"


def course_lines(position: Position, names: Sequence[str]) -> list[str]:
    """The first player, the tiles left, and what the Amyitis card brings at the end."""
    components, players, first = position.components, position.players, position.first_player
    left = counted(position.tiles_left, "garden tile", "garden tiles")
    card = [f"{prestige} prestige from {least} tiles" for least, prestige in components.amyitis_card[players]]
    return [
        f"First player: seat {first + 1}, {names[first]}",
        f"{left} left, last round at {components.tiles_left[players]} or fewer",
        f"Amyitis card: {listed(card)}",
    ]


def city_in_words(position: Position, city: City) -> str:
    """What a city of the caravan asks for and gives."""
    if city.resource < 0:
        return f"{city.name}, sale"
    asked = f"{city.name}, for {RESOURCES[city.resource]}"
    if city.kind == COURT:
        return f"{asked}: {' or '.join(TYPES[kind] for kind in city.types)}"
    side = plant_side(position, city.plant_slot)
    extra = f" and {RESOURCES[side.extra]}" if side.extra >= 0 else ""
    return f"{asked}{extra}: plant of quality {side.quality}"


def stock_in_words(position: Position) -> str:
    """What is left in stock: talents, camels, resources, court cards, and tokens on the level-2 caravaneers."""
    parts = [counted(position.stock_talents, "talent", "talents"), counted(position.stock_camels, "camel", "camels")]
    parts += [f"{count} {name}" for count, name in zip(position.stock, RESOURCES, strict=True)]
    cards = zip(position.court, position.components.card_keys, strict=True)
    parts += [f"{count} {key.replace('-', ' ')}" for count, key in cards if count]
    tokens = listed([RESOURCES[token] for token in position.tokens]) or "nothing"
    return f"Stock: {', '.join(parts)}. On the level-2 caravaneers in stock: {tokens}."


def _crafts(position: Position) -> str:
    crafts, groups = len(CRAFTS), []
    for group, turned in enumerate(position.turned):
        up = zip(CRAFTS, position.face_up[crafts * group : crafts * group + crafts], strict=True)
        cards = ", ".join(f"{count} {craft}" for craft, count in up if count)
        cost = f"{cards}, costs {counted(turned, 'talent', 'talents')}" if cards else "no card"
        groups.append(f"group {group + 1}: {cost}, {turned} turned")
    return f"Crafts: {'; '.join(groups)}."


def describe(state: AmyitisState, names: Sequence[str], last: Sequence[Action]) -> str:
    """Everything that the picture says, for those who cannot see it."""
    components = state.components
    due = due_words(state)
    parts = [f"{status(state, names)}.", *([f"{due}."] if due else [])]
    parts += [f"{line}." for line in course_lines(state, names)]
    on_turn = seat_on_turn(state.to_move, state.active)
    for seat, name in enumerate(names):
        turn = ", on turn" if seat == on_turn else ""
        passed = ", has passed" if state.passed[seat] else ""
        parts.append(
            f"Seat {seat + 1}, {name}: {counted(state.scores[seat], 'point', 'points')} of prestige{turn},"
            f" {counted(state.talents[seat], 'talent', 'talents')}, {counted(state.camels[seat], 'camel', 'camels')},"
            f" {goods_of(state, seat)}, {cards_of(state, seat)},"
            f" {counted(state.tiles_of(seat), 'garden tile', 'garden tiles')}{passed}."
        )
    parts.append(f"The caravan stands in {components.cities[state.caravan].name}. Its way:")
    parts.append(f"{'; '.join(city_in_words(state, city) for city in components.cities)}.")
    parts += [stock_in_words(state), _crafts(state), "Garden:"]
    parts += [f"{square_in_words(state, square, names)}." for square in range(len(SQUARES))]
    sides = [f"{name} {side_in_words(state, side)}" for side, name in enumerate(SIDES)]
    parts.append(f"Irrigation areas by the squares beside them: {'; '.join(sides)}.")
    rows = [
        f"field {number} ({', '.join(RESOURCES[kind] for kind in kinds)}): {_cubes(row)}"
        for number, (row, kinds) in enumerate(zip(state.rows, components.rows, strict=True), 1)
    ]
    temples = [f"{title}: {_cubes(cubes)}" for title, cubes in zip(TEMPLE_TITLES, state.temples, strict=True)]
    parts.append(f"Cubes by seat, from the left. {'; '.join(rows + temples)}.")
    parts += last_turn_in_words(last, _told)
    return " ".join(parts)
