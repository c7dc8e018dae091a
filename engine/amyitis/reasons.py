"""Why the greedy bot prefers an action, by what it weighs."""

from __future__ import annotations

from engine import sentences as common
from engine.amyitis import actions, sentences
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.components import COURT, PLANT
from engine.amyitis.garden import SQUARES
from engine.amyitis.labels import A_CARD, SOME_RESOURCE, TEMPLES
from engine.amyitis.names import CAMEL, ENGINEER, MERCHANT, PEASANT, RESOURCES, TYPES
from engine.amyitis.names import TEMPLES as TEMPLE_NAMES
from engine.amyitis.state import AmyitisState
from engine.amyitis.worth import PATIENT_ROUNDS, best_card, best_planting, row_worth, temple_worth
from engine.message import Message
from engine.reasons import is_forced, points_at_once
from engine.sentence import Sentence

_SCORING = (actions.IRRIGATE, actions.SELL, actions.BUY, actions.PLANT)
"""What may score at once. Others may finish a planting or a round that scores, which is no merit of theirs."""


def reason_of(state: AmyitisState, action: AmyitisAction) -> Message:
    """Why the greedy bot prefers this action, which is allowed now."""
    return (common.ONLY_CHOICE() if is_forced(state) else _reason(state, action)).message


def _reason(state: AmyitisState, action: AmyitisAction) -> Sentence:
    op = action.op
    points = points_at_once(state, action) if op in _SCORING else 0
    if points:
        return common.SCORES_NOW(points=points)
    if state.round > PATIENT_ROUNDS:
        return sentences.BREAKS_DEADLOCK()
    if op == actions.PASS:
        return sentences.NOTHING_BEATS_PASSING()
    if op == actions.RECRUIT:
        return _why_recruit(state, action.second)
    if op == actions.CARAVAN:
        return _why_move(state, (state.caravan + action.second) % len(state.components.cities))
    if op == actions.FIELD:
        return _brings_resource(state.components.rows[action.first][len(state.rows[action.first])])
    if op in (actions.TEMPLE, actions.PROCESSION):
        return _strengthens(action.first)
    if op == actions.IRRIGATE:
        return sentences.WATERS_OPEN_SQUARES()
    if op in (actions.BUY, actions.CHOOSE):
        return sentences.BRINGS(thing=A_CARD[TYPES[action.first]])
    if op in (actions.TAKE, actions.TOKEN):
        return _brings_resource(action.first)
    if op == actions.SWAP:
        given, taken = (SOME_RESOURCE[RESOURCES[which]] for which in (action.first, action.second))
        return sentences.WORTH_MORE(taken=taken, given=given)
    if op == actions.REWARD:
        return sentences.CAMEL_BEATS_TALENT() if action.first == CAMEL else common.NO_REASON()
    return sentences.NO_SWAP_PAYS() if op == actions.DECLINE else sentences.KEEPS_THE_BEST()


def _why_recruit(state: AmyitisState, craft: int) -> Sentence:
    seat = state.to_move
    if craft == MERCHANT:
        return sentences.BRINGS(thing=sentences.A_CAMEL())
    if craft == PEASANT:
        row = max(range(len(state.rows)), key=lambda row: row_worth(state, seat, row))
        return _brings_resource(state.components.rows[row][len(state.rows[row])])
    if craft == ENGINEER:
        return sentences.SCORES_BY_IRRIGATION(points=state.components.engineer)
    return _strengthens(max(range(len(TEMPLE_NAMES)), key=lambda temple: temple_worth(state, seat, temple)))


def _why_move(state: AmyitisState, number: int) -> Sentence:
    seat, city = state.to_move, state.components.cities[number]
    if city.kind == PLANT:
        found = best_planting(state, seat, number)
        return sentences.LETS_PLANT(square=SQUARES[found[1]]) if found else common.NO_REASON()
    if city.kind == COURT:
        return sentences.LETS_BUY(card=A_CARD[TYPES[best_card(state, seat, city.types)]])
    sold = min(state.held[seat], len(state.components.sale))
    return sentences.SCORES_BY_SALE(points=state.components.sale[sold - 1])


def _brings_resource(resource: int) -> Sentence:
    return sentences.BRINGS(thing=SOME_RESOURCE[RESOURCES[resource]])


def _strengthens(temple: int) -> Sentence:
    return sentences.STRENGTHENS(temple=TEMPLES[TEMPLE_NAMES[temple]])
