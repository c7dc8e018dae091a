"""What is allowed in a position. `check`, `apply` and `legal_actions` all ask `refusal_of`."""

from __future__ import annotations

from engine.babylonia import refusals as why
from engine.babylonia.actions import DRAW, PLACE, SCORE, STOP, TAKE, BabyloniaAction
from engine.babylonia.cells import CITY, FARM, FREE, KIND, OUT, OWNER, ZIGGURAT
from engine.babylonia.components import FARMER, UNKNOWN
from engine.babylonia.phases import EXTRA, PLACING, SCORING, TAKING
from engine.babylonia.position import Position
from engine.babylonia.turn_options import is_complete, refuse_third_or_later
from engine.game import CHANCE, NOBODY

_IN_THE_WAY = {CITY: why.ON_CITY, ZIGGURAT: why.ON_ZIGGURAT, OUT: why.OUT_OF_PLAY}


def refusal_of(position: Position, action: BabyloniaAction) -> int:
    """Why this action is not allowed now, or ALLOWED."""
    to_move = position.to_move
    op = action.op
    if op == DRAW:
        return refuse_draw(position, action)
    if to_move != action.seat or to_move < 0:
        if to_move == NOBODY:
            return why.AFTER_END
        return why.DRAW_DUE if to_move == CHANCE else why.OUT_OF_TURN
    if op == PLACE:
        return refuse_place(position, action.token, action.hex)
    if op == STOP:
        return refuse_stop(position)
    if op == SCORE:
        if position.phase != SCORING:
            return why.NOT_NOW
        return why.ALLOWED if action.hex in position.surrounded else why.SITE_NOT_SURROUNDED
    if op == TAKE:
        if position.phase != TAKING:
            return why.NOT_NOW
        return why.ALLOWED if action.card in position.offer else why.CARD_NOT_ON_OFFER
    return why.ALLOWED if position.phase == EXTRA else why.NOT_NOW


def refuse_place(position: Position, token: int, hex_number: int) -> int:
    """Why the seat to move may not place this token there, or ALLOWED."""
    if position.phase != PLACING:
        return why.NOT_NOW
    if hex_number < 0:
        return why.UNKNOWN_HEX
    cell = position.cells[hex_number]
    if cell != FREE:
        refused = _refuse_farm(position, token, hex_number) if cell == FARM else _IN_THE_WAY.get(cell, why.HEX_TAKEN)
        if refused:
            return refused
    return refuse_token(position, token, position.is_river[hex_number])


def refuse_token(position: Position, token: int, on_river: bool) -> int:
    """Why this token may not be added to the tokens of the turn, wherever it goes, or ALLOWED."""
    seat = position.active
    available = position.available[seat]
    if token < 0:
        return why.UNKNOWN_TOKEN
    if not available[token] or position.hidden or token == UNKNOWN:
        refused = _refuse_unseen_token(position, token, on_river)
        if refused:
            return refused
    placed = len(position.placed_hexes)
    exact = position.exact
    if exact and placed >= exact and not (exact == 2 and position.rulings.seat2_farmers_option):
        return why.TURN_FULL
    if placed < 2:
        return why.ALLOWED
    if on_river or any(position.is_river[hex_number] for hex_number in position.placed_hexes):
        return why.RIVER_WITH_MORE_THAN_TWO
    if position.noble_on_farm and not position.rulings.card6_with_cards_4_5:
        return why.NOBLE_ON_FARM_WITH_CARD
    return refuse_third_or_later(
        token,
        *position.placed_set(),
        position.cards[seat],
        available,
        position.rack_size[seat],
        position.rulings.card5_noble_last,
        position.rulings.cards_4_and_5_together,
    )


