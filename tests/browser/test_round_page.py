"""The pages of a tournament in a hall, on a phone: what is looked for is in sight, and one button says what to do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Round
from tests.browser.signing_in import sign_in
from tests.platform.scenario import Event, make_event, users

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
HALF = 370
LINE = 44
TABS_CUT = """() => [...document.querySelectorAll('.event-tabs .nav-link')].filter(tab => {
  const box = tab.getBoundingClientRect(), row = tab.closest('ul, nav').getBoundingClientRect();
  if (parseFloat(getComputedStyle(tab).fontSize) < 14) return true;
  if (!tab.matches('.active')) return false;
  return tab.scrollWidth > tab.clientWidth + 1 || box.left < row.left - 1 || box.right > row.right + 1
    || row.right > innerWidth || !tab.textContent.trim();
}).length"""
"""Tabs smaller than other text, and the open one if it is not in sight as a whole: its row scrolls."""


def running_round(players: int = 12) -> tuple[Event, Round]:
    event = make_event(players, table_size=4)
    found = event.pair()
    Round.objects.filter(pk=found.pk).update(minutes=60, started_at=timezone.now() - timedelta(minutes=20))
    return event, found


def test_the_first_table_and_the_main_action_are_in_sight(open_page: Callable[..., Page]) -> None:
    event, found = running_round()
    Round.objects.filter(pk=found.pk).update(minutes=90)  # with hours the clock is wider
    one, two, _three = found.tables.order_by("number")
    results.report_result(users(two)[0], two, [100, 90, 80, 70])
    page = open_page(**PHONE)
    sign_in(page, event.organiser.username)
    page.goto(reverse("tournaments:round", args=[found.pk]))
    first = page.locator("a.table-card").first
    expect(first).to_contain_text("Table 2")
    expect(first.locator(".leads .points")).to_have_text("100"), "what was reported can be read before it is confirmed"
    box = first.bounding_box()
    assert box
    print(f"the first table begins at {box['y']:.0f}")
    assert box["y"] < HALF
    dock = page.locator(".action-dock")
    at = dock.bounding_box()
    assert at
    assert at["y"] + at["height"] == pytest.approx(740, abs=1)
    expect(page.locator(".site-bar")).to_have_count(0)
    page.mouse.wheel(0, 2000)
    expect(dock).to_be_in_viewport()
    page.get_by_role("link", name="Confirm the result of table 2").click()
    page.get_by_role("button", name="Yes, confirm result").click()
    expect(page.get_by_text("Result confirmed.")).to_be_visible()
    page.goto(reverse("tournaments:round", args=[found.pk]))
    expect(page.get_by_role("link", name=f"Enter the result of table {one.number}")).to_be_visible()
    expect(page.locator("#round-counts")).to_contain_text("1 of 3 results in")


@pytest.mark.parametrize("tables", [7, 8])
def test_filters_come_with_eight_tables_and_leave_the_first_in_sight(
    open_page: Callable[..., Page], tables: int
) -> None:
    event, found = running_round(4 * tables)
    page = open_page(**PHONE)
    sign_in(page, event.organiser.username)
    page.goto(reverse("tournaments:round", args=[found.pk]))
    expect(page.locator("a.table-card")).to_have_count(tables)
    button = page.get_by_role("button", name="Filter tables")
    expect(button).to_be_visible(visible=tables == 8)
    box = page.locator("a.table-card").first.bounding_box()
    assert box
    assert box["y"] < HALF
    if tables == 8:
        button.tap()
        expect(page.get_by_label("Search by name or table")).to_be_visible()
        page.get_by_role("navigation", name="Filter tables").get_by_role("link").nth(1).tap()
        expect(page.get_by_role("button", name="Filter tables: ")).to_be_visible()
        assert "show=" in page.url


def test_the_last_result_from_elsewhere_changes_the_main_action(open_page: Callable[..., Page]) -> None:
    """The bar and the button follow the round, and what is typed in the menu stays."""
    event, found = running_round(4)
    page = open_page(**PHONE)
    sign_in(page, event.organiser.username)
    page.goto(reverse("tournaments:round", args=[found.pk]))
    page.get_by_role("button", name="All actions of this round").click()
    menu = page.locator("#round-menu")
    expect(menu).to_be_visible()
    menu.locator("summary", has_text="Add time or pause").click()
    page.get_by_label("Round length (minutes)").fill("75")
    results.rule_result(event.organiser, found.tables.get(), Ruling([4, 3, 2, 1]))
    page.evaluate("() => htmx.trigger(document.body, 'nabu:changed')")
    expect(page.locator(".action-dock")).to_contain_text("pair round 2")
    expect(page.get_by_label("Round length (minutes)")).to_have_value("75")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


def test_the_menu_is_a_column_on_a_wide_screen(open_page: Callable[..., Page]) -> None:
    event, found = running_round()
    page = open_page(viewport={"width": 1280, "height": 900})
    sign_in(page, event.organiser.username)
    page.goto(reverse("tournaments:round", args=[found.pk]))
    expect(page.get_by_role("heading", name="This round")).to_be_visible()
    expect(page.get_by_role("button", name="All actions of this round")).to_be_hidden()
    expect(page.get_by_role("link", name="A player leaves…")).to_be_visible()
    box = page.locator(".action-dock .btn").bounding_box()
    assert box
    assert box["y"] < HALF, "in its place, not at the foot"


def test_a_player_is_a_line_and_the_open_tab_keeps_its_name(open_page: Callable[..., Page]) -> None:
    event, _found = running_round()
    page = open_page(**PHONE)
    sign_in(page, event.organiser.username)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        for name in ("entries", "detail", "current_round", "standings", "prizes", "prints", "audit", "roles"):
            page.goto(reverse(f"tournaments:{name}", args=[event.tournament.pk]))
            assert page.evaluate(TABS_CUT) == 0, f"{name} at {width}"
    page.goto(reverse("tournaments:entries", args=[event.tournament.pk]))
    heights = page.evaluate("[...document.querySelectorAll('.lines > li')].map(line => line.offsetHeight)")
    assert len(heights) == 12
    assert max(heights) <= LINE + 1, "a line, with the one below it"
    page.get_by_label("More about Player 3", exact=True).click()
    page.locator("#entry-3, .lines > li").nth(0).wait_for()
    page.get_by_role("link", name="Player leaves…").locator("visible=true").click()
    expect(page.get_by_label("Who leaves?")).to_contain_text("Player 3")
