"""web/forms/whole_page.js: on a slow network a form leaves with all its fields, and past the scripts of its page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.scripts.conftest import ORIGIN, STATIC

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><link rel="icon" href="data:,">
<script src="/static/nabu/web/forms/whole_page.js"></script>
<script type="module" src="/module.js"></script><body>
<form method="post" action="/save"><input name="first" value="1"><button name="do" value="save">Save</button>
{rest}<input name="last" value="9"></form></body></html>"""

SLOW = '<script src="/slow.js"></script>'
"""What stands after it has not arrived as long as nothing answers."""


class SlowSite:
    """Answers a page, and keeps the answer of one of its files until it is told."""

    def __init__(self, page: Page, kept: str) -> None:
        self.page, self.kept = page, kept
        self.waiting: list[Route] = []
        self.sent: list[str] = []
        page.route("**/*", self.answer)

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path == "/save":
            self.sent.append(route.request.post_data or "")
            route.fulfill(body="<p>saved</p>", content_type="text/html")
        elif path == self.kept:
            self.waiting.append(route)
        elif path.endswith(".js"):
            body = (STATIC.parent / path[1:]).read_text() if path.startswith("/static/") else ""
            route.fulfill(body=body, content_type="text/javascript")
        else:
            route.fulfill(body=PAGE.format(rest=SLOW), content_type="text/html")

    def deliver(self) -> None:
        """What was kept arrives."""
        for route in self.waiting:
            route.fulfill(body="", content_type="text/javascript")


@pytest.fixture(params=["/slow.js", "/module.js"])
def slow_site(request: pytest.FixtureRequest, script_page: tuple[Page, list[str]]) -> Iterator[SlowSite]:
    page, problems = script_page
    site = SlowSite(page, request.param)
    yield site
    page.unroute("**/*", site.answer)
    page.goto(ORIGIN)
    problems.clear()


@pytest.mark.parametrize("taps", [1, 2])
def test_a_form_that_is_pressed_before_its_page_has_arrived_is_sent_whole_and_once(
    slow_site: SlowSite, taps: int
) -> None:
    page = slow_site.page
    page.goto(ORIGIN, wait_until="commit")
    button = page.get_by_role("button", name="Save")
    for _tap in range(taps):
        button.click(no_wait_after=True)
    expect(page.locator("form")).to_have_attribute("aria-busy", "true")
    assert slow_site.sent == []
    slow_site.deliver()
    expect(page.locator("p")).to_have_text("saved")
    assert slow_site.sent == ["first=1&do=save&last=9"]
