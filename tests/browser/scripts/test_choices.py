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
    page.get_by_role("button", name="place").tap()
    page.get_by_role("button", name="farmer").tap()
    page.locator('#board [data-hex="0208"]').tap()
    page = show(TOKENS)
    expect(page.locator("#choices [aria-pressed=true]")).to_have_text("farmer")
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
    assert buttons(page) == ["place", "stop"]
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
    page.get_by_role("button", name="wine").tap()
    assert page.evaluate("moves") == [{"seat": 0, "do": "keep", "keep": ["dates", "wine"]}]


def test_the_places_of_a_turned_tile_are_shown_before_it_is_chosen(show: Callable[..., Page]) -> None:
    turned = [node("turn", 0, places=("hex:0008", "hex:0010")), node("turn", 60, places=("hex:0010", "hex:0208"))]
    page = show(turned)
    page.get_by_role("button", name="60").tap()
    expect(page.locator("#board [part=mark-preview]")).to_have_count(2)
    assert page.evaluate("moves") == []
    page.locator("#choices .btn-primary").tap()
    assert page.evaluate("moves") == [{"seat": 0, "turn": 60}]
    # On the board each tap on a common place shows the next one; a second tap on the only one chooses it.
    page = show(turned)
    for shown in ("0", "60", "0"):
        page.locator('#board [data-hex="0010"]').tap()
        expect(page.locator("#choices .btn-primary")).to_contain_text(f'"{shown}"')
    page.locator('#board [data-hex="0008"]').tap()
    expect(page.locator("#choices")).to_be_empty()
    assert page.evaluate("moves[1]") == {"seat": 0, "turn": 0}


def test_a_list_is_chosen_one_by_one_and_may_end_early(show: Callable[..., Page]) -> None:
    done = {"k": "", "v": None, "t": "done"}
    page = show([node("gems", "red", node("gems", "white", l=1), done, l=1), node("gems", "white", l=1)])
    page.get_by_role("button", name="red").tap()
    page.get_by_role("button", name="done").tap()
    expect(page.locator("#choices")).to_be_empty()
    assert page.evaluate("moves") == [{"seat": 0, "gems": ["red"]}]
