"""Games against bots in a real browser: by taps on a phone, with a curtain, kept on the device, stored."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from engine.log.replay import replay
from engine.registry import GAMES
from nabu.contests.matches.models import GameLog, LogSubmission
from tests.browser.playing import AT_ONCE, WITHOUT_ENGINE, Opponent, begin, finished, keep, kept, kept_game
from tests.browser.signing_in import sign_in
from tests.platform.scenario import account
from tests.platform.site.pages.conftest import verify_all
from tests.profiles import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
LAST = 8
"""So many moves of a game are played in the short profile."""


# How long the page has drawn nothing at most, in milliseconds.
LONGEST_FRAME = """() => {
  window.longest = 0;
  let last = performance.now();
  const next = (now) => {
    window.longest = Math.max(window.longest, now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""


def open_play(open_page: Callable[..., Page], engine: Literal["browser", "here"]) -> Page:
    """The page on a small phone, with bots that do not wait."""
    page = open_page(engine=engine, **PHONE)
    page.add_init_script(AT_ONCE)
    page.goto("/play/")
    return page


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """The page, which asks this Python."""
    return open_play(open_page, "here")


@pytest.mark.parametrize("game", GAMES if LONG else ["ishtar"])
def test_a_whole_game_on_a_phone_asks_the_site_nothing(
    open_page: Callable[..., Page], tmp_path: Path, game: str
) -> None:
    """In the short profile its last moves. test_offline.py begins one with the engine in the browser, and without the
    network."""
    phone = open_page(engine="here", **PHONE)
    phone.goto(WITHOUT_ENGINE)
    phone.evaluate(AT_ONCE)
    if not LONG:
        keep(phone, finished(left=LAST))
    phone.goto("/play/")
    expect(phone.locator("#offline")).to_have_text("Works offline.", timeout=60_000)
    if LONG:
        begin(phone, game)
    else:
        phone.get_by_role("button", name="Continue").tap()
        expect(phone.locator("#table")).to_be_visible()
    opponent = Opponent.of(phone)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    while phone.locator("#over").is_hidden():
        opponent.play()
    assert asked == []
    expect(phone.locator("#over-text")).to_contain_text("win")
    expect(phone.locator(".ending-place")).to_have_count(2)
    expect(phone.locator("#scores")).to_be_hidden()
    phone.get_by_role("link", name="Result", exact=True).tap()
    expect(phone.get_by_role("button", name="Play again")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Save log").tap()
    download.value.save_as(tmp_path / "game.jsonl")
    report = replay((tmp_path / "game.jsonl").read_bytes())
    assert report.verdict == "verified"
    assert report.header is not None
    assert report.header.meta == {"bots": [None, "greedy"]}
    table = kept_game(phone)
    phone.get_by_role("button", name="Swap seats").tap()
    expect(phone.locator("#game-title")).to_have_text(f"{GAMES[game].title} · Casual – Player")
    assert kept(phone)["header"]["setup"] != table.header.setup


def test_a_second_tab_has_no_form_that_does_nothing(phone: Page) -> None:
    expect(phone.get_by_role("button", name="Play", exact=True)).to_be_enabled()
    second = phone.context.new_page()
    second.goto("/play/")
    expect(second.locator("#status")).to_contain_text("another tab")
    expect(second.locator("#begin")).to_be_hidden()


def test_a_curtain_between_two_people(phone: Page) -> None:
    begin(phone, kinds=("", "greedy", ""))
    expect(phone.locator("#cover")).to_contain_text("Player 1, it is your turn")
    expect(phone.locator("#table")).to_be_hidden()
    phone.get_by_role("button", name="I am Player 1").tap()
    expect(phone.locator("#hand")).to_contain_text("Only you see:")
    opponent = Opponent.of(phone)
    while phone.locator("#cover").is_hidden():
        opponent.play()
    assert [move.action.seat for move in kept_game(phone).moves if move.action.seat is not None][-1] == 1
    expect(phone.locator("#cover")).to_contain_text("Player 2")
    expect(phone.locator("#table")).to_be_hidden()
    phone.get_by_role("button", name="I am Player 2").tap()
    expect(phone.locator("#moves")).to_contain_text("Player 2: draws")
    expect(phone.locator("#moves")).not_to_contain_text("Player 1: draws")
    expect(phone.locator("#moves")).not_to_contain_text("Casual: draws")


def test_a_hint_take_back_and_going_on_after_a_reload(phone: Page) -> None:
    begin(phone)
    opponent = Opponent.of(phone)
    expect(phone.get_by_role("button", name="Undo")).to_be_disabled()
    before = kept(phone)["lines"]
    phone.get_by_role("button", name="Hint").tap()
    expect(phone.locator("#hint")).to_have_text(re.compile(r"Hint: .+ – .+\."))
    assert kept(phone)["lines"] == before
    opponent.clicks += 1
    opponent.play()
    assert len(kept(phone)["lines"]) > len(before)
    expect(phone.locator("#hint")).to_be_empty()
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_role("button", name="Undo")).to_be_disabled()
    assert kept(phone)["lines"] == before
    opponent.clicks += 1
    for _ in range(3):
        opponent.play()
    lines, told = kept(phone)["lines"], phone.locator("#moves li").all_inner_texts()
    phone.reload()
    expect(phone.locator("#resume")).to_contain_text("Babylonia against Casual, turn")
    phone.get_by_role("button", name="Continue").tap()
    expect(phone.locator("#moves li").first).to_have_text(told[0], use_inner_text=True)
    assert kept(phone)["lines"] == lines
    expect(phone.locator("#moves li")).to_have_text(told, use_inner_text=True)
    phone.reload()
    phone.get_by_role("button", name="Delete").tap()
    expect(phone.locator("#resume")).to_be_hidden()
    assert kept(phone) is None


def test_what_comes_later_does_not_move_the_button_to_go_on(phone: Page) -> None:
    """A finger on its way to it would touch something else."""
    phone.goto(WITHOUT_ENGINE)
    keep(phone, finished(left=LAST))
    phone.goto("/play/")
    go_on = phone.get_by_role("button", name="Continue")
    expect(go_on).to_be_visible()
    before = go_on.evaluate("(button) => button.getBoundingClientRect().top")
    phone.locator("#offline").evaluate("(line) => (line.textContent = 'Works offline.')")
    assert go_on.evaluate("(button) => button.getBoundingClientRect().top") == before


def test_bots_can_be_followed_where_the_browser_keeps_nothing(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here")
    page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('refused'); }")
    page.goto("/play/")
    begin(page, kinds=("greedy", ""))
    expect(page.locator("#choices")).to_contain_text("Casual is playing…")
    expect(page.locator("#told")).to_contain_text("Casual: places a")
    expect(page.locator("#board [part=mark-last]")).not_to_have_count(0)
    expect(page.locator("#choices fieldset")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("This browser stores nothing on the device")


def test_a_finished_game_is_stored_by_an_account_and_counts_for_nothing(open_page: Callable[..., Page]) -> None:
    account("ana")
    phone = open_page(engine="here", **PHONE)
    phone.goto(WITHOUT_ENGINE)
    keep(phone, finished())
    phone.goto("/play/")
    phone.get_by_role("button", name="Continue").tap()
    phone.get_by_role("button", name="Save to this site").tap()
    expect(phone.locator("#stored")).to_contain_text("Sign in to save")
    assert not GameLog.objects.exists()
    phone.get_by_role("link", name="Watch replay").tap()
    expect(phone).to_have_url(re.compile(r"/logs/\?from=play$"))
    assert replay(phone.evaluate("sessionStorage.getItem('nabu-log')").encode()).verdict == "verified"
    sign_in(phone, "ana")
    phone.goto("/play/")
    phone.get_by_role("button", name="Continue").tap()
    phone.get_by_role("button", name="Save to this site").tap()
    expect(phone.locator("#stored")).to_contain_text("Game saved")
    submission = LogSubmission.objects.get()
    verify_all()
    submission.refresh_from_db()
    assert (submission.outcome, submission.table) == (LogSubmission.Outcome.NO_TABLE, None)
    phone.get_by_role("link", name="See the saved game").tap()
    expect(phone.locator("main")).to_contain_text("Verified")


def test_an_expert_moves_while_the_page_goes_on_answering(open_page: Callable[..., Page]) -> None:
    phone = open_play(open_page, "browser")
    choices = phone.get_by_label("Seat 2", exact=True).locator("optgroup")
    expect(choices.last.locator("option")).to_have_count(2)
    expect(choices.first.locator("option")).to_have_text(
        ["Beginner", "Casual", "Club", "Strong", "Expert"], use_inner_text=True
    )
    expect(choices.last.locator("option")).to_have_text(["Random moves", "search-32"], use_inner_text=True)
    begin(phone, "ishtar", kinds=("", "search-72"))
    phone.evaluate(LONGEST_FRAME)
    opponent = Opponent.of(phone)
    while not any(move.action.seat == 1 and not move.forced for move in kept_game(phone).moves):
        opponent.play()
    assert kept(phone)["header"]["meta"]["bots"] == [None, "search-72"]
    expect(phone.locator("#moves")).to_contain_text("Expert: ")
    assert phone.evaluate("window.longest") < 1_000  # a move takes as long, but in the worker


def test_without_webassembly_the_page_says_so(small_page: Page) -> None:
    small_page.goto("/play/")
    expect(small_page.locator("#unusable")).to_contain_text("cannot be played in this browser")
    expect(small_page.locator("#begin")).to_be_hidden()
    expect(small_page.locator("main").get_by_role("link", name="Record a game")).to_be_visible()


def test_without_script_the_page_says_so(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/play/")
    expect(page.locator("main")).to_contain_text("Playing here needs JavaScript")
    expect(page.locator("#begin")).to_be_hidden()
    expect(page.get_by_role("link", name="Practise with a made-up event")).to_be_visible()
    expect(page.locator("main").get_by_role("link", name="Record a game")).to_be_hidden()
