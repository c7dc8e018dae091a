"""How a finished game is shown (static/nabu/board/drawing/ending.js)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

START = """async ([state, texts]) => {
  const { showEnding, linkToEnding } = await import("/static/nabu/board/drawing/ending.js");
  const { speaker } = await import("/static/nabu/board/drawing/texts.js");
  document.body.innerHTML = '<div id="ending"></div>';
  window.shown = [];
  window.show = (state) => showEnding(document.getElementById("ending"), state, speaker(texts), (n) => shown.push(n));
  show(state);
}"""
NAMES = ["Ana with a name that is far too long for a small phone", "Bo", "Cy", "Di"]
OVER: dict[str, Any] = {
    "scores": [40, 60, 60, -3],
    "places": [3, 1, 2, 4],
    "second": ["", "5 city tiles", "1 city tile", ""],
    "turning": {"n": 33, "text": "Move 34: Bo takes the lead for good."},
}
SOURCES = [
    {"key": "farms", "title": "Farms", "points": [30, 45, 60, 0]},
    {"key": "fines", "title": "Fines", "points": [10, 15, 0, -3]},
]
TEXTS = {"show_on_board": "Show on the board", "turning_point": "Turning point", "by_source": "By source"}
STATE = {"over": OVER, "names": NAMES, "sources": SOURCES}


@pytest.fixture
def page(scripts: Page) -> Page:
    """A game of four that is over."""
    scripts.evaluate(START, [STATE, TEXTS])
    return scripts


def test_the_places_are_in_order_with_what_decided(page: Page) -> None:
    lines = page.locator(".ending-place").all_inner_texts()
    assert [" ".join(line.split()) for line in lines] == [
        "1. Bo 60 5 city tiles",
        "2. Cy 60 1 city tile",
        f"3. {NAMES[0]} 40",
        "4. Di −3",
    ]
    assert page.locator(".ending-places").evaluate("list => list.scrollWidth") <= 360


def test_the_points_by_source_are_a_table_in_that_order(page: Page) -> None:
    rows = [row.split() for row in page.locator("table tr").all_inner_texts()]
    assert rows[1:] == [
        ["Farms", "45", "60", "30", "0"],
        ["Fines", "15", "0", "10", "−3"],
        ["total", "60", "60", "40", "−3"],
    ]
    assert page.locator("thead th").evaluate_all("cells => cells.map((cell) => cell.title)")[:2] == ["Bo", "Cy"]


def test_a_bar_is_as_long_as_its_points(page: Page) -> None:
    wide = page.locator(".ending-bar").evaluate_all("bars => bars.map((bar) => bar.getBoundingClientRect().width)")
    assert wide[0] == wide[1] > 250
    assert wide[2] / wide[0] == pytest.approx(40 / 60, abs=0.01)
    assert wide[3] == 0, "points that were lost have no length"


def test_the_turning_point_leads_to_its_move(page: Page) -> None:
    page.get_by_role("button", name="Show on the board").tap()
    assert page.evaluate("shown") == [33]
    page.evaluate("state => show(state)", {**STATE, "over": {**OVER, "turning": None}})
    assert page.get_by_text("Turning point").count() == 0


def test_without_sources_there_are_places_only(page: Page) -> None:
    page.evaluate("state => show(state)", {"over": OVER, "names": NAMES})
    assert page.locator(".ending-place").count() == 4
    assert page.locator("table, .ending-bar").count() == 0


def test_a_game_that_goes_on_again_has_no_ending(page: Page) -> None:
    page.evaluate("state => show(state)", {**STATE, "over": None})
    assert page.locator("#ending > *").count() == 0
