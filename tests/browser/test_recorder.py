"""The recorder in a real browser: taps, undo, a change in the middle, the network lost and back, two devices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine.log.replay import replay
from engine.registry import GAMES
from engine.table.choices import Draw
from engine.table.table import Table
from nabu.board.records.models import JournalEntry, Record
from nabu.board.records.playing import recording_of
from nabu.board.records.services import GameSpec, issue_record, set_setup
from tests.browser.conftest import FLAGS, forgive
from tests.browser.recording import written
from tests.browser.signing_in import fill_in, give_session, sign_in
from tests.platform.board.records.conftest import device, draw_that_swaps, game_to_record
from tests.platform.scenario import account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

HAND = ["Farmer", "Farmer", "Farmer", "Priest", "Priest"]


@pytest.fixture
def record() -> Record:
    """A game of Babylonia whose first draws are made. Nobody records it now."""
    game, ana = GAMES["babylonia"], account("ana")
    spec = GameSpec(game.key, game.rulesets[0], game.component_sets[0], ["Ana", "Bo"])
    components = game.components(spec.components)
    setup = game.new_setup(2, game.ruleset(spec.ruleset, {}), components, Random(7))
    record = set_setup(ana, issue_record(ana, spec), setup)
    device(ana, record).append(*first_draws(recording_of(record).game))
    Record.objects.filter(pk=record.pk).update(device="", device_name="")
    return record


def first_draws(game: Table) -> list[dict[str, Any]]:
    """What `until_a_choice` would enter before the first choice."""
    lines: list[dict[str, Any]] = []
    while isinstance(draw := game.choices(), Draw):
        things = [thing.lower() for thing in HAND[: draw.bag.take]]
        lines.append({**draw.bag.line, draw.bag.key: things[0] if draw.bag.single else things})
        game.apply(lines[-1])
        game.apply_forced()
    return lines


@pytest.fixture
def open_record(open_page: Callable[..., Page], record: Record) -> Callable[..., Page]:
    """Return `open_record()`: the record on a phone of its own, ready for the first tap."""

    def open_one() -> Page:
        page = open_page(**PHONE)
        sign_in(page, "ana")
        page.goto(f"/records/{record.public_id}/")
        ready(page)
        return page

    return open_one


def ready(page: Page) -> None:
    """The script has taken over the page, and knows who records."""
    expect(page.locator("#writer")).to_contain_text(re.compile("You are recording|is recording"))
    saved(page)


def saved(page: Page) -> None:
    """Everything is with the server."""
    expect(page.locator("#sync")).to_have_attribute("data-status", "saved", timeout=60_000)


def until_a_choice(page: Page) -> None:
    """Enter what is drawn, until a player has to choose: always three farmers and two priests, or fewer."""
    bag, place = page.get_by_role("button", name="Deal for me"), page.locator("#board [data-marks=legal]")
    expect(bag.or_(place).first).to_be_attached()
    while bag.is_visible():
        told = page.locator("#moves").inner_text()
        take = int(page.locator("#choices legend").inner_text().split()[-1])
        for thing in HAND[:take]:
            page.get_by_role("button", name=f"Add {thing}").tap()
        expect(page.locator("#moves")).not_to_have_text(told, use_inner_text=True)
        saved(page)
        expect(bag.or_(place).first).to_be_attached()


def tap(page: Page, place: str) -> None:
    """Tap a hex, and take the first kind of token if none is chosen yet."""
    kinds = page.locator("#choices .choices-row .btn:not([aria-pressed])")
    # While a position is on its way there are no choices, and a tap does nothing.
    expect(page.locator("#board [data-marks=legal]")).to_be_attached()
    kept = page.locator("#choices [aria-pressed=true]").count()
    told = page.locator("#moves").inner_text()
    page.locator(f'#board [data-hex="{place}"]').tap()
    if not kept:
        kinds.first.tap()
    expect(page.locator("#moves")).not_to_have_text(told, use_inner_text=True)


def moves(page: Page) -> list[str]:
    """The lines of the list of moves, the newest first."""
    return page.locator("#moves li").all_inner_texts()


@contextmanager
def without_network(page: Page) -> Iterator[None]:
    """The network is away for a while."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


