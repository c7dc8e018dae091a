"""A log played back in a browser: every way to step, on a desk, on a phone, and without script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from engine.registry import GAMES
from engine.table.table import Table as Game
from nabu.contests.matches.models import GameLog, Verification
from nabu.contests.results import services
from nabu.contests.results.tasks import verify_log
from tests.browser.conftest import forgive
from tests.browser.signing_in import sign_in
from tests.platform.scenario import account, game_log, short_log
from tests.profiles import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ENDS = 5
"""So many moves are stepped through at either end in the short profile; the long one goes through whole games."""

SHOWN = "() => document.querySelector('.board-box').shadowRoot.querySelector('svg desc')?.textContent"


# Keeps in `shown` every number of a move that was shown: a busy machine may look when the next one is there already.
SHOWN_SO_FAR = """() => {
  const number = document.querySelector("[data-replay=number]");
  window.shown = [];
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => shown.push(number.textContent)).observe(number, all);
}"""


def verified(data: bytes) -> GameLog:
    log = services.submit_log(account("anu"), data).log
    for verification in Verification.objects.all():
        verify_log(verification.pk)
    return log


def open_replay(page: Page, log: GameLog, query: str = "") -> None:
    """The page of somebody who may see the log."""
    sign_in(page, "anu")
    show_replay(page, log, query)


def show_replay(page: Page, log: GameLog, query: str) -> None:
    """The page, and its script has taken over."""
    page.goto(reverse("table:replay", args=[log.sha256]) + query)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled()
    expect(page.locator(".board-box svg")).to_be_visible()


def number(page: Page) -> Locator:
    return page.locator("[data-replay=number]")


def description(game: Game, position: int, names: list[str]) -> str:
    """The text alternative of the picture of a position."""
    found = re.search(r"<desc[^>]*>(.*?)</desc>", game.at(position).picture(names), re.DOTALL)
    assert found is not None
    return found[1]


def game_of(data: bytes) -> Game:
    game, _report = Game.of_log(data)
    assert game is not None
    return game


@pytest.mark.parametrize("key", GAMES if LONG else ["babylonia", "amyitis"])
def test_a_game_is_stepped_to_its_end(page: Page, wait_until: Callable[..., None], key: str) -> None:
    data = short_log(key)
    log, game = verified(data), game_of(data)
    count = len(game.moves)
    open_replay(page, log)
    for position in range(1, count + 1):
        if not LONG and position == ENDS + 1:
            show_replay(page, log, f"?move={count - ENDS}")
        if not LONG and ENDS < position <= count - ENDS:
            continue
        page.keyboard.press("ArrowRight")
        if position % 40 == 0 or position in (ENDS, count):
            expect(number(page)).to_have_text(f"{position} / {count}")
            scores = page.locator("[data-score]").all_inner_texts()
            assert scores == [str(score) for score in game.moves[position - 1].scores]
            wanted = description(game, position, list(game.header.seats))
            wait_until(lambda: page.evaluate(SHOWN) == wanted, what="the board")  # noqa: B023
    expect(page.locator("[data-replay=ending]")).to_be_visible()
    expect(page.locator("[data-replay=result] .ending-place")).to_have_count(len(game.header.seats))
    expect(page).to_have_url(re.compile(rf"\?move={count}$"))
    page.get_by_role("link", name="First move").click()
    wait_until(lambda: page.evaluate(SHOWN) == description(game, 0, list(game.header.seats)), what="the setup")


def test_keys_the_timeline_and_saving_a_position(page: Page, wait_until: Callable[..., None]) -> None:
    """Ways through one game, on one page."""
    data = game_log(2, seed=3)
    log, game = verified(data), game_of(data)
    count = len(game.moves)
    open_replay(page, log, "?move=10")
    keys_step_but_not_while_somebody_chooses(page, count)
    the_timeline_is_a_way_through_the_game(page, count)
    only_what_changed_is_replaced(page, game, wait_until)
    a_position_is_saved_as_svg_and_as_png(page, log)


def keys_step_but_not_while_somebody_chooses(page: Page, count: int) -> None:
    for key, position in (("ArrowRight", 11), ("ArrowLeft", 10), ("End", count), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(number(page)).to_have_text(f"{position} / {count}")
    page.get_by_label("Speed").focus()
    page.keyboard.press("ArrowRight")
    expect(number(page)).to_have_text(f"1 / {count}")
    page.get_by_role("slider", name="Position in the game").focus()
    page.keyboard.press("ArrowRight")
    expect(number(page)).to_have_text(f"2 / {count}")


def the_timeline_is_a_way_through_the_game(page: Page, count: int) -> None:
    expect(page.locator("[data-replay=graph] path")).to_have_count(2)
    page.locator("[data-replay=graph]").scroll_into_view_if_needed()
    box = page.locator("[data-replay=graph]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    position = int(number(page).inner_text().split(" / ")[0])
    assert abs(position - count / 2) <= 1
    page.get_by_role("slider", name="Position in the game").fill("7")
    expect(number(page)).to_have_text(f"7 / {count}")


def only_what_changed_is_replaced(page: Page, game: Game, wait_until: Callable[..., None]) -> None:
    page.get_by_role("slider", name="Position in the game").fill("30")
    names = list(game.header.seats)
    wait_until(lambda: page.evaluate(SHOWN) == description(game, 30, names), what="the board")
    page.evaluate(
        "() => { for (const one of document.querySelector('.board-box').shadowRoot.querySelectorAll('[data-hex]'))"
        " one.known = true; }"
    )
    page.get_by_role("link", name="Next move").click()
    wait_until(lambda: page.evaluate(SHOWN) == description(game, 31, names), what="the next position")
    same = page.evaluate(
        "() => [...document.querySelector('.board-box').shadowRoot.querySelectorAll('[data-hex]')]"
        ".map(one => one.known === true)"
    )
    assert same.count(True) > len(same) - 10


def a_position_is_saved_as_svg_and_as_png(page: Page, log: GameLog) -> None:
    page.get_by_role("link", name="Previous move").click()
    for control, begins in (
        (page.get_by_role("link", name="Save as SVG"), b"<svg"),
        (page.get_by_role("button", name="Save as PNG"), b"\x89PNG"),
    ):
        with page.expect_download() as saved:
            control.click()
        assert saved.value.suggested_filename.startswith(f"nabu-{log.sha256[:8]}-30.")
        content = saved.value.path().read_bytes()
        assert content.startswith(begins)
        assert len(content) > 10_000


def test_the_address_follows_and_is_opened_there(open_page: Callable[..., Page]) -> None:
    log = verified(game_log(2, seed=3))
    page = open_page(viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    open_replay(page, log, "?move=20")
    before = page.evaluate("history.length")
    page.get_by_role("link", name="Next move").click()
    expect(page).to_have_url(re.compile(r"\?move=21$"))
    assert page.evaluate("history.length") == before, "going back leaves the replay at once"
    page.get_by_role("button", name="Copy link (only you can open it)").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    page.goto(copied)
    expect(page.locator(".replay-move.active")).to_have_attribute("data-move", "21")
    show_replay(page, log, "?line=30")  # a line of the log opens its move
    expect(page).to_have_url(re.compile(r"\?move=29$"))


def test_it_plays_by_itself_and_stops_for_people(page: Page, wait_until: Callable[..., None]) -> None:
    data = game_log(2, seed=3)
    log, count = verified(data), len(game_of(data).moves)
    open_replay(page, log, f"?move={count - 3}")
    page.get_by_label("Speed").select_option("Fast")
    page.get_by_role("button", name="Play", exact=True).click()
    now = page.locator("[data-replay=now]")
    expect(now).to_have_attribute("aria-live", "off")
    expect(number(page)).to_have_text(f"{count} / {count}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(now).to_have_attribute("aria-live", "polite")
    page.evaluate(SHOWN_SO_FAR)
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(lambda: f"1 / {count}" in page.evaluate("window.shown"), what="the beginning again")
    page.get_by_role("link", name="Last move").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_player_can_be_followed_from_move_to_move(page: Page) -> None:
    data = game_log(3, seed=3)
    log, game = verified(data), game_of(data)
    open_replay(page, log)
    page.get_by_label("Player", exact=True).select_option(index=2)
    own = [at for at, move in enumerate(game.moves, 1) if move.action.to_json().get("seat") == 1]
    onward = page.get_by_role("button", name="Next move of this player")
    for position in own[:3]:
        onward.click()
        expect(number(page)).to_have_text(f"{position} / {len(game.moves)}")
    page.get_by_role("button", name="Previous move of this player").click()
    expect(number(page)).to_have_text(f"{own[1]} / {len(game.moves)}")
    expect(page.locator("#replay")).to_have_attribute("data-focus", "1")


def test_a_rejected_log_opens_where_it_fails(page: Page) -> None:
    lines = game_log(2, seed=12).splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"do":"place"' in line and number > 20)
    lines[at] = lines[at].replace(b'"hex":"', b'"hex":"99')
    log = verified(b"".join(lines))
    open_replay(page, log)
    expect(number(page)).to_have_text(f"{at - 1} / {at - 1}")
    expect(page.get_by_role("heading", name=f"Line {at + 1} is not valid")).to_be_visible()
    page.get_by_role("link", name="First move").click()
    expect(number(page)).to_have_text(f"0 / {at - 1}")


def test_on_a_small_phone_the_controls_are_at_the_thumb(open_page: Callable[..., Page]) -> None:
    log = verified(game_log(4, seed=3))
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    open_replay(page, log, "?move=40")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for name in ("First move", "Previous move", "Next move", "Last move"):
        box = page.get_by_role("link", name=name, exact=True).bounding_box()
        assert box is not None
        assert box["y"] > 600
        assert box["y"] + box["height"] <= 740
        assert min(box["width"], box["height"]) >= 44
    page.get_by_role("link", name="Next move").tap()
    expect(number(page)).to_have_text(re.compile("^41 / "))
    board = page.locator(".board-box").bounding_box()
    now = page.locator("[data-replay=now]").bounding_box()
    moves = page.locator("[data-replay=moves]").bounding_box()
    assert board is not None
    assert now is not None
    assert moves is not None
    assert board["y"] < now["y"] < moves["y"]
    bar = page.locator(".replay-bar").bounding_box()
    title = page.locator(".replay-head").bounding_box()
    assert bar is not None
    assert title is not None
    assert title["height"] <= 44, "one line"
    assert bar["y"] - board["y"] > 740 / 2, "the board is the largest thing on the screen"
    assert page.locator(".seat-who > span").first.evaluate("name => name.clientWidth") >= 70, "not four letters"


WHERE = """(parts) => parts.map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [part, ...[x, y, width, height].map(Math.round)];
})"""


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_when_the_script_comes(open_page: Callable[..., Page], width: int) -> None:
    data = game_log(4, seed=3, game="ishtar")
    log, game = verified(data), game_of(data)
    page = open_page(viewport={"width": width, "height": 900})
    sign_in(page, "anu")
    script = re.compile(r"/replay/replay(\.\w+)?\.js$")
    page.route(script, lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{reverse('table:replay', args=[log.sha256])}?move=60")
    expect(page.locator(".board-box svg")).to_be_visible()
    parts = [".seats", ".seat:last-child", ".board-box", ".board-foot", ".replay-bar", ".replay-now", ".replay-points"]
    served = page.evaluate(WHERE, parts)
    page.unroute(script)
    show_replay(page, log, "?move=60")
    assert page.evaluate(SHOWN) == description(game, 60, list(game.header.seats))
    assert page.evaluate(WHERE, parts) == served


def test_moves_that_do_not_come_leave_the_links(page: Page, problems: list[str]) -> None:
    log = verified(short_log("babylonia"))
    sign_in(page, "anu")
    page.route("**/moves.json", lambda route: route.abort())
    page.goto(reverse("table:replay", args=[log.sha256]) + "?move=2")
    expect(page.locator("[data-replay=told]")).to_have_text("The moves could not be loaded. Reload the page.")
    expect(page.locator("[data-replay=range]")).to_be_disabled()
    expect(page.get_by_role("link", name="Link to this move")).to_be_visible()
    page.get_by_role("link", name="Next move").click()
    expect(number(page)).to_contain_text("3 / ")
    forgive(problems, "moves.json", "net::ERR_FAILED", "Failed to fetch")


def test_without_script_links_do_the_same(open_page: Callable[..., Page]) -> None:
    data = game_log(2, seed=3)
    log, game = verified(data), game_of(data)
    page = open_page(viewport={"width": 1280, "height": 900}, java_script_enabled=False)
    sign_in(page, "anu")
    page.goto(reverse("table:replay", args=[log.sha256]))
    page.get_by_role("link", name="Next move").click()
    expect(number(page)).to_have_text(f"1 / {len(game.moves)}")
    page.get_by_role("link", name="Last move").click()
    result = game.result
    assert result is not None
    expect(page.locator("[data-score]")).to_have_text([str(score) for score in result.scores], use_inner_text=True)
    expect(page.locator(".board-box svg")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    page.locator("details[open] .replay-move").first.click()
    expect(page.locator(".replay-move.active")).to_be_visible()