def _refuse_unseen_token(position: Position, token: int, on_river: bool) -> int:
    """Why the rack cannot hold this token, or ALLOWED: it is not in it, or, with hidden chance, cannot be."""
    seat = position.active
    if token == UNKNOWN and not (position.hidden and on_river):
        return why.UNKNOWN_ONLY_IN_RIVER
    if not position.available[seat][token] or not position.rack_size[seat]:
        return why.NOT_IN_RACK
    doubtful = position.doubtful[seat]
    if doubtful and FARMER < token < UNKNOWN and not _nobles_suffice(position, doubtful, nobles_used=1):
        return why.NOT_IN_RACK
    return why.ALLOWED


def refuse_stop(position: Position) -> int:
    """Why the seat to move may not stop placing, or ALLOWED."""
    if position.phase != PLACING:
        return why.NOT_NOW
    placed = len(position.placed_hexes)
    if placed == 2 or (placed == 1 and (position.exact == 1 or not position.rack_size[position.active])):
        return why.ALLOWED
    if placed > 2 and is_complete(*position.placed_set(), position.rulings.cards_4_and_5_together):
        return why.ALLOWED
    return why.SET_NOT_COMPLETE


def _refuse_farm(position: Position, token: int, hex_number: int) -> int:
    """Why this token may not go on the farm there, or ALLOWED."""
    has_card6 = position.cards[position.active] & 1 << 6
    if token != FARMER:
        if not has_card6:
            return why.NOBLE_ON_FARM
        if len(position.placed_hexes) >= 2 and not position.rulings.card6_with_cards_4_5:
            return why.NOBLE_ON_FARM_WITH_CARD
        return why.ALLOWED
    if has_card6 and position.rulings.card6_frees_farmers:
        return why.ALLOWED
    sure, doubtful = support(position, hex_number)
    if sure or (doubtful and _nobles_suffice(position, [*position.doubtful[position.active], doubtful])):
        return why.ALLOWED
    return why.FARM_WITHOUT_SUPPORT


def support(position: Position, farm: int) -> tuple[bool, list[int]]:
    """Whether an own token allows a farmer on the farm, and the unknown tokens that would if they are nobles."""
    rulings, cells, seat = position.rulings, position.cells, position.active
    doubtful = []
    for near in position.neighbours[farm]:
        cell = cells[near]
        if OWNER[cell] != seat:
            continue
        if position.is_river[near] and not rulings.support_by_river_tokens:
            continue
        if not rulings.support_same_turn and near in position.placed_hexes:
            continue
        if rulings.support_by_farmers or FARMER < KIND[cell] < UNKNOWN:
            return True, []
        if KIND[cell] == UNKNOWN:
            doubtful.append(near)
    return False, doubtful


def _nobles_suffice(position: Position, groups: list[list[int]], nobles_used: int = 0) -> bool:
    """Whether the nobles left in the supply can give every group of unknown tokens at least one noble."""
    nobles_left = sum(position.available[position.active][kind] for kind in range(FARMER + 1, UNKNOWN)) - nobles_used

    def hit(remaining: list[list[int]], budget: int) -> bool:
        if not remaining:
            return True
        if budget == 0:
            return False
        return any(hit([group for group in remaining if chosen not in group], budget - 1) for chosen in remaining[0])

    return hit(groups, nobles_left)


def refuse_draw(position: Position, action: BabyloniaAction) -> int:
    """Why this draw cannot be the next thing that happens, or ALLOWED."""
    if position.to_move == NOBODY:
        return why.AFTER_END
    if position.hidden:
        return why.DRAW_IN_HIDDEN_LOG
    if position.to_move != CHANCE:
        return why.DRAW_NOT_DUE
    if action.drawn_seat != position.draw_seat:
        return why.DRAW_OTHER_SEAT
    if not action.drawn:
        return why.UNKNOWN_TOKEN_DRAWN
    pool = position.pool[position.draw_seat]
    farmers, merchants, officials, priests = action.drawn
    if farmers + merchants + officials + priests != position.draw_size:
        return why.DRAW_WRONG_SIZE
    if farmers > pool[0] or merchants > pool[1] or officials > pool[2] or priests > pool[3]:
        return why.DRAW_NOT_IN_POOL
    return why.ALLOWED