def test_moves_by_taps_undo_redo_and_a_change_in_the_middle(open_record: Callable[..., Page], record: Record) -> None:
    page = open_record()
    until_a_choice(page)
    # Hex first: the kinds that may lie there are left to choose. Ana may place no second one, so her turn ends.
    tap(page, "0206")
    saved(page)
    until_a_choice(page)
    tap(page, "0208")
    saved(page)
    # The kind stays chosen for the next token of the same seat.
    expect(page.locator("#choices [aria-pressed=true]")).to_have_count(1)
    tap(page, "0404")
    saved(page)
    page.get_by_role("button", name="Undo", exact=True).tap()
    saved(page)
    page.get_by_role("button", name="Undo", exact=True).tap()
    saved(page)
    expect(page.locator("#undone li")).not_to_have_count(0)
    page.get_by_role("button", name="Redo").tap()
    saved(page)
    page.get_by_role("button", name="Redo").tap()
    saved(page)
    line = page.locator("#moves li", has_text="0206")
    line.locator("summary").tap()
    line.get_by_role("button", name="Change move").tap()
    expect(page.locator("#due")).to_contain_text("You are changing move")
    for asked in ("#due", "#board", "#choices"):
        expect(page.locator(asked)).to_be_in_viewport(ratio=0.5)
    expect(page.get_by_role("button", name="Cancel change")).to_be_visible()
    tap(page, "0210")
    saved(page)
    expect(page.locator("#moves li", has_text="0210")).to_have_count(1)
    expect(page.locator("#moves li", has_text="0206")).to_have_count(0)
    record.refresh_from_db()
    ops = JournalEntry.objects.filter(record=record).exclude(device="nabu").order_by("pk").values_list("op", flat=True)
    assert [op for op in ops if op != "append"] == ["undo_to", "undo_to", "redo", "redo", "replace"]
    expect(page.locator("#moves summary")).to_have_count(record.count)


def test_draws_are_dealt_for_whoever_wants_that(open_record: Callable[..., Page], record: Record) -> None:
    page = open_record()
    until_a_choice(page)
    page.get_by_label("Always deal for me").check()
    count = len(moves(page))
    tap(page, "0206")
    saved(page)
    # The token, the end of the turn, and the draw that nobody has entered: Bo is asked what to place.
    expect(page.locator("#moves li summary")).to_have_count(count + 3)
    expect(page.locator("#due")).to_contain_text("Bo places a token")
    # What is taken back is not dealt again at once: it could not be taken back further.
    page.get_by_role("button", name="Undo", exact=True).tap()
    saved(page)
    expect(page.get_by_role("button", name="Deal for me")).to_be_visible()
    page.reload()
    ready(page)
    expect(page.get_by_role("button", name="Deal for me")).to_be_visible()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    page.get_by_role("button", name="Undo", exact=True).tap()
    saved(page)
    expect(page.locator("#due")).to_contain_text("Ana places a token")
    tap(page, "0208")
    saved(page)
    expect(page.locator("#due")).to_contain_text("Bo places a token")
    page.reload()
    ready(page)
    expect(page.get_by_label("Always deal for me")).to_be_checked()


def test_after_a_refused_move_another_one_can_be_made(open_record: Callable[..., Page], problems: list[str]) -> None:
    page = open_record()
    until_a_choice(page)
    refusal = {"status": 409, "json": {"why": "illegal", "detail": "not now"}}
    page.route("**/journal.json*", lambda route: route.fulfill(**refusal), times=1)
    page.locator('#board [data-hex="0206"]').tap()
    page.locator("#choices .choices-row .btn:not([aria-pressed])").first.tap()
    expect(page.locator("#sync")).to_contain_text("not now")
    tap(page, "0208")
    saved(page)
    expect(page.locator("#moves")).to_contain_text("0208")
    forgive(problems, "409")


def test_what_a_change_has_swapped_is_told(open_page: Callable[..., Page]) -> None:
    ana = account("ana")
    record, lines = game_to_record(ana, "babylon")
    phone = device(ana, record)
    phone.append(*lines)
    number, line, swaps = draw_that_swaps(recording_of(record).game)
    phone.do("replace", n=number, lines=[line])
    page = open_page(**PHONE)
    sign_in(page, "ana")
    page.goto(f"/records/{record.public_id}/")
    expect(page.locator("#aside p")).to_have_count(len(swaps))
    for n in swaps:
        expect(page.locator("#aside")).to_contain_text(f"Move {n + 1} was swapped too:")


