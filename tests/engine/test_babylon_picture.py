"""The picture of a position of Babylon: gardens, quarry, what is in hand, panels; everything where it is."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.babylon import look
from engine.babylon.actions import place
from engine.babylon.cells import BELVEDERE, COLUMN_NAMES, ICONS, NO_ICON, NO_PIECE, STACK_NAMES, STATUE, STATUE_STANDING
from engine.babylon.components import PIECE_KINDS
from engine.babylon.game import BABYLON
from engine.babylon.labels import EFFECT_SYMBOLS
from engine.babylon.phases import OVER
from engine.babylon.phases import REMOVE as REMOVING
from engine.babylon.quarry import pay_for
from engine.babylon.state import BabylonState
from engine.babylon.words import pieces_of, seat_in_front
from engine.colours import COLOURS, contrast
from engine.game import NOBODY
from engine.symbols import symbols
from tests.cases import each
from tests.engine.babylon_positions import COMPONENTS, TILE, act, building, garden, lay, show, stand, start
from tests.engine.pictures import NAMES, SVG, Element, marked, some_position, texts, title_of, uses
from tests.profiles import examples

LONG_NAME = "Wwwwwwwwww Mmmmmmmmmmmmm"


def position(data: st.DataObject) -> BabylonState:
    """A position somewhere in a game."""
    state, _, _ = some_position("babylon", data)
    assert isinstance(state, BabylonState)
    return state


def screen(state: BabylonState) -> Element:
    """The picture that a page shows."""
    return ElementTree.fromstring(BABYLON.screen_picture(state, NAMES[: state.players]))


def part(group: Element, name: str) -> Element:
    """The part of this name, inside a group."""
    (found,) = (inner for inner in group.iter(f"{SVG}g") if inner.attrib.get("data-part") == name)
    return found


def seats_of(root: Element) -> list[dict[str, object]]:
    """The panels, as a page gets them."""
    seats: list[dict[str, object]] = json.loads(root.findtext(f"{SVG}metadata") or "")["seats"]
    return seats


def expected_on(state: BabylonState, seat: int, column: int) -> list[str]:
    """What stands on a column beside decorations."""
    found = state.gardens[seat]
    if not found.heights[column]:
        return []
    if found.pieces[column] == BELVEDERE:
        return ["#belvedere"]
    free = found.pieces[column] == NO_PIECE and found.icons[column] != NO_ICON
    return [f"#{ICONS[found.icons[column]]}"] if free else []


@given(data=st.data())
@examples(15)
def test_every_garden_shows_terraces_icons_and_pieces_in_sight(data: st.DataObject) -> None:
    state = position(data)
    gardens = marked(screen(state), "data-garden")
    front = seat_in_front(state)
    assert set(gardens) == {str(seat) for seat in range(state.players)}
    assert next(iter(gardens)) == str(front)
    for seat, found in enumerate(state.gardens):
        drawn = gardens[str(seat)]
        assert title_of(drawn) == f"Garden of {NAMES[seat]}"
        assert f"#seat-{seat + 1}" in uses(drawn)
        terraces = marked(drawn, "data-terrace")
        assert terraces.keys() == {str(number) for number, spaces in enumerate(found.visible_spaces) if spaces}
        for number, terrace in terraces.items():
            placed = found.placed[int(number)]
            flower = COMPONENTS.flowers[COMPONENTS.tiles[placed.tile].flower]
            assert uses(terrace) == [f"#level-{placed.level}", f"#bed-{flower}"]
        levels = [found.placed[int(number)].level for number in terraces]
        assert levels == sorted(levels), "a higher terrace lies over a lower one"
        in_sight = {
            str(number)
            for number, decoration in enumerate(found.decorations)
            if found.shows_end(decoration)
            and (decoration.kind != STATUE or found.pieces[decoration.column] == STATUE_STANDING)
        }
        pieces = marked(drawn, "data-piece")
        assert pieces.keys() == in_sight
        for number, piece in pieces.items():
            kind = ICONS[found.decorations[int(number)].kind]
            assert {href.removeprefix("#piece-").removeprefix("#") for href in uses(piece)} == {kind}
        if seat != front:
            everything = [use for column in range(len(COLUMN_NAMES)) for use in expected_on(state, seat, column)]
            assert Counter(uses(part(drawn, "icons"))) == Counter(everything)


@given(data=st.data())
@examples(10)
def test_every_column_of_the_garden_in_front_can_be_tapped_and_says_what_lies_there(data: st.DataObject) -> None:
    state = position(data)
    front = seat_in_front(state)
    found = state.gardens[front]
    drawn = marked(screen(state), "data-garden")[str(front)]
    columns = marked(drawn, "data-column")
    assert list(columns) == list(COLUMN_NAMES)
    for column, (name, group) in enumerate(columns.items()):
        assert uses(group) == expected_on(state, front, column)
        assert title_of(group).startswith(f"{name}, ")
        assert ("hole" in title_of(group)) == (not found.heights[column])
        assert group[0].tag == f"{SVG}title"
        assert group[-1].attrib["class"] == "hit"
        assert float(group[-1].attrib["width"]) >= 64
    figures = uses(part(drawn, "levels"))
    in_sight = [placed.level for placed, seen in zip(found.placed, found.visible_spaces, strict=True) if seen]
    assert sorted(figures) == sorted(f"#figure-{level}" for level in in_sight if level > 1)


@given(data=st.data())
@examples(10)
def test_the_quarry_shows_the_tile_on_top_of_each_stack_and_what_it_pays(data: st.DataObject) -> None:
    state = position(data)
    front = seat_in_front(state)
    stacks = marked(screen(state), "data-stack")
    assert list(stacks) == list(STACK_NAMES)
    for stack, name in enumerate(STACK_NAMES):
        group, top, height = stacks[name], state.stack_tops[stack], state.stack_heights[stack]
        assert group[0].tag == f"{SVG}title"
        assert group[-1].attrib["class"] == "hit"
        if top < 0:
            assert title_of(group) == f"{name}: empty"
            assert uses(group) == ([f"#stack-{height}"] if height else [])
            continue
        tile = COMPONENTS.tiles[top]
        assert title_of(group).startswith(f"{name}, {height} high: {tile.id} ")
        icons = [f"#{ICONS[icon]}" for icon in tile.icons[0] if icon != NO_ICON]
        assert uses(group) == [f"#stack-{height}", *icons, f"#bed-{COMPONENTS.flowers[tile.flower]}"]
        digs = state.phase not in (REMOVING, OVER)
        pay = pay_for(state, front, stack)
        assert texts(group) == ([str(pay).replace("-", "−")] if digs else [])
        assert ("; pays " in title_of(group)) == digs


@given(data=st.data())
@examples(10)
def test_panels_have_the_points_and_what_the_seats_have(data: st.DataObject) -> None:
    state = position(data)
    seats = seats_of(screen(state))
    on_turn = [panel["seat"] for panel in seats if panel["on_turn"]]
    assert on_turn == ([] if state.to_move == NOBODY else [seat_in_front(state)])
    for seat, panel in enumerate(seats):
        assert (panel["seat"], panel["points"]) == (seat, state.scores[seat])
        amounts = panel["amounts"]
        assert isinstance(amounts, list)
        counts = {amount["symbol"]: amount["count"] for amount in amounts if amount["count"] is not None}
        pieces = pieces_of(state.gardens[seat])
        built = {kind: pieces[kind] for kind in PIECE_KINDS} | {
            "belvedere": state.gardens[seat].pieces.count(BELVEDERE)
        }
        assert counts == {
            "pillar-1": state.simple[seat],
            "pillar-2": state.double[seat],
            "level": state.gardens[seat].highest,
            **{kind: count for kind, count in built.items() if count},
        }
        flower = COMPONENTS.flowers[COMPONENTS.tiles[state.starting[seat]].flower]
        assert amounts[0]["symbol"] == f"flower-{flower}"
        assert amounts[0]["words"] == f"{flower} board flower"
        assert (amounts[-1]["symbol"] == "storage") == (state.stored[seat] >= 0)
        assert {amount["symbol"] for amount in amounts} <= symbols().keys()


@given(data=st.data())
@examples(8)
def test_places_of_steps_and_of_points_are_in_the_picture_once(data: st.DataObject) -> None:
    state = position(data)
    named: set[str] = set()
    if state.to_move >= 0:
        for _, action in zip(range(3000), state.legal_actions(), strict=False):
            named.update(where for step in BABYLON.steps(state, action) for where in step.places)
    root = screen(state)
    for name in named:
        assert len(found(root, name)) == 1, name
        (group,) = found(root, name)
        assert group[-1].attrib["class"] == "hit"
    for seat, its in enumerate(state.gardens):
        for decoration in its.decorations:
            for column in (decoration.column, decoration.other):
                if column >= 0:
                    assert len(found(root, f"garden:{seat}/column:{COLUMN_NAMES[column]}")) == 1
        for number in range(len(its.placed)):
            column = its.belvedere_column(number)
            if column >= 0:
                assert len(found(root, f"garden:{seat}/column:{COLUMN_NAMES[column]}")) == 1


def found(root: Element, name: str) -> list[Element]:
    """The groups of a place, as a page finds them."""
    groups = [root]
    for key, _, value in (step.partition(":") for step in name.split("/")):
        groups = [
            inner for group in groups for inner in group.iter(f"{SVG}g") if inner.attrib.get(f"data-{key}") == value
        ]
    return groups


def test_the_tray_shows_what_is_in_hand_stored_at_work_and_left() -> None:
    state = building("clay-01", simple=3, double=1, effect="gain_double")
    root = screen(state)
    assert texts(part(root, "hand")) == ["In hand", "3", "1"]
    tiles = marked(root, "data-tile")
    assert tiles.keys() == {"clay-01", *(COMPONENTS.tiles[tile].id for tile in state.starting)}
    assert title_of(tiles["clay-01"]) == "clay-01 (clay, white flower: staircase, fountain, blank, blank)"
    assert list(part(root, "storage").iter(f"{SVG}g"))[1].attrib["data-tile"] == COMPONENTS.tiles[state.stored[0]].id
    assert uses(part(root, "token")) == ["#gain-double"]
    assert texts(part(root, "box")) == [str(count) for count in state.supply]
    state.stored[0] = -1
    assert marked(screen(state), "data-tile").keys() == tiles.keys() - {COMPONENTS.tiles[state.starting[0]].id}


def test_the_last_turn_is_pointed_out_in_the_garden_where_it_was() -> None:
    state = building("clay-01", players=2)
    lay(state, "a1", 1)
    show(state, "statue", "a1")
    last = [place(COMPONENTS, 0, TILE["clay-01"], 18, 0, 1, 4)]
    act(state, "place", tile="clay-01", at="c3", rotation=0, level=1, open_="none")
    act(state, "finish")
    assert seat_in_front(state) == 1, "the garden of seat 0 is small now"
    gardens = marked(ElementTree.fromstring(BABYLON.screen_picture(state, NAMES[:2], last)), "data-garden")
    marks = {
        seat: [element.attrib.get("href") for element in drawn.iter() if element.attrib.get("class") == "last"]
        for seat, drawn in gardens.items()
    }
    assert marks == {"1": [], "0": ["#outline"]}


@given(data=st.data())
@examples(6)
def test_what_lies_face_down_does_not_show(data: st.DataObject) -> None:
    state = position(data)
    other = state.copy()
    for layer in other.unseen:
        layer.reverse()
    names = NAMES[: state.players]
    svg = BABYLON.picture(state, names)
    assert BABYLON.picture(other, names) == svg
    for layer in state.unseen:
        assert not [COMPONENTS.tiles[tile].id for tile in layer if COMPONENTS.tiles[tile].id in svg]


def test_a_covered_end_of_a_piece_is_not_drawn() -> None:
    state = building()
    lay(state, "a1", 1)
    lay(state, "c1", 1, "granite-02")
    stand(state, "fountain", "b1", "c1")
    (whole,) = marked(screen(state), "data-piece").values()
    assert uses(whole) == ["#fountain"]
    lay(state, "c1", 2, "granite-03")
    assert garden(state).tops[2] == 2
    (half,) = marked(screen(state), "data-piece").values()
    assert uses(half) == ["#piece-fountain"]


def test_stairs_rise_to_their_upper_end() -> None:
    state = building()
    lay(state, "a1", 1)
    lay(state, "c1", 2, "granite-02")
    stand(state, "stairs", "b1", "c1")
    (rising,) = marked(screen(state), "data-piece").values()
    assert "scale" not in ElementTree.tostring(rising, "unicode")
    state = building()
    lay(state, "a1", 2)
    lay(state, "c1", 1, "granite-02")
    stand(state, "stairs", "b1", "c1")
    (falling,) = marked(screen(state), "data-piece").values()
    assert "scale(-1 1)" in ElementTree.tostring(falling, "unicode")


@each("mode", ("light", "dark"))
def test_inks_read_on_what_they_lie_on(mode: str) -> None:
    number = ("light", "dark").index(mode)
    for ink, ground in look.TEXT_ON_FILL:
        assert contrast(COLOURS[ink][number], COLOURS[ground][number]) >= 4.5, (ink, ground)


def test_symbols_of_choices_are_drawn_ones() -> None:
    for key, value, name in (
        ("piece", "bridge", "bridge"), ("as", "statue", "statue"), ("tile", "clay-01", "flower-white"),
        ("tile", "nonsense", ""), ("open", "nw", "belvedere"), ("open", "none", ""), ("rotation", 0, ""),
        ("rotation", 1, "rotate"), ("do", "finish", ""), ("token", COMPONENTS.token_ids[0], "no-effect"),
    ):  # fmt: skip
        assert BABYLON.symbol(COMPONENTS, key, value) == name
        assert name == "" or name in symbols()
    assert set(EFFECT_SYMBOLS.values()) <= symbols().keys()


@each("players", (2, 3, 4))
def test_nothing_runs_over_the_edge_with_long_names(players: int) -> None:
    state = start(players)
    root = ElementTree.fromstring(BABYLON.screen_picture(state, [LONG_NAME] * players))
    shown = [text for text in texts(root) if text.startswith("Ww")]
    assert all(text.endswith("…") for text in shown)
    assert len(shown) == {2: 1, 3: 2, 4: 0}[players]
