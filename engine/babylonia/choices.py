"""The choices of Babylonia: their names, the steps that lead to an action, and where they are in the picture."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from engine.babylonia import sentences
from engine.babylonia.actions import EXTRA_TURN, PLACE, SCORE, STOP, TAKE, BabyloniaAction
from engine.babylonia.components import TOKENS, UNKNOWN, Components
from engine.babylonia.position import Position
from engine.game import Action
from engine.message import Message, verbatim
from engine.sentence import Sentence, Template
from engine.steps import Step

_TITLES: dict[str, Template] = {str(template.english): template for template in sentences.TITLES}


def label(components: Components, key: str, value: Any) -> Message:
    """What stands behind a word of a log line, in words; what is unknown as it is."""
    if key in ("do", "chance") and value in sentences.DO:
        return sentences.DO[value].message()
    if key in ("token", "tokens") and value in sentences.TOKEN:
        return sentences.TOKEN[value].message()
    if key == "card" and str(value) in cards_by_number(components):
        return sentences.CARD.message(card=value, title=card_title(components, value))
    if key == "use":
        return (sentences.USE_CARD_2() if value else sentences.KEEP_CARD_2()).message
    return verbatim(str(value))


def symbol(key: str, value: Any) -> str:
    """The symbol of a kind of token or of a card."""
    if key in ("token", "tokens") and value in TOKENS[:UNKNOWN]:
        return str(value)
    return f"card-{value}" if key == "card" else ""


@lru_cache(maxsize=1024)
def cards_by_number(components: Components) -> dict[str, str]:
    """The titles of the cards as the component set has them, by number."""
    return {card.key: card.title for card in components.cards}


def card_title(components: Components, card: int) -> Sentence | str:
    """The title of a card: a message if it is one of the printed ones."""
    title = cards_by_number(components)[str(card)]
    template = _TITLES.get(title)
    return title if template is None else template()


def places(position: Position, key: str, value: Any) -> tuple[str, ...]:
    """Where in the picture a hex or a card is; a card that is not in the game is nowhere."""
    if key == "hex" and value in position.board.number:
        return (f"hex:{value}",)
    if key == "card" and (value in position.offer or position.card_owner[value] >= 0):
        return (f"card:{value}",)
    return ()


def steps(position: Position, action: Action) -> tuple[Step, ...]:
    """The path to an allowed action: what to do, then the token, then the hex."""
    assert isinstance(action, BabyloniaAction)
    op = action.op
    if op == PLACE:
        return _PLACE, _TOKENS[action.token], _hex(action.values[1])
    if op == STOP:
        return (_STOP,)
    if op == SCORE:
        return _SCORE, _site(action.values[0], is_ziggurat(position.components, action.values[0]))
    if op == TAKE:
        return _TAKE, _card(position.components, action.card)
    assert op == EXTRA_TURN
    return _EXTRA_TURN, _USE if action.use else _KEEP


def is_ziggurat(components: Components, hex_id: str) -> bool:
    """Whether a ziggurat stands on the hex, if there is such a hex."""
    return hex_id in _ziggurats(components)


@lru_cache(maxsize=1024)
def _ziggurats(components: Components) -> frozenset[str]:
    return frozenset(entry["id"] for entry in components.data["hexes"] if entry["site"] == "ziggurat")


def _do(word: str) -> Step:
    return Step("do", word, sentences.DO[word].message())


_PLACE, _STOP, _SCORE, _TAKE, _EXTRA_TURN = map(_do, ("place", "stop", "score", "take", "extra_turn"))
_TOKENS = tuple(Step("token", token, sentences.TOKEN[token].message()) for token in TOKENS)
_USE = Step("use", True, sentences.USE_CARD_2.message(), ("card:2",))
_KEEP = Step("use", False, sentences.KEEP_CARD_2.message())


@cache
def _hex(hex_id: str) -> Step:
    return Step("hex", hex_id, verbatim(hex_id), (f"hex:{hex_id}",))


@cache
def _site(hex_id: str, ziggurat: bool) -> Step:
    name = sentences.ZIGGURAT(hex=hex_id) if ziggurat else sentences.CITY(hex=hex_id)
    return Step("hex", hex_id, name.message, (f"hex:{hex_id}",))


@lru_cache(maxsize=1024)
def _card(components: Components, card: int) -> Step:
    return Step("card", card, label(components, "card", card), (f"card:{card}",))