def test_the_network_is_lost_and_comes_back(
    open_record: Callable[..., Page], record: Record, problems: list[str]
) -> None:
    page = open_record()
    until_a_choice(page)
    tap(page, "0206")
    saved(page)
    until_a_choice(page)
    before = moves(page)
    with without_network(page):
        tap(page, "0208")
        expect(page.locator("#sync")).to_contain_text("1 change is on this device only")
        expect(page.locator("#due")).to_contain_text("need a connection: waiting")
        assert "waiting to be saved" in moves(page)[0]
        # A record without a table has no level of proof; at a table the page says what comes of moves that wait.
        expect(page.locator("#sync")).not_to_contain_text("replayed")
        page.evaluate("document.getElementById('record').dataset.proof = '/proof/'")
        # Taken back and chosen anew, all of it waiting.
        page.get_by_role("button", name="Undo", exact=True).tap()
        expect(page.locator("#choices fieldset")).to_be_visible()
        assert moves(page) == before
        tap(page, "0406")
        expect(page.locator("#sync")).to_contain_text("3 changes are on this device only")
        expect(page.locator("#sync")).to_contain_text("they count as replayed, not recorded")
        expect(page.locator("#sync a")).to_have_attribute("href", "/proof/")
    saved(page)
    expect(page.locator("#sync")).not_to_contain_text("replayed")
    expect(page.locator("#moves li", has_text="0406")).to_have_count(1)
    expect(page.locator("#moves li", has_text="0208")).to_have_count(0)
    expect(page.locator("#moves li", has_text="waiting")).to_have_count(0)
    forgive(problems, "ERR_INTERNET_DISCONNECTED")


def test_a_killed_browser_loses_no_move(
    browser: Browser, chromium: str, record: Record, live_server: Any, tmp_path: Path
) -> None:
    def opened() -> BrowserContext:
        context = browser.browser_type.launch_persistent_context(
            tmp_path, executable_path=chromium, args=FLAGS, **PHONE
        )
        give_session(context, "ana")
        context.pages[0].goto(f"{live_server.url}/records/{record.public_id}/")
        ready(context.pages[0])
        return context

    context = opened()
    page = context.pages[0]
    until_a_choice(page)
    context.set_offline(True)
    tap(page, "0206")
    expect(page.locator("#sync")).to_contain_text("1 change is on this device only")
    written(page)
    kill(tmp_path)
    record.refresh_from_db()
    count = record.count
    context = opened()
    page = context.pages[0]
    saved(page)
    expect(page.locator("#moves li", has_text="0206")).to_have_count(1)
    record.refresh_from_db()
    assert record.count > count
    context.close()


