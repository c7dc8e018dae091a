"""A position in words: the text alternative of its picture, and the short lines below the board."""

from __future__ import annotations

from collections.abc import Sequence

from engine.babylonia.position import Position
from engine.babylonia.state import BabyloniaState
from engine.game import CHANCE, Action
from engine.wording import counted, last_turn_in_words, listed, winners_in_words

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


def describe(state: BabyloniaState, names: Sequence[str], last: Sequence[Action]) -> str:
    """Everything that the picture says beside the board itself, for those who cannot see it."""
    parts = [f"{status(state, names)}."]
    for seat, name in enumerate(names):
        cards = [f"{card} (used)" if is_used_up(state, card) else str(card) for card in cards_of(state, seat)]
        parts.append(
            f"Seat {seat + 1}, {name}: {counted(state.scores[seat], 'point', 'points')},"
            f" {counted(state.won[seat], 'city tile', 'city tiles')},"
            f" {'cards ' + listed(cards) if cards else 'no card'},"
            f" {counted(state.rack_size[seat], 'token', 'tokens')} in the rack, {state.pool_size[seat]} in the pool."
        )
    parts += [f"{note}." for note in notes(state)]
    parts.append(f"Cards on offer: {' '.join(map(str, state.offer)) or 'none'}.")
    done = sum(state.scored)
    parts.append(f"{done} of {counted(len(state.scored), 'ziggurat', 'ziggurats')} scored.")
    parts += last_turn_in_words(last)
    return " ".join(parts)
