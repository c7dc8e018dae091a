"""Loading a component set in a real browser, on a small phone and by keyboard alone, in light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from nabu.catalogue.games.models import ComponentSet
from tests.browser.fitting import fits_in_both_appearances
from tests.browser.signing_in import sign_in
from tests.platform.scenario import account, component_file

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def choose(page: Page, content: bytes) -> None:
    """By keyboard, but for the window of the system in which a file is chosen."""
    field = page.get_by_label("Component set", exact=True)
    field.focus()
    field.set_input_files({"name": "set.json", "mimeType": "application/json", "buffer": content})
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Check and load")).to_be_focused()
    page.keyboard.press("Enter")


def test_a_wrong_set_is_explained_and_the_corrected_one_is_loaded(open_page: Callable[..., Page]) -> None:
    account("ana", "Ana")
    page = open_page(viewport={"width": 360, "height": 740})
    sign_in(page, "ana")
    page.goto("/games/babylonia/")
    choose(page, component_file("Not A Name", second=2))
    problems = page.locator("#problems")
    expect(problems).to_be_in_viewport()
    expect(problems.get_by_text("$.name")).to_be_visible()
    expect(problems.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_label("Component set", exact=True)).to_have_attribute("aria-invalid", "true")
    fits_in_both_appearances(page)
    choose(page, component_file("mine"))
    expect(page.get_by_role("heading", level=1, name="mine")).to_be_visible()
    assert ComponentSet.objects.get().uploaded_by.username == "ana"
    page.get_by_text("Withdraw set").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("withdrawn", exact=True)).to_be_visible()
    page.get_by_role("button", name="Restore set").click()
    expect(page.get_by_text("Component set restored")).to_be_visible()
