"""The pieces of static/nabu/board/drawing: things as they lie on the table, on buttons and laid on the board."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.catalogue import english
from engine.game import CHANCE
from engine.registry import GAMES
from engine.table.choices import choices_of
from engine.table.pieces import Pieces
from tests.browser.scripts.boards import game_of

pytestmark = pytest.mark.browser

DRAWS = """async (draw) => {
  const { Draws } = await import("/static/nabu/board/recorder/draws.js");
  document.body.innerHTML = '<div id="choices"></div>';
  const say = (key, { thing = "" } = {}) => `${key} ${thing}`;
  window.moves = [];
  window.draws = new Draws(document.getElementById("choices"), { say }, (line) => moves.push(line));
  window.draws.show(draw, "");
}"""

# What of a piece is seen: its size on the page, and the shapes that it shows.
SEEN = """(pieces) => pieces.map((made) => ({
  hidden: made.getAttribute("aria-hidden"),
  size: [made.offsetWidth, made.offsetHeight],
  shapes: made.shadowRoot.querySelectorAll("svg > :not(defs)").length,
  missing: [...made.shadowRoot.querySelectorAll("use")]
    .map((use) => use.getAttribute("href")).filter((href) => !made.shadowRoot.querySelector(href)),
}))"""


@cache
def draws_of(key: str) -> list[Any]:
    """The draws of a game in which several things may come, as a page gets them."""
    table, found = game_of(key).at(0), []
    for line in game_of(key).lines:
        if table.state.to_move == CHANCE and len(table.state.bag().left) > 1:
            choices = choices_of(table.game, table.state)
            assert choices is not None
            found.append(choices.to_json(english))
        table.apply(line)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_a_draw_is_a_grid_of_pictures_with_words_for_those_who_do_not_see_them(scripts: Page, key: str) -> None:
    draw = next(draw for draw in draws_of(key) if draw["pieces"])
    scripts.evaluate(DRAWS, draw)
    bag = scripts.locator("#choices fieldset > .choices-row > .piece-button")
    expect(bag).to_have_count(len(draw["things"]))
    assert bag.all_text_contents() == [f"{thing['t']} ({thing['left']})" for thing in draw["things"]]
    for seen in bag.locator(".piece").evaluate_all(SEEN):
        assert seen["hidden"] == "true"
        assert min(seen["size"]) >= 20
        assert 1800 < seen["size"][0] * seen["size"][1] < 2700, "they take as much room whatever their shape"
        assert seen["shapes"] > 0
        assert seen["missing"] == []
    last = draw["things"][-1]["t"]
    bag.last.focus()
    expect(scripts.locator(".piece-words")).to_have_text(last)
    bag.last.tap()
    expect(scripts.get_by_role("button", name=f"remove_thing {'1. ' if draw['group'] else ''}{last}")).to_have_count(
        int(draw["take"] > 1)
    )


def test_the_slots_of_a_draw_do_not_move_when_they_are_filled(scripts: Page) -> None:
    scripts.add_style_tag(content=".visually-hidden { position: absolute }")  # as the page's style sheet has it
    scripts.evaluate(DRAWS, draws_of("amyitis")[0])
    boxes = "slots => slots.map((slot) => JSON.stringify(slot.getBoundingClientRect()))"
    slots = scripts.locator(".draw-slots > .btn")
    before = slots.evaluate_all(boxes)
    assert len(before) > 3
    scripts.locator("#choices fieldset > .choices-row > .piece-button").first.tap()
    expect(slots.first.locator(".piece")).to_be_visible()
    assert slots.first.is_enabled()
    assert slots.evaluate_all(boxes) == before


def test_choices_show_the_piece_and_what_has_none_its_symbol(scripts: Page) -> None:
    game = GAMES["babylonia"]
    pieces = Pieces(game, game.components(game.component_sets[0]), 1)
    tree = [
        {"k": "token", "v": "priest", "t": "Priest", "d": pieces.name_of("token", "priest")},
        {"k": "do", "v": "stop", "t": "Stop", "y": "undo"},
    ]
    scripts.evaluate(
        """async (choices) => {
          const { Choices } = await import("/static/nabu/board/drawing/choices.js");
          document.body.innerHTML = '<div><div id="choices"></div></div>';
          const board = new Proxy({}, { get: () => () => false });
          new Choices(document.getElementById("choices"), board, { say: (key) => key }, () => {}).show(choices);
        }""",
        {"seat": 1, "tree": tree, "pieces": pieces.to_json()},
    )
    priest, stop = (scripts.get_by_role("button", name=name, exact=True) for name in ("Priest", "Stop"))
    expect(priest.locator(".piece")).to_have_count(1)
    expect(stop.locator(".piece")).to_have_count(0)
    expect(stop.locator(".symbol")).to_have_count(1)


LAID = """async ([spots, points, scale]) => {
  const { layingOf } = await import("/static/nabu/board/drawing/pieces.js");
  const [a, b, c, d, e, f] = layingOf({ s: spots }, points, scale);
  return spots.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]).concat([[a * d - b * c, Math.hypot(a, b)]]);
}"""


@pytest.mark.parametrize(
    ("spots", "points", "mirrored"),
    [
        (((0, 0), (2, 0), (1, 2)), ((10, 10), (10, 14), (6, 12)), False),  # turned by a quarter, twice as large
        (((0, 0), (2, 0), (1, 2)), ((10, 10), (10, 14), (14, 12)), True),  # the same, turned over
        (((1, 1), (3, 1), (3, 3), (1, 3)), ((8, 4), (8, 8), (4, 8), (4, 4)), False),
        (((0, 0), (2, 1), (4, 2)), ((5, 5), (7, 6), (9, 7)), False),  # in one line
        (
            ((0, 0), (50, 0), (100, 0.05), (0, 50)),
            ((9, 9), (59, 9), (109, 8.95), (9, 59)),
            False,
        ),  # the first three are
    ],
)
def test_a_piece_comes_to_lie_where_its_places_are(
    scripts: Page, spots: tuple[Any, ...], points: tuple[Any, ...], mirrored: bool
) -> None:
    *laid, (area, _scale) = scripts.evaluate(LAID, [spots, points, 1])
    for found, wanted in zip(laid, points, strict=True):
        assert found == pytest.approx(wanted, abs=0.2)
    assert (area < 0) == mirrored


def test_a_piece_of_one_place_is_as_large_as_it_is_told(scripts: Page) -> None:
    laid, (_area, scale) = scripts.evaluate(LAID, [[[3, 4]], [[50, 60]], 0.5])
    assert laid == pytest.approx([50, 60])
    assert scale == pytest.approx(0.5)
