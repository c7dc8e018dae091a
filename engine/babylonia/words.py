"""A position in words: the text alternative of its picture, and the short lines below the board."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.babylonia import picture_sentences as said
from engine.babylonia.cells import CITY, FARM, KIND, OWNER, ZIGGURAT
from engine.babylonia.components import TOKENS
from engine.babylonia.phases import SCORING
from engine.babylonia.position import Position
from engine.babylonia.state import BabyloniaState
from engine.babylonia.telling import told
from engine.game import CHANCE, NOBODY, Action
from engine.message import Message, Say
from engine.picture_words import (
    due,
    ids,
    last_turn,
    over_in_turn,
    places,
    seat_line,
    seat_on_turn,
    sentence,
    sentences_of,
)


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


def status(state: BabyloniaState, names: Sequence[str]) -> Message:
    """Whose turn it is, or who won."""
    result = state.result()
    if result is not None:
        return over_in_turn(state.turn, result, names)
    if state.to_move != CHANCE:
        return general.TURN.message(turn=state.turn, name=names[state.to_move])
    if state.turn:
        return said.DRAWS.message(turn=state.turn, name=names[state.draw_seat])
    return said.RACKS_ARE_FILLED.message()


def notes(position: Position) -> list[Message]:
    """What is left on the board, and what ended the game."""
    cities, farms = tiles_left(position)
    left = said.ON_THE_BOARD.message(cities=said.CITIES.message(count=cities), farms=said.FARMS.message(count=farms))
    return [left, *([said.ENDED_BY[position.end].message()] if position.end else [])]


def sites_due(state: BabyloniaState) -> list[int]:
    """The hexes of the surrounded cities and ziggurats that are scored now."""
    return sorted(state.surrounded) if state.phase == SCORING else []


def due_now(state: BabyloniaState, names: Sequence[str]) -> Message | None:
    """What is due now; None after the end."""
    found = due(state, names)
    if found is not None and state.placed_hexes:
        return said.PLACED_THIS_TURN.message(due=found, count=len(state.placed_hexes))
    return found


def tile_in_words(position: Position, tile: int) -> Message:
    """A city or farm tile."""
    found = position.components.tiles[tile]
    if found.is_city:
        return said.CITY_OF.message(symbols=tuple(said.TOKEN[TOKENS[symbol]].message() for symbol in found.symbols))
    if found.value is None:
        return said.FARM_OF_CITIES.message(points=sum(position.won))
    return said.FARM_WORTH.message(points=found.value)


def _board(position: Position) -> list[Message]:
    """What lies on each hex; hexes that are not named are free."""
    board = position.board
    sites: dict[Message, list[str]] = {}
    tokens: list[dict[Message, list[str]]] = [{} for _ in range(position.players)]
    for here in board.in_play:
        cell, name = position.cells[here], board.ids[here]
        if OWNER[cell] >= 0:
            kind = said.TOKEN[TOKENS[KIND[cell]]].message()
            side = said.FACE_DOWN.message(token=kind) if board.is_river[here] else kind
            tokens[OWNER[cell]].setdefault(side, []).append(name)
        elif cell == ZIGGURAT:
            sites.setdefault(ziggurat_in_words(position, here), []).append(name)
        elif cell in (CITY, FARM):
            sites.setdefault(tile_in_words(position, position.tile_at[here]), []).append(name)
    parts = [said.BOARD.message(sites=places(sites))]
    for seat, placed in enumerate(tokens):
        lie = (
            said.TOKENS_OF.message(seat=seat, places=places(placed)) if placed else said.NO_TOKENS_OF.message(seat=seat)
        )
        parts.append(lie)
    return parts


def ziggurat_in_words(position: Position, hex_number: int) -> Message:
    """A ziggurat, scored or not."""
    done = position.scored[position.board.ziggurats.index(hex_number)]
    return (said.ZIGGURAT_SCORED if done else said.ZIGGURAT).message()


def _seat(state: BabyloniaState, seat: int, name: str) -> Message:
    on_turn = seat_on_turn(state.to_move, state.active) if state.turn else NOBODY
    cards = tuple(
        said.CARD_USED.message(card=card) if is_used_up(state, card) else card for card in cards_of(state, seat)
    )
    facts = (
        general.POINTS.message(count=state.scores[seat]),
        general.ON_TURN.message() if seat == on_turn else None,
        said.CITY_TILES.message(count=state.won[seat]),
        said.CARDS.message(cards=cards) if cards else said.NO_CARD.message(),
        said.IN_THE_RACK.message(count=state.rack_size[seat]),
        said.IN_THE_POOL.message(count=state.pool_size[seat]),
    )
    return seat_line(seat, name, facts)


def describe(state: BabyloniaState, names: Sequence[str], last: Sequence[Action], say: Say) -> str:
    """Everything that the picture says, for those who cannot see it."""
    board_ids = state.board.ids
    parts = [sentence(status(state, names)), sentence(due_now(state, names))]
    if sites_due(state):
        parts.append(said.SURROUNDED.message(places=ids(board_ids[site] for site in sites_due(state))))
    if state.placed_hexes:
        parts.append(said.PLACED.message(places=ids(board_ids[at] for at in state.placed_hexes)))
    parts += [_seat(state, seat, name) for seat, name in enumerate(names)]
    parts += map(sentence, notes(state))
    offer = said.OFFER.message(cards=" ".join(map(str, state.offer))) if state.offer else said.NO_OFFER.message()
    parts.append(sentence(offer))
    parts.append(said.ZIGGURATS_SCORED.message(scored=sum(state.scored), count=len(state.scored)))
    parts += _board(state)
    parts += last_turn(last, lambda action: told(state.components, action))
    return sentences_of(say, parts)
