"""What is allowed in a position. `check`, `apply` and `legal_actions` all ask `refusal_of`."""

from __future__ import annotations

from engine.game import CHANCE, NOBODY
from engine.ishtar import refusals as why
from engine.ishtar.actions import (
    ASSISTANT,
    BLOOM,
    BUY,
    DECLINE,
    DISCARD,
    DRAW_TILE,
    PLACE,
    PLANT,
    RESERVE,
    SETTLE,
    SKILL,
    TAKE,
    TOP,
    IshtarAction,
)
from engine.ishtar.cells import GRASS
from engine.ishtar.components import ASSISTANT as ASSISTANT_ICON
from engine.ishtar.components import LOWER, SINGLE, STACKS, Gems
from engine.ishtar.components import SKILL as SKILL_ICON
from engine.ishtar.gardens import gardens_with_own_bed, joins_assistants
from engine.ishtar.hexes import Cell
from engine.ishtar.phases import BLOOM as BLOOM_PHASE
from engine.ishtar.phases import PLACE as PLACE_PHASE
from engine.ishtar.phases import PLANT as PLANT_PHASE
from engine.ishtar.phases import RESERVE as RESERVE_PHASE
from engine.ishtar.phases import SETTLE as SETTLE_PHASE
from engine.ishtar.phases import SPECIAL, TILE, TREES
from engine.ishtar.phases import TAKE as TAKE_PHASE
from engine.ishtar.placing import has_place, refuse_trio
from engine.ishtar.position import NO_LABEL, Position
from engine.ishtar.watering_can import offers, stacks_in_reach

_PHASE_OF = {
    TAKE: TAKE_PHASE,
    PLACE: PLACE_PHASE,
    DISCARD: PLACE_PHASE,
    ASSISTANT: SPECIAL,
    SKILL: SPECIAL,
    DECLINE: SPECIAL,
    RESERVE: RESERVE_PHASE,
    BLOOM: BLOOM_PHASE,
    SETTLE: SETTLE_PHASE,
}
"""The phase in which an action is due; the others are due in the plant step."""


def refusal_of(position: Position, action: IshtarAction) -> int:
    """Why this action is not allowed now, or ALLOWED."""
    op = action.op
    if op >= DRAW_TILE:
        return _refuse_draw(position, action)
    if position.to_move != action.seat or position.to_move < 0:
        if position.to_move == NOBODY:
            return why.AFTER_END
        return why.DRAW_DUE if position.to_move == CHANCE else why.OUT_OF_TURN
    if position.phase != _PHASE_OF.get(op, PLANT_PHASE):
        return why.NOT_NOW
    if op == PLACE:
        return refuse_place(position, action.cells[0], action.number)
    if op == TAKE:
        return _refuse_take(position, action.number, action.gems)
    if op == PLANT:
        return refuse_purchase(position, action.number) or refuse_planting(
            position, action.number, position.grid.number.get(action.cells[0], -1)
        )
    if op == SKILL:
        return refuse_skill(position, action.number) or _refuse_price(
            position, action.gems, position.components.skill_cost
        )
    if op == ASSISTANT:
        return refuse_assistant(position)
    if op == DISCARD:
        return why.TILE_HAS_PLACE if has_place(position, position.hand) else why.ALLOWED
    if op == BLOOM:
        return refuse_bloom(position, action.cells)
    if op == RESERVE:
        return _refuse_reserve(position, action.number)
    if op == SETTLE:
        return refuse_settle(position, position.grid.number.get(action.cells[0], -1))
    if op == BUY:
        return refuse_purchase(position, action.number) or refuse_unplanted(position, action.number)
    return why.ALLOWED


def refuse_place(position: Position, cell: Cell, turn: int) -> int:
    """Why the tile in hand may not lie turned like this with its first space on the cell, or ALLOWED."""
    tile = position.components.tiles[position.hand]
    spots = position.grid.spots[tile.shape]
    spot = turn * len(position.cells)
    if not 0 <= spot < len(spots):
        return why.UNKNOWN_TURN
    number = position.grid.number.get(cell)
    trio = None if number is None else spots[spot + number]
    return why.OFF_BOARDS if trio is None else refuse_trio(position, tile, trio)


