"""Babylonia in words: what an action does, what an event is and why, and where it happened."""

from __future__ import annotations

from engine.babylonia import sentences
from engine.babylonia.actions import DRAW, EXTRA_TURN, PLACE, SCORE, TAKE, BabyloniaAction
from engine.babylonia.choices import card_title, is_ziggurat
from engine.babylonia.components import TOKENS, Components
from engine.game import Action, Event, ScoreEvent
from engine.message import Message
from engine.sentence import message_of


def told(components: Components, action: Action) -> Message:
    """What an action or a draw does, without saying who; one with words that the game does not know, as it is."""
    assert isinstance(action, BabyloniaAction)
    op = action.op
    if op == PLACE:
        token, hex_id = action.values
        return message_of(action.text()) if action.token < 0 else sentences.PLACES_TOKEN[token].message(hex=hex_id)
    if op == SCORE:
        (hex_id,) = action.values
        if is_ziggurat(components, hex_id):
            return sentences.SCORES_ZIGGURAT.message(hex=hex_id)
        return sentences.SCORES_CITY.message(hex=hex_id)
    if op == TAKE:
        card = action.card
        if card < 0:
            return message_of(action.text())
        return sentences.TAKES.message(card=card, title=card_title(components, card))
    if op == EXTRA_TURN:
        return (sentences.USES_CARD_2() if action.use else sentences.KEEPS_CARD_2()).message
    if op == DRAW:
        return _told_draw(action)
    return sentences.STOPS.message()


def _told_draw(action: BabyloniaAction) -> Message:
    _, tokens = action.values
    if tokens and not action.drawn:
        return message_of(action.text())
    counted = tuple(sentences.COUNTED[TOKENS[kind]](count=count) for kind, count in enumerate(action.drawn) if count)
    return (sentences.DRAWS_TOKENS(tokens=counted) if counted else sentences.DRAWS_NOTHING()).message


def explained(event: Event) -> Message:
    """What an event is and why, without saying who."""
    if not isinstance(event, ScoreEvent):
        return sentences.CARD_EVENT[event.what].message(card=event.card)
    if event.source == "card1":
        return sentences.PAID_CARD1.message(points=event.points)
    return sentences.PAID[event.source].message(points=event.points, hex=_place_of(event))


def places_of(event: Event) -> tuple[str, ...]:
    """The hex of a farm, city or ziggurat, or the ziggurat card."""
    if isinstance(event, ScoreEvent):
        return (f"card:{_place_of(event)}",) if event.source == "card1" else (f"hex:{_place_of(event)}",)
    return (f"card:{event.card}",)


def _place_of(event: ScoreEvent) -> str:
    """The hex or the card at the end of a cause such as `farm 0612`."""
    return event.cause.rsplit(" ", 1)[-1]
