"""The garden in a picture: it stands on its lower corner, the highest square on top, the river along the lower sides.

Squares and sides share the room for taps: a side has that along its edge, a square the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.amyitis import look
from engine.amyitis import picture_sentences as said
from engine.amyitis.actions import IRRIGATE, PLANT, AmyitisAction
from engine.amyitis.components import Tile
from engine.amyitis.garden import BETWEEN, FLOOR, SIDES, SIZE, SQUARES
from engine.amyitis.look import HALF
from engine.amyitis.names import EMPTY, NO_AREA
from engine.amyitis.state import AmyitisState
from engine.amyitis.words import areas_in_words, square_in_words
from engine.message import Say
from engine.svg import label, number, tag
from engine.symbols import symbol

CENTRE_X, TOP = 360.0, 6.0
"""The upper corner of the garden."""
BOTTOM = TOP + 2 * SIZE * HALF
"""Its lower corner."""

MARK = 30.0
"""How large a cube on an irrigation area is."""
RING = 24.0
"""How large an empty irrigation area is."""
APART = 14.0
"""How far from the middle of a side its two areas lie, to the right or left and up or down."""


def draw_garden(state: AmyitisState, names: Sequence[str], last: Sequence[AmyitisAction], say: Say) -> list[str]:
    """The river, the squares, and the irrigation areas on their sides. `last` are the actions to point out."""
    planted = {action.first for action in last if action.op == PLANT}
    irrigated = {action.first for action in last if action.op == IRRIGATE}
    return [
        _river(say),
        *(_square(state, square, names, square in planted, say) for square in range(len(SQUARES))),
        _water(state.areas),
        *(_side(state, side, side in irrigated, say) for side in range(len(SIDES))),
    ]


def _centre(square: int) -> tuple[float, float]:
    row, column = divmod(square, SIZE)
    return CENTRE_X + (column - row) * HALF, TOP + (row + column + 1) * HALF


_CENTRES = tuple(map(_centre, range(len(SQUARES))))
_PLACES = tuple(f"translate({number(x)} {number(y)})" for x, y in _CENTRES)
_MIDDLES = tuple(
    ((_CENTRES[one][0] + _CENTRES[other][0]) / 2, (_CENTRES[one][1] + _CENTRES[other][1]) / 2) for one, other in BETWEEN
)
_SIDE_PLACES = tuple(f"translate({number(x)} {number(y)})" for x, y in _MIDDLES)
_GOES_DOWN = tuple(other - one > 1 for one, other in BETWEEN)
"""Whether a side runs down to the right, else up: a side between neighbours in a column of squares does."""


def _river(say: Say) -> str:
    left, right, middle = CENTRE_X - SIZE * HALF, CENTRE_X + SIZE * HALF, TOP + SIZE * HALF
    path = f"M{number(left - 5)} {number(middle + 8)}L{number(CENTRE_X)} {number(BOTTOM + 13)}"
    path += f"L{number(right + 5)} {number(middle + 8)}"
    river = tag("path", look.titled(say, said.RIVER.message()), d=path, class_="river")
    return river + tag("path", d=path, class_="wave")


def _square(state: AmyitisState, square: int, names: Sequence[str], is_last: bool, say: Say) -> str:
    """A square of the garden with its tile, or with what was planted there and by whom."""
    owner, lies = state.planted_by[square], state.tiles[square]
    drawn = look.titled(say, square_in_words(state, square, names))
    if owner >= 0:
        drawn += _planted(owner)
    elif lies < 0:
        drawn += '<use href="#inner-square" class="empty"/>'
    else:
        drawn += tile(FLOOR[square], state.components.tiles[lies])
    if is_last:
        drawn += '<use href="#square" class="last"/>'
    if square == state.planting:
        drawn += '<use href="#inner-square" class="due"/>'
    drawn += '<use href="#square" class="hit"/>'
    return tag("g", drawn, data_square=SQUARES[square], transform=_PLACES[square])


@cache
def _planted(owner: int) -> str:
    ground = tag("use", href="#square", class_="square planted")
    return ground + symbol("tree", 0, -12, 46, "leaf") + look.cube(owner, 0, 24, 22)


@cache
def tile(floor: int, found: Tile) -> str:
    """A garden tile: its prestige, below it what else it gives."""
    drawn = tag("use", href="#square", class_=f"square f{floor}")
    bonus = list(look.bonus_symbols(found))
    drawn += label(0, 13 if not bonus else 4 if len(bonus) == 1 else -6, str(found.prestige), "n")
    # One has room between the cubes to its sides, several side by side only above them.
    if len(bonus) == 1:
        return drawn + symbol(bonus[0], 0, 24, 30)
    size = min(26.0, 54 / max(1, len(bonus)))
    left = -size * (len(bonus) - 1) / 2
    return drawn + "".join(symbol(name, left + size * place, 9, size - 1) for place, name in enumerate(bonus))


def _water(areas: Sequence[int]) -> str:
    """A bar along every side that has a cube."""
    bars = [
        f"M{number(x - 28)} {number(y - 28 if down else y + 28)}l56 {56 if down else -56}"
        for side, ((x, y), down) in enumerate(zip(_MIDDLES, _GOES_DOWN, strict=True))
        if areas[2 * side] >= 0 or areas[2 * side + 1] >= 0
    ]
    return tag("path", d="".join(bars), class_="wet")


def _side(state: AmyitisState, side: int, is_last: bool, say: Say) -> str:
    """The irrigation areas on a side, with the cubes."""
    one, other = state.areas[2 * side : 2 * side + 2]
    way = "#side-down" if _GOES_DOWN[side] else "#side-up"
    title = said.SIDE.message(side=SIDES[side], areas=areas_in_words(state, side))
    drawn = look.titled(say, title) + _areas(one, other, bool(state.available >> side & 1), _GOES_DOWN[side])
    if is_last:
        drawn += '<use href="#along-side" class="last"' + (' transform="rotate(90)"/>' if _GOES_DOWN[side] else "/>")
    drawn += f'<use href="{way}" class="hit"/>'
    return tag("g", drawn, data_side=SIDES[side], transform=_SIDE_PLACES[side])


@cache
def _areas(one: int, other: int, is_open: bool, down: bool) -> str:
    """One area in the middle of a side, or two next to each other along it; an open one can be irrigated now."""
    if other == NO_AREA:
        return _area(one, is_open, 0, 0)
    rise = APART if down else -APART
    return _area(one, is_open, -APART, -rise) + _area(other, is_open, APART, rise)


def _area(owner: int, is_open: bool, x: float, y: float) -> str:
    if owner == EMPTY:
        return symbol("area-open" if is_open else "area-dry", x, y, RING)
    return look.cube(owner, x, y, MARK)
