"""A page that changes is not styled again as a whole: that took a phone longer than all else a tap does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.signing_in import sign_in
from tests.platform.board.records.conftest import game_to_record
from tests.platform.scenario import account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FEW = 40
"""Elements; the page of a record has more than 1,000."""

SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def styled(browser: Browser, page: Page, change: str) -> int:
    """How many elements are styled at once, at most, when this script changes the page."""
    events: list[dict[str, Any]] = []
    ends: list[object] = []
    devtools = browser.new_browser_cdp_session()
    devtools.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    devtools.on("Tracing.tracingComplete", lambda end: ends.append(end))
    devtools.send(
        "Tracing.start",
        {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": ["devtools.timeline"]}},
    )
    page.evaluate(f"() => {{ {change}; getComputedStyle(document.body).color; }}")
    page.evaluate(SETTLED)
    devtools.send("Tracing.end")
    while not ends:
        page.wait_for_timeout(10)
    devtools.detach()
    return max(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree")


def test_a_change_styles_what_it_changes(browser: Browser, open_page: Callable[..., Page]) -> None:
    ana = account("ana")
    record, _lines = game_to_record(ana)
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    sign_in(page, "ana")
    page.goto(f"/records/{record.public_id}/")
    expect(page.locator("#sync")).to_have_attribute("data-status", "saved")
    page.evaluate(SETTLED)
    assert styled(browser, page, "document.documentElement.dataset.bsTheme = 'dark'") > 20 * FEW
    for change in (
        "document.querySelector('#messages').append(document.createElement('p'))",
        "document.documentElement.style.setProperty('--dock', '77px')",
        "document.documentElement.style.setProperty('--head', '77px')",
        "document.documentElement.style.outlineOffset = '1px'",
    ):
        assert styled(browser, page, change) < FEW, change
