"""The documentation of the API works in a browser, under our content security policy and without another site."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_page_lists_the_operations_and_one_can_be_tried(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/api/docs/")
    expect(page.locator(".opblock-tag").first).to_be_visible()
    expect(page.locator(".opblock-tag").nth(9)).to_be_visible()
    page.locator("#operations-tag-games").click()
    page.locator("#operations-games-games_get .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_placeholder("key").fill("babylonia")
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table td.response-col_status:not(.col_header)").first).to_contain_text("200")
