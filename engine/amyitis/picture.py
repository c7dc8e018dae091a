"""The boards and a position of Amyitis as an SVG document, with a text alternative.

The garden stands on its lower corner as on the board: the highest square on top, the river along the two lower sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.amyitis import look, sentences
from engine.amyitis import picture_sentences as said
from engine.amyitis.actions import FIELD, IRRIGATE, PLANT, PROCESSION, RECRUIT, TEMPLE, AmyitisAction
from engine.amyitis.allowed import plant_side
from engine.amyitis.components import COURT, City
from engine.amyitis.components import PLANT as PLANT_CITY
from engine.amyitis.garden import BETWEEN, FLOOR, SIDES, SIZE, SQUARES
from engine.amyitis.labels import CRAFTS, SOME_RESOURCE
from engine.amyitis.labels import TEMPLES as TITLES_OF_TEMPLES
from engine.amyitis.legend import draw_legend, legend_height
from engine.amyitis.names import EMPTY, NO_AREA, RESOURCES, TEMPLES
from engine.amyitis.observation import observe
from engine.amyitis.state import AmyitisState
from engine.amyitis.words import areas_in_words, city_in_words, describe, square_in_words
from engine.game import Action
from engine.message import Message, Say, series
from engine.picture_words import title
from engine.svg import BOLD, WIDTH, clean, document, fit, label, number, tag

HALF = 54.0
"""Half the diagonal of a square of the garden."""
CENTRE_X, TOP = 232.0, 12.0
RIGHT_X = 478.0
BOARDS = 470.0
"""Where garden, fields and temples end."""
TRACK = 146.0
CITIES_A_LINE, CITY_HEIGHT = 5, 70.0


def draw_position(state: AmyitisState, names: Sequence[str], last: Sequence[Action], say: Say) -> str:
    """The position as SVG. `last` are the actions to point out. Seats are counted from 1."""
    picture = _Picture(state, names, [action for action in last if isinstance(action, AmyitisAction)], say)
    top = BOARDS + TRACK
    return document(
        WIDTH,
        top + legend_height(state),
        title(say, "Amyitis", names),
        describe(state, names, last, say),
        look.style(),
        [
            picture.river(),
            *(picture.square(square) for square in range(len(SQUARES))),
            *(picture.side(side) for side in range(len(SIDES))),
            *picture.fields(),
            *picture.temples(),
            *picture.crafts(),
            *picture.track(),
            *draw_legend(state, names, top, say),
        ],
    )


@dataclass(frozen=True, slots=True)
class _Picture:
    """What is being drawn."""

    state: AmyitisState
    names: Sequence[str]
    last: list[AmyitisAction]
    say: Say

    def titled(self, message: Message) -> str:
        """What an element says when it is pointed at."""
        return tag("title", clean(self.say(message)))

    def centre(self, square: int) -> tuple[float, float]:
        """The centre of a square."""
        row, column = divmod(square, SIZE)
        return CENTRE_X + (column - row) * HALF, TOP + (row + column + 1) * HALF

    def river(self) -> str:
        """The river along the outer sides of floor 1."""
        low = TOP + 2 * SIZE * HALF
        left, right, middle = CENTRE_X - SIZE * HALF, CENTRE_X + SIZE * HALF, TOP + SIZE * HALF
        path = f"M{number(left - 4)} {number(middle + 6)}L{number(CENTRE_X)} {number(low + 10)}"
        path += f"L{number(right + 4)} {number(middle + 6)}"
        river = tag("path", self.titled(said.RIVER.message()), d=path, class_="river")
        return river + tag("path", d=path, class_="wave")

    def square(self, square: int) -> str:
        """A square of the garden with its tile, or who planted it."""
        state = self.state
        x, y = self.centre(square)
        diamond = f"M{number(-HALF)} 0L0 {number(-HALF)}L{number(HALF)} 0L0 {number(HALF)}z"
        owner, tile = state.planted_by[square], state.tiles[square]
        content = [self.titled(square_in_words(state, square, self.names))]
        if owner >= 0:
            content.append(tag("path", d=diamond, class_="square planted"))
            content.append(tag("circle", r=17, class_=f"token s{owner}"))
            content.append(tag("text", str(owner + 1), dy="0.36em", class_=f"r b m i{owner}"))
        elif tile < 0:
            content.append(tag("path", d=diamond, class_="square starred"))
        else:
            found = state.components.tiles[tile]
            content.append(tag("path", d=diamond, class_=f"square f{FLOOR[square]}"))
            bonus = look.bonus_in_short(found)
            content.append(tag("text", str(found.prestige), y=-6 if bonus else 10, class_="g"))
            for line, words in enumerate(bonus):
                content.append(tag("text", clean(fit(self.say(words), 16, 74)), y=11 + 15 * line, class_="n"))
        if any(action.op == PLANT and action.first == square for action in self.last):
            content.append(tag("path", d=diamond, class_="last"))
        if square == state.planting:
            content.append(tag("path", d=diamond, class_="due", transform="scale(.9)"))
        content.append(tag("path", d=diamond, class_="hit"))
        return tag("g", "".join(content), data_square=SQUARES[square], transform=f"translate({number(x)} {number(y)})")

    def side(self, side: int) -> str:
        """The irrigation areas on a side, with the cubes."""
        state = self.state
        one, other = BETWEEN[side]
        (x, y), (to_x, to_y) = self.centre(one), self.centre(other)
        mid_x, mid_y = (x + to_x) / 2, (y + to_y) / 2
        areas = [owner for owner in state.areas[2 * side : 2 * side + 2] if owner != NO_AREA]
        # Two areas lie next to each other along the side, which runs across the line from centre to centre.
        step_x, step_y = (to_y - y) / HALF * 8.5, -(to_x - x) / HALF * 8.5
        content = [self.titled(said.SIDE.message(side=SIDES[side], areas=areas_in_words(state, side)))]
        for place, owner in enumerate(areas):
            shift = 0 if len(areas) == 1 else 2 * place - 1
            at_x, at_y = mid_x + shift * step_x, mid_y + shift * step_y
            if owner == EMPTY:
                content.append(look.empty_area(at_x, at_y, bool(state.available >> side & 1)))
            else:
                content.append(look.cube(owner, at_x, at_y, 8.5))
        if any(action.op == IRRIGATE and action.first == side for action in self.last):
            content.append(tag("circle", cx=mid_x, cy=mid_y, r=21, class_="last"))
        return tag("g", "".join(content), data_side=SIDES[side])

    def heading(self, y: float, words: Message) -> str:
        """What stands over the fields, the temples or the crafts."""
        return label(RIGHT_X, y, fit(self.say(words), 21 * BOLD, 236), "k b")

    def fields(self) -> list[str]:
        """The two field rows: resources, and cubes over those that are taken."""
        parts = [self.heading(26, said.HEAD_FIELDS.message())]
        for row, kinds in enumerate(self.state.components.rows):
            y = 50 + 34 * row
            whole = []
            for place, kind in enumerate(kinds):
                x = RIGHT_X + 18 + 46 * place
                resource = SOME_RESOURCE[RESOURCES[kind]]
                content = [self.titled(said.FIELD.message(number=row + 1, resource=resource))]
                content.append(tag("rect", x=x - 17, y=y - 15, width=42, height=30, rx=4, class_="box"))
                content.append(look.resource(kind, x - 4, y, self.say))
                if place < len(self.state.rows[row]):
                    content.append(look.cube(self.state.rows[row][place], x + 12, y, 9))
                whole.append(tag("g", "".join(content), data_field=f"{row}-{place}"))
            if any(action.op == FIELD and action.first == row for action in self.last):
                whole.append(tag("rect", x=RIGHT_X - 3, y=y - 18, width=236, height=36, rx=6, class_="last"))
            parts.append(tag("g", "".join(whole), data_row=str(row)))
        return parts

    def temples(self) -> list[str]:
        """The three temples; cubes come in on the left and are pushed to the right."""
        parts = [self.heading(136, said.HEAD_TEMPLES.message())]
        for temple, key in enumerate(TEMPLES):
            name, y = TITLES_OF_TEMPLES[key], 160 + 34 * temple
            whole = [label(RIGHT_X, y + 7, fit(self.say(name), 18, 92), "c")]
            for place in range(4):
                x = RIGHT_X + 108 + 33 * place
                whole.append(tag("rect", x=x - 15, y=y - 15, width=30, height=30, rx=4, class_="box"))
            for place, owner in enumerate(self.state.temples[temple]):
                title_of = self.titled(said.TEMPLE_PLACE.message(temple=name, number=place + 1))
                cube = look.cube(owner, RIGHT_X + 108 + 33 * place, y)
                whole.append(tag("g", title_of + cube, data_temple=f"{temple}-{place}"))
            if any(action.op in (TEMPLE, PROCESSION) and action.first == temple for action in self.last):
                whole.append(tag("rect", x=RIGHT_X - 3, y=y - 18, width=238, height=36, rx=6, class_="last"))
            parts.append(tag("g", "".join(whole), data_temple_row=key))
        return parts

    def crafts(self) -> list[str]:
        """The groups of craft cards: what is face up, what it costs, how many are turned."""
        seen = observe(self.state, 0)
        parts = [self.heading(280, said.HEAD_CRAFTS.message())]
        for group, cards in enumerate(seen["crafts"]):
            y = 304 + 34 * group
            turned = seen["turned"][group]
            whole = []
            for place in range(len(cards) + turned):
                x = RIGHT_X + 20 + 44 * place
                if place < len(cards):
                    craft = cards[place]
                    card = self.titled(sentences.GROUP_OF.message(number=group + 1, cards=(CRAFTS[craft],)))
                    card += tag("rect", x=x - 19, y=y - 15, width=38, height=30, rx=4, class_="box")
                    card += label(x, y + 7, fit(self.say(said.LETTERS_OF_CRAFT[craft].message()), 18, 36), "c m")
                    whole.append(tag("g", card, data_craft=f"{group}-{place}"))
                else:
                    whole.append(tag("rect", x=x - 19, y=y - 15, width=38, height=30, rx=4, class_="gone"))
            costs = fit(self.say(said.COSTS.message(count=turned)), 18, 94) if cards else ""
            whole.append(label(RIGHT_X + 144, y + 7, costs, "c"))
            if any(action.op == RECRUIT and action.first == group for action in self.last):
                whole.append(tag("rect", x=RIGHT_X - 3, y=y - 18, width=236, height=36, rx=6, class_="last"))
            parts.append(tag("g", "".join(whole), data_group=str(group)))
        return parts

    def track(self) -> list[str]:
        """The cities of the caravan in the order of its way, and where it stands."""
        state, components = self.state, self.state.components
        width = (WIDTH - 16) / CITIES_A_LINE
        parts = []
        for place, city in enumerate(components.cities):
            line, column = divmod(place, CITIES_A_LINE)
            x, y = 8 + width * column, BOARDS + CITY_HEIGHT * line
            content = [tag("rect", x=x + 2, y=y, width=width - 4, height=CITY_HEIGHT - 6, rx=6, class_="box")]
            content.append(label(x + 10, y + 24, fit(city.name, 19 * BOLD, width - 12), "o"))
            if city.resource >= 0:
                content.append(look.resource(city.resource, x + 22, y + 45, self.say))
            indent, room = (40, 68) if city.resource >= 0 else (12, 96)
            content.append(label(x + indent, y + 52, fit(self.say(self.sold(city)), 18, room), "c"))
            if place == state.caravan:
                content.append(look.camel(x + width - 24, y + 46))
            parts.append(tag("g", self.titled(city_in_words(state, city)) + "".join(content), data_city=city.name))
        return parts

    def sold(self, city: City) -> Message:
        """What a city gives, in short."""
        if city.kind == COURT:
            return series((look.CARD_LETTERS[kind] for kind in city.types), " ")
        if city.kind != PLANT_CITY:
            return said.SALE.message()
        side = plant_side(self.state, city.plant_slot)
        if side.extra < 0:
            return said.PLANT.message(quality=side.quality)
        return said.PLANT_EXTRA.message(quality=side.quality, extra=look.resource_letter(side.extra, self.say))
