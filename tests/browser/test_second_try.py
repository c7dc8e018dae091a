"""From a replay to other moves: side lines with an address, and games that are played on against bots."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from engine.table.table import Table
from tests.browser.playing import AT_ONCE, READY, WITHOUT_ENGINE, Opponent, finished, keep, kept
from tests.browser.signing_in import sign_in
from tests.browser.test_accessibility import is_accessible
from tests.browser.test_replay import SHOWN, game_of, number, open_replay, show_replay, verified
from tests.platform.scenario import short_log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def in_the_middle(table: Table) -> int:
    """After so many moves somebody has a choice."""
    moves = table.moves
    middle = range(len(moves) // 2, len(moves))
    return next(at for at in middle if moves[at].action.seat is not None and not moves[at].forced)


def banner(page: Page) -> Locator:
    return page.locator(".review-banner")


def choose(page: Page) -> None:
    """A whole move of the side line, by its buttons: the first that is offered until the line has grown."""
    before = page.url
    while page.url == before:
        closed = page.locator("[data-line=choices] details:not([open]) > summary")
        if closed.count():
            closed.tap()
        page.locator("[data-line=choices] .choices-row button").locator("visible=true").first.tap()
        page.wait_for_timeout(60)


def test_a_side_line_has_an_address_and_is_played_on(open_page: Callable[..., Page]) -> None:
    phone = open_page(engine="here", **PHONE)
    phone.add_init_script(AT_ONCE)
    data = short_log("ishtar")
    log, table = verified(data), game_of(data)
    move = in_the_middle(table)
    open_replay(phone, log, f"?move={move}")
    before = phone.evaluate(SHOWN)
    phone.get_by_role("button", name="Try other moves").tap()
    expect(banner(phone)).to_contain_text("Side line", timeout=READY)
    expect(phone.locator("[data-line=due]")).not_to_be_empty()
    choose(phone)
    choose(phone)
    expect(phone).to_have_url(re.compile(rf"\?move={move}#line=[\w-]+$"))
    expect(number(phone)).to_have_text(re.compile(r"^(\d+) / \1$"))
    shown, address = phone.evaluate(SHOWN), phone.url
    assert shown != before
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    is_accessible(phone, "side line")

    phone.keyboard.press("Home")
    expect(number(phone)).to_have_text(re.compile("^0 / "))
    expect(banner(phone)).to_contain_text("step 0 of")
    phone.keyboard.press("Escape")
    expect(banner(phone)).to_have_count(0)
    expect(number(phone)).to_have_text(f"{move} / {len(table.moves)}")
    phone.locator(".try-show").tap()
    expect(banner(phone)).to_be_visible()
    phone.go_back()
    expect(banner(phone)).to_have_count(0)

    phone.keyboard.press("End")
    expect(phone.get_by_role("button", name="Play on from here")).to_be_hidden()

    phone.goto(reverse("proof"))
    phone.goto(address)
    expect(banner(phone)).to_be_visible(timeout=READY)
    assert phone.evaluate(SHOWN) == shown
    phone.locator("[data-replay=line]").get_by_role("button", name="Play on from here").tap()
    plays_on(phone, table, move)


def plays_on(phone: Page, table: Table, move: int) -> None:
    """The page of games against bots goes on from the end of the side line."""
    expect(phone.locator("#branch")).to_be_visible(timeout=READY)
    expect(phone.locator("#branch-from")).to_contain_text(f"after move {move} and a side line")
    expect(phone.locator("#branch-seats")).to_contain_text(f"Seat 1: {table.header.seats[0]}")
    expect(phone.locator("#begin")).to_be_hidden()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    is_accessible(phone, "play on")
    phone.get_by_role("button", name="Play on", exact=True).tap()
    expect(phone.locator("#table")).to_be_visible()
    opponent = Opponent.of(phone)
    expect(phone.get_by_role("button", name="Undo")).to_be_disabled()
    expect(phone.locator("#played-on")).to_have_text(f"Played on from move {move} of another game")
    game = kept(phone)
    origin = game["header"]["meta"]["from"]
    assert origin["move"] == move
    start = move + origin["side"]
    assert game["lines"][:move] == table.lines[:move]
    opponent.play()
    assert len(kept(phone)["lines"]) > start
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_role("button", name="Undo")).to_be_disabled()
    assert kept(phone)["lines"][:start] == game["lines"][:start]
    phone.reload()
    expect(phone.locator("#resume")).to_contain_text(f"Played on from move {move}")


BREAKING = """
const ask = window.askDesk;
window.askDesk = (desk, question) => {
  if (JSON.parse(question).ask !== window.broken) return ask(desk, question);
  if (!window.always) window.broken = null;
  throw new Error("broken");
};
"""
"""An engine that breaks at the question that is `broken`; it is gone then."""


def test_an_engine_that_has_gone_is_started_again(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **PHONE)
    page.add_init_script(BREAKING)
    data = short_log("ishtar")
    log, move = verified(data), in_the_middle(game_of(data))
    open_replay(page, log, f"?move={move}")
    page.get_by_role("button", name="Try other moves").tap()
    expect(banner(page)).to_be_visible(timeout=READY)
    choose(page)
    expect(number(page)).to_have_text(re.compile(r"^(\d+) / \1$"))
    page.evaluate("window.broken = 'aside.at'")
    page.keyboard.press("Home")
    expect(number(page)).to_have_text(re.compile("^0 / "))
    expect(page.locator("[data-try=told]")).to_be_hidden()
    page.evaluate("Object.assign(window, { broken: 'aside.at', always: true })")
    page.keyboard.press("End")
    expect(page.locator("[data-try=told]")).to_contain_text("The engine has stopped.")
    page.evaluate("window.broken = null")
    page.get_by_role("button", name="Try again").tap()
    expect(number(page)).to_have_text(re.compile(r"^(\d+) / \1$"))

    address = page.url
    page.add_init_script("window.broken = 'aside.open'")
    page.goto(reverse("proof"))
    page.goto(address)
    expect(page.locator("[data-try=told]")).to_contain_text("The engine has stopped.", timeout=READY)
    page.wait_for_timeout(400)  # longer than the player waits with its address
    expect(page).to_have_url(address)
    page.get_by_role("button", name="Try again").tap()
    expect(banner(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(rf"\?move={move}$"))


def test_a_log_that_does_not_come_is_no_engine_that_has_stopped(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **PHONE)
    data = short_log("ishtar")
    log, move = verified(data), in_the_middle(game_of(data))
    open_replay(page, log, f"?move={move}")
    page.route("**/raw/", lambda route: route.fulfill(body="half a log"))
    page.get_by_role("button", name="Try other moves").tap()
    expect(page.locator("[data-try=told]")).to_contain_text("The game could not be loaded.", timeout=READY)
    page.unroute("**/raw/")
    page.get_by_role("button", name="Try again").tap()
    expect(banner(page)).to_be_visible(timeout=READY)


def test_without_webassembly_the_page_of_games_says_so_and_nothing_else(open_page: Callable[..., Page]) -> None:
    page = open_page(engine=None, **PHONE)
    page.goto(WITHOUT_ENGINE)
    position = {"log": short_log("ishtar").decode(), "components": None, "move": 3, "line": [], "names": ["Ana", "Bo"]}
    page.evaluate("text => sessionStorage.setItem('nabu-play-on', text)", json.dumps(position))
    page.goto("/play/#on")
    expect(page.locator("#unusable")).to_contain_text("cannot be played in this browser")
    expect(page.locator("#status")).to_be_empty()


def test_an_address_with_a_side_line_that_does_not_fit_shows_the_game_and_says_so(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(engine="here", **PHONE)
    data = short_log("ishtar")
    log = verified(data)
    sign_in(page, "anu")
    for line, why in (("!!", "cannot be read"), ("W3sic2VhdCI6OX1d", "does not fit this game")):  # [{"seat":9}]
        page.goto(reverse("proof"))
        show_replay(page, log, f"?move=3#line={line}")
        expect(page.get_by_role("alert")).to_contain_text(why, timeout=READY)
        expect(banner(page)).to_have_count(0)
        expect(number(page)).to_have_text(re.compile("^3 / "))


def test_a_game_that_goes_on_is_kept_when_another_one_is_played_on(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **PHONE)
    page.add_init_script(AT_ONCE)
    page.goto(WITHOUT_ENGINE)
    goes_on = finished(left=6)
    keep(page, goes_on)
    log = short_log("ishtar")
    move = in_the_middle(game_of(log))
    position = {"log": log.decode(), "components": None, "move": move, "line": [], "names": ["Ana", "Bo"]}
    page.evaluate("text => sessionStorage.setItem('nabu-play-on', text)", json.dumps(position))
    page.goto("/play/#on")
    page.get_by_role("button", name="Play on", exact=True).tap()
    expect(page.locator("#table")).to_be_visible(timeout=READY)
    page.get_by_role("button", name="New game").tap()
    expect(page.locator("#resume").get_by_role("button", name="Continue")).to_have_count(2)
    page.reload()
    page.locator("#resume").get_by_role("button", name="Continue").last.tap()
    expect(page.locator("#table")).to_be_visible(timeout=READY)
    assert kept(page)["lines"][: len(goes_on["lines"])] == goes_on["lines"]
    page.get_by_role("button", name="New game").tap()
    expect(page.locator("#resume")).to_contain_text(f"Played on from move {move}")


def test_a_log_without_its_draws_says_why_in_place_of_the_buttons(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **PHONE)
    page.goto(reverse("table:upload"))
    header, *lines = map(json.loads, short_log("babylonia").splitlines())
    told = [{**header, "chance": "hidden"}, *(line for line in lines if "chance" not in line)]
    content = b"".join(json.dumps(line).encode() + b"\n" for line in told)
    page.get_by_label("Choose a game log").set_input_files(
        {"name": "game.jsonl", "mimeType": "text/plain", "buffer": content}
    )
    expect(page.locator("[data-try=why]")).to_contain_text("leaves out the draws", timeout=READY)
    expect(page.get_by_role("button", name="Play on from here")).to_be_hidden()
