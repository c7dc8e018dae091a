"""The pictures of a position of Amyitis: squares, cubes and cards where they lie, panels as the seats have it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import whole_picture
from engine.amyitis import look
from engine.amyitis.components import Components
from engine.amyitis.game import AMYITIS
from engine.amyitis.garden import BETWEEN, SIDES, SQUARES
from engine.amyitis.names import CRAFTS, EMPTY, GREY, LEVELLED, NO_AREA, RESOURCES, TYPES
from engine.amyitis.pyramid import draw_garden
from engine.amyitis.shown import LEGEND
from engine.amyitis.state import AmyitisState
from engine.catalogue import english
from engine.colours import COLOURS, contrast
from engine.shown import WIDTH
from engine.symbols import symbols
from tests.cases import each
from tests.engine.amyitis_positions import SET as ANY_SET
from tests.engine.amyitis_positions import caravan_at, do, give, listed, start, water
from tests.engine.pictures import (
    NAMES,
    SVG,
    Element,
    description_of,
    marked,
    some_position,
    texts,
    title_of,
    uses,
)
from tests.profiles import examples

SET = cast(Components, ANY_SET)
OWNERS = {f"#{name}": owner for owner, name in look.OWNERS.items()}
PLACES = ("city", "square", "side", "row", "temple-row", "group", "craft")
"""What steps name as places."""


def screen(state: AmyitisState, names: tuple[str, ...] = NAMES) -> Element:
    """The board with its tray."""
    return ElementTree.fromstring(AMYITIS.screen_picture(state, names[: state.players]))


def around(state: AmyitisState) -> Any:
    """What a page draws around the board."""
    return whole_picture.around(AMYITIS.screen_picture(state, NAMES[: state.players]))


def cubes(group: Element) -> list[int]:
    """The owners of the cubes in a group, in the order in which they are drawn."""
    return [OWNERS[name] for name in uses(group) if name in OWNERS]


@given(data=st.data())
@examples(20)
def test_every_square_side_and_cube_is_drawn_once(data: st.DataObject) -> None:
    state, _, _ = some_position("amyitis", data)
    assert isinstance(state, AmyitisState)
    root = screen(state)
    squares = marked(root, "data-square")
    assert list(squares) == list(SQUARES)
    for number, square in enumerate(SQUARES):
        title = title_of(squares[square])
        owner, tile = state.planted_by[number], state.tiles[number]
        assert (f"planted by {NAMES[owner]}" in title) == (owner >= 0)
        assert cubes(squares[square]) == ([owner] if owner >= 0 else [])
        lies = owner < 0 and tile >= 0
        assert texts(squares[square]) == ([str(state.components.tiles[tile].prestige)] if lies else [])
        if lies:
            bonus = [f"#{name}" for name in look.bonus_symbols(state.components.tiles[tile])]
            assert [name for name in uses(squares[square]) if name[1:] in symbols()] == bonus
    sides = marked(root, "data-side")
    assert list(sides) == list(SIDES)
    for number, side in enumerate(SIDES):
        areas = [owner for owner in state.areas[2 * number : 2 * number + 2] if owner != NO_AREA]
        assert cubes(sides[side]) == [owner for owner in areas if owner != EMPTY]
        empty = "#area-open" if state.available >> number & 1 else "#area-dry"
        assert [name for name in uses(sides[side]) if name.startswith("#area")] == [empty] * areas.count(EMPTY)


@given(data=st.data())
@examples(12)
def test_rows_and_cards_are_as_they_lie(data: st.DataObject) -> None:
    state, _, _ = some_position("amyitis", data)
    assert isinstance(state, AmyitisState)
    root = screen(state)
    fields = marked(root, "data-field")
    for row, owners in enumerate(state.rows):
        for place, kind in enumerate(state.components.rows[row]):
            drawn = uses(fields[f"{row}-{place}"])
            lies = look.OWNERS[owners[place]] if place < len(owners) else RESOURCES[kind]
            assert drawn == [f"#{lies}"]
    assert {name: cubes(group) for name, group in marked(root, "data-temple").items()} == {
        f"{temple}-{place}": [owner] for temple, row in enumerate(state.temples) for place, owner in enumerate(row)
    }
    crafts = marked(root, "data-craft")
    assert len(crafts) == sum(state.face_up)
    for number, group in marked(root, "data-group").items():
        up = state.face_up[len(CRAFTS) * int(number) : len(CRAFTS) * (int(number) + 1)]
        drawn_up = Counter(uses(card)[0] for card in marked(group, "data-craft").values())
        assert drawn_up == Counter(
            {f"#{look.CRAFT_SYMBOLS[craft]}": count for craft, count in zip(CRAFTS, up, strict=True) if count}
        )
        assert texts(group) == ([str(state.turned[int(number)])] if any(up) else [])
        gone = [rect for rect in group.iter(f"{SVG}rect") if rect.attrib.get("class") == "empty"]
        assert len(gone) == state.turned[int(number)]


@given(data=st.data())
@examples(12)
def test_panels_have_what_the_seats_have(data: st.DataObject) -> None:
    state, players, _ = some_position("amyitis", data)
    assert isinstance(state, AmyitisState)
    seats = around(state)["seats"]
    assert [seat["points"] for seat in seats] == state.scores
    for seat in range(players):
        found = {amount["symbol"]: amount["count"] for amount in seats[seat]["amounts"]}
        expected: dict[str, int | None] = {
            "talent": state.talents[seat],
            "camel": state.camels[seat],
            "garden-tile": state.planted_by.count(seat),
        }
        held = state.observation(seat)["resources"][seat]
        expected |= {name: count for name, count in held.items() if count}
        levels = state.levels[LEVELLED * seat : LEVELLED * (seat + 1)]
        expected |= {name: level for name, level in zip(TYPES, levels, strict=False) if level}
        expected |= {"gardener": state.gardeners[seat]} if state.gardeners[seat] else {}
        expected |= {"first-player": None} if state.first_player == seat else {}
        expected |= {"passed": None} if state.passed[seat] else {}
        assert found == expected
        assert all(amount["words"] for amount in seats[seat]["amounts"])


@given(data=st.data())
@examples(12)
def test_places_of_steps_are_drawn_once_with_room_for_a_tap(data: st.DataObject) -> None:
    state, _, _ = some_position("amyitis", data)
    assert isinstance(state, AmyitisState)
    root = screen(state)
    drawn = {f"{key}:{name}": group for key in PLACES for name, group in marked(root, f"data-{key}").items()}
    for action in state.legal_actions():
        for step in AMYITIS.steps(state, action):
            assert set(step.places) <= set(drawn)
    for group in drawn.values():
        assert group[0].tag == f"{SVG}title"
        assert sum(child.attrib.get("class") == "hit" for child in group) == 1


def test_the_caravan_stands_beside_its_city_and_arrives_there() -> None:
    state = start()
    give(state, 0, "salt")
    water(state, 1, "r3c0-r3c1")
    do(state, "caravan", camels=1, squares=1)
    (action,) = [AMYITIS.action_from_json({"seat": 0, "do": "caravan", "camels": 1, "squares": 1}, SET)]
    root = ElementTree.fromstring(AMYITIS.screen_picture(state, NAMES[:2], [action]))
    cities = marked(root, "data-city")
    assert list(cities) == [city.name for city in SET.cities]
    here = [name for name, city in cities.items() if any("here" in each.attrib.get("class", "") for each in city)]
    assert here == ["Eshnunna"]
    arrived = [name for name, city in cities.items() if any(each.attrib.get("class") == "last" for each in city)]
    assert arrived == ["Eshnunna"]
    assert uses(root).count("#caravan") == 1


def test_a_plant_shows_its_quality_and_what_more_it_costs() -> None:
    state = start()
    for name, city in marked(screen(state), "data-city").items():
        dots = len(list(city.iter(f"{SVG}circle")))
        resources = [use[1:] for use in uses(city) if use[1:] in RESOURCES]
        number = next(number for number, found in enumerate(SET.cities) if found.name == name)
        slot = SET.cities[number].plant_slot
        if slot < 0:
            assert dots == 0
            continue
        side = SET.plant_cards[state.plant_card[slot]].sides[state.plant_side[slot]]
        assert dots == side.quality
        extra = [RESOURCES[side.extra]] if side.extra >= 0 else []
        assert resources == [RESOURCES[SET.cities[number].resource], *extra]


def test_water_joins_what_is_irrigated() -> None:
    state = start()
    sides = ("r3c0-r3c1", "r2c0-r3c0")
    for side in sides:
        water(state, 0, side)
    (bars,) = [part for part in draw_garden(state, NAMES[:2], (), english) if 'class="wet"' in part]
    assert bars.count("M") == len(sides)


def test_the_square_of_the_planting_at_hand_is_marked() -> None:
    state = start()
    give(state, 0, "salt")
    water(state, 0, "r3c0-r3c1")
    do(state, "caravan", camels=1, squares=1)
    do(state, "plant", square="r3c0", pay=["salt"], gardeners=0)
    squares = marked(screen(state), "data-square")
    due = [name for name, group in squares.items() if any(each.attrib.get("class") == "due" for each in group)]
    assert due == ["r3c0"]
    assert listed(state, "choose")


def test_cubes_come_into_a_temple_on_the_left() -> None:
    state = start(3)
    state.temples[0] = [2, GREY, 0]
    group = marked(screen(state), "data-temple-row")["ishtar"]
    xs = [float(use.attrib["x"]) for use in group.iter(f"{SVG}use") if use.attrib["href"] in OWNERS]
    assert cubes(group) == [2, GREY, 0]
    assert xs == sorted(xs)


def test_tokens_lie_on_the_caravaneers_in_the_tray() -> None:
    state = start(4, tokens=["salt", "palm"], caravaneer2_token="random_plain")
    (tray,) = [group for group in screen(state).iter(f"{SVG}g") if group.attrib.get("data-part") == "tray"]
    assert [use[1:] for use in uses(tray) if use[1:] in RESOURCES] == ["salt", "palm"]
    assert sum(circle.attrib.get("class") == "ink" for circle in tray.iter(f"{SVG}circle")) == sum(state.court)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_runs_out_of_the_width(players: int) -> None:
    """Groups and rows that are moved as a whole begin and end inside."""
    for group in ("data-group", "data-row", "data-temple-row", "data-city"):
        for element in marked(screen(start(players)), group).values():
            left = float(element.attrib["transform"].removeprefix("translate(").split()[0])
            for rect in element.iter(f"{SVG}rect"):
                if rect.attrib.get("class") == "hit":
                    x = left + float(rect.attrib.get("x", "0"))
                    assert x >= 0
                    assert x + float(rect.attrib["width"]) <= WIDTH


def test_tiles_and_cities_are_told_without_letters_in_the_drawing() -> None:
    """Beside the names of cities the board and the tray have only numbers."""
    state = start(4)
    caravan_at(state, "Mari")
    names = {city.name for city in SET.cities}
    words = [text for text in texts(screen(state)) if text not in names]
    assert all(text.removeprefix("≤ ").isdecimal() for text in words)


def test_there_are_sides_of_both_ways() -> None:
    """A side between neighbours in a row runs up to the right, one between neighbours in a column down."""
    ways = {name: [use for use in uses(group) if use.startswith("#side-")][-1]
            for name, group in marked(screen(start()), "data-side").items()}  # fmt: skip
    for (one, other), way in zip(BETWEEN, ways.values(), strict=True):
        assert way == ("#side-up" if other - one == 1 else "#side-down")


@given(data=st.data())
@examples(8)
def test_the_words_tell_what_everybody_owns(data: st.DataObject) -> None:
    state, players, _ = some_position("amyitis", data)
    assert isinstance(state, AmyitisState)
    description = description_of(AMYITIS.picture(state, NAMES[:players]))
    for seat in range(players):
        assert f"{state.talents[seat]} talent" in description
        assert f"{state.camels[seat]} camel" in description
    assert f"stands in {state.components.cities[state.caravan].name}" in description
    assert ("grey" in description) == any(GREY in row for row in state.temples)


def test_what_the_legend_explains_is_drawn_differently() -> None:
    keys = [key.symbol for key in LEGEND]
    assert len(set(keys)) == len(keys)
    assert set(keys) <= set(symbols())
    meanings = [english(key.meaning) for key in LEGEND]
    assert len(set(meanings)) == len(meanings)


@each(
    ("key", "value", "symbol"),
    [
        ("craft", "priest", "priest-craft"),
        ("groups", "merchant", "merchant-craft"),
        ("pay", "salt", "salt"),
        ("take", "camel", "camel"),
        ("take", "wine", "wine"),
        ("card", "palace", "palace"),
        ("temple", "marduk", "temple-marduk"),
        ("camels", 2, "camel"),
        ("gardeners", 1, "gardener"),
        ("gardeners", 0, ""),
        ("resources", [], ""),
        ("square", "r0c0", ""),
        ("do", "plant", "tree"),
        ("do", "recruit", ""),
    ],
)
def test_a_choice_has_the_symbol_of_what_it_is(key: str, value: Any, symbol: str) -> None:
    assert AMYITIS.symbol(SET, key, value) == symbol
    assert not symbol or symbol in symbols()


@each(("ink", "fill"), look.TEXT_ON_FILL)
def test_text_reads_on_every_fill_in_light_and_dark(ink: str, fill: str) -> None:
    for theme in range(2):
        assert contrast(COLOURS[ink][theme], COLOURS[fill][theme]) >= 4.5
