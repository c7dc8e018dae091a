"""The words of log lines as people say them: on a button, and inside a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.amyitis import sentences as say
from engine.amyitis.components import CAMEL_BONUS, CHOICE, COURT_BONUS, RESOURCE_BONUS, Tile
from engine.amyitis.names import ANY, TYPES
from engine.amyitis.names import RESOURCES as RESOURCE_KEYS
from engine.message import Message, verbatim, word

CRAFTS = {
    "peasant": say.PEASANT.message(),
    "priest": say.PRIEST.message(),
    "engineer": say.ENGINEER.message(),
    "merchant": say.MERCHANT.message(),
}
A_CRAFT = {
    "peasant": say.A_PEASANT.message(),
    "priest": say.A_PRIEST.message(),
    "engineer": say.AN_ENGINEER.message(),
    "merchant": say.A_MERCHANT.message(),
}
RESOURCES = {
    "barley": say.BARLEY.message(),
    "dates": say.DATES.message(),
    "salt": say.SALT.message(),
    "palm": say.PALM.message(),
    "wine": say.WINE.message(),
}
SOME_RESOURCE = {
    "barley": say.SOME_BARLEY.message(),
    "dates": say.SOME_DATES.message(),
    "salt": say.SOME_SALT.message(),
    "palm": say.SOME_PALM.message(),
    "wine": say.SOME_WINE.message(),
}
CARDS = {
    "banker": say.BANKER.message(),
    "caravaneer": say.CARAVANEER.message(),
    "palace": say.PALACE.message(),
    "gardener": say.GARDENER.message(),
}
A_CARD = {
    "banker": say.A_BANKER.message(),
    "caravaneer": say.A_CARAVANEER.message(),
    "palace": say.A_PALACE.message(),
    "gardener": say.A_GARDENER.message(),
}
REWARDS = {"camel": say.CAMEL.message(), "talent": say.TALENT.message()}
A_REWARD = {"camel": say.A_CAMEL.message(), "talent": say.A_TALENT.message()}
TEMPLES = {"ishtar": say.ISHTAR.message(), "marduk": say.MARDUK.message(), "tammouz": say.TAMMOUZ.message()}
ACTIONS = {
    "pass": say.PASS.message(),
    "recruit": say.RECRUIT.message(),
    "caravan": say.CARAVAN.message(),
    "field": say.FIELD.message(),
    "temple": say.TEMPLE.message(),
    "irrigate": say.IRRIGATE.message(),
    "sell": say.SELL.message(),
    "buy": say.BUY.message(),
    "plant": say.PLANT.message(),
    "choose": say.CHOOSE.message(),
    "take": say.TAKE.message(),
    "token": say.TOKEN.message(),
    "procession": say.PROCESSION.message(),
    "reward": say.REWARD.message(),
    "swap": say.SWAP.message(),
    "decline": say.DECLINE.message(),
    "keep": say.KEEP.message(),
}
DRAWS = {"craft": say.LAY_OUT.message()}
NOTHING = say.NO_RESOURCE.message()

_TABLES: Mapping[str, Mapping[str, Message]] = {
    "do": ACTIONS,
    "chance": DRAWS,
    "craft": CRAFTS,
    "groups": CRAFTS,
    "temple": TEMPLES,
    "resources": RESOURCES,
    "resource": RESOURCES,
    "pay": RESOURCES,
    "give": RESOURCES,
    "take": RESOURCES | REWARDS,
    "card": CARDS,
}
"""By key of a log line: its words, where there is a fixed number of them."""


def label_of(key: str, value: Any) -> Message:
    """What stands behind a word of a log line, for a button. Groups and rows are counted from 1."""
    if value == []:
        return NOTHING
    if key in _TABLES:
        return word(_TABLES[key], value)
    if key == "group":
        return say.GROUP.message(number=value + 1)
    if key == "row":
        return say.ROW.message(number=value + 1)
    if key == "side":
        return say.SIDE.message(side=value)
    if key == "square":
        return say.SQUARE.message(square=value)
    if key == "camels":
        return say.CAMELS.message(count=value)
    if key == "squares":
        return say.MOVES.message(count=value)
    if key == "gardeners":
        return say.GARDENERS.message(count=value) if value else say.NO_GARDENER.message()
    return verbatim(str(value))


def card_label(card: str) -> Message:
    """A court card by its key: `banker-2` is "Banker 2"."""
    name, _, level = card.partition("-")
    title = word(CARDS, name)
    return say.CARD_LEVEL.message(card=title, level=level) if level else title


def several(resources: Sequence[str]) -> tuple[Message, ...]:
    """Resources inside a sentence, the same ones counted."""
    return tuple(
        word(SOME_RESOURCE, kind)
        if resources.count(kind) == 1
        else say.SEVERAL.message(count=resources.count(kind), resource=word(SOME_RESOURCE, kind))
        for kind in dict.fromkeys(resources)
    )


def gives_of(tile: Tile) -> tuple[Message, ...]:
    """What a garden tile brings: prestige and bonus."""
    gives = [say.PRESTIGE.message(count=tile.prestige)]
    for kind, value in tile.bonus:
        if kind == COURT_BONUS:
            gives.append(say.ANY_CARD.message() if value == CHOICE else A_CARD[TYPES[value]])
        elif kind == RESOURCE_BONUS:
            gives.append(say.ANY_RESOURCE.message() if value == ANY else SOME_RESOURCE[RESOURCE_KEYS[value]])
        elif kind == CAMEL_BONUS:
            gives.append(say.CAMELS.message(count=value))
        else:
            gives.append(say.TALENTS.message(count=value))
    return tuple(gives)
