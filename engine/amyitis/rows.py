"""Rows below the garden in a picture: cubes in the temples and on the fields, and what is left in stock."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.amyitis import look
from engine.amyitis import picture_sentences as said
from engine.amyitis.actions import FIELD, PROCESSION, TEMPLE, AmyitisAction
from engine.amyitis.labels import SOME_RESOURCE, label_of
from engine.amyitis.labels import TEMPLES as TITLES_OF_TEMPLES
from engine.amyitis.names import RESOURCES, TEMPLES
from engine.amyitis.state import AmyitisState
from engine.amyitis.words import tokens_in_stock
from engine.message import Say
from engine.svg import label, number, tag
from engine.symbols import symbol

HIGH, APART = 64.0, 66.0
"""The height of a row, and how far one is from the next."""
LEFT, BOXES_X, RIGHT, WIDE = 6.0, 82.0, 382.0, 332.0
"""Where the temples begin, and their squares; where the fields begin; how wide a row is."""
BOX, EACH = 60.0, 65.0
"""How large a square is, and how far it is from the next."""
SQUARES_OF_TEMPLE = 4
CUBE, RESOURCE = 44.0, 42.0


def draw_rows(state: AmyitisState, last: Sequence[AmyitisAction], top: float, say: Say) -> list[str]:
    """The temples on the left; the field rows and the stock on the right. `last` are the actions to point out."""
    prayed = {action.first for action in last if action.op in (TEMPLE, PROCESSION)}
    worked = {action.first for action in last if action.op == FIELD}
    return [
        *(_temple(state, temple, top + APART * temple, temple in prayed, say) for temple in range(len(TEMPLES))),
        *(_field_row(state, row, top + APART * row, row in worked, say) for row in range(len(state.rows))),
        _stock(state, top + APART * len(state.rows), say),
    ]


@cache
def _boxes(count: int) -> str:
    """The squares of a row, one outline around each."""
    across, corner = BOX - 16, "a8 8 0 0 1"
    box = f"h{number(across)}{corner} 8 8v{number(across)}{corner}-8 8h{number(-across)}{corner}-8-8v{number(-across)}"
    starts = (f"M{number(8 + EACH * place)} 2{box}{corner} 8-8z" for place in range(count))
    return tag("path", d="".join(starts), class_="up")


def _temple(state: AmyitisState, temple: int, y: float, is_last: bool, say: Say) -> str:
    """A temple; cubes come in on the left and are pushed to the right."""
    key = TEMPLES[temple]
    drawn = look.titled(say, TITLES_OF_TEMPLES[key]) + _front(key)
    for place, owner in enumerate(state.temples[temple]):
        title = said.TEMPLE_PLACE.message(temple=TITLES_OF_TEMPLES[key], number=place + 1)
        cube = look.cube(owner, BOXES_X + BOX / 2 + EACH * place, HIGH / 2, CUBE)
        drawn += tag("g", look.titled(say, title) + cube, data_temple=f"{temple}-{place}")
    if is_last:
        drawn += look.last(0, 0, WIDE + 8, HIGH)
    return tag("g", drawn, data_temple_row=key, transform=f"translate({number(LEFT)} {number(y)})")


@cache
def _front(key: str) -> str:
    """A temple without cubes, and the room that takes its taps: cubes lie over it and have their own titles."""
    boxes = tag("g", _boxes(SQUARES_OF_TEMPLE), transform=f"translate({number(BOXES_X)} 0)")
    front = symbol(f"temple-{key}", 32, HIGH / 2, 48) + look.arrow(70, HIGH / 2)
    return front + boxes + look.hit(0, 0, WIDE + 8, HIGH)


def _field_row(state: AmyitisState, row: int, y: float, is_last: bool, say: Say) -> str:
    """A field row: resources, and cubes instead of those that are taken."""
    drawn = look.titled(say, label_of("row", row)) + _boxes(len(state.components.rows[row]))
    drawn += look.hit(-2, 0, WIDE, HIGH)
    cubes = state.rows[row]
    for place, kind in enumerate(state.components.rows[row]):
        title = said.FIELD.message(number=row + 1, resource=SOME_RESOURCE[RESOURCES[kind]])
        taken = look.cube(cubes[place], 0, 0, CUBE) if place < len(cubes) else ""
        lies = taken or symbol(RESOURCES[kind], 0, 0, RESOURCE)
        where = f"translate({number(BOX / 2 + EACH * place)} {number(HIGH / 2)})"
        drawn += tag("g", look.titled(say, title) + lies, data_field=f"{row}-{place}", transform=where)
    if is_last:
        drawn += look.last(-4, 0, WIDE, HIGH)
    return tag("g", drawn, data_row=str(row), transform=f"translate({number(RIGHT)} {number(y)})")


def _stock(state: AmyitisState, y: float, say: Say) -> str:
    """How many resources, talents and camels are left."""
    things = tuple(
        zip((*RESOURCES, "talent", "camel"), (*state.stock, state.stock_talents, state.stock_camels), strict=True)
    )
    drawn = look.titled(say, tokens_in_stock(state))
    drawn += tag("rect", x=-2, y=2, width=WIDE, height=HIGH - 4, rx=10, class_="shelf")
    each = (WIDE - 8) / len(things)
    for place, (name, count) in enumerate(things):
        x = each * (place + 0.5) + 2
        drawn += symbol(name, x, 19, 28, "" if count else "faded") + label(x, 54, str(count), "c m")
    return tag("g", drawn, transform=f"translate({number(RIGHT)} {number(y)})")
