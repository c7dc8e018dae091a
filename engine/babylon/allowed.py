"""What is allowed in a position. `check`, `apply` and `legal_actions` all ask the functions here."""

from __future__ import annotations

from engine.babylon import refusals as why
from engine.babylon.actions import (
    BUILD,
    CHANCE_REMOVE,
    CHANCE_UNCOVER,
    CLAIM,
    DIG,
    DISCARD,
    EXCHANGE,
    FINISH,
    FIRST_CHANCE,
    PLACE,
    READ,
    REMOVE,
    STORE,
    BabylonAction,
)
from engine.babylon.building import must_build, refuse_build, refuse_read
from engine.babylon.cells import CLAY_LAYER, COLUMNS, CORNERS, GAIN_DOUBLE, GAIN_SIMPLE, SPACES, STATUE
from engine.babylon.phases import BUILD as BUILDING
from engine.babylon.phases import DIG as DIGGING
from engine.babylon.phases import OVER, ROUND, UNCOVER
from engine.babylon.phases import REMOVE as REMOVING
from engine.babylon.phases import STORE as STORING
from engine.babylon.placing import corners_allowed, explain
from engine.babylon.position import DOUBLE, SIMPLE, Position
from engine.game import CHANCE

_PHASE_OF = {
    REMOVE: REMOVING, DIG: DIGGING, EXCHANGE: BUILDING, PLACE: BUILDING, READ: BUILDING, BUILD: BUILDING,
    FINISH: BUILDING, STORE: STORING, DISCARD: STORING,
}  # fmt: skip


def refusal_of(position: Position, action: BabylonAction) -> int:
    """Why this action is not allowed now, or ALLOWED."""
    op = action.op
    if position.phase == OVER:
        return why.AFTER_END
    if op >= FIRST_CHANCE:
        return _refuse_chance(position, action)
    if position.to_move != action.seat:
        return why.DRAW_DUE if position.to_move == CHANCE else why.OUT_OF_TURN
    if op == CLAIM:
        return refuse_claim(position)
    if position.phase != _PHASE_OF[op]:
        return why.NOT_NOW
    if op == PLACE:
        return refuse_place(position, action)
    if op in (DIG, REMOVE):
        return refuse_stack(position, action.where)
    if op == BUILD:
        return _refuse_piece(position, action)
    if op == READ:
        if action.where < 0:
            return why.UNKNOWN_COLUMN
        return why.READ_SAME_ICON if action.icon < 0 else refuse_read(position, action.where, action.icon)
    if op == EXCHANGE:
        return refuse_exchange(position)
    if op == FINISH:
        return why.MUST_BUILD if must_build(position) else why.ALLOWED
    if action.tile != position.dug:
        return why.TILE_NOT_AT_HAND
    return refuse_store(position) if op == STORE else why.ALLOWED


def refuse_stack(position: Position, stack: int) -> int:
    """Why no tile may be removed (before the first go) or dug there, or ALLOWED."""
    if stack < 0:
        return why.UNKNOWN_STACK
    height = position.stack_heights[stack]
    if position.phase == REMOVING:
        return why.ALLOWED if height == CLAY_LAYER else why.NO_CLAY_THERE
    return why.ALLOWED if height else why.STACK_EMPTY


def refuse_exchange(position: Position, times: int = 1) -> int:
    """Why two simple pillars may not be exchanged for a double one, so many times in a row, or ALLOWED."""
    if position.simple[position.active] < 2 * times:
        return why.NO_PILLARS_TO_EXCHANGE
    if position.rulings.pillars_limited and position.supply[DOUBLE] < times:
        return why.NO_DOUBLE_LEFT
    return why.ALLOWED


def refuse_claim(position: Position) -> int:
    """Why the pillar of the round token may not be claimed now, or ALLOWED."""
    if position.phase not in (DIGGING, BUILDING):
        return why.NOT_NOW
    effect = position.effect
    if not position.rulings.gain_is_claimed or position.claimed or effect not in (GAIN_SIMPLE, GAIN_DOUBLE):
        return why.NOTHING_TO_CLAIM
    if position.rulings.pillars_limited and not position.supply[SIMPLE if effect == GAIN_SIMPLE else DOUBLE]:
        return why.NO_PILLAR_LEFT
    return why.ALLOWED


def refuse_store(position: Position) -> int:
    """Why the tile just dug may not go to the storage, or ALLOWED."""
    if position.stored[position.active] >= 0 and not position.rulings.may_drop_stored:
        return why.STORAGE_FULL
    return why.ALLOWED


def refuse_place(position: Position, action: BabylonAction) -> int:
    """Why the seat on turn may not place this tile there, or ALLOWED."""
    tile, anchor = action.tile, action.where
    if tile < 0 or (tile != position.dug and tile != position.stored[position.active]):
        return why.TILE_NOT_AT_HAND
    if anchor < 0:
        return why.UNKNOWN_COLUMN
    if not SPACES[anchor]:
        return why.OVER_THE_EDGE
    if not 0 <= action.corner < len(CORNERS):
        return why.UNKNOWN_CORNER
    if action.rotation not in position.components.tiles[tile].rotations:
        return why.SAME_LOOK if 0 <= action.rotation < 4 else why.UNKNOWN_ROTATION
    if action.rotation and not position.rulings.tiles_turn:
        return why.UNKNOWN_ROTATION
    if must_build(position):
        return why.MUST_BUILD
    if corners_allowed(position, anchor, action.level) >> action.corner & 1:
        return why.ALLOWED
    return explain(position, anchor, action.level, action.corner)


def _refuse_piece(position: Position, action: BabylonAction) -> int:
    column, other, kind = action.where, action.other, action.icon
    if kind < 0:
        return why.UNKNOWN_PIECE
    if column < 0 or other == COLUMNS:
        return why.UNKNOWN_COLUMN
    if (kind == STATUE) != (other < 0):
        return why.WRONG_NUMBER_OF_COLUMNS
    if column >= other >= 0:
        return why.COLUMNS_OUT_OF_ORDER
    return refuse_build(position, kind, column, other)


def _refuse_chance(position: Position, action: BabylonAction) -> int:
    if position.to_move != CHANCE:
        return why.DRAW_NOT_DUE
    phase = position.phase
    if action.op == CHANCE_UNCOVER:
        if phase != UNCOVER:
            return why.DRAW_NOT_DUE
        stack = position.uncovering
        if action.where != stack:
            return why.UNCOVER_OTHER_STACK
        lies_there = action.tile in position.unseen[position.stack_heights[stack] - 1]
        return why.ALLOWED if lies_there else why.TILE_NOT_UNSEEN
    if action.op == CHANCE_REMOVE:
        if phase != REMOVING:
            return why.DRAW_NOT_DUE
        return why.NO_CLAY_DRAWN if refuse_stack(position, action.where) else why.ALLOWED
    if phase != ROUND:
        return why.DRAW_NOT_DUE
    if action.token < 0 or action.token in position.tokens_seen:
        return why.TOKEN_NOT_UNSEEN
    return why.ALLOWED
