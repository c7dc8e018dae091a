"""Why the greedy bot prefers an action, by what it weighs."""

from __future__ import annotations

from engine import sentences as common
from engine.babylonia import sentences
from engine.babylonia.actions import EXTRA_TURN, PLACE, SCORE, TAKE, BabyloniaAction
from engine.babylonia.cells import CITY
from engine.babylonia.state import BabyloniaState
from engine.babylonia.worth import CARD_PREFERENCE, site_worth, targets
from engine.message import Message
from engine.reasons import is_forced, points_at_once
from engine.sentence import Sentence


def reason_of(state: BabyloniaState, action: BabyloniaAction) -> Message:
    """Why the greedy bot prefers this action, which is allowed now."""
    return (common.ONLY_CHOICE() if is_forced(state) else _reason(state, action)).message


def _reason(state: BabyloniaState, action: BabyloniaAction) -> Sentence:
    if action.op == PLACE:
        return _why_place(state, action)
    points = points_at_once(state, action)
    if points:
        return common.SCORES_NOW(points=points)
    if action.op == SCORE:
        wins_card = state.cells[action.hex] != CITY and site_worth(state, state.to_move, action.hex, closing=False) > 0
        return sentences.WINS_CARD() if wins_card else sentences.HELPS_OTHERS_LEAST()
    if action.op == TAKE:
        best = min(state.offer, key=CARD_PREFERENCE.index)
        return sentences.BEST_CARD() if action.card == best else common.NO_REASON()
    if action.op == EXTRA_TURN:
        return sentences.EXTRA_TURN_NOW() if action.use else common.NO_REASON()
    return sentences.NOTHING_WORTH_A_TOKEN()


def _why_place(state: BabyloniaState, action: BabyloniaAction) -> Sentence:
    """By the site that makes the hex worth most."""
    seat = state.to_move
    near = [
        (worth, site) for worth, _, hex_number, site in targets(state, seat, lambda: 0.0) if hex_number == action.hex
    ]
    site = max(near)[1] if near else -1
    is_city = site >= 0 and state.cells[site] == CITY
    is_site = is_city or site in state.board.ziggurats
    # A token in the river surrounds nothing.
    closes = is_site and state.missing[site] == 1 and not state.is_river[action.hex]
    gain = site_worth(state, seat, site, closing=True) if closes else 0.0
    if gain > 0:
        name = state.board.ids[site]
        return (
            sentences.SURROUNDS_CITY(hex=name, points=int(gain)) if is_city else sentences.SURROUNDS_ZIGGURAT(hex=name)
        )
    points = points_at_once(state, action)
    if points:
        return common.SCORES_NOW(points=points)
    return sentences.NEARS_CITY(hex=state.board.ids[site]) if is_city and not closes else sentences.NO_BETTER_PLACE()
