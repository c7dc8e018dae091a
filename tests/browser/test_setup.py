"""The page on which a table is set up: fields and places of the board lead to each other."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.signing_in import sign_in
from tests.platform.board.records.conftest import game_to_record
from tests.platform.scenario import account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MIDDLE = """(place) => {
  const [key, name] = place.split(/:(.*)/);
  const drawn = document.getElementById("board").shadowRoot.querySelector(`[data-${key}="${name}"]`);
  (drawn.querySelector(":scope > .hit") ?? drawn).scrollIntoView({ block: "center" });
  const { left, top, width, height } = (drawn.querySelector(":scope > .hit") ?? drawn).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""


@pytest.mark.parametrize("game", ["babylonia", "babylon"])
def test_a_tap_on_a_place_leads_to_its_field_and_the_field_lights_the_place(small_page: Page, game: str) -> None:
    record, _lines = game_to_record(account("ana"), game)
    sign_in(small_page, "ana")
    small_page.goto(f"/records/{record.public_id}/setup/")
    field = small_page.locator("#setup [data-place]").nth(3)
    place = field.get_attribute("data-place")
    expect(small_page.locator("#board [data-marks=legal]")).to_be_attached()
    x, y = point(small_page, place)
    small_page.touchscreen.tap(x, y)
    expect(field).to_be_focused()
    expect(small_page.locator("#board [part=mark-chosen]")).to_have_count(1)
    assert small_page.evaluate("document.documentElement.scrollWidth") <= 360


def point(page: Page, place: str | None) -> Any:
    """Where a place is on the screen, brought into sight."""
    return page.evaluate(MIDDLE, place)
