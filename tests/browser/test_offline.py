"""A game is recorded with the engine in the browser: the network goes, the page is reloaded, the network comes back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from engine.registry import GAMES
from nabu.matches.models import Verification
from nabu.players.models import User
from nabu.records.models import JournalEntry, Record
from nabu.records.playing import recording_of
from tests.browser.conftest import forgive
from tests.browser.network import Network
from tests.browser.recording import Thumb
from tests.browser.test_recorder import PHONE, saved, sign_in
from tests.platform.records.conftest import device, game_to_record, verify_all
from tests.platform.scenario import account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = os.environ.get("NABU_HYPOTHESIS") == "long"
SHORT = {"ishtar": 4, "amyitis": 7}
"""Seeds of short games."""
OFFLINE_MOVES = 12
"""So many moves are made without the network in the short profile; what comes before was sent by another device."""

LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "Failed to fetch")
"""What a browser says when the network is away."""


@pytest.fixture
def ana(transactional_db: None) -> User:
    return account("ana")


@pytest.fixture
def network(live_server: Any) -> Iterator[Network]:
    """Between the browser and the site."""
    network = Network(urlsplit(live_server.url).port or 80)
    yield network
    network.down()


@pytest.fixture
def open_phone(open_page: Callable[..., Page], network: Network) -> Callable[..., Page]:
    """Return `open_phone()`: Ana's phone, which has the engine and is behind the network."""

    def open_one(**options: Any) -> Page:
        page = open_page(engine=True, **{**PHONE, "base_url": network.address, **options})
        sign_in(page.context, network.address)
        return page

    return open_one


def safe(page: Page, state: str = "safe") -> None:
    """The page has said how safe it is without the network."""
    expect(page.locator("#sync")).to_have_attribute("data-safety", state, timeout=60_000)


def lines_of(record: Record) -> list[dict[str, Any]]:
    """What the server has."""
    return recording_of(Record.objects.get(pk=record.pk)).game.lines


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_without_the_network_through_a_reload_to_its_end(
    open_phone: Callable[..., Page], network: Network, ana: User, problems: list[str], game: str
) -> None:
    record, lines = game_to_record(ana, game, 2, SHORT.get(game, 1))
    online = 3 if LONG else max(0, len(lines) - OFFLINE_MOVES)
    device(ana, record).append(*lines[:online])
    Record.objects.filter(pk=record.pk).update(device="", device_name="")
    page = open_phone()
    thumb = Thumb.on(page, record)
    safe(page)
    thumb.record_all(lines[online : online + 1])
    saved(page)
    before = lines_of(record)
    network.down()
    middle = (online + 1 + len(lines)) // 2
    thumb.record_all(lines[online + 1 : middle])
    expect(page.locator("#sync")).to_have_attribute("data-status", "offline")
    thumb.open()
    safe(page)
    thumb.record_all(lines[middle:])
    assert thumb.game.result is not None
    expect(page.locator("#over-text")).to_be_visible()
    assert lines_of(record) == before
    network.up()
    page.get_by_role("button", name="Try now").click()
    saved(page)
    assert lines_of(record) == thumb.game.lines
    page.get_by_role("button", name="Send log to be verified").tap()
    expect(page.locator("#messages")).to_contain_text("Log sent. It is being verified.")
    verify_all()
    assert Verification.objects.get().verdict == "verified"
    forgive(problems, *LOST)
