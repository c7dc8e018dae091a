"""A position in words: the text alternative of its picture, and the short lines below the board."""

from __future__ import annotations

from collections.abc import Sequence

from engine.babylonia import sentences
from engine.babylonia.cells import CITY, FARM, KIND, OWNER, ZIGGURAT
from engine.babylonia.components import TOKENS
from engine.babylonia.phases import SCORING
from engine.babylonia.position import Position
from engine.babylonia.state import BabyloniaState
from engine.babylonia.telling import told
from engine.game import CHANCE, NOBODY, Action
from engine.message import Language
from engine.wording import (
    counted,
    last_turn_in_words,
    listed,
    places_in_words,
    seat_on_turn,
    winners_in_words,
    without_seat,
)

_ENGLISH = Language(sentences.templates.catalogue)

END_WORDS = {
    "cities": "at most one city left",
    "rack_empty": "an empty rack",
    "cities+rack_empty": "at most one city left and an empty rack",
}


def cards_of(position: Position, seat: int) -> list[int]:
    """The ziggurat cards that a seat took, used ones included."""
    return [card for card, owner in enumerate(position.card_owner) if owner == seat]


def is_used_up(position: Position, card: int) -> bool:
    """Whether a card that someone took does nothing any more."""
    return card == 1 or (card == 2 and position.card2_spent)


def tiles_left(position: Position) -> tuple[int, int]:
    """City tiles and farm tiles on the board."""
    tiles = [position.components.tiles[tile] for tile in position.tile_at if tile >= 0]
    cities = sum(tile.is_city for tile in tiles)
    return cities, len(tiles) - cities


def status(state: BabyloniaState, names: Sequence[str]) -> str:
    """Whose turn it is, or who won."""
    result = state.result()
    if result is not None:
        return f"Over in turn {state.turn}: {winners_in_words(result, names)}"
    if state.to_move == CHANCE:
        return f"Turn {state.turn}: {names[state.draw_seat]} draws" if state.turn else "The racks are being filled"
    return f"Turn {state.turn}: {names[state.to_move]} to move"


def notes(position: Position) -> list[str]:
    """What is left on the board, and what ended the game."""
    cities, farms = tiles_left(position)
    lines = [f"On the board: {counted(cities, 'city', 'cities')}, {counted(farms, 'farm', 'farms')}"]
    if position.end:
        lines.append(f"The game was ended by {END_WORDS[position.end]}")
    return lines


def sites_due(state: BabyloniaState) -> list[int]:
    """The hexes of the surrounded cities and ziggurats that are scored now."""
    return sorted(state.surrounded) if state.phase == SCORING else []


def due_words(state: BabyloniaState) -> str:
    """What is due now; empty after the end."""
    if state.to_move == NOBODY:
        return ""
    placed = f", {len(state.placed_hexes)} placed this turn" if state.placed_hexes else ""
    return f"Now: {without_seat(state.due())}{placed}"


def tile_in_words(position: Position, tile: int) -> str:
    """A city or farm tile."""
    found = position.components.tiles[tile]
    if found.is_city:
        return f"city of {listed([TOKENS[symbol] for symbol in found.symbols])}"
    if found.value is None:
        return f"farm worth 1 for each city tile won, {sum(position.won)} now"
    return f"farm worth {found.value}"


def _board(position: Position) -> str:
    """What lies on each hex; hexes that are not named are free."""
    board = position.board
    sites: dict[str, list[str]] = {}
    tokens: list[dict[str, list[str]]] = [{} for _ in range(position.players)]
    for here in board.in_play:
        cell, name = position.cells[here], board.ids[here]
        if OWNER[cell] >= 0:
            kind = TOKENS[KIND[cell]]
            side = f"{kind} face down" if board.is_river[here] else kind
            tokens[OWNER[cell]].setdefault(side, []).append(name)
        elif cell == ZIGGURAT:
            done = position.scored[board.ziggurats.index(here)]
            sites.setdefault("ziggurat, scored," if done else "ziggurat", []).append(name)
        elif cell in (CITY, FARM):
            sites.setdefault(tile_in_words(position, position.tile_at[here]), []).append(name)
    parts = [f"Board, by column and row: {places_in_words(sites)}."]
    parts += [f"Tokens of seat {seat + 1}: {places_in_words(placed) or 'none'}." for seat, placed in enumerate(tokens)]
    return " ".join(parts)


def _told(state: BabyloniaState, action: Action) -> str:
    return _ENGLISH.render(told(state.components, action))


def describe(state: BabyloniaState, names: Sequence[str], last: Sequence[Action]) -> str:
    """Everything that the picture says, for those who cannot see it."""
    due = due_words(state)
    parts = [f"{status(state, names)}.", *([f"{due}."] if due else [])]
    if sites_due(state):
        parts.append(f"Surrounded: {listed([state.board.ids[site] for site in sites_due(state)])}.")
    if state.placed_hexes:
        parts.append(f"Placed this turn: {listed([state.board.ids[at] for at in state.placed_hexes])}.")
    on_turn = seat_on_turn(state.to_move, state.active) if state.turn else NOBODY
    for seat, name in enumerate(names):
        turn = ", on turn" if seat == on_turn else ""
        cards = [f"{card} (used)" if is_used_up(state, card) else str(card) for card in cards_of(state, seat)]
        parts.append(
            f"Seat {seat + 1}, {name}: {counted(state.scores[seat], 'point', 'points')}{turn},"
            f" {counted(state.won[seat], 'city tile', 'city tiles')},"
            f" {'cards ' + listed(cards) if cards else 'no card'},"
            f" {counted(state.rack_size[seat], 'token', 'tokens')} in the rack, {state.pool_size[seat]} in the pool."
        )
    parts += [f"{note}." for note in notes(state)]
    parts.append(f"Cards on offer: {' '.join(map(str, state.offer)) or 'none'}.")
    done = sum(state.scored)
    parts.append(f"{done} of {counted(len(state.scored), 'ziggurat', 'ziggurats')} scored.")
    parts.append(_board(state))
    parts += last_turn_in_words(last, lambda action: _told(state, action))
    return " ".join(parts)
