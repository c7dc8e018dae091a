"""The actions of Babylon: numbers inside, the words of a log outside."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.action_words import ActionWords, WordedAction
from engine.babylon import sentences
from engine.babylon.cells import COLUMN_NAMES, COLUMN_NUMBER, CORNERS, ICONS, NO_ICON, STACK_NAMES, STACK_NUMBER
from engine.babylon.components import Components
from engine.game import BadShape, JsonObject
from engine.sentence import Sentence

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

LOG_WORDS = ActionWords(
    {
        "remove": ("stack",),
        "dig": ("stack",),
        "exchange": (),
        "place": ("tile", "at", "rotation", "level", "open"),
        "read": ("at", "as"),
        "build": ("piece", "at"),
        "claim": (),
        "finish": (),
        "store": ("tile",),
        "discard": ("tile",),
    },
    {"remove": ("stack",), "uncover": ("stack", "tile"), "round": ("token",)},
)
FIRST_CHANCE = CHANCE_REMOVE

_CORNER_NUMBER = {name: number for number, name in enumerate(CORNERS)}
_ICON_NUMBER = {name: number for number, name in enumerate(ICONS) if number != NO_ICON}


class BabylonAction(WordedAction):
    """One action. `op` says which of the fields count; -1 where a log names something that does not exist:

    remove, dig (where: stack), exchange, claim, finish, place (tile, where: anchor, rotation, level, corner),
    read (where: column, icon), build (icon, where and other: columns), store, discard (tile);
    chance: remove (where), uncover (where, tile), round (token).
    """

    __slots__ = ("corner", "icon", "level", "other", "rotation", "tile", "token", "where")
    log_words = LOG_WORDS

    def __init__(
        self,
        op: int,
        seat: int | None,
        values: tuple[Any, ...],
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
        self.values = values
        self.where = where
        self.other = other
        self.tile = tile
        self.rotation = rotation
        self.level = level
        self.corner = corner
        self.icon = icon
        self.token = token

    def words(self) -> str:
        """What is done in a few words, such as `place clay-03 c4 rotation 2 level 1 open se`."""
        details = [self.kind]
        for name, value in self.named().items():
            if name in ("rotation", "level", "open", "as"):
                details.append(f"{name} {value}")
            elif self.op == BUILD and name == "at":
                details.extend(value)
            else:
                details.append(str(value))
        return " ".join(details)


@cache
def at_stack(op: int, seat: int, stack: int) -> BabylonAction:
    """Remove or dig the tile on top of a stack."""
    return BabylonAction(op, seat, (STACK_NAMES[stack],), where=stack)


@cache
def plain(op: int, seat: int) -> BabylonAction:
    """Exchange, claim or finish."""
    return BabylonAction(op, seat, ())


def with_tile(components: Components, op: int, seat: int, tile: int) -> BabylonAction:
    """Store or discard the tile just dug."""
    return BabylonAction(op, seat, (components.tiles[tile].id,), tile=tile)


def place(
    components: Components, seat: int, tile: int, anchor: int, rotation: int, level: int, corner: int
) -> BabylonAction:
    """Place a tile with its north-west corner over a column; `corner` is the one without support."""
    values = (components.tiles[tile].id, COLUMN_NAMES[anchor], rotation, level, CORNERS[corner])
    return BabylonAction(PLACE, seat, values, where=anchor, tile=tile, rotation=rotation, level=level, corner=corner)


def read(seat: int, column: int, icon: int) -> BabylonAction:
    """Read the space on top of a column as another icon."""
    return BabylonAction(READ, seat, (COLUMN_NAMES[column], ICONS[icon]), where=column, icon=icon)


def build(seat: int, icon: int, column: int, other: int = -1) -> BabylonAction:
    """Build a decoration on one column or on two."""
    ends = (COLUMN_NAMES[column],) if other < 0 else (COLUMN_NAMES[column], COLUMN_NAMES[other])
    return BabylonAction(BUILD, seat, (ICONS[icon], ends), where=column, other=other, icon=icon)


def chance_remove(stack: int) -> BabylonAction:
    """Chance removes the clay tile of a stack."""
    return BabylonAction(CHANCE_REMOVE, None, (STACK_NAMES[stack],), where=stack)


def uncover(components: Components, stack: int, tile: int) -> BabylonAction:
    """A tile turns out to lie on top of a stack."""
    return BabylonAction(CHANCE_UNCOVER, None, (STACK_NAMES[stack], components.tiles[tile].id), where=stack, tile=tile)


def turn_up(components: Components, token: int) -> BabylonAction:
    """A round token is turned up."""
    return BabylonAction(CHANCE_ROUND, None, (components.token_ids[token],), token=token)


_TYPE_OF_KEY: dict[str, type] = {"rotation": int, "level": int}
_TYPES = tuple(
    tuple(list if op == BUILD and key == "at" else _TYPE_OF_KEY.get(key, str) for key in keys)
    for op, keys in enumerate(LOG_WORDS.keys)
)
"""The types of what stands behind the keys, by number of the action."""

_TYPE_SENTENCES = {str: sentences.NOT_A_TEXT, int: sentences.NOT_WHOLE, list: sentences.NOT_A_LIST}


def action_from_json(words: JsonObject, components: Components) -> BabylonAction:
    """The action that a log line describes. Raises BadShape."""
    op, seat, values = LOG_WORDS.read(words)
    if tuple(map(type, values)) != _TYPES[op]:
        raise BadShape(_wrong_type(op, values))
    if op >= FIRST_CHANCE:
        return _draw_from_json(op, values, components)
    if op == PLACE:
        tile, at, rotation, level, corner = values
        return BabylonAction(
            PLACE,
            seat,
            values,
            where=COLUMN_NUMBER.get(at, -1),
            tile=components.tile_number.get(tile, -1),
            rotation=rotation,
            level=level,
            corner=_CORNER_NUMBER.get(corner, -1),
        )
    if op in (REMOVE, DIG):
        return BabylonAction(op, seat, values, where=STACK_NUMBER.get(values[0], -1))
    if op == BUILD:
        return _build_from_json(seat, *values)
    if op == READ:
        at, icon = values
        return BabylonAction(READ, seat, values, where=COLUMN_NUMBER.get(at, -1), icon=_ICON_NUMBER.get(icon, -1))
    if op in (STORE, DISCARD):
        return BabylonAction(op, seat, values, tile=components.tile_number.get(values[0], -1))
    return plain(op, seat)


def _wrong_type(op: int, values: tuple[Any, ...]) -> Sentence:
    shape = zip(LOG_WORDS.keys[op], _TYPES[op], values, strict=True)
    key, wanted = next((key, wanted) for key, wanted, value in shape if type(value) is not wanted)
    return _TYPE_SENTENCES[wanted](key=key, word=LOG_WORDS.words[op])


def _build_from_json(seat: int, piece: str, ends: list[Any]) -> BabylonAction:
    if not 1 <= len(ends) <= 2 or not all(type(end) is str for end in ends):
        raise BadShape(sentences.NOT_A_LIST(key="at", word="build"))
    columns = [COLUMN_NUMBER.get(end, -1) for end in ends]
    # A second column that does not exist is still a second column.
    other = -1 if len(columns) == 1 else columns[1] if columns[1] >= 0 else len(COLUMN_NAMES)
    values = (piece, tuple(ends))
    return BabylonAction(BUILD, seat, values, where=columns[0], other=other, icon=_ICON_NUMBER.get(piece, -1))


def _draw_from_json(op: int, values: tuple[str, ...], components: Components) -> BabylonAction:
    if op == CHANCE_ROUND:
        return BabylonAction(op, None, values, token=components.token_number.get(values[0], -1))
    stack = STACK_NUMBER.get(values[0], -1)
    tile = components.tile_number.get(values[1], -1) if op == CHANCE_UNCOVER else -1
    return BabylonAction(op, None, values, where=stack, tile=tile)
