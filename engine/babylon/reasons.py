"""Why the greedy bot prefers an action, by what it weighs."""

from __future__ import annotations

from engine import sentences as common
from engine.babylon import sentences
from engine.babylon.actions import (
    BUILD,
    CLAIM,
    DIG,
    DISCARD,
    FINISH,
    PLACE,
    READ,
    REMOVE,
    STORE,
    BabylonAction,
)
from engine.babylon.building import builds
from engine.babylon.cells import ICONS, NO_CORNER, NO_ICON
from engine.babylon.labels import A_PIECE
from engine.babylon.legal import looks, open_corners
from engine.babylon.outlook import NEW_LEVEL, SCARCE_FLOWER, Outlook
from engine.babylon.quarry import pay_for
from engine.babylon.scoring import flower_counts
from engine.babylon.state import BabylonState
from engine.babylon.worth import flower_worth, icons_worth, piece_points, piece_worth, tile_worth, worth_of_pillar
from engine.message import Message
from engine.reasons import is_forced
from engine.sentence import Sentence


def reason_of(state: BabylonState, action: BabylonAction) -> Message:
    """Why the greedy bot prefers this action, which is allowed now."""
    return (common.ONLY_CHOICE() if is_forced(state) else _reason(state, action)).message


def _reason(state: BabylonState, action: BabylonAction) -> Sentence:
    op, seat = action.op, state.to_move
    if op == DIG:
        return _why_dig(state, action.where)
    if op == PLACE:
        return _why_place(state, action)
    if op == BUILD:
        return sentences.SCORES_AT_END(points=piece_points(state, seat, action.icon, action.where, action.other))
    if op == READ:
        return _why_read(state, action)
    if op == FINISH:
        return _why_finish(state)
    if op in (STORE, DISCARD):
        return _why_store(state, action)
    if op == REMOVE:
        tiles = state.components.tiles
        other = tiles[state.stack_tops[action.where]].flower != tiles[state.starting[seat]].flower
        return sentences.NOT_THE_OWN_FLOWER() if other else common.NO_REASON()
    return sentences.COSTS_NOTHING() if op == CLAIM else sentences.BETTER_PLACE_WITH_DOUBLE()


def _why_dig(state: BabylonState, stack: int) -> Sentence:
    """What is worth most: the pillars that the tile pays, its icons or its flower."""
    seat, tile = state.to_move, state.stack_tops[stack]
    pay = pay_for(state, seat, stack)
    icons = 4 - state.components.tiles[tile].icons[0].count(NO_ICON)
    found = [
        (worth_of_pillar(state, seat) * pay, sentences.PAYS_PILLARS(count=pay)),
        (icons_worth(state, tile), sentences.HAS_ICONS(count=icons)),
        (flower_worth(state, flower_counts(state, seat), tile), sentences.HAS_SCARCE_FLOWER()),
    ]
    worth, said = max(found, key=lambda each: each[0])
    return said if worth > 0 else common.NO_REASON()


def _why_place(state: BabylonState, action: BabylonAction) -> Sentence:
    """What is worth most: the decorations that become possible, a new level, the flower or the belvedere."""
    placement = action.tile, action.rotation, action.where, action.level, action.corner
    count, decorations, is_scarce = Outlook.of(state).promises(state, placement)
    new_level = action.level > state.gardens[state.to_move].highest
    belvedere = state.components.belvedere_points if action.corner != NO_CORNER else 0
    found = [
        (float(decorations), sentences.MAKES_DECORATIONS_POSSIBLE(count=count)),
        (NEW_LEVEL * new_level, sentences.REACHES_LEVEL(level=action.level)),
        (SCARCE_FLOWER * is_scarce, sentences.HAS_SCARCE_FLOWER()),
        (float(belvedere), sentences.GETS_BELVEDERE()),
    ]
    worth, said = max(found, key=lambda each: each[0])
    return said if worth > 0 else sentences.WORTH_ITS_PILLARS()


def _why_read(state: BabylonState, action: BabylonAction) -> Sentence:
    """The best decoration that can be built then."""
    after, seat = state.copy(), state.to_move
    after.apply(action)
    kind = max(builds(after), key=lambda found: piece_worth(state, seat, *found), default=None)
    if kind is None:
        return common.NO_REASON()
    return sentences.MAKES_POSSIBLE(piece=A_PIECE[ICONS[kind[0]]])


def _why_finish(state: BabylonState) -> Sentence:
    if not looks(state):
        return sentences.NO_TILE_LEFT()
    return sentences.NOT_WORTH_ITS_PILLARS() if open_corners(state) else sentences.TOO_FEW_PILLARS()


def _why_store(state: BabylonState, action: BabylonAction) -> Sentence:
    kept = state.stored[state.to_move]
    if action.op == STORE and kept < 0:
        return sentences.STORAGE_IS_EMPTY()
    flowers = flower_counts(state, state.to_move)
    better = tile_worth(state, flowers, state.dug) > tile_worth(state, flowers, kept) if kept >= 0 else True
    if better != (action.op == STORE):
        return common.NO_REASON()
    return sentences.BETTER_THAN_STORED() if better else sentences.STORED_IS_AS_GOOD()
