"""An action of Amyitis as a path of choices: group, then craft; camels, then city; square, payment, gardeners."""

from __future__ import annotations

from typing import Any

from engine.amyitis import sentences as say
from engine.amyitis.actions import RECRUIT, AmyitisAction
from engine.amyitis.allowed import obtainable
from engine.amyitis.labels import card_label, label_of
from engine.amyitis.names import CRAFTS, TYPES
from engine.amyitis.position import Position
from engine.amyitis.supply import card_key
from engine.message import Message
from engine.steps import Step

LISTED_KEYS = frozenset(("resources", "pay", "groups"))
_MARKED = {"square": "square", "side": "side", "row": "row", "group": "group", "temple": "temple-row"}
"""Keys of a log line whose value is marked in the picture, and by what."""


def places_of_choice(position: Position, key: str, value: Any) -> tuple[str, ...]:
    """The elements of the picture that show what stands behind a word of a log line."""
    if key == "squares":
        return (f"city:{_city(position, value)}",)
    return (f"{_MARKED[key]}:{value}",) if key in _MARKED else ()


def steps_of(position: Position, action: AmyitisAction) -> tuple[Step, ...]:
    """The path of choices that leads to an action which is allowed now."""
    steps = [Step("do", action.kind, label_of("do", action.kind))]
    for key, value in action.named().items():
        if type(value) is tuple and value:
            steps += [Step(key, each, label_of(key, each), (), True) for each in value]
        elif type(value) is tuple:
            steps.append(Step(key, [], label_of(key, [])))
        elif key == "craft" and action.op == RECRUIT:
            steps.append(Step(key, value, label_of(key, value), _face_up(position, action)))
        else:
            label, places = _label(position, action, key, value), places_of_choice(position, key, value)
            steps.append(Step(key, value, label, places, thing=_card_next(position, value) if key == "card" else None))
    return tuple(steps)


def _label(position: Position, action: AmyitisAction, key: str, value: Any) -> Message:
    """As the position says it: the city where the caravan arrives, the level of a court card."""
    if key == "squares":
        return say.MOVES_TO.message(city=_city(position, value), count=value)
    thing = _card_next(position, value) if key == "card" else None
    return label_of(key, value) if thing is None else card_label(thing[1])


def _card_next(position: Position, kind: str) -> tuple[str, str] | None:
    """The court card of a type that would be taken next, with its level; None if there is none."""
    card_type = TYPES.index(kind)
    if not obtainable(position, position.to_move, card_type):
        return None
    return "card", card_key(position, position.to_move, card_type)


def _city(position: Position, squares: int) -> str:
    cities = position.components.cities
    return cities[(position.caravan + squares) % len(cities)].name


def _face_up(position: Position, action: AmyitisAction) -> tuple[str, ...]:
    """The cards of a craft that lie face up in a group, as the picture counts them."""
    group, craft = action.first, action.second
    counts = position.face_up[len(CRAFTS) * group : len(CRAFTS) * (group + 1)]
    before = sum(counts[:craft])
    return tuple(f"craft:{group}-{place}" for place in range(before, before + counts[craft]))
