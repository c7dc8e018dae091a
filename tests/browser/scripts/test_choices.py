"""The choices of static/nabu/board/drawing: a tree is walked by buttons and by places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scripts.boards import begin_board, middle

pytestmark = pytest.mark.browser

Node = dict[str, Any]


def node(key: str, value: Any, *following: Node, places: tuple[str, ...] = (), **more: Any) -> Node:
    """A step of the tree, as the server sends it."""
    told: Node = {"k": key, "v": value, "t": str(value), **more}
    return told | ({"p": list(places)} if places else {}) | ({"n": list(following)} if following else {})


def hexes(*names: str) -> list[Node]:
    return [node("hex", name, places=(f"hex:{name}",)) for name in names]


TOKENS = [
    node(
        "do", "place", node("token", "priest", *hexes("0008", "0010")), node("token", "farmer", *hexes("0010", "0208"))
    ),
    node("do", "stop"),
]


# `moves` are the moves that were made.
START = """async () => {
  const { Choices } = await import("/static/nabu/board/drawing/choices.js");
  const say = (key, values) => key + JSON.stringify(values ?? "");
  window.moves = [];
  window.choices = new Choices(document.getElementById("choices"), board, { say }, (line) => moves.push(line));
  board.onTap = (place) => choices.tap(place);
}"""


@pytest.fixture
def show(scripts: Page) -> Callable[..., Page]:
    """Return `show(tree, seat=0)`: the choices of a seat beside a board of Babylonia."""
    begin_board(scripts, middle("babylonia")).evaluate(START)

    def show_one(tree: list[Node], seat: int = 0) -> Page:
        scripts.evaluate("shown => choices.show(shown)", {"seat": seat, "tree": tree})
        return scripts

    return show_one


def buttons(page: Page) -> list[str]:
    return page.locator("#choices .choices-row .btn:visible").all_inner_texts()


def test_a_kind_then_a_place_and_the_kind_stays_chosen(show: Callable[..., Page]) -> None:
    page = show(TOKENS)
    # What needs no place between is one tap.
    assert buttons(page) == ["place, priest", "place, farmer", "stop"]
    page.get_by_role("button", name="farmer").tap()
    page.locator('#board [data-hex="0208"]').tap()
    page = show(TOKENS)
    expect(page.locator("#choices [aria-pressed=true]")).to_have_text("place, farmer")
    assert page.evaluate("moves") == [{"seat": 0, "do": "place", "token": "farmer", "hex": "0208"}]
    # Another kind instead takes one tap.
    page.get_by_role("button", name="priest").tap()
    page.locator('#board [data-hex="0008"]').tap()
    expect(page.locator("#choices")).to_be_empty()
    assert page.evaluate("moves[1].token") == "priest"
    # For another seat nothing is chosen yet.
    page = show(TOKENS, seat=1)
    expect(page.locator("#choices [aria-pressed=true]")).to_have_count(0)


def test_a_place_first_leaves_the_kinds_that_may_go_there(show: Callable[..., Page]) -> None:
    page = show(TOKENS)
    page.locator('#board [data-hex="0010"]').tap()
    expect(page.get_by_role("button", name="stop")).to_have_count(0)
    assert buttons(page) == ["priest", "farmer"]
    page.get_by_role("button", name="back").tap()
    assert buttons(page) == ["place, priest", "place, farmer", "stop"]
    # One kind only: the tap says all.
    page.locator('#board [data-hex="0208"]').tap()
    expect(page.locator("#choices")).to_be_empty()
    assert page.evaluate("moves") == [{"seat": 0, "do": "place", "token": "farmer", "hex": "0208"}]


def test_places_are_in_a_list_too(show: Callable[..., Page]) -> None:
    page = show(hexes("0008", "0010", "0208", "0210", "0408"))
    assert buttons(page) == []
    page.locator("#choices summary").tap()
    page.get_by_role("button", name="0010").tap()
    assert page.evaluate("moves") == [{"seat": 0, "hex": "0010"}]


def test_a_list_of_few_places_is_open_where_it_lies_beside_the_board(show: Callable[..., Page]) -> None:
    page = show(hexes("0008", "0010"))
    assert buttons(page) == [], "on a phone it lies over the board"
    narrow = page.viewport_size
    page.set_viewport_size({"width": 1280, "height": 800})
    page = show(hexes("0008", "0010"))
    assert buttons(page) == ["0008", "0010"]
    page.locator('#board [data-hex="0008"]').tap()
    # Nobody has asked for longer ones.
    page = show(hexes("0008", "0010", "0208", "0210", "0408"))
    assert buttons(page) == []
    assert narrow
    page.set_viewport_size(narrow)


def test_what_is_certain_of_a_list_is_told_before_the_next_thing_is_asked_for(show: Callable[..., Page]) -> None:
    second = [node("keep", "dates", l=1), node("keep", "wine", l=1)]
    page = show([node("do", "keep", node("keep", "dates", *second, l=1))])
    expect(page.locator("#choices .choices-trail")).to_have_text("keep › dates")
    assert buttons(page) == ["dates", "wine"]
    page.get_by_role("button", name="wine").tap()
    assert page.evaluate("moves") == [{"seat": 0, "do": "keep", "keep": ["dates", "wine"]}]


def tiles(*ways: tuple[int, tuple[str, ...]]) -> list[Node]:
    """A tile of three spaces, turned so far, with the hexes that it covers then."""
    found: dict[int, list[Node]] = {}
    for turn, covers in ways:
        places = tuple(f"hex:{name}" for name in covers)
        lying = node("hex", covers[0], places=places[:1], c=list(places))
        found.setdefault(turn, []).append(lying)
    return [node("do", "tile", *(node("turn", turn, *lying) for turn, lying in found.items()))]


TILES = tiles((0, ("0810", "0812")), (60, ("0810", "0911")), (60, ("0608", "0709")))


def ghost(page: Page) -> int:
    """How many places the tile that is shown covers."""
    return page.locator("#board [part=mark-ghost]").count()


def test_a_tile_is_seen_before_it_is_laid_and_a_tap_turns_it(show: Callable[..., Page]) -> None:
    page = show(TILES)
    assert buttons(page) == ["0", "60"]
    page.locator('#board [data-hex="0810"]').tap()
    assert ghost(page) == 2
    pressed = page.locator("#choices [aria-pressed=true]")
    expect(pressed).to_have_text("0")
    page.locator('#board [data-hex="0810"]').tap()
    expect(pressed).to_have_text("60")
    page.locator('#board [data-hex="0911"]').tap()
    expect(pressed).to_have_text("0")
    # Another place for it: there it can lie in one way only, and is seen all the same.
    page.locator('#board [data-hex="0608"]').tap()
    assert ghost(page) == 2
    assert page.evaluate("moves") == []
    page.get_by_role("button", name="lay").tap()
    assert page.evaluate("moves") == [{"seat": 0, "do": "tile", "turn": 60, "hex": "0608"}]
    assert ghost(page) == 0
    # The next one is turned like the last.
    page = show(TILES)
    page.locator('#board [data-hex="0810"]').tap()
    expect(pressed).to_have_text("60")


def test_a_turn_is_chosen_first_and_only_its_places_are_lit(show: Callable[..., Page]) -> None:
    page = show(TILES)
    page.get_by_role("button", name="60").tap()
    page.locator('#board [data-hex="0810"]').tap()
    page.get_by_role("button", name="back").tap()
    page.locator('#board [data-hex="0608"]').tap()
    page.get_by_role("button", name="lay").tap()
    assert page.evaluate("moves") == [{"seat": 0, "do": "tile", "turn": 60, "hex": "0608"}]


def drag(page: Page, button: str, to: str, *, drop: bool = True) -> None:
    """A mouse takes a button to a hex."""
    start = page.get_by_role("button", name=button).bounding_box()
    end = page.locator(f'#board [data-hex="{to}"]').bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"], end["y"], steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    if drop:
        page.mouse.up()


def test_a_token_is_dragged_to_its_hex(show: Callable[..., Page]) -> None:
    page = show(TOKENS)
    drag(page, "farmer", "0208")
    assert page.evaluate("moves") == [{"seat": 0, "do": "place", "token": "farmer", "hex": "0208"}]
    # The other kind may lie there too; what was chosen before does not matter.
    page = show(TOKENS)
    drag(page, "priest", "0008")
    assert page.evaluate("moves[1]") == {"seat": 0, "do": "place", "token": "priest", "hex": "0008"}


def test_what_is_let_go_beside_its_places_does_nothing(show: Callable[..., Page]) -> None:
    page = show(TOKENS)
    drag(page, "farmer", "0810")
    assert page.evaluate("moves") == []
    assert buttons(page) == ["place, priest", "place, farmer", "stop"]
    drag(page, "farmer", "0208", drop=False)
    assert ghost(page) == 1
    page.keyboard.press("Escape")
    assert ghost(page) == 0
    page.mouse.up()
    assert page.evaluate("moves") == []


def test_a_drag_ends_with_the_choices_that_it_began_with(show: Callable[..., Page]) -> None:
    page = show(TOKENS)
    drag(page, "farmer", "0208", drop=False)
    page = show(TOKENS, seat=1)
    assert page.locator(".dragged").count() == 0
    assert ghost(page) == 0
    page.mouse.up()
    drag(page, "farmer", "0208", drop=False)
    page.evaluate("choices.clear()")
    page.mouse.up()
    assert page.evaluate("moves") == []
    show(TOKENS)
    drag(page, "farmer", "0208")
    assert len(page.evaluate("moves")) == 1


def test_a_place_of_several_steps_and_steps_of_several_places(show: Callable[..., Page]) -> None:
    """Two cards of a kind are one choice: a tap on either is enough."""
    page = show(
        [node("card", "peasant", places=("hex:0008", "hex:0010")), node("card", "priest", places=("hex:0208",))]
    )
    page.locator('#board [data-hex="0010"]').tap()
    assert page.evaluate("moves") == [{"seat": 0, "card": "peasant"}]


def test_a_short_list_is_chosen_at_once_and_may_end_early(show: Callable[..., Page]) -> None:
    done = {"k": "", "v": None, "t": "done"}
    page = show([node("gems", "red", node("gems", "white", l=1), done, l=1), node("gems", "white", l=1)])
    assert buttons(page) == ["red, white", "red, done", "white"]
    page.get_by_role("button", name="red, done").tap()
    expect(page.locator("#choices")).to_be_empty()
    assert page.evaluate("moves") == [{"seat": 0, "gems": ["red"]}]
