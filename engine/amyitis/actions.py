"""The actions of Amyitis: small immutable values, in words outside and in numbers inside.

An id that does not exist keeps its word and gets the number -1, so that the rules can refuse it by name. Resources in a
list are a multiset: two actions with the same ones in another order are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.action_words import ActionWords, WordedAction
from engine.amyitis import sentences
from engine.amyitis.garden import SIDE_NUMBER, SIDES, SQUARE_NUMBER, SQUARES
from engine.amyitis.names import CRAFTS, RESOURCES, REWARDS, TEMPLES, TYPES
from engine.game import BadShape, JsonObject

(
    PASS, RECRUIT, CARAVAN, FIELD, TEMPLE, IRRIGATE, SELL, BUY, PLANT, CHOOSE, TAKE, TOKEN,
    PROCESSION, REWARD, SWAP, DECLINE, KEEP, CRAFT,
) = range(18)  # fmt: skip
LOG_WORDS = ActionWords(
    {
        "pass": (),
        "recruit": ("group", "craft"),
        "caravan": ("camels", "squares"),
        "field": ("row",),
        "temple": ("temple",),
        "irrigate": ("side",),
        "sell": ("resources",),
        "buy": ("card", "pay"),
        "plant": ("square", "pay", "gardeners"),
        "choose": ("card",),
        "take": ("resource",),
        "token": ("resource",),
        "procession": ("temple",),
        "reward": ("take",),
        "swap": ("give", "take"),
        "decline": (),
        "keep": ("resources",),
    },
    {"craft": ("groups",)},
)


class AmyitisAction(WordedAction):
    """One action. `op` says what `first`, `second` and `resources` mean:

    - recruit: group, craft; caravan: camels, squares; field: row; temple, procession: temple; irrigate: side
    - sell, keep: `resources`, sorted, with -1 for what does not exist
    - buy: type, and the one resource paid; plant: square, gardeners, and `resources` paid
    - choose: type; take, token: resource; reward: reward; swap: given, taken
    - craft: `groups`, each the sorted crafts of a group
    """

    __slots__ = ("first", "groups", "resources", "second")
    log_words = LOG_WORDS

    def __init__(
        self,
        op: int,
        seat: int | None,
        values: tuple[Any, ...],
        first: int = 0,
        second: int = 0,
        resources: tuple[int, ...] = (),
        groups: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.op = op
        self.seat = seat
        self.values = values
        self.first = first
        self.second = second
        self.resources = resources
        self.groups = groups

    def words(self) -> str:
        """What is done in a few words, such as `recruit group 0 priest`."""
        if self.op == CRAFT:
            return "craft " + ", ".join(" ".join(group) or "nothing" for group in self.values[0])
        details = []
        for key, value in self.named().items():
            said = " ".join(value) if type(value) is tuple else value
            details.append(f"{key} {said}" if type(value) is int else str(said))
        return " ".join([self.kind, *details])

    def identity(self) -> tuple[object, ...]:
        """The order of resources and of the crafts in a group means nothing, unless one of them does not exist."""
        first, second, resources, groups = self.first, self.second, self.resources, self.groups
        unknown = first < 0 or second < 0 or -1 in resources or any(-1 in group for group in groups)
        return self.op, self.seat, first, second, resources, groups, self.values if unknown else None


# Actions that the engine makes itself are made once: there are few thousand of them.


@cache
def simple(op: int, seat: int) -> AmyitisAction:
    """`pass` or `decline`."""
    return AmyitisAction(op, seat, ())


@cache
def recruit(seat: int, group: int, craft: int) -> AmyitisAction:
    """Recruit a face-up craft card of a group."""
    return AmyitisAction(RECRUIT, seat, (group, CRAFTS[craft]), group, craft)


@cache
def caravan(seat: int, camels: int, squares: int) -> AmyitisAction:
    """Pay camels and move the caravan."""
    return AmyitisAction(CARAVAN, seat, (camels, squares), camels, squares)


@cache
def field(seat: int, row: int) -> AmyitisAction:
    """A cube on a field row."""
    return AmyitisAction(FIELD, seat, (row,), row)


@cache
def in_temple(op: int, seat: int, temple: int) -> AmyitisAction:
    """`temple` or `procession`: a cube in a temple."""
    return AmyitisAction(op, seat, (TEMPLES[temple],), temple)


@cache
def irrigate(seat: int, side: int) -> AmyitisAction:
    """A cube on an irrigation area."""
    return AmyitisAction(IRRIGATE, seat, (SIDES[side],), side)


@cache
def with_resources(op: int, seat: int, resources: tuple[int, ...]) -> AmyitisAction:
    """`sell` or `keep` these resources, in sorted order."""
    return AmyitisAction(op, seat, (_spelled(resources),), resources=resources)


@cache
def buy(seat: int, card_type: int, paid: int) -> AmyitisAction:
    """Buy a court card of a type for a resource."""
    return AmyitisAction(BUY, seat, (TYPES[card_type], RESOURCES[paid]), card_type, paid)


@cache
def plant(seat: int, square: int, paid: tuple[int, ...], gardeners: int) -> AmyitisAction:
    """Plant on a square; what is paid is in sorted order."""
    return AmyitisAction(PLANT, seat, (SQUARES[square], _spelled(paid), gardeners), square, gardeners, paid)


@cache
def choose(seat: int, card_type: int) -> AmyitisAction:
    """Choose a court card for a tile."""
    return AmyitisAction(CHOOSE, seat, (TYPES[card_type],), card_type)


@cache
def one_resource(op: int, seat: int, resource: int) -> AmyitisAction:
    """`take` or `token`: a resource."""
    return AmyitisAction(op, seat, (RESOURCES[resource],), resource)


@cache
def reward(seat: int, what: int) -> AmyitisAction:
    """The reward of Ishtar."""
    return AmyitisAction(REWARD, seat, (REWARDS[what],), what)


@cache
def swap(seat: int, given: int, taken: int) -> AmyitisAction:
    """Swap a resource for another."""
    return AmyitisAction(SWAP, seat, (RESOURCES[given], RESOURCES[taken]), given, taken)


def craft(groups: Sequence[Sequence[int]]) -> AmyitisAction:
    """The craft cards of a round are laid out in these groups."""
    values = (tuple(tuple(CRAFTS[card] for card in group) for group in groups),)
    return AmyitisAction(CRAFT, None, values, groups=tuple(tuple(sorted(group)) for group in groups))


def _spelled(resources: Sequence[int]) -> tuple[str, ...]:
    return tuple(RESOURCES[resource] for resource in resources)


# Reading the lines of a log.


def _numbered(words: Sequence[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(words)}


_RESOURCE, _TEMPLE, _TYPE = _numbered(RESOURCES), _numbered(TEMPLES), _numbered(TYPES)
_CRAFT = _numbered(CRAFTS)
_KNOWN: dict[int, tuple[dict[str, int] | None, ...]] = {
    RECRUIT: (None, _CRAFT),
    CARAVAN: (None, None),
    FIELD: (None,),
    TEMPLE: (_TEMPLE,),
    IRRIGATE: (SIDE_NUMBER,),
    SELL: (_RESOURCE,),
    BUY: (_TYPE, _RESOURCE),
    PLANT: (SQUARE_NUMBER, _RESOURCE, None),
    CHOOSE: (_TYPE,),
    TAKE: (_RESOURCE,),
    TOKEN: (_RESOURCE,),
    PROCESSION: (_TEMPLE,),
    REWARD: (_numbered(REWARDS),),
    SWAP: (_RESOURCE, _RESOURCE),
    KEEP: (_RESOURCE,),
}
"""What may stand behind the keys of an action: words with their numbers, or (None) a whole number."""

_LISTS = {(SELL, 0), (KEEP, 0), (PLANT, 1)}
"""The values that are lists of words: number of the action, and which of its keys."""


def action_from_json(words: JsonObject) -> AmyitisAction:
    """The action that a log line describes. Raises BadShape."""
    op, seat, values = LOG_WORDS.read(words)
    if op == CRAFT:
        return _craft_from_json(*values)
    numbers: list[int] = []
    resources: tuple[int, ...] = ()
    for place, (value, known) in enumerate(zip(values, _KNOWN.get(op, ()), strict=True)):
        if (op, place) in _LISTS:
            if not _is_list_of_texts(value):
                raise BadShape(sentences.NOT_A_LIST(key=LOG_WORDS.keys[op][place]))
            resources = _sorted_numbers(value, _RESOURCE)
            values = (*values[:place], tuple(value), *values[place + 1 :])
        elif known is None:
            if type(value) is not int:
                raise BadShape(sentences.NOT_WHOLE(key=LOG_WORDS.keys[op][place], word=LOG_WORDS.words[op]))
            # No rule allows a number below 0; -1 stands for all of them.
            numbers.append(value if value >= 0 else -1)
        else:
            if type(value) is not str:
                raise BadShape(sentences.NOT_A_TEXT(key=LOG_WORDS.keys[op][place], word=LOG_WORDS.words[op]))
            numbers.append(known.get(value, -1))
    numbers += (0, 0)
    return AmyitisAction(op, seat, values, numbers[0], numbers[1], resources)


def _is_list_of_texts(value: Any) -> bool:
    return type(value) is list and all(type(word) is str for word in value)


def _sorted_numbers(words: Sequence[str], known: dict[str, int]) -> tuple[int, ...]:
    return tuple(sorted(known.get(word, -1) for word in words))


def _craft_from_json(groups: Any) -> AmyitisAction:
    if type(groups) is not list:
        raise BadShape(sentences.GROUPS_TYPE())
    if not all(map(_is_list_of_texts, groups)):
        raise BadShape(sentences.GROUP_TYPE())
    values = (tuple(map(tuple, groups)),)
    return AmyitisAction(CRAFT, None, values, groups=tuple(_sorted_numbers(group, _CRAFT) for group in groups))