def _refuse_price(position: Position, gems: Gems, price: int) -> int:
    if sum(gems) != price:
        return why.WRONG_PRICE
    own = position.gems[position.active]
    if gems[0] > own[0] or gems[1] > own[1] or gems[2] > own[2]:
        return why.GEMS_MISSING
    return why.ALLOWED


def _refuse_take(position: Position, stack: int, gems: Gems) -> int:
    """Why the can may not go to that stack for these gems, or ALLOWED."""
    if not 0 <= stack < STACKS or position.top[stack] < 0:
        return why.STACK_EMPTY
    prices = [price for reached, price in stacks_in_reach(position) if reached == stack]
    price = sum(gems)
    if price not in prices:
        return why.WRONG_PRICE if prices else why.OUT_OF_REACH
    refused = _refuse_price(position, gems, price)
    if refused:
        return refused
    choosy = position.rulings.unplaceable_tile in ("choose_other_else_discard", "free_tile_may_be_discarded")
    if choosy and has_place(position, position.top[stack]):
        return why.ALLOWED
    return why.ALLOWED if (stack, price) in offers(position) else why.TILE_HAS_NO_PLACE


# The special action


def refuse_assistant(position: Position) -> int:
    """Why no assistant may go on the icon, or ALLOWED."""
    if position.icon == SKILL_ICON:
        return why.WRONG_ICON
    if not position.in_supply[position.active]:
        return why.NO_ASSISTANT
    return why.BED_TAKEN if position.bed_at[position.icon_cell] in position.holder else why.ALLOWED


def refuse_skill(position: Position, skill: int) -> int:
    """Why the seat may not unlock this skill, whatever it pays, or ALLOWED."""
    if position.icon == ASSISTANT_ICON:
        return why.WRONG_ICON
    if skill < 0:
        return why.UNKNOWN_SKILL
    owned, components = position.owned[position.active], position.components
    if owned >> skill & 1:
        return why.SKILL_OWNED
    if sum(position.gems[position.active]) < components.skill_cost:
        return why.GEMS_MISSING
    if skill >= LOWER:
        return why.ALLOWED if owned >> components.upper[skill - LOWER].below & 1 else why.SKILL_BELOW_MISSING
    if position.rulings.bloom_needs_target:
        effect = components.lower[skill].effect
        if effect in BLOOM_KINDS and not bloom_has_target(position, BLOOM_KINDS.index(effect)):
            return why.NO_BLOOM_TARGET
    return why.ALLOWED


BLOOM_KINDS = ("single", "double")


def bloom_grounds(position: Position) -> list[int]:
    """The cells that a blooming token may cover, as far as assistants allow."""
    cells = position.cells
    if position.rulings.bloom_in_own_gardens:
        return sorted(cell for cell in gardens_with_own_bed(position, position.active) if cells[cell] == GRASS)
    return [cell for cell, holds in enumerate(cells) if holds == GRASS]


def bloom_targets(position: Position, kind: int) -> list[tuple[int, ...]]:
    """Every set of cells for a blooming token, the cells in both orders if that makes a difference."""
    grounds = bloom_grounds(position)
    if kind == SINGLE:
        return [(cell,) for cell in grounds if not joins_assistants(position, (cell,))]
    allowed = set(grounds)
    even = position.components.even_blooms
    return [
        (cell, near)
        for cell in grounds
        for near in sorted(position.neighbours[cell])
        if near in allowed and (cell < near or not even) and not joins_assistants(position, (cell, near))
    ]


def bloom_has_target(position: Position, kind: int) -> bool:
    """Whether a token of this kind is left and has a place."""
    return position.bloom_left[kind] > 0 and bool(bloom_targets(position, kind))


def refuse_bloom(position: Position, cells: tuple[Cell, ...]) -> int:
    """Why the blooming token may not cover these cells, or ALLOWED."""
    if len(cells) != position.bloom_kind + 1:
        return why.WRONG_BLOOM_SIZE
    numbers = [position.grid.number.get(cell, -1) for cell in cells]
    if any(number < 0 or position.cells[number] != GRASS for number in numbers):
        return why.NOT_GRASS
    if len(numbers) == 2 and numbers[1] not in position.neighbours[numbers[0]]:
        return why.NOT_ADJACENT
    if position.rulings.bloom_in_own_gardens and not gardens_with_own_bed(position, position.active).issuperset(
        numbers
    ):
        return why.NOT_OWN_GARDEN
    return why.TWO_ASSISTANTS if joins_assistants(position, numbers) else why.ALLOWED


