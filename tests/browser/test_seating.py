"""Moving players of a draft: with a mouse, with a finger, with the keyboard, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.pairing import pair_round
from tests.browser.signing_in import sign_in
from tests.browser.test_tournament_day import press_tab_until
from tests.platform.scenario import Event, make_event, names, seats

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOUCH = """(element, [kind, x, y]) => {
  const where = document.elementFromPoint(x, y) || element;
  const words = { bubbles: true, cancelable: true, composed: true, pointerId: 7, pointerType: "touch",
                  isPrimary: true, button: kind === "pointermove" ? -1 : 0, clientX: x, clientY: y };
  (kind === "pointerdown" ? element : where).dispatchEvent(new PointerEvent(kind, words));
}"""


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_event(7, table_size=4)


@pytest.fixture
def draft(event: Event) -> Round:
    return pair_round(event.organiser, event.tournament)


def open_draft(page: Page, event: Event, draft: Round) -> None:
    sign_in(page, event.organiser.username)
    page.goto(f"/tournaments/rounds/{draft.pk}/")
    page.wait_for_load_state()


def middle(locator: Locator) -> tuple[float, float]:
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_player_is_dragged_onto_another_one_and_onto_a_table(page: Page, event: Event, draft: Round) -> None:
    four, three = draft.tables.order_by("number")
    one, other = seats(four)[0], seats(three)[1]
    open_draft(page, event, draft)
    source, target = page.locator(f"[data-seat='{one.pk}']"), page.locator(f"[data-seat='{other.pk}']")
    page.mouse.move(*middle(source))
    page.mouse.down()
    page.mouse.move(*middle(target), steps=5)
    expect(target).to_have_class(re.compile("drop-target"))
    page.mouse.up()
    expect(page.get_by_text("swapped.")).to_be_visible()
    assert names(three)[1] == one.entry.player.name
    expect(page.locator("#changes")).to_contain_text(f"{one.entry.player.name}: table 1, seat 1 → table 2, seat 2")
    expect(page.locator(".drag-ghost")).to_have_count(0)

    moving = seats(four)[3]
    page.mouse.move(*middle(page.locator(f"[data-seat='{moving.pk}']")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(f"#table-{three.pk} .card-title")), steps=5)
    page.mouse.up()
    expect(page.get_by_text(f"{moving.entry.player.name} sits at table 2.")).to_be_visible()
    assert (four.seats.count(), three.seats.count()) == (3, 4)

    page.get_by_role("button", name="Reset to proposal").click()
    expect(page.get_by_text("Tables reset to the proposal.")).to_be_visible()
    expect(page.locator("#changes")).to_have_count(0)


def test_a_drag_that_ends_nowhere_or_by_escape_changes_nothing(page: Page, event: Event, draft: Round) -> None:
    four, three = draft.tables.order_by("number")
    before = [names(four), names(three)]
    open_draft(page, event, draft)
    handle = page.locator(f"#move-{seats(four)[0].pk}")
    page.mouse.move(*middle(handle))
    page.mouse.down()
    page.mouse.move(5, 300, steps=4)
    page.mouse.up()
    page.mouse.move(*middle(handle))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(f"[data-seat='{seats(three)[0].pk}']")), steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    expect(page.locator("#mover form")).to_have_count(0)
    assert [names(four), names(three)] == before


def test_a_player_is_dragged_with_a_finger(small_page: Page, event: Event, draft: Round) -> None:
    four, three = draft.tables.order_by("number")
    one = seats(four)[3]
    page = small_page
    open_draft(page, event, draft)
    handle = page.locator(f"#move-{one.pk}")
    assert handle.evaluate("element => getComputedStyle(element).touchAction") == "none"
    target = page.locator(f"[data-seat='{seats(three)[0].pk}']")
    x, y = middle(handle)
    handle.evaluate(TOUCH, ["pointerdown", x, y])
    handle.evaluate(TOUCH, ["pointermove", x, y + 20])
    expect(page.locator(".drag-ghost")).to_be_visible()
    to_x, to_y = middle(target)
    handle.evaluate(TOUCH, ["pointermove", to_x, to_y])
    handle.evaluate(TOUCH, ["pointerup", to_x, to_y])
    expect(page.get_by_text("swapped.")).to_be_visible()
    assert names(three)[0] == one.entry.player.name


def test_a_player_is_moved_with_the_keyboard(page: Page, event: Event, draft: Round) -> None:
    four, three = draft.tables.order_by("number")
    one = seats(four)[0]
    name = one.entry.player.name
    open_draft(page, event, draft)
    press_tab_until(page, f"element.id === 'move-{one.pk}'")
    page.keyboard.press("Enter")
    chooser = page.get_by_label(f"Move {name} to")
    expect(chooser).to_be_focused()
    chooser.select_option(value=f"table:{three.pk}")
    press_tab_until(page, "element.textContent.trim() === 'Move'")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text(f"{name} sits at table 2.")
    assert page.locator("#messages").get_attribute("aria-live") == "polite", "it is read aloud"
    expect(page.locator(f"#move-{one.pk}")).to_be_focused()
    assert names(three)[3] == name


def test_a_player_is_moved_without_scripts(open_page: Callable[..., Page], event: Event, draft: Round) -> None:
    page = open_page(java_script_enabled=False, viewport={"width": 360, "height": 740})
    one = seats(draft.tables.order_by("number")[0])[0]
    open_draft(page, event, draft)
    page.get_by_role("link", name=f"Move {one.entry.player.name}").click()
    page.wait_for_load_state()  # until the stylesheets are there, things move, and a click may miss
    page.get_by_label(f"Move {one.entry.player.name} to").select_option(value="new")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_text("has a bye.")).to_be_visible()
    assert draft.tables.get(is_bye=True).seats.get().entry_id == one.entry_id
