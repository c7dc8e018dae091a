"""The actions of Amyitis: small immutable values, in words outside and in numbers inside.

An id that does not exist keeps its word and gets the number -1, so that the rules can refuse it by name. Resources in a
list are a multiset: two actions with the same ones in another order are equal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.amyitis.garden import SIDE_NUMBER, SIDES, SQUARE_NUMBER, SQUARES
from engine.amyitis.names import CRAFTS, RESOURCES, REWARDS, TEMPLES, TYPES
from engine.game import Action, BadShape, JsonObject

(
    PASS, RECRUIT, CARAVAN, FIELD, TEMPLE, IRRIGATE, SELL, BUY, PLANT, CHOOSE, TAKE, TOKEN,
    PROCESSION, REWARD, SWAP, DECLINE, KEEP, CRAFT,
) = range(18)  # fmt: skip
KINDS = (
    "pass", "recruit", "caravan", "field", "temple", "irrigate", "sell", "buy", "plant", "choose", "take", "token",
    "procession", "reward", "swap", "decline", "keep", "craft",
)  # fmt: skip


class AmyitisAction(Action):
    """One action. `op` says what `first`, `second` and `resources` mean:

    - recruit: group, craft; caravan: camels, squares; field: row; temple, procession: temple; irrigate: side
    - sell, keep: `resources`, sorted, with -1 for what does not exist
    - buy: type, and the one resource paid; plant: square, gardeners, and `resources` paid
    - choose: type; take, token: resource; reward: reward; swap: given, taken
    - craft: `groups`, each the sorted crafts of a group
    """

    __slots__ = ("_identity", "_words", "first", "groups", "op", "resources", "seat", "second")

    def __init__(
        self,
        op: int,
        seat: int | None,
        words: JsonObject,
        first: int = 0,
        second: int = 0,
        resources: tuple[int, ...] = (),
        groups: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.op = op
        self.seat = seat
        self.first = first
        self.second = second
        self.resources = resources
        self.groups = groups
        self._words = words
        unknown = first < 0 or second < 0 or -1 in resources or any(-1 in group for group in groups)
        spelled = json.dumps(words, sort_keys=True) if unknown else ""
        self._identity = (op, seat, first, second, resources, groups, spelled)

    @property
    def kind(self) -> str:
        """The word of the action as it stands in a log."""
        return KINDS[self.op]

    def to_json(self) -> JsonObject:
        """The action as it stands in a log."""
        return {
            key: [list(inner) if type(inner) is list else inner for inner in value] if type(value) is list else value
            for key, value in self._words.items()
        }

    def text(self) -> str:
        """A short readable form, such as `seat 1: recruit group 0 priest`."""
        words = self._words
        if self.op == CRAFT:
            return "craft " + ", ".join(" ".join(group) or "nothing" for group in words["groups"])
        details = []
        for key, value in words.items():
            if key not in ("seat", "do"):
                said = " ".join(value) if type(value) is list else value
                details.append(f"{key} {said}" if type(value) is int else str(said))
        return f"seat {self.seat}: {' '.join([KINDS[self.op], *details])}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AmyitisAction) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"<{self.text()}>"


# Actions that the engine makes itself are made once: there are few thousand of them.


def _words(op: int, seat: int, **details: Any) -> JsonObject:
    return {"seat": seat, "do": KINDS[op], **details}


@cache
def simple(op: int, seat: int) -> AmyitisAction:
    """`pass` or `decline`."""
    return AmyitisAction(op, seat, _words(op, seat))


@cache
def recruit(seat: int, group: int, craft: int) -> AmyitisAction:
    """Recruit a face-up craft card of a group."""
    return AmyitisAction(RECRUIT, seat, _words(RECRUIT, seat, group=group, craft=CRAFTS[craft]), group, craft)


@cache
def caravan(seat: int, camels: int, squares: int) -> AmyitisAction:
    """Pay camels and move the caravan."""
    return AmyitisAction(CARAVAN, seat, _words(CARAVAN, seat, camels=camels, squares=squares), camels, squares)


@cache
def field(seat: int, row: int) -> AmyitisAction:
    """A cube on a field row."""
    return AmyitisAction(FIELD, seat, _words(FIELD, seat, row=row), row)


@cache
def in_temple(op: int, seat: int, temple: int) -> AmyitisAction:
    """`temple` or `procession`: a cube in a temple."""
    return AmyitisAction(op, seat, _words(op, seat, temple=TEMPLES[temple]), temple)


@cache
def irrigate(seat: int, side: int) -> AmyitisAction:
    """A cube on an irrigation area."""
    return AmyitisAction(IRRIGATE, seat, _words(IRRIGATE, seat, side=SIDES[side]), side)


@cache
def with_resources(op: int, seat: int, resources: tuple[int, ...]) -> AmyitisAction:
    """`sell` or `keep` these resources, in sorted order."""
    return AmyitisAction(op, seat, _words(op, seat, resources=_spelled(resources)), resources=resources)


@cache
def buy(seat: int, card_type: int, paid: int) -> AmyitisAction:
    """Buy a court card of a type for a resource."""
    return AmyitisAction(BUY, seat, _words(BUY, seat, card=TYPES[card_type], pay=RESOURCES[paid]), card_type, paid)


@cache
def plant(seat: int, square: int, paid: tuple[int, ...], gardeners: int) -> AmyitisAction:
    """Plant on a square; what is paid is in sorted order."""
    words = _words(PLANT, seat, square=SQUARES[square], pay=_spelled(paid), gardeners=gardeners)
    return AmyitisAction(PLANT, seat, words, square, gardeners, paid)


@cache
def choose(seat: int, card_type: int) -> AmyitisAction:
    """Choose a court card for a tile."""
    return AmyitisAction(CHOOSE, seat, _words(CHOOSE, seat, card=TYPES[card_type]), card_type)


@cache
def one_resource(op: int, seat: int, resource: int) -> AmyitisAction:
    """`take` or `token`: a resource."""
    return AmyitisAction(op, seat, _words(op, seat, resource=RESOURCES[resource]), resource)


@cache
def reward(seat: int, what: int) -> AmyitisAction:
    """The reward of Ishtar."""
    return AmyitisAction(REWARD, seat, _words(REWARD, seat, take=REWARDS[what]), what)


@cache
def swap(seat: int, given: int, taken: int) -> AmyitisAction:
    """Swap a resource for another."""
    words = _words(SWAP, seat, give=RESOURCES[given], take=RESOURCES[taken])
    return AmyitisAction(SWAP, seat, words, given, taken)


def craft(groups: Sequence[Sequence[int]]) -> AmyitisAction:
    """The craft cards of a round are laid out in these groups."""
    words = {"chance": "craft", "groups": [[CRAFTS[card] for card in group] for group in groups]}
    return AmyitisAction(CRAFT, None, words, groups=tuple(tuple(sorted(group)) for group in groups))


def _spelled(resources: Sequence[int]) -> list[str]:
    return [RESOURCES[resource] for resource in resources]


# Reading the lines of a log.

_NUMBERS = {
    words: {word: number for number, word in enumerate(words)} for words in (CRAFTS, RESOURCES, REWARDS, TEMPLES, TYPES)
}
_CRAFT, _RESOURCE, _REWARD, _TEMPLE, _TYPE = _NUMBERS.values()

# For each action: its keys, in the order of first, second, resources. A key is a whole number (None), one word of a
# table, or, in a tuple, a list of such words.
_SHAPES: dict[str, tuple[int, dict[str, Any]]] = {
    "pass": (PASS, {}),
    "recruit": (RECRUIT, {"group": None, "craft": _CRAFT}),
    "caravan": (CARAVAN, {"camels": None, "squares": None}),
    "field": (FIELD, {"row": None}),
    "temple": (TEMPLE, {"temple": _TEMPLE}),
    "irrigate": (IRRIGATE, {"side": SIDE_NUMBER}),
    "sell": (SELL, {"resources": (_RESOURCE,)}),
    "buy": (BUY, {"card": _TYPE, "pay": _RESOURCE}),
    "plant": (PLANT, {"square": SQUARE_NUMBER, "gardeners": None, "pay": (_RESOURCE,)}),
    "choose": (CHOOSE, {"card": _TYPE}),
    "take": (TAKE, {"resource": _RESOURCE}),
    "token": (TOKEN, {"resource": _RESOURCE}),
    "procession": (PROCESSION, {"temple": _TEMPLE}),
    "reward": (REWARD, {"take": _REWARD}),
    "swap": (SWAP, {"give": _RESOURCE, "take": _RESOURCE}),
    "decline": (DECLINE, {}),
    "keep": (KEEP, {"resources": (_RESOURCE,)}),
}


def action_from_json(words: JsonObject) -> AmyitisAction:
    """The action that a log line describes. Raises BadShape."""
    if "chance" in words:
        return _craft_from_json(words)
    seat = words.get("seat")
    if type(seat) is not int:
        raise BadShape("an action needs a whole number as its seat")
    do = words.get("do")
    if type(do) is not str or do not in _SHAPES:
        raise BadShape(f"no action of this game is called {do!r}")
    op, shape = _SHAPES[do]
    if words.keys() != {"seat", "do", *shape}:
        raise BadShape(_keys_message(do, {"seat", "do", *shape}, words))
    numbers: list[int] = []
    resources: tuple[int, ...] = ()
    for key, known in shape.items():
        value = words[key]
        if type(known) is tuple:
            resources = _read_list(key, value, known[0])
        elif known is None:
            if type(value) is not int:
                raise BadShape(f"{key} of a {do} is a whole number")
            # No rule allows a number below 0; -1 stands for all of them.
            numbers.append(value if value >= 0 else -1)
        else:
            if type(value) is not str:
                raise BadShape(f"{key} of a {do} is a text")
            numbers.append(known.get(value, -1))
    numbers += (0, 0)
    return AmyitisAction(op, seat, words, numbers[0], numbers[1], resources)


def _read_list(key: str, value: object, known: dict[str, int]) -> tuple[int, ...]:
    if type(value) is not list or not all(type(word) is str for word in value):
        raise BadShape(f"{key} is a list of texts")
    return tuple(sorted(known.get(word, -1) for word in value))


def _craft_from_json(words: JsonObject) -> AmyitisAction:
    if words.keys() != {"chance", "groups"}:
        raise BadShape(_keys_message("craft", {"chance", "groups"}, words))
    if words["chance"] != "craft":
        raise BadShape(f"no chance of this game is called {words['chance']!r}")
    groups = words["groups"]
    if type(groups) is not list:
        raise BadShape("the groups of a craft draw are a list of lists of texts")
    return AmyitisAction(CRAFT, None, words, groups=tuple(_read_list("a group", group, _CRAFT) for group in groups))


def _keys_message(do: str, keys: set[str], words: JsonObject) -> str:
    missing, unknown = sorted(keys - words.keys()), sorted(words.keys() - keys)
    parts = [f"{do} needs {', '.join(missing)}"] if missing else []
    if unknown:
        parts.append(f"{do} does not know {', '.join(unknown)}")
    return "; ".join(parts)