def may_reserve_top(position: Position) -> bool:
    """Whether the top of the deck may be reserved."""
    return position.rulings.reserve_from_deck and position.deck_size() > 0


def _refuse_reserve(position: Position, card: int) -> int:
    if card == TOP:
        return why.ALLOWED if may_reserve_top(position) else why.DECK_NOT_OFFERED
    if card < 0:
        return why.UNKNOWN_CARD
    return why.ALLOWED if card in position.row else why.NOT_IN_ROW


def refuse_settle(position: Position, cell: int) -> int:
    """Why a freed assistant may not be put on this cell, or ALLOWED."""
    label = NO_LABEL if cell < 0 else position.bed_at[cell]
    if label == NO_LABEL:
        return why.NO_FLOWERBED
    return why.BED_TAKEN if label in position.holder else why.ALLOWED


# Trees


def refuse_purchase(position: Position, card: int) -> int:
    """Why the seat may not buy this tree card, planted or not, or ALLOWED."""
    if card < 0:
        return why.UNKNOWN_CARD
    seat = position.active
    if card not in position.row and card not in position.reserved[seat]:
        return why.CARD_NOT_FOR_SALE
    own, cost = position.gems[seat], position.components.trees[card].cost
    if cost[0] > own[0] or cost[1] > own[1] or cost[2] > own[2]:
        return why.GEMS_MISSING
    return why.ALLOWED


def has_token(position: Position, card: int) -> bool:
    """Whether there is a tree token for the card: on it, or in the supply."""
    return position.token_on[card] or position.tree_supply > 0


def refuse_planting(position: Position, card: int, cell: int) -> int:
    """Why the token of a card that the seat may buy may not be planted on this cell, or ALLOWED."""
    if not has_token(position, card):
        return why.NO_TREE_TOKEN
    return why.ALLOWED if cell >= 0 and position.cells[cell] == GRASS else why.NOT_GRASS


def refuse_unplanted(position: Position, card: int) -> int:
    """Why a card that the seat may buy may not be bought without planting, or ALLOWED."""
    no_token, no_grass = not has_token(position, card), GRASS not in position.cells
    rulings = position.rulings
    if no_token and not rulings.buy_without_token:
        return why.NO_TREE_TOKEN
    if no_grass and not rulings.buy_without_grass:
        return why.CAN_BE_PLANTED
    return why.ALLOWED if no_token or no_grass else why.CAN_BE_PLANTED


def cards_for_sale(position: Position) -> list[int]:
    """The tree cards that the seat could buy now: those of the row, then its own reserved ones."""
    grass = GRASS in position.cells
    return [
        card
        for card in (*position.row, *position.reserved[position.active])
        if not refuse_purchase(position, card)
        and ((grass and has_token(position, card)) or not refuse_unplanted(position, card))
    ]


# Draws


def _refuse_draw(position: Position, action: IshtarAction) -> int:
    if position.to_move == NOBODY:
        return why.AFTER_END
    if position.phase != (TILE if action.op == DRAW_TILE else TREES):
        return why.DRAW_NOT_DUE
    if action.op == DRAW_TILE:
        stack, number = position.drawn_stack, action.number
        if action.stack != stack:
            return why.OTHER_STACK
        if number < 0:
            return why.UNKNOWN_TILE
        if position.components.tiles[number].shape != position.cups[stack]:
            return why.TILE_OF_OTHER_SHAPE
        return why.TILE_SEEN if position.tile_seen[number] else why.ALLOWED
    cards = action.cards
    if len(cards) != position.to_draw:
        return why.WRONG_NUMBER_OF_CARDS
    if -1 in cards:
        return why.UNKNOWN_CARD_DRAWN
    if len(set(cards)) != len(cards) or any(position.card_seen[card] for card in cards):
        return why.CARD_SEEN
    return why.ALLOWED