def kill(profile: Path) -> None:
    """End the browser with this profile as an empty battery does."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if f"--user-data-dir={profile}" in process.cmdline():
                process.kill()
                process.wait()
    for lock in profile.glob("Singleton*"):
        lock.unlink()


def test_storage_is_refused(open_record: Callable[..., Page], record: Record) -> None:
    page = open_record()
    refuse = "indexedDB.open = () => { throw new DOMException('refused', 'SecurityError'); };"
    page.context.add_init_script(refuse)
    page.reload()
    ready(page)
    until_a_choice(page)
    expect(page.locator("#sync")).to_contain_text("This browser stores nothing on the device.")
    tap(page, "0206")
    saved(page)
    with page.expect_download() as download:
        page.locator("#sync").get_by_role("button", name="Save log").tap()
    lines = Path(download.value.path()).read_text("utf-8").splitlines()
    record.refresh_from_db()
    assert len(lines) == record.count + 1
    assert '"gamelog"' in lines[0]


def test_a_second_device_asks_and_late_moves_of_the_first_one_are_kept(
    open_record: Callable[..., Page], record: Record, problems: list[str]
) -> None:
    first = open_record()
    until_a_choice(first)
    second = open_record()
    expect(second.locator("#writer")).to_contain_text("is recording")
    expect(second.locator("#choices fieldset")).to_have_count(0)
    second.get_by_role("button", name="Request takeover").tap()
    expect(second.locator("#writer")).to_contain_text("Takeover requested")
    look_again(first)
    first.get_by_role("button", name="Keep recording").tap()
    expect(first.get_by_role("button", name="Keep recording")).to_have_count(0)
    look_again(second)
    second.get_by_role("button", name="Request takeover").tap()
    expect(second.locator("#writer")).to_contain_text("Takeover requested")
    look_again(first)
    first.get_by_role("button", name="Hand over").tap()
    expect(first.locator("#choices fieldset")).to_have_count(0)
    look_again(second)
    expect(second.locator("#writer")).to_contain_text("You are recording on this device.")
    # The first one has not heard that the record was taken from the second, as it has no network.
    first.get_by_role("button", name="Request takeover").tap()
    expect(first.locator("#writer")).to_contain_text("Takeover requested")
    with without_network(second):
        tap(second, "0206")
        expect(second.locator("#sync")).to_contain_text("1 change is on this device only")
        Record.objects.update(seen_at=record.issued_at.replace(year=2020))
        look_again(first)
        expect(first.locator("#writer")).to_contain_text("You are recording on this device.")
        tap(first, "0208")
        saved(first)
    expect(second.locator("#sync")).to_contain_text("Another device took over the record.")
    expect(second.locator("#moves li", has_text="0208")).to_have_count(1)
    expect(second.locator("#moves li", has_text="0206")).to_have_count(0)
    look_again(first)
    expect(first.locator("#branches li", has_text="0206")).to_have_count(1)
    first.get_by_role("button", name="Adopt moves").tap()
    expect(first.locator("#moves li", has_text="0206")).to_have_count(1)
    expect(first.locator("#branches li")).to_have_count(0)
    forgive(problems, "ERR_INTERNET_DISCONNECTED", "409")


def look_again(page: Page) -> None:
    """What a page does by itself every 15 seconds."""
    page.evaluate("window.dispatchEvent(new Event('online'))")


def test_the_session_ends_while_somebody_records(
    open_record: Callable[..., Page], record: Record, live_server: Any, problems: list[str]
) -> None:
    page = open_record()
    until_a_choice(page)
    Session.objects.all().delete()
    tap(page, "0206")
    expect(page.locator("#sync")).to_contain_text("You are signed out. Your moves are kept on this device.")
    with page.context.expect_page() as login:
        page.locator("#sync").get_by_role("link", name="Sign in").tap()
    fill_in(login.value, "ana")
    # It leads to the record, which is open in the first tab.
    expect(login.value.locator("#sync")).to_contain_text("open in another tab")
    login.value.close()
    look_again(page)
    saved(page)
    expect(page.locator("#moves li", has_text="0206")).to_have_count(1)
    forgive(problems, "401", "403")


def test_a_move_by_keyboard_alone(open_record: Callable[..., Page]) -> None:
    page = open_record()
    until_a_choice(page)
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    place = page.locator(".board-frame [aria-live]").inner_text().split(",")[0]
    page.keyboard.press("Enter")
    # From the board the choices are the next stop, past the buttons for zooming and for Undo.
    kind = page.locator("#choices .choices-row .btn").first
    for _ in range(6):
        page.keyboard.press("Tab")
        if kind.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    saved(page)
    expect(page.locator("#moves li", has_text=place)).to_have_count(1)
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("#choices [aria-pressed=true]")).to_have_count(0)


def test_somebody_else_can_neither_look_nor_write(
    open_record: Callable[..., Page], open_page: Callable[..., Page], record: Record, problems: list[str]
) -> None:
    page = open_record()
    until_a_choice(page)
    device = page.evaluate("localStorage.getItem('nabu-device')")
    record.refresh_from_db()
    before = (record.count, record.digest, record.epoch, record.device)
    account("eve")
    other = open_page(**PHONE)
    sign_in(other, "eve")
    other.goto("/")
    # Even with everything that the writing device knows.
    line = {"seat": 0, "do": "place", "token": "farmer", "hex": "0206"}
    entry = {"seq": 99, "base": record.count, "op": "append", "lines": [line], "at": 0}
    body = {"device": device, "name": "Phone", "epoch": record.epoch, "entries": [entry]}
    answers = other.evaluate(
        """async ([address, body]) => {
          const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1]
            ?? document.querySelector("[name=csrfmiddlewaretoken]").value;
          const headers = { "X-CSRFToken": token, "Content-Type": "application/json", Accept: "application/json" };
          const post = (name, body) => fetch(address + name, { method: "POST", headers, body: JSON.stringify(body) });
          const looks = ["", "state.json"].map((name) => fetch(address + name));
          const writes = ["journal.json", "take-over/"].map((name) => post(name, body));
          return (await Promise.all([...looks, ...writes])).map((answer) => answer.status);
        }""",
        [f"/records/{record.public_id}/", body],
    )
    assert answers == [404] * 4
    record.refresh_from_db()
    assert (record.count, record.digest, record.epoch, record.device) == before
    forgive(problems, "404")


def test_a_finished_game_is_shown_and_handed_to_its_replay(open_page: Callable[..., Page]) -> None:
    """Before its log is sent: from what this device knows."""
    ana = account("ana")
    record, lines = game_to_record(ana)
    device(ana, record).append(*lines)
    Record.objects.filter(pk=record.pk).update(device="", device_name="")
    page = open_page(**PHONE)
    sign_in(page, "ana")
    page.goto(f"/records/{record.public_id}/")
    ready(page)
    page.get_by_role("link", name="Result", exact=True).tap()
    expect(page.locator(".ending-place").first).to_be_in_viewport()
    expect(page.locator("#scores")).to_be_hidden()
    page.get_by_role("link", name="Watch replay").tap()
    expect(page).to_have_url(re.compile(r"/logs/\?from=play$"))
    log = page.evaluate("sessionStorage.getItem('nabu-log')").encode()
    assert replay(log).verdict == "verified"
    table, _report = Table.of_log(log)
    assert table is not None
    assert table.lines == recording_of(record).game.lines
