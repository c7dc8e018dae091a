"""The page on which a table is set up: a place, then what lies there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.board.records.models import Record
from nabu.board.records.services import GameSpec, issue_record, set_setup
from tests.browser.setting_up import Setter
from tests.browser.signing_in import sign_in
from tests.platform.scenario import account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAID = """() => {
  const root = document.getElementById("board").shadowRoot;
  const middles = (found) => [...found].map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });
  const drawn = (selector) => middles(root.querySelectorAll(`svg > [data-part=board] ${selector}`));
  const laid = (selector) => middles(root.querySelectorAll(`.laid ${selector}`));
  const far = (ones, others) =>
    ones.map(([x, y]) => Math.min(...others.map(([left, top]) => Math.hypot(left - x, top - y))));
  return ["gem-red", "gem-white", "gem-purple", "tablet", "fountain"].map((name) => {
    const [there, here] = [drawn(`use[href="#${name}"]`), laid(`use[href="#laid-${name}"]`)];
    return [name, there.length, Math.max(...far(there, here))];
  });
}"""
"""For each symbol: how many the picture of the position has, and how far away the one of a laid piece is at most."""


@pytest.fixture
def ana(transactional_db: None) -> User:
    return account("ana")


def new_record(user: User, game: str, players: int = 2, **rules: Any) -> Record:
    """A record of which nobody has entered the setup."""
    names = [f"Player {seat}" for seat in range(1, players + 1)]
    described = GAMES[game]
    return issue_record(user, GameSpec(game, described.rulesets[0], described.component_sets[0], names, **rules))


def random_setup(game: str, players: int, seed: int) -> dict[str, Any]:
    """What may lie on the table."""
    described = GAMES[game]
    components, rules = described.components(described.component_sets[0]), described.ruleset(described.rulesets[0], {})
    return described.new_setup(players, rules, components, Random(seed))


@pytest.mark.parametrize("game", GAMES)
def test_a_setup_is_entered_by_taps_without_scrolling(small_page: Page, ana: User, game: str) -> None:
    record, wanted = new_record(ana, game), random_setup(game, 2, 5)
    sign_in(small_page, "ana")
    setter = Setter.on(small_page, record)
    expect(small_page.locator("#setup-start")).to_be_disabled()
    setter.enter(wanted)
    expect(small_page.locator("#setup-start")).to_have_text("Start recording")
    setter.start()
    record.refresh_from_db()
    assert as_entered(game, record.header["setup"]) == as_entered(game, wanted)
    assert setter.taps <= 35
    assert setter.scrolled == 0


def as_entered(game: str, setup: dict[str, Any]) -> dict[str, Any]:
    """Where the order says nothing, any is right."""
    described = GAMES[game]
    rules = described.ruleset(described.rulesets[0], {})
    parts = described.setup_parts(2, rules, described.components(described.component_sets[0]))
    loose = {part.slots[0].path[0] for part in parts if not part.ordered}
    return {str(key): sorted(value) if key in loose else value for key, value in setup.items()}


def places_of(page: Page) -> Iterator[str]:
    given = json.loads(page.locator("#setup-given").text_content() or "")
    return (slot["places"][0] for part in given["parts"] for slot in part["slots"] if slot["places"])


def test_what_lies_on_a_place_is_replaced_and_goes_back(small_page: Page, ana: User) -> None:
    record = new_record(ana, "babylonia")
    sign_in(small_page, "ana")
    setter = Setter.on(small_page, record)
    first = next(places_of(small_page))
    setter.tap_place(first)
    priest = small_page.get_by_role("button", name="City: priest, 2 left")
    priest.tap()
    expect(small_page.get_by_role("button", name="City: priest, 1 left")).to_be_enabled()
    setter.tap_place(first)
    expect(small_page.get_by_role("button", name="City: priest, 1 left")).to_have_attribute("aria-pressed", "true")
    small_page.get_by_role("button", name="City: official, 2 left").tap()
    expect(priest).to_be_enabled()
    expect(small_page.get_by_role("button", name="City: official, 1 left")).to_be_enabled()
    setter.tap_place(first)
    small_page.get_by_role("button", name="Take away").tap()
    expect(small_page.get_by_role("button", name="City: official, 2 left")).to_be_enabled()
    small_page.get_by_role("button", name="Undo").tap()
    expect(small_page.get_by_role("button", name="City: official, 1 left")).to_be_enabled()
    setter.tap_place(first)
    small_page.locator("#setup-list summary").tap()
    expect(small_page.get_by_label("0006", exact=True)).to_have_value('"O"')


def test_what_is_used_up_cannot_be_chosen(small_page: Page, ana: User) -> None:
    sign_in(small_page, "ana")
    Setter.on(small_page, new_record(ana, "babylon"))
    things = small_page.locator("#setup-things .setup-thing")
    things.nth(3).tap()
    expect(things.nth(3)).to_be_disabled()
    expect(things.nth(4)).to_be_enabled()


def test_what_was_entered_is_here_again_after_a_reload_and_forgotten_once_sent(small_page: Page, ana: User) -> None:
    record = new_record(ana, "babylon")
    sign_in(small_page, "ana")
    Setter.on(small_page, record)
    count = small_page.locator("#setup-count")
    for _tile in range(3):
        small_page.locator("#setup-things .setup-thing:enabled").first.tap()
    expect(count).to_have_text("3 of 18")
    small_page.reload()
    expect(count).to_have_text("3 of 18")
    expect(small_page.locator("[data-form-notice]")).to_have_count(0)
    small_page.goto("/records/")
    small_page.goto(f"/records/{record.public_id}/setup/")
    expect(count).to_have_text("3 of 18")
    small_page.get_by_role("button", name="Fill the rest at random").last.tap()
    small_page.get_by_role("button", name="Start recording").tap()
    expect(small_page.locator("#choices")).to_be_attached()
    assert small_page.evaluate("localStorage.getItem('nabu-setups')") == "[]"


def test_what_is_kept_in_no_order_is_as_if_nothing_was_kept(small_page: Page, ana: User) -> None:
    record = new_record(ana, "babylon")
    sign_in(small_page, "ana")
    Setter.on(small_page, record)
    small_page.locator("#setup-things .setup-thing:enabled").first.tap()
    kept = json.loads(small_page.evaluate("localStorage.getItem('nabu-setups')"))[0]
    names = [name for name, _value in kept["values"]]
    unknown = [[name, "no such tile"] for name in names]
    values: list[Any] = [[1], {}, unknown]
    broken = [None, {}, 5, "x", [None], *([{**kept, "values": each}] for each in values)]
    for stored in broken:
        small_page.evaluate("stored => localStorage.setItem('nabu-setups', stored)", json.dumps(stored))
        small_page.reload()
        expect(small_page.locator("#setup-count")).to_have_text("0 of 18")
        expect(small_page.locator("#setup-things .setup-thing:enabled")).not_to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_rest_is_filled_as_the_rules_want_it_and_emptied_again(small_page: Page, ana: User, game: str) -> None:
    record = new_record(ana, game)
    before = record.header["setup"]
    sign_in(small_page, "ana")
    Setter.on(small_page, record)
    count = small_page.locator("#setup-count")
    empty = count.inner_text()
    small_page.locator("#setup-things .setup-thing:enabled").first.tap()
    small_page.get_by_label("More").tap()
    small_page.locator("#setup-rest").tap()
    expect(small_page.get_by_role("button", name="Start recording")).to_be_enabled()
    small_page.get_by_label("More").tap()
    small_page.get_by_role("button", name="Empty all").tap()
    expect(count).to_have_text(empty)
    small_page.get_by_role("button", name="Undo").tap()
    small_page.get_by_role("button", name="Start recording").tap()
    expect(small_page.locator("#choices")).to_be_attached()
    record.refresh_from_db()
    assert record.header["setup"] != before


@pytest.mark.parametrize("players", [2, 4])
def test_boards_and_fountains_lie_as_the_game_then_has_them(page: Page, ana: User, players: int) -> None:
    record = set_setup(ana, new_record(ana, "ishtar", players), random_setup("ishtar", players, 3))
    sign_in(page, "ana")
    page.goto(f"/records/{record.public_id}/setup/")
    page.get_by_role("button", name="Next part").click()
    for name, count, far in page.evaluate(LAID):
        assert count, name
        assert far < 1, name


def test_a_setup_is_entered_by_keyboard_alone(page: Page, ana: User) -> None:
    record = new_record(ana, "amyitis")
    sign_in(page, "ana")
    page.goto(f"/records/{record.public_id}/setup/")
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    things = page.locator("#setup-things")
    expect(things.locator(":focus")).to_have_count(1)
    where = page.locator("#setup-where")
    for _thing in range(30):
        if page.locator("#setup-start").is_enabled():
            break
        before = where.inner_text(), page.locator("#setup-count").inner_text()
        page.keyboard.press("Enter")
        assert (where.inner_text(), page.locator("#setup-count").inner_text()) != before
    start = page.get_by_role("button", name="Start recording")
    expect(start).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#choices")).to_be_attached()


def test_a_refused_setup_is_marked_at_its_place(small_page: Page, ana: User) -> None:
    """Only the list can say such a thing: by taps it cannot happen."""
    record = new_record(ana, "babylon")
    sign_in(small_page, "ana")
    Setter.on(small_page, record)
    small_page.get_by_role("button", name="Fill the rest at random").last.tap()
    small_page.locator("#setup-list summary").tap()
    twice = small_page.get_by_label("a1", exact=True).input_value()
    small_page.get_by_label("b1", exact=True).select_option(twice)
    small_page.get_by_role("button", name="Start recording").tap()
    expect(small_page.get_by_role("alert").first).to_contain_text("not complete or not possible")
    expect(small_page.locator("#setup-wrong")).to_contain_text("2 chosen, only 1 available")
    expect(small_page.locator("#board [part=mark-wrong]")).to_have_count(2)


def test_a_photo_lies_beside_the_board_and_stays_here(small_page: Page, ana: User, tmp_path: Path) -> None:
    record = new_record(ana, "babylon")
    sign_in(small_page, "ana")
    Setter.on(small_page, record)
    small_page.screenshot(path=tmp_path / "table.png")
    small_page.get_by_label("More").tap()
    expect(small_page.get_by_text("It stays on this device and is not sent.")).to_be_visible()
    small_page.locator("#setup-photo-file").set_input_files(tmp_path / "table.png")
    photo = small_page.locator("#setup-photo img")
    (tmp_path / "none.png").write_bytes(b"no picture")
    small_page.locator("#setup-photo-file").set_input_files(tmp_path / "none.png")
    expect(small_page.locator("#setup-wrong")).to_have_text("This file cannot be shown as a picture.")
    expect(photo).to_be_hidden()
    small_page.locator("#setup-photo-file").set_input_files(tmp_path / "table.png")
    expect(photo).to_be_visible()
    expect(photo).to_have_js_property("naturalWidth", 360)
    small_page.get_by_role("button", name="Larger or smaller").tap()
    assert (photo.bounding_box() or {})["width"] > 360
    assert small_page.evaluate("document.documentElement.scrollWidth") <= 360
    sent: list[str] = []
    small_page.on("request", lambda request: sent.append(request.post_data or ""))
    small_page.get_by_role("button", name="Fill the rest at random").last.tap()
    small_page.get_by_role("button", name="Start recording").tap()
    expect(small_page.locator("#choices")).to_be_attached()
    assert any("csrfmiddlewaretoken" in data or "0-0" in data for data in sent)
    assert all("PNG" not in data and "multipart" not in data for data in sent)


def test_without_script_the_list_is_the_page(open_page: Callable[..., Page], ana: User) -> None:
    record = new_record(ana, "babylon")
    page = open_page(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    sign_in(page, "ana")
    page.goto(f"/records/{record.public_id}/setup/")
    expect(page.get_by_label("a1", exact=True)).to_be_visible()
    expect(page.get_by_role("note").last).to_contain_text("Nothing has been entered yet.")
    expect(page.locator("#setup-things")).to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Deal at random").click()
    expect(page.get_by_label("a1", exact=True)).not_to_have_value("")
    page.get_by_role("button", name="Start recording").click()
    expect(page.locator("#board svg")).to_be_visible()
