"""Pieces: what is laid out, drawn or placed has a drawing of its own, which lies on the board as its spots say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from math import dist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.babylon import terraces
from engine.babylon.cells import COLUMN_NAMES, STACK_NUMBER
from engine.catalogue import english
from engine.game import CHANCE, Game, JsonObject, State
from engine.ishtar.plan import plan_of
from engine.pieces import Piece
from engine.registry import GAMES
from engine.table.choices import Draw, choices_of
from engine.table.pieces import Pieces
from tests.engine.pictures import SVG
from tests.engine.strategies import Table, tables, walk
from tests.profiles import examples

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

WORDS_ONLY = {("ishtar", "rotations"), ("babylon", "stack")}
"""Game and key of what is a word or a place on the board, and no thing."""

LARGEST = 30_000
"""Bytes of the pieces of a position as JSON: less than a third of its picture."""


def things_of(table: Table) -> Iterator[tuple[str, Any, int | None]]:
    """Everything that is laid out before the game, and that its bags may bring: key, value, and whose it is."""
    game, rules = table.game, table.game.ruleset(table.ruleset, table.switches)
    for part in game.setup_parts(table.players, rules, table.components):
        yield from ((part.key, value, None) for value, _, _ in part.things)
    for state, _, _ in walk(table):
        if state.to_move == CHANCE:
            bag = state.bag()
            yield from ((bag.key, thing, bag.line.get("seat")) for thing in bag.left)


@EVERY_GAME
@given(data=st.data())
@examples(4)
def test_everything_that_is_laid_out_or_drawn_has_a_piece(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    things = set(things_of(table))
    without = {(game.key, key) for key, value, seat in things if game.piece(table.components, key, value, seat) is None}
    assert without <= WORDS_ONLY
    assert game.piece(table.components, "tile", "no such thing") is None


@EVERY_GAME
@given(data=st.data())
@examples(4)
def test_a_piece_needs_nothing_from_elsewhere_and_holds_no_words(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    for seat in (None, 0, 1):
        pieces = Pieces(game, table.components, seat)
        named = [pieces.name_of(key, value) for key, value, whose in set(things_of(table)) if whose == seat]
        shown = pieces.to_json()
        if shown is None:
            continue
        assert set(named) - {""} == shown["drawn"].keys()
        classes = set(re.findall(r"\.([a-z][\w-]*)", shown["style"])) | {"plain"}
        for name, piece in shown["drawn"].items():
            root = ElementTree.fromstring(
                f'<svg xmlns="{SVG[1:-1]}"><defs>{shown["shapes"]}</defs><g>{piece["d"]}</g></svg>'
            )
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            for element in root.iter():
                assert element.get("href", "#")[1:] in ("", *ids), name
                assert set((element.get("class") or "plain").split()) <= classes, name
            drawn = root[1]
            assert re.fullmatch(r"[\d−-]*", "".join(drawn.itertext())), f"{name} says something"
            left, top, width, height = piece["b"]
            for x, y in piece["s"]:
                assert left < x < left + width
                assert top < y < top + height


# What a page gets


def nodes_of(nodes: Sequence[JsonObject]) -> Iterator[JsonObject]:
    """The nodes of a tree."""
    for node in nodes:
        yield node
        yield from nodes_of(node.get("n", ()))


@EVERY_GAME
@given(data=st.data(), every=st.integers(7, 30))
@examples(4)
def test_choices_and_draws_bring_each_of_their_pieces_once(game: Game, data: st.DataObject, every: int) -> None:
    table = data.draw(tables(game.key))
    for number, (state, _, _) in enumerate(walk(table)):
        if number % every:
            continue
        choices = choices_of(game, state)
        assert choices is not None
        shown = choices.to_json(english)
        if isinstance(choices, Draw):
            named = {thing["d"] for thing in shown["things"]} - {""}
        else:
            named = {node["d"] for node in nodes_of(shown["tree"]) if "d" in node}
        drawn = {} if shown["pieces"] is None else shown["pieces"]["drawn"]
        assert named == drawn.keys()
        assert len(str(drawn).encode()) < LARGEST


@given(data=st.data())
@examples(4)
def test_a_stack_shows_its_top_tile(data: st.DataObject) -> None:
    for key in ("ishtar", "babylon"):
        game, seen = GAMES[key], 0
        for state, _, _ in walk(data.draw(tables(key))):
            if state.to_move < 0:
                continue
            components: Any = state.components  # type: ignore[attr-defined]
            for action in state.legal_actions():
                for step in game.steps(state, action):
                    if step.key == "stack":
                        seen += 1
                        assert step.thing == ("tile", top_of(state, components, step.value))
            if seen > 50:
                break
        assert seen


def top_of(state: Any, components: Any, stack: Any) -> str:
    """The name of the tile that lies on top of a stack."""
    if "stack_tops" in dir(state):
        name: str = components.tiles[state.stack_tops[STACK_NUMBER[stack]]].id
    else:
        name = components.tiles[state.top[stack]].name
    return name


# How a piece lies on the board


def ways_to_lie(table: Table) -> Iterator[tuple[State[Any], Piece, tuple[str, ...]]]:
    """The position after each tile that is placed, its piece, and the places of the step that says how it lies."""
    game = table.game
    for state, action, _ in walk(table):
        if action.kind != "place":
            continue
        step = next(step for step in game.steps(state, action) if step.key == "rotation")
        assert step.thing is not None
        piece = game.piece(table.components, *step.thing)
        assert piece is not None
        after = state.copy()
        after.apply(action)
        yield after, piece, step.places


def agree(spots: Sequence[tuple[float, float]], points: Sequence[tuple[float, float]]) -> bool:
    """Whether a move, a turn, a mirror and a scale bring the spots to the points: all distances grow alike."""
    pairs = [(one, other) for one in range(len(spots)) for other in range(one)]
    factors = [dist(points[one], points[other]) / dist(spots[one], spots[other]) for one, other in pairs]
    return max(factors) < 1.001 * min(factors)


@given(data=st.data())
@examples(12)
def test_a_vegetation_tile_lies_as_its_spots_say(data: st.DataObject) -> None:
    table = data.draw(tables("ishtar"))
    for state, piece, places in ways_to_lie(table):
        tile = state.components.tiles[state.laid[-1][0]]
        cells = [state.grid.number[tuple(map(int, place.removeprefix("cell:").split(",")))] for place in places]
        assert [state.flowers[cell] if cell >= 0 else 0 for cell in cells] == list(tile.flowers)
        assert agree(piece.spots, [plan_of(state.grid).centres[cell] for cell in cells])
        drawn = [float(x) for x in re.findall(r'<g transform="translate\((\S+) ', piece.content)]
        assert drawn == pytest.approx([x for x, _ in piece.spots], abs=0.06)


@given(data=st.data())
@examples(12)
def test_a_terrace_lies_as_its_spots_say(data: st.DataObject) -> None:
    table = data.draw(tables("babylon"))
    for state, piece, places in ways_to_lie(table):
        columns = [COLUMN_NAMES.index(place.rpartition(":")[2]) for place in places]
        garden = state.gardens[int(places[0].removeprefix("garden:").partition("/")[0])]
        tile = table.components.tiles[garden.placed[-1].tile]
        assert [garden.icons[column] for column in columns] == list(tile.icons[0])
        assert agree(piece.spots, [terraces.corner(column) for column in columns])


def test_the_spots_of_a_terrace_are_where_its_icons_are_drawn() -> None:
    game = GAMES["babylon"]
    components: Any = game.components(game.component_sets[0])
    for tile in components.tiles:
        piece = game.piece(components, "tile", tile.id)
        assert piece is not None
        icons = re.findall(r'<use href="#(\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', piece.content)
        spots = [spot for spot, icon in zip(piece.spots, tile.icons[0], strict=True) if icon]
        for (_, x, y, size), spot in zip(icons, spots, strict=True):
            middle = float(x) + float(size) / 2, float(y) + float(size) / 2
            assert min(piece.spots, key=lambda each: dist(each, middle)) == spot
