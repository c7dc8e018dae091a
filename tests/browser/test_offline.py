"""A game is recorded with the engine in the browser: the network goes, the page is reloaded, the network comes back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from engine.browser.desk import Desk
from engine.registry import GAMES
from engine.table.table import Table as Playing
from nabu.accounts.players.models import User
from nabu.board.records import services
from nabu.board.records.models import Record
from nabu.board.records.playing import recording_of
from nabu.contests.matches.models import Verification
from tests.browser.conftest import forgive
from tests.browser.network import Network
from tests.browser.playing import AT_ONCE, Opponent, begin, kept_game
from tests.browser.recording import Thumb
from tests.browser.signing_in import sign_in
from tests.browser.test_recorder import PHONE, saved
from tests.platform.board.records.conftest import device, game_to_record, verify_all
from tests.platform.scenario import account
from tests.profiles import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHORT = {"ishtar": 4, "amyitis": 7}
"""Seeds of short games."""
OFFLINE_MOVES = 6
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
def open_phone(open_page: Callable[..., Page], network: Network, problems: list[str]) -> Iterator[Callable[..., Page]]:
    """Return `open_phone(engine="here")`: Ana's phone, which has an engine and is behind the network. That the network
    was away is forgiven once the phone is closed, as the browser may tell it late."""
    phones = []

    def open_one(**options: Any) -> Page:
        page = open_page(**{"engine": "here", "base_url": network.address, **PHONE, **options})
        sign_in(page, "ana")
        phones.append(page)
        return page

    yield open_one
    for phone in phones:
        phone.context.close()
    forgive(problems, *LOST)


def safe(page: Page, state: str = "safe") -> None:
    """The page has said how safe it is without the network."""
    expect(page.locator("#sync")).to_have_attribute("data-safety", state, timeout=60_000)


def lines_of(record: Record) -> list[dict[str, Any]]:
    """What the server has."""
    return recording_of(Record.objects.get(pk=record.pk)).game.lines


# The engine is the same program in every game; test_same_results.py compares them all with the server.
@pytest.mark.parametrize("game", GAMES if LONG else ["babylonia"])
def test_a_game_goes_on_without_the_network_through_a_reload_to_its_end(
    open_phone: Callable[..., Page], network: Network, ana: User, game: str
) -> None:
    record, lines = game_to_record(ana, game, 2, SHORT.get(game, 1))
    online = 3 if LONG else max(0, len(lines) - OFFLINE_MOVES)
    device(ana, record).append(*lines[:online])
    Record.objects.filter(pk=record.pk).update(device="", device_name="")
    page = open_phone(engine="browser")
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
    expect(page.locator(".ending-place")).to_have_count(2)
    assert lines_of(record) == before
    network.up()
    page.get_by_role("button", name="Try now").click()
    saved(page)
    assert lines_of(record) == thumb.game.lines
    page.get_by_role("button", name="Send log for verification").tap()
    expect(page.locator("#messages")).to_contain_text("Log sent. It is being verified.")
    verify_all()
    assert Verification.objects.get().verdict == "verified"


HOLD = """() => {
  // The page's engine, in the hands of the test: it starts when `letGo` is called, and `crash` is the end of it. With
  // `holdOpening` it opens the record when `letOpen` is called; `isOpening` says that it was asked to.
  const real = window.Worker;
  const held = new Promise((resolve) => { window.letGo = resolve; });
  const opening = new Promise((resolve) => { window.letOpen = resolve; });
  window.Worker = class extends real {
    constructor(...args) {
      super(...args);
      window.crash = () => this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    }
    async postMessage(message) {
      await held;
      if (window.holdOpening && message.question.includes('"record.open"')) {
        window.isOpening = true;
        await opening;
      }
      super.postMessage(message);
    }
  };
}"""


@pytest.fixture
def game(ana: User) -> tuple[Record, list[dict[str, Any]]]:
    """A game of Babylonia of which the first draws are made, and the lines that follow."""
    record, lines = game_to_record(ana, "babylonia", 2, 1)
    device(ana, record).append(*lines[:20])
    Record.objects.filter(pk=record.pk).update(device="", device_name="")
    return record, lines[20:]


# What the server told last becomes older than the page on this device: no answer has come since that was kept.
OLDER = """() => new Promise((done) => {
  const asked = indexedDB.open("nabu-records");
  asked.onsuccess = () => {
    const states = asked.result.transaction("states", "readwrite").objectStore("states");
    states.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      cursor.update({ ...cursor.value, state: { ...cursor.value.state, now: 0 } }).onsuccess = done;
    };
  };
})"""


def test_a_device_goes_on_writing_after_a_reload_although_its_page_was_kept_last(
    open_phone: Callable[..., Page], network: Network, ana: User
) -> None:
    """The network went just when the page had been kept, which does not say whose device writes."""
    record, lines = game_to_record(ana, "babylonia", 2, 1)
    page = open_phone()
    thumb = Thumb.on(page, record)
    thumb.record_all(lines[:1])
    saved(page)
    thumb.open()
    safe(page)
    network.down()
    page.evaluate(OLDER)
    thumb.open()
    thumb.record_all(lines[1:3])
    network.up()
    page.get_by_role("button", name="Try now").click()
    saved(page)
    assert lines_of(record) == thumb.game.lines


def test_the_engine_takes_over_between_two_taps_and_what_is_half_chosen_stays(
    open_phone: Callable[..., Page], game: tuple[Record, list[dict[str, Any]]]
) -> None:
    record, lines = game
    page = open_phone()
    page.add_init_script(f"({HOLD})()")
    thumb = Thumb.on(page, record)
    while "token" not in lines[0]:
        thumb.record(lines.pop(0))
    expect(page.locator("#sync")).to_have_attribute("data-safety", "starting")
    kinds = page.locator("#choices .choices-row .btn:not([aria-pressed])")
    if kinds.count():
        kinds.first.tap()
        thumb.clicks += 1
    chosen, told = page.locator("#choices").inner_text(), page.locator("#moves").inner_text()
    page.evaluate("window.letGo()")
    safe(page)
    assert page.locator("#choices").inner_text() == chosen
    assert page.locator("#moves").inner_text() == told
    thumb.record_all(lines[:3])
    saved(page)
    assert lines_of(record) == thumb.game.lines


def test_a_move_that_is_entered_while_the_engine_opens_the_record_is_not_lost(
    open_phone: Callable[..., Page], game: tuple[Record, list[dict[str, Any]]], wait_until: Callable[..., None]
) -> None:
    record, lines = game
    page = open_phone()
    page.add_init_script(f"({HOLD})(); window.holdOpening = true;")
    thumb = Thumb.on(page, record)
    page.evaluate("window.letGo()")
    wait_until(lambda: page.evaluate("window.isOpening"), what="the engine is asked to open the record")
    thumb.record_all(lines[:2])
    saved(page)
    page.evaluate("window.letOpen()")
    safe(page)
    thumb.record_all(lines[2:4])
    saved(page)
    assert lines_of(record) == thumb.game.lines


def test_an_engine_that_crashes_loses_no_move_and_the_server_goes_on(
    open_phone: Callable[..., Page], network: Network, game: tuple[Record, list[dict[str, Any]]]
) -> None:
    record, lines = game
    page = open_phone()
    page.add_init_script(f"({HOLD})(); window.letGo();")
    thumb = Thumb.on(page, record)
    safe(page)
    network.down()
    thumb.record_all(lines[:3])
    page.evaluate("window.crash()")
    safe(page, "unsafe")
    expect(page.locator("#sync")).to_contain_text("Not offline-safe on this device.")
    expect(page.locator("#sync")).to_contain_text("3 changes are on this device only.")
    network.up()
    page.get_by_role("button", name="Try now").tap()
    thumb.clicks += 1
    saved(page)
    thumb.record(lines[3])
    saved(page)
    assert lines_of(record) == thumb.game.lines


def test_a_new_version_of_the_site_takes_what_was_recorded_with_the_old_one(
    open_phone: Callable[..., Page],
    network: Network,
    game: tuple[Record, list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    problems: list[str],
) -> None:
    """The phone is away while the site is updated, and the files of its engine are gone from the server afterwards: its
    old service worker still has them, what it made is taken, and after a reload the page says what it can."""
    record, lines = game
    page = open_phone()
    thumb = Thumb.on(page, record)
    safe(page)
    thumb.record(lines[0])
    saved(page)
    network.down()
    thumb.record(lines[1])
    page.context.route("**/engine/**", lambda route: route.fulfill(status=404))
    monkeypatch.setattr("nabu.core.browser_engine.config.versions", lambda: {"engine": "99", "games": {}})
    thumb.open()
    safe(page)
    thumb.record(lines[2])
    network.up()
    page.get_by_role("button", name="Try now").click()
    saved(page)
    assert lines_of(record) == thumb.game.lines
    thumb.open()
    safe(page, "unsafe")
    expect(page.locator("#sync")).to_contain_text("Not offline-safe on this device.")
    thumb.record(lines[3])
    saved(page)
    assert lines_of(record) == thumb.game.lines
    forgive(problems, "404")


@pytest.mark.skipif(not LONG, reason="minutes: the long profile runs it")
def test_a_record_that_is_reloaded_thirty_times_leaves_no_engine_behind(
    open_phone: Callable[..., Page], game: tuple[Record, list[dict[str, Any]]]
) -> None:
    record, lines = game
    page = open_phone(engine="browser")
    thumb = Thumb.on(page, record)
    for _time in range(30):
        thumb.open()
        safe(page)
        assert len(page.workers) <= 1
    thumb.record_all(lines[:2])
    saved(page)
    assert lines_of(record) == thumb.game.lines


def elsewhere(answer: Callable[[Desk, str], str]) -> Callable[[Desk, str], str]:
    """A desk whose positions are others than those of the server."""
    return lambda desk, question: re.sub(r'"position":"[^"]*"', '"position":"0"', answer(desk, question))


# scripts/test_local.py has an engine of another version, and test_engine.py whatever else it is not started for.
@pytest.mark.parametrize("trouble", ["another position", "no WebAssembly"])
def test_an_engine_that_is_not_the_servers_is_not_used(
    open_phone: Callable[..., Page],
    game: tuple[Record, list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    trouble: str,
) -> None:
    record, lines = game
    if trouble == "another position" and LONG:  # the engine in the browser is not the one that is patched
        monkeypatch.setattr(Playing, "position_digest", "0")
    elif trouble == "another position":
        monkeypatch.setattr(Desk, "answer", elsewhere(Desk.answer))
    page = open_phone(engine=None if trouble == "no WebAssembly" else "here")
    thumb = Thumb.on(page, record)
    safe(page, "unsafe")
    thumb.record_all(lines[:2])
    saved(page)
    assert lines_of(record) == thumb.game.lines


def test_moves_made_offline_on_a_device_that_lost_the_record_are_kept_beside_it(
    open_phone: Callable[..., Page],
    network: Network,
    ana: User,
    game: tuple[Record, list[dict[str, Any]]],
    problems: list[str],
) -> None:
    record, lines = game
    page = open_phone()
    thumb = Thumb.on(page, record)
    safe(page)
    network.down()
    thumb.record_all(lines[:4])
    Record.objects.filter(pk=record.pk).update(seen_at=None)  # a minute later
    other = device(ana, record, "another-device")
    other.post("take_over")
    other.epoch = 2
    other.append(lines[0])
    theirs = lines_of(record)
    network.up()
    page.get_by_role("button", name="Try now").tap()
    expect(page.locator("#branches")).to_contain_text("Moves from another device")
    expect(page.locator("#moves .move-number").first).to_have_text(f"{len(theirs)}.")
    assert lines_of(record) == theirs
    branch = record.branches.get()
    assert [*theirs[: branch.base], *branch.lines] == thumb.game.lines
    forgive(problems, "409")


def test_over_plain_http_the_page_says_that_a_reload_needs_the_site(
    open_phone: Callable[..., Page], game: tuple[Record, list[dict[str, Any]]]
) -> None:
    record, _lines = game
    page = open_phone()
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });")
    page.goto(f"/records/{record.public_id}/")
    safe(page, "open")
    expect(page.locator("#sync")).to_contain_text("Works offline while this page stays open.")


def test_a_closed_record_is_not_kept_on_the_device(
    open_phone: Callable[..., Page],
    ana: User,
    game: tuple[Record, list[dict[str, Any]]],
    wait_until: Callable[..., None],
) -> None:
    record, _lines = game
    page = open_phone()
    page.goto(f"/records/{record.public_id}/")
    safe(page)
    kept = "async () => (await (await caches.open('nabu-offline')).keys()).map(({ url }) => new URL(url).pathname)"
    assert f"/records/{record.public_id}/" in page.evaluate(kept)
    services.abandon_record(ana, record)
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("This record was abandoned.")
    wait_until(lambda: f"/records/{record.public_id}/" not in page.evaluate(kept), what="the page's end")


def test_a_game_against_bots_begins_and_goes_on_without_the_network(
    open_phone: Callable[..., Page], network: Network, ana: User
) -> None:
    page = open_phone(engine="browser")
    page.add_init_script(AT_ONCE)
    page.goto("/play/")
    expect(page.locator("#offline")).to_have_text("Works offline.", timeout=60_000)
    network.down()
    if LONG:  # the engine starts once more; the page is opened without the network below too
        page.reload()
        expect(page.locator("#offline")).to_have_text("Works offline.", timeout=60_000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page, "amyitis")
    opponent = Opponent.of(page)
    for _move in range(3):
        opponent.play()
    assert asked == []
    page.reload()
    page.get_by_role("button", name="Continue").tap()
    expect(page.locator("#moves .move-number").first).to_have_text(f"{len(kept_game(page).moves)}.")
    Opponent.of(page).play()
