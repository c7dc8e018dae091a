"""The clock in a real browser: it counts by the server's time, on a phone and on a large screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from nabu.contests.results import services as matches
from nabu.contests.tournaments.models import Round
from tests.browser.signing_in import sign_in
from tests.browser.test_every_page_fits import DOUBLE_IDS, NAMELESS
from tests.platform.scenario import make_event, users

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


DIGITS = re.compile(r"^\d\d:\d\d$")


def seconds(text: str) -> int:
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(rest)


def test_the_clock_counts_by_the_time_of_the_server(
    open_page: Callable[..., Page], wait_until: Callable[..., None]
) -> None:
    event = make_event(4, table_size=2)
    round_ = event.pair()
    Round.objects.filter(pk=round_.pk).update(minutes=50, started_at=timezone.now() - timedelta(minutes=10))
    table = round_.tables.order_by("number")[0]
    matches.call_no_show(users(table)[0], table)
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    # This phone is an hour late.
    page.add_init_script("const real = Date.now; Date.now = () => real() - 3600000;")
    sign_in(page, event.organiser.username)
    for address in (
        f"/tournaments/rounds/{round_.pk}/clock/",
        f"/tournaments/rounds/{round_.pk}/",
        f"/tables/{table.pk}/",
    ):
        page.goto(address)
        timer = page.get_by_role("timer")
        expect(timer).to_have_text(DIGITS)
        before = seconds(timer.inner_text())
        assert 2380 <= before <= 2400
        wait_until(lambda: seconds(timer.inner_text()) < before, what="a second")  # noqa: B023
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate(NAMELESS) == []
        assert page.evaluate(DOUBLE_IDS) == []
    page.get_by_role("button", name="is a no-show").first.click()
    expect(page.get_by_text("no-show", exact=False).first).to_be_visible()
