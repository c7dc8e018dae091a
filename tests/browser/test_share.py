"""Passing on a result: with the sheet of the device, by copying, and without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from nabu.accounts.players.models import Player
from tests.platform.site.pages.test_shared_links import played_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHEET = "navigator.share = async data => { window.shared = data; }"


@pytest.fixture
def address() -> str:
    """The page of one player of a finished event."""
    event = played_event()
    player = Player.objects.get(user=event.players[0])
    return reverse("tournaments:follow_player", args=[event.tournament.pk, player.pk])


def test_the_sheet_of_the_device_gets_title_and_link(page: Page, address: str) -> None:
    page.add_init_script(SHEET)
    page.goto(address)
    page.get_by_text("Share this result").click()
    page.get_by_role("button", name="Share", exact=True).click()
    found = page.evaluate("window.shared")
    assert found["url"].endswith(address)
    assert ": place " in found["title"]


def test_without_a_sheet_the_link_is_copied(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address)
    page.get_by_text("Share this result").click()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(address)
    box = page.locator(".share-picture").bounding_box()
    assert box is not None
    assert abs(box["width"] / box["height"] - 1200 / 630) < 0.02


def test_without_a_script_there_are_the_address_and_the_picture(open_page: Callable[..., Page], address: str) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    page.goto(address)
    page.get_by_text("Share this result").click()
    expect(page.get_by_role("link", name="Download picture")).to_be_visible()
    expect(page.locator("details code").filter(has_text=address)).to_be_visible()
    expect(page.locator("[data-share]")).to_be_hidden()


def test_the_podium_is_passed_on_by_the_address_of_its_page(page: Page) -> None:
    overview = reverse("tournaments:detail", args=[played_event().tournament.pk])
    page.add_init_script(SHEET)
    page.goto(f"{overview}?from=elsewhere")
    page.get_by_role("button", name="Share this podium").click()
    assert page.evaluate("window.shared.url").endswith(overview)
