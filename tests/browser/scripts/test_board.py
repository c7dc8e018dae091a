"""The board of static/nabu/board/drawing: pictures of all games, changed in place, tapped, walked by keys."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine.registry import GAMES
from tests.browser.scripts.boards import begin_board, middle, pictures
from tests.profiles import LONG

pytestmark = pytest.mark.browser


def marked_places(page: Page, drawn: bool = False) -> list[str]:
    """All places that the picture marks, by the names that steps give them; `drawn`: those where something lies."""
    return page.evaluate(
        """(drawn) => [...board.svg.querySelectorAll(".hit")].map((shape) => {
          if (drawn && shape.parentNode.children.length < 3) return "";
          const parts = [];
          for (let at = shape; at !== board.svg; at = at.parentNode) {
            const own = [...at.attributes].find(({ name }) => name.startsWith("data-") && name !== "data-part");
            if (own) parts.unshift(`${own.name.slice(5)}:${own.value}`);
          }
          return parts.join("/");
        }).filter(Boolean)""",
        drawn,
    )


def tap(page: Page, place: str, right: float = 0) -> None:
    """A finger at so many pixels to the right of the middle of a place."""
    x, y = page.evaluate(
        """(place) => {
          board.centre([place]);
          const { left, top, width, height } = board.svg.querySelector(
            place.split("/").map((part) => `[data-${part.split(":")[0]}="${part.split(":")[1]}"]`).join(" ") + " > .hit"
          ).getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }""",
        place,
    )
    page.touchscreen.tap(x + right, y)


@pytest.mark.parametrize("key", GAMES)
def test_a_board_changes_into_each_next_picture_and_keeps_zoom_scroll_and_focus(scripts: Page, key: str) -> None:
    page = begin_board(scripts)
    # Of one game every second position, of the others every fifth: larger changes, and fewer of them.
    every = 2 if key == "babylonia" else 5
    steps = list(pictures(key, 1 if LONG else every))
    steps += steps[::-7]  # and back again, in long steps
    page.evaluate("picture => board.show(picture)", steps[0])
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    page.locator("#board").focus()
    page.evaluate("board.box.scrollTo(40, 50); window.svg = board.svg; window.width = svg.style.width")
    for start in range(0, len(steps), 40):
        found = page.evaluate(
            """(steps) => steps.map((text) => {
              board.show(text);
              board.light(["none:there"], "legal");
              const fresh = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
              const shown = board.svg.cloneNode(true);
              shown.removeAttribute("style");
              for (const added of shown.querySelectorAll('[data-board="added"]')) added.remove();
              return shown.isEqualNode(fresh);
            })""",
            steps[start : start + 40],
        )
        assert all(found), start + found.index(False)
    kept = "[svg === board.svg, svg.style.width === width, board.box.scrollLeft, board.box.scrollTop]"
    assert page.evaluate(kept) == [True, True, 40, 50]
    assert page.evaluate("document.activeElement.id") == "board"


@pytest.mark.parametrize("key", GAMES)
def test_every_place_is_large_enough_for_a_thumb_and_the_page_does_not_scroll_sideways(scripts: Page, key: str) -> None:
    page = begin_board(scripts, middle(key))
    sizes = page.evaluate(
        """[...board.svg.querySelectorAll(".hit")].map((shape) => shape.getBoundingClientRect())
          .map(({ width, height }) => Math.min(width, height))"""
    )
    assert min(sizes) >= 26, "the pitch of the hexes of a large board; the box starts no larger than that"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    whole = begin_board(scripts, middle(key), least=0)
    assert whole.evaluate("board.box.scrollWidth <= board.box.clientWidth")


@pytest.mark.parametrize("key", GAMES)
def test_arrow_keys_lead_to_every_lit_place(scripts: Page, key: str) -> None:
    page = begin_board(scripts, middle(key))
    places = marked_places(page)[::2]
    # The rule that the keys follow, asked for every place and direction: from the first one all can be reached.
    reached = page.evaluate(
        """async (places) => {
          const { placeTowards, centreOf, elementOf } = await import("/static/nabu/board/drawing/places.js");
          const all = new Map(places.map((place) => [place, elementOf(board.svg, place)]));
          const found = new Set([places[0]]);
          for (const place of found)
            for (const way of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
              const next = placeTowards(all, centreOf(all.get(place)), way, place);
              if (next) found.add(next);
            }
          return found.size;
        }""",
        places,
    )
    assert reached == len(set(places))


def test_a_board_is_played_with_the_keyboard_alone(scripts: Page) -> None:
    page = begin_board(scripts, middle("babylonia"))
    page.evaluate("board.light(['hex:0008', 'hex:0208', 'hex:0010'], 'legal')")
    page.locator("#board").focus()
    said = page.locator(".board-frame [aria-live]")
    assert said.inner_text().startswith("0008, ")
    page.keyboard.press("ArrowDown")
    assert said.inner_text().startswith("0208, ")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board [part=mark-cursor]")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    # The cursor stays where it is when the lit places change, and no unlit place can be chosen.
    page.evaluate("board.light(['hex:0208'], 'legal')")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    assert page.evaluate("tapped") == ["hex:0010", "back", "hex:0208"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Zoom out"


def test_a_tap_means_the_nearest_lit_place_that_is_not_far(scripts: Page, wait_until: Callable[..., None]) -> None:
    page = begin_board(scripts, middle("babylonia"))
    page.evaluate("board.light(['hex:0810'], 'legal')")
    tap(page, "hex:0810", right=60)
    tap(page, "hex:0810", right=22)
    tap(page, "hex:0810")
    wait_until(lambda: page.evaluate("tapped.length") >= 2, 15, "the second tap")
    assert page.evaluate("tapped") == ["hex:0810", "hex:0810"]


def test_places_inside_others_are_told_apart(scripts: Page, wait_until: Callable[..., None]) -> None:
    page = begin_board(scripts, middle("amyitis"))
    page.evaluate("board.light(['row:0', 'row:1'], 'legal')")
    tap(page, "row:1")
    wait_until(lambda: page.evaluate("tapped") == ["row:1"], 15, "the tap")


def test_lit_places_show_on_any_colour_and_the_styles_of_a_picture_stay_in_it(scripts: Page) -> None:
    page = begin_board(scripts, middle("babylonia"))
    page.evaluate("board.light(['hex:0810'], 'legal')")
    expect(page.locator("#board [data-marks=legal] > [part=mark-dot]")).to_have_count(1)  # a free place has a dot
    places = marked_places(page, drawn=True)[:9]
    kinds = ["legal", "last", "event", "preview", "chosen"]
    page.evaluate("([kinds, places]) => kinds.forEach((kind, at) => board.light([places[at]], kind))", [kinds, places])
    looks = []
    for kind in kinds:
        under, line = page.locator(f"#board [data-marks={kind}] > *").all()
        assert under.evaluate("line => getComputedStyle(line).stroke") == "rgb(255, 255, 255)"
        looks.append(
            line.evaluate("line => [getComputedStyle(line).strokeDasharray, getComputedStyle(line).fillOpacity]")
        )
    # Not by their colour alone.
    assert len(set(map(tuple, looks))) == len(kinds)
    page.evaluate("document.getElementById('choices').innerHTML = '<svg class=\"card\"></svg>'")
    assert page.locator("#choices svg").evaluate("svg => getComputedStyle(svg).stroke") == "none"


def test_places_that_stand_close_are_drawn_larger_when_they_are_lit(scripts: Page) -> None:
    close = [f'<g data-temple="{n}"><rect x="{100 + 30 * n}" y="50" width="24" height="24"/></g>' for n in range(3)]
    large = '<g data-city="Ur"><rect class="hit" x="300" y="50" width="200" height="200"/></g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 300">{large}{"".join(close)}</svg>'
    page = begin_board(scripts, svg)
    whole = page.evaluate("board.svg.getBoundingClientRect().width")
    page.evaluate("board.light(['temple:0', 'temple:1', 'temple:2'], 'legal')")
    found = page.evaluate("""() => [...board.svg.querySelectorAll("[data-temple]")]
      .map((place) => place.getBoundingClientRect())
      .map(({ left, top, width, height }) => [left + width / 2, top + height / 2])""")
    assert min(math.dist(one, other) for one, other in itertools.combinations(found, 2)) >= 26
    assert page.evaluate("board.svg.getBoundingClientRect().width") > whole


def test_two_fingers_zoom_and_the_buttons_too(scripts: Page) -> None:
    page = begin_board(scripts, middle("babylonia"))
    width = "board.svg.getBoundingClientRect().width"
    before = page.evaluate(width)
    session = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 60), ("touchMove", 80), ("touchMove", 120)):
        points = [{"x": 180 - apart / 2, "y": 300, "id": 0}, {"x": 180 + apart / 2, "y": 300, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    pinched = page.evaluate(width)
    assert pinched > before * 1.4
    assert page.evaluate("window.visualViewport.scale") == 1
    page.get_by_role("button", name="Zoom out").click()
    assert page.evaluate(width) < pinched
