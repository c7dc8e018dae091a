"""The actions of Babylon: numbers inside, the words of a log outside."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.babylon.cells import COLUMN_NAMES, COLUMN_NUMBER, CORNERS, ICONS, NO_ICON, STACK_NAMES, STACK_NUMBER
from engine.babylon.components import Components
from engine.game import Action, BadShape, JsonObject

(
    REMOVE,
    DIG,
    EXCHANGE,
    PLACE,
    READ,
    BUILD,
    CLAIM,
    FINISH,
    STORE,
    DISCARD,
    CHANCE_REMOVE,
    CHANCE_UNCOVER,
    CHANCE_ROUND,
) = range(13)

KINDS = (
    "remove", "dig", "exchange", "place", "read", "build", "claim", "finish", "store", "discard",
    "remove", "uncover", "round",
)  # fmt: skip
FIRST_CHANCE = CHANCE_REMOVE

_CORNER_NUMBER = {name: number for number, name in enumerate(CORNERS)}
_ICON_NUMBER = {name: number for number, name in enumerate(ICONS) if number != NO_ICON}


class BabylonAction(Action):
    """One action. `op` says which of the fields count; -1 where a log names something that does not exist:

    remove, dig (where: stack), exchange, claim, finish, place (tile, where: anchor, rotation, level, corner),
    read (where: column, icon), build (icon, where and other: columns), store, discard (tile);
    chance: remove (where), uncover (where, tile), round (token).
    """

    __slots__ = ("_words", "corner", "icon", "level", "op", "other", "rotation", "seat", "tile", "token", "where")

    def __init__(
        self,
        op: int,
        seat: int | None,
        words: JsonObject,
        where: int = -1,
        other: int = -1,
        tile: int = -1,
        rotation: int = -1,
        level: int = -1,
        corner: int = -1,
        icon: int = -1,
        token: int = -1,
    ) -> None:
        self.op = op
        self.seat = seat
        self.where = where
        self.other = other
        self.tile = tile
        self.rotation = rotation
        self.level = level
        self.corner = corner
        self.icon = icon
        self.token = token
        self._words = words

    @property
    def kind(self) -> str:
        """The word of the action as it stands in a log."""
        return KINDS[self.op]

    def to_json(self) -> JsonObject:
        """The action as it stands in a log."""
        words = dict(self._words)
        if self.op == BUILD:
            words["at"] = list(words["at"])
        return words

    def text(self) -> str:
        """A short readable form, such as `seat 1: place clay-03 c4 rotation 2 level 1 open se`."""
        words = self._words
        if self.op >= FIRST_CHANCE:
            return " ".join(
                [KINDS[self.op], *(str(words[name]) for name in ("stack", "tile", "token") if name in words)]
            )
        details = [KINDS[self.op]]
        for name, value in words.items():
            if name in ("rotation", "level", "open", "as"):
                details.append(f"{name} {value}")
            elif name == "at" and self.op == BUILD:
                details.extend(value)
            elif name not in ("seat", "do"):
                details.append(str(value))
        return f"seat {self.seat}: {' '.join(details)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BabylonAction) and self._words == other._words

    def __hash__(self) -> int:
        return hash((self.op, self.seat, self.where, self.other, self.tile, self.rotation, self.level, self.corner,
                     self.icon, self.token))  # fmt: skip

    def __repr__(self) -> str:
        return f"<{self.text()}>"


@cache
def at_stack(op: int, seat: int, stack: int) -> BabylonAction:
    """Remove or dig the tile on top of a stack."""
    return BabylonAction(op, seat, {"seat": seat, "do": KINDS[op], "stack": STACK_NAMES[stack]}, where=stack)


@cache
def plain(op: int, seat: int) -> BabylonAction:
    """Exchange, claim or finish."""
    return BabylonAction(op, seat, {"seat": seat, "do": KINDS[op]})


def with_tile(components: Components, op: int, seat: int, tile: int) -> BabylonAction:
    """Store or discard the tile just dug."""
    return BabylonAction(op, seat, {"seat": seat, "do": KINDS[op], "tile": components.tiles[tile].id}, tile=tile)


def place(
    components: Components, seat: int, tile: int, anchor: int, rotation: int, level: int, corner: int
) -> BabylonAction:
    """Place a tile with its north-west corner over a column; `corner` is the one without support."""
    words = {
        "seat": seat,
        "do": "place",
        "tile": components.tiles[tile].id,
        "at": COLUMN_NAMES[anchor],
        "rotation": rotation,
        "level": level,
        "open": CORNERS[corner],
    }
    return BabylonAction(PLACE, seat, words, where=anchor, tile=tile, rotation=rotation, level=level, corner=corner)


def read(seat: int, column: int, icon: int) -> BabylonAction:
    """Read the space on top of a column as another icon."""
    words = {"seat": seat, "do": "read", "at": COLUMN_NAMES[column], "as": ICONS[icon]}
    return BabylonAction(READ, seat, words, where=column, icon=icon)


def build(seat: int, icon: int, column: int, other: int = -1) -> BabylonAction:
    """Build a decoration on one column or on two."""
    ends = (column,) if other < 0 else (column, other)
    words = {"seat": seat, "do": "build", "piece": ICONS[icon], "at": [COLUMN_NAMES[end] for end in ends]}
    return BabylonAction(BUILD, seat, words, where=column, other=other, icon=icon)


def chance_remove(stack: int) -> BabylonAction:
    """Chance removes the clay tile of a stack."""
    return BabylonAction(CHANCE_REMOVE, None, {"chance": "remove", "stack": STACK_NAMES[stack]}, where=stack)


def uncover(components: Components, stack: int, tile: int) -> BabylonAction:
    """A tile turns out to lie on top of a stack."""
    words = {"chance": "uncover", "stack": STACK_NAMES[stack], "tile": components.tiles[tile].id}
    return BabylonAction(CHANCE_UNCOVER, None, words, where=stack, tile=tile)


def turn_up(components: Components, token: int) -> BabylonAction:
    """A round token is turned up."""
    words = {"chance": "round", "token": components.token_ids[token]}
    return BabylonAction(CHANCE_ROUND, None, words, token=token)


_SHAPES: dict[str, tuple[int, dict[str, type]]] = {
    "remove": (REMOVE, {"stack": str}),
    "dig": (DIG, {"stack": str}),
    "exchange": (EXCHANGE, {}),
    "place": (PLACE, {"tile": str, "at": str, "rotation": int, "level": int, "open": str}),
    "read": (READ, {"at": str, "as": str}),
    "build": (BUILD, {"piece": str, "at": list}),
    "claim": (CLAIM, {}),
    "finish": (FINISH, {}),
    "store": (STORE, {"tile": str}),
    "discard": (DISCARD, {"tile": str}),
}
_CHANCES: dict[str, tuple[int, dict[str, type]]] = {
    "remove": (CHANCE_REMOVE, {"stack": str}),
    "uncover": (CHANCE_UNCOVER, {"stack": str, "tile": str}),
    "round": (CHANCE_ROUND, {"token": str}),
}
_TYPE_WORDS = {str: "a text", int: "a whole number", list: "a list of one or two texts"}


def action_from_json(words: JsonObject, components: Components) -> BabylonAction:
    """The action that a log line describes. Raises BadShape."""
    if "chance" in words:
        op = _check_shape(words, "chance", _CHANCES, {"chance"})
        stack = STACK_NUMBER.get(words.get("stack", ""), -1)
        tile = components.tile_number.get(words.get("tile", ""), -1)
        token = components.token_number.get(words.get("token", ""), -1)
        return BabylonAction(op, None, words, where=stack, tile=tile, token=token)
    seat = words.get("seat")
    if type(seat) is not int:
        raise BadShape("an action needs a whole number as its seat")
    op = _check_shape(words, "do", _SHAPES, {"seat", "do"})
    if op == PLACE:
        return BabylonAction(
            PLACE,
            seat,
            words,
            where=COLUMN_NUMBER.get(words["at"], -1),
            tile=components.tile_number.get(words["tile"], -1),
            rotation=words["rotation"],
            level=words["level"],
            corner=_CORNER_NUMBER.get(words["open"], -1),
        )
    if op in (REMOVE, DIG):
        return BabylonAction(op, seat, words, where=STACK_NUMBER.get(words["stack"], -1))
    if op == BUILD:
        return _build_from_json(seat, words)
    if op == READ:
        column, icon = COLUMN_NUMBER.get(words["at"], -1), _ICON_NUMBER.get(words["as"], -1)
        return BabylonAction(READ, seat, words, where=column, icon=icon)
    if op in (STORE, DISCARD):
        return BabylonAction(op, seat, words, tile=components.tile_number.get(words["tile"], -1))
    return BabylonAction(op, seat, words)


def _build_from_json(seat: int, words: JsonObject) -> BabylonAction:
    ends = words["at"]
    if not 1 <= len(ends) <= 2 or not all(type(end) is str for end in ends):
        raise BadShape("at of build is a list of one or two texts")
    columns = [COLUMN_NUMBER.get(end, -1) for end in ends]
    # A second column that does not exist is still a second column.
    other = -1 if len(columns) == 1 else columns[1] if columns[1] >= 0 else len(COLUMN_NAMES)
    return BabylonAction(BUILD, seat, words, where=columns[0], other=other, icon=_ICON_NUMBER.get(words["piece"], -1))


def _check_shape(words: JsonObject, name: str, shapes: dict[str, tuple[int, dict[str, type]]], common: set[str]) -> int:
    """The number of the action; raises BadShape unless its keys and types are right."""
    word: Any = words.get(name)
    if type(word) is not str or word not in shapes:
        raise BadShape(f"no {'chance' if name == 'chance' else 'action'} of this game is called {word!r}")
    op, types = shapes[word]
    if len(words) != len(common) + len(types) or not types.keys() <= words.keys():
        keys = common | types.keys()
        missing, unknown = sorted(keys - words.keys()), sorted(words.keys() - keys)
        parts = [f"{word} needs {', '.join(missing)}"] if missing else []
        if unknown:
            parts.append(f"{word} does not know {', '.join(unknown)}")
        raise BadShape("; ".join(parts))
    for key, wanted in types.items():
        if type(words[key]) is not wanted:
            raise BadShape(f"{key} of {word} is {_TYPE_WORDS[wanted]}")
    return op
