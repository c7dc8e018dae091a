"""The statistics on a phone: the picture that answers a question begins in the upper half of the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.platform.statistics.dashboards.proven import proven_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UPPER_PART = 420
"""Pixels, of the 740 of a phone."""


def test_the_picture_begins_in_the_upper_part_of_a_phone(small_page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analytics.cards.sample_size", lambda _takers: "enough")  # so few games have a picture of cards
    proven_event()
    for question in ("cards", "sources"):
        small_page.goto(f"/dashboards/babylonia/{question}/")
        picture = small_page.locator(".chart").first
        picture.locator("svg.main-svg").first.wait_for()
        box = picture.bounding_box()
        assert box, question
        assert box["y"] <= UPPER_PART, question
