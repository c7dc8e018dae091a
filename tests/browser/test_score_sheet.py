"""A score sheet on a small phone, by keyboard, with script and without."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from nabu.contests.matches.models import ScoreSheet, Table
from nabu.contests.matches.proof import Proof, proof_of
from tests.browser.signing_in import sign_in
from tests.browser.test_every_page_fits import DOUBLE_IDS, NAMELESS
from tests.platform.scenario import Event, log_of, make_event, users
from tests.platform.sheets import Points, points_of, sums

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_event(4)


def fits(page: Page) -> None:
    """The page itself does not scroll sideways, the grid does; every control has a name."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(DOUBLE_IDS) == []


def type_sheet(page: Page, points: Points, *, zeros: bool) -> None:
    """From field to field with the Tab key, source by source; the zeros with one press unless they are typed."""
    page.locator(".sheet-grid input").first.focus()
    for numbers in points.values():
        for number in numbers:
            page.keyboard.type(str(number) if zeros or number else "")
            page.keyboard.press("Tab")
    if not zeros:
        page.get_by_role("button", name="Fill empty cells with 0").click()


@pytest.mark.parametrize("script", [True, False])
def test_a_sheet_is_typed_by_keyboard_on_a_phone_and_confirmed_on_another(
    open_page: Callable[..., Page], event: Event, script: bool
) -> None:
    table = event.pair().tables.get()
    points = points_of(log_of(table))
    first, second, *_others = users(table)
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "java_script_enabled": script}
    address = reverse("table:page", args=[table.pk])

    page = open_page(**phone)
    sign_in(page, first.username)
    page.goto(address)
    page.locator("summary", has_text="Enter a score sheet").click()
    if not script:
        page.get_by_role("link", name="Enter a score sheet").click()
    expect(page.locator(".sheet-grid")).to_be_visible()
    cell = page.locator(".sheet-grid input").first
    if script:
        fits(page)
        cell.fill("7")
        page.reload()
        expect(cell).to_have_value("7")  # the grid came again by itself, with what was typed
        expect(page.locator(".sheet-grid [data-total]").first).to_have_text("7")
        cell.fill("")
    expect(cell).to_have_attribute("inputmode", "numeric")
    box = cell.bounding_box()
    assert box is not None
    assert box["height"] >= 32
    type_sheet(page, points, zeros=not script)
    shown = page.locator(".sheet-grid [data-total]").all_inner_texts()
    assert shown == ([str(score) for score in sums(points)] if script else ["–"] * 4)
    # The last seat was scrolled to, and the names of the sources are still there.
    source = page.locator(".sheet-grid tbody th").first.bounding_box()
    assert source is not None
    assert 0 <= source["x"] < 60
    page.get_by_role("button", name="Save score sheet").click()
    expect(page.locator("#messages")).to_contain_text("Score sheet saved")
    assert ScoreSheet.objects.get().points == points

    other = open_page(**phone)
    sign_in(other, second.username)
    other.goto(address)
    other.locator("summary", has_text="Typed score sheet").click()
    expect(other.locator(".sheet-grid").first).to_contain_text(str(max(points["city_tiles"])))
    other.get_by_role("button", name="Yes, confirm result").click()
    expect(other.locator("#messages")).to_contain_text("confirmed")
    assert proof_of(Table.objects.get(pk=table.pk)) == Proof.AGREED
