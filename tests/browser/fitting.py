"""Whether a page fits a small phone."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Page, expect

APPEARANCES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

WIDTH = 360
"""Of the smallest phone, in CSS pixels."""


def fits_in_both_appearances(page: Page) -> None:
    """Nothing sticks out of the page, in light and in dark: it changes with the device, and nothing is loaded anew."""
    changes = page.locator("html[data-bs-theme]").count() == 1  # others look like paper
    for appearance in APPEARANCES:
        page.emulate_media(color_scheme=appearance)
        if changes:
            expect(page.locator("html")).to_have_attribute("data-bs-theme", appearance)
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH, f"{page.url} is too wide: {appearance}"
