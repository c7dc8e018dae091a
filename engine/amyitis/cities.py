"""The way of the caravan in a picture: nine cities around the garden, clockwise, and where the caravan stands.

A city shows what it asks for, and behind an arrow what it gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.amyitis import look
from engine.amyitis.actions import CARAVAN, AmyitisAction
from engine.amyitis.allowed import plant_side
from engine.amyitis.components import COURT, PLANT, City
from engine.amyitis.names import RESOURCES, TYPES
from engine.amyitis.state import AmyitisState
from engine.amyitis.words import city_in_words
from engine.message import Say
from engine.svg import BOLD, fit, label, number, tag
from engine.symbols import symbol

WIDE, HIGH = 140.0, 96.0
BABYLON_WIDE = 116.0
LEFT, RIGHT = 6.0, 574.0
PLACES = (
    (158.0, 460.0),
    *((LEFT, y) for y in (456.0, 352.0, 112.0, 8.0)),
    *((RIGHT, y) for y in (8.0, 112.0, 352.0, 456.0)),
)
"""The upper left corners of the cities, from Babylon on."""
BOTTOM = 556.0
"""Where the way ends."""

NAME = 22
"""The font size of the names."""
CARAVAN_SIZE = 44.0
PLANT_X = 104.0
"""Where in a city its plant stands: the caravan hides nothing of it."""

_ROAD = "M158 506H81a15 15 0 0 1-15-15V55a15 15 0 0 1 15-15H639a15 15 0 0 1 15 15V491a15 15 0 0 1-15 15H272"
_ARROWS = ((152, 506, 180), (66, 279, 270), (230, 40, 0), (490, 40, 0), (654, 279, 90), (520, 506, 180))
"""On the way: where, and by how many degrees turned clockwise."""


@cache
def road() -> str:
    """The way from city to city."""
    return tag("path", d=_ROAD, class_="road") + "".join(look.arrow(x, y, turned) for x, y, turned in _ARROWS)


def draw_cities(state: AmyitisState, last: Sequence[AmyitisAction], say: Say) -> list[str]:
    """The cities and the caravan. `last` are the actions to point out."""
    arrived = any(action.op == CARAVAN for action in last)
    return [
        _city(state, number_of_city, city, arrived, say) for number_of_city, city in enumerate(state.components.cities)
    ] + [_caravan(state.caravan)]


def _city(state: AmyitisState, place: int, city: City, arrived: bool, say: Say) -> str:
    x, y = PLACES[place]
    wide = BABYLON_WIDE if place == 0 else WIDE
    here = place == state.caravan
    drawn = look.titled(say, city_in_words(state, city))
    drawn += tag("rect", width=wide, height=HIGH, rx=12, class_="card here" if here else "card")
    drawn += label(wide / 2, 27, fit(city.name, NAME * BOLD, wide - 6), "c b m")
    if city.kind == PLANT:
        side = plant_side(state, city.plant_slot)
        drawn += _plants(city.resource, side.extra, side.quality)
    elif city.kind == COURT:
        drawn += _courts(city.resource, city.types)
    else:
        drawn += _sale(state.components.sale)
    if here and arrived:
        drawn += look.last(-1, -1, wide + 2, HIGH + 2)
    drawn += look.hit(0, 0, wide, HIGH, 12)
    if city.kind == PLANT:
        drawn += tag("g", look.hit(0, 33, wide, HIGH - 33, 12), data_plant=city.name)
    return tag("g", drawn, data_city=city.name, transform=f"translate({number(x)} {number(y)})")


@cache
def _plants(asked: int, extra: int, quality: int) -> str:
    """A resource, perhaps another one, for a plant."""
    drawn = symbol(RESOURCES[asked], 36 if extra < 0 else 24, 60, 40)
    if extra >= 0:
        drawn += symbol(RESOURCES[extra], 57, 62, 30)
    return drawn + look.arrow(70 if extra < 0 else 80, 60) + look.plant(quality, PLANT_X, 57)


@cache
def _courts(asked: int, types: tuple[int, ...]) -> str:
    """A resource for one of the court cards."""
    drawn = symbol(RESOURCES[asked], 27, 62, 40) + look.arrow(56, 62)
    return drawn + "".join(symbol(TYPES[kind], 81 + 37 * place, 62, 34) for place, kind in enumerate(types))


@cache
def _sale(prestige: tuple[int, ...]) -> str:
    """Any resources for prestige, and then water."""
    drawn = ""
    for count, points in enumerate(prestige, 1):
        y = 24 + 26 * count
        first = len(prestige) - count
        drawn += "".join(symbol("any-resource", 17 + 24 * place, y, 24) for place in range(first, first + count))
        drawn += look.arrow(61, y) + label(69, y + 8, str(points), "c b good")
    return drawn + symbol("irrigation", 100, 62, 27, "water")


def _caravan(place: int) -> str:
    """The caravan beside Babylon, or at the lower corner of another city that is nearer to the garden."""
    x, y = PLACES[place]
    if place == 0:
        return symbol("caravan", x + BABYLON_WIDE + 9, y + HIGH / 2 - 2, CARAVAN_SIZE, "through")
    return symbol("caravan", x + 2 if x == RIGHT else x + WIDE - 2, y + HIGH - 1, CARAVAN_SIZE, "through")
