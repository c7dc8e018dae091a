"""A log verified in the browser: nothing is sent, the verdict is the same, and the game is played back on the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page, Request, expect

from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import simulate_game
from tests.browser.playing import WITHOUT_ENGINE
from tests.browser.signing_in import fill_in
from tests.browser.test_accessibility import is_accessible
from tests.browser.test_replay import SHOWN, description, game_of
from tests.platform.scenario import account, game_log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

START = 40_000
"""Milliseconds for an engine that starts on a busy machine."""

LOGS = "/logs/"
NAMES = ("Ana", "Bo")
DESK = {"width": 1280, "height": 900}

CANCEL_AT_WORK = """async () => {
  document.querySelector("[data-example=babylon]").click();
  await new Promise((done) => { setTimeout(done); });
  document.querySelector("[data-verify=cancel]").click();
  if (document.getElementById("verify").dataset.engine) throw new Error("the engine works on");
}"""


def file(content: bytes, name: str = "game.jsonl") -> Any:
    return {"name": name, "mimeType": "text/plain", "buffer": content}


def choose(page: Page, *files: Any) -> None:
    page.get_by_label("Choose a game log").set_input_files(list(files))


def verdict(page: Page) -> Locator:
    return page.locator("[data-verdict=title]")


def ready(page: Page, wait_until: Callable[..., None]) -> None:
    """The engine of the page has started: its worker was asked for nothing else, so it answers at once."""
    wait_until(lambda: page.evaluate("document.getElementById('verify').dataset.engine") == "ready", what="the engine")


def requests_of(context: BrowserContext) -> list[str]:
    """The addresses that pages and their workers ask for from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.url.startswith("http"):
            found.append(request.url)

    context.on("request", note)
    return found


def with_own_set(key: str) -> tuple[bytes, bytes]:
    """A component file that is not built in, and the log of a game with it."""
    game = GAMES[key]
    data = {**game.components(game.component_sets[0]).data, "name": "mine"}
    log = simulate_game(key, 2, game.rulesets[0], ["random"], 1, components=game.read_components(data))
    return json.dumps(data).encode(), log


def test_whatever_is_chosen_no_request_leaves_the_page(
    open_page: Callable[..., Page], wait_until: Callable[..., None]
) -> None:
    page = open_page(engine="browser", viewport=DESK)
    good = game_log(2, seed=3, seats=NAMES)
    lines = good.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"do":"place"' in line and number > 20)
    broken = b"".join([*lines[:at], lines[at].replace(b'"hex":"', b'"hex":"99'), *lines[at + 1 :]])
    components, own = with_own_set("ishtar")
    page.goto(LOGS)
    choose(page, file(good))
    expect(page.get_by_text("Starting the engine…")).to_be_visible()
    page.get_by_role("button", name="Cancel", exact=True).click()
    expect(page.get_by_role("button", name="Cancel", exact=True)).to_be_hidden()
    ready(page, wait_until)
    asked = requests_of(page.context)

    choose(page, file(good), file(b"\x1f\x8b\x08\x00\xff", "game.jsonl.gz"))
    expect(verdict(page)).to_have_text("Verified")
    expect(verdict(page)).to_be_focused()
    report = replay(good)
    totals = page.locator("[data-verdict=totals] td").all_inner_texts()
    assert totals == [str(score) for score in report.scores]
    assert page.locator("[data-verdict=seats] th").all_text_contents()[1:] == list(NAMES)
    expect(page.locator("[data-verdict=places] td")).to_have_text(
        [str(place) for place in report.places], use_inner_text=True
    )
    expect(page.get_by_text("A possible game, not a result")).to_be_visible()
    expect(page.locator("[data-verdict=note]")).to_be_hidden()
    plays_back(page, report.actions, [str(score) for score in report.scores])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download log").click()
    assert saved.value.path().read_bytes() == good

    page.get_by_role("button", name="game.jsonl.gz").click()
    expect(verdict(page)).to_have_text("Unreadable")
    expect(page.locator("[data-verdict=code]")).to_have_text("not_a_log")
    expect(page.locator(".replay")).to_have_count(0)

    choose(page, file(broken))
    expect(verdict(page)).to_have_text("Rejected")
    expect(page.locator("[data-verdict=line]")).to_contain_text(f"{at + 1}, turn ")
    expect(page.locator("[data-verdict=reason]")).to_contain_text("seat ")
    assert page.locator("[data-verdict=legal] li").count() > 1
    expect(page.locator("[data-replay=number]")).to_have_text(f"{at - 1} / {at - 1}")

    choose(page, file(b"x" * (4 * 2**20 + 5)))
    expect(page.locator("[data-verdict=code]")).to_have_text("too_large")

    choose(page, file(own))
    expect(page.locator("[data-verdict=meaning]")).to_contain_text("a component set that is not built in")
    problem = page.locator("[data-verdict=components-problem]")
    for wrong, said in ((b"\x00{", "not a component file"), (b'{"game":"ishtar"}', "not a component file")):
        page.get_by_label("Component file").set_input_files(file(wrong, "mine.json"))
        expect(problem).to_contain_text(said)
    page.get_by_label("Component file").set_input_files(file(components, "mine.json"))
    expect(verdict(page)).to_have_text("Verified")
    expect(page.locator("[data-verdict=note]")).to_contain_text("reconstructed")
    expect(page.locator(".board-box svg")).to_be_visible()

    page.get_by_text("Paste text").click()
    page.get_by_label("Text of the log").fill(f"\n {b''.join(lines[:40]).decode()}\n\n")
    page.get_by_role("button", name="Verify text").click()
    expect(verdict(page)).to_have_text("Unfinished")
    expect(page.locator("[data-verdict=due]")).to_contain_text("the log ends in turn")
    assert asked == []
    assert page.url.endswith(LOGS)


def test_an_engine_at_work_is_cancelled_and_another_one_starts(
    open_page: Callable[..., Page], wait_until: Callable[..., None]
) -> None:
    page = open_page(engine="here", viewport=DESK)
    page.goto(LOGS)
    ready(page, wait_until)
    page.evaluate(CANCEL_AT_WORK)
    ready(page, wait_until)
    expect(page.locator("[data-verify=result]")).to_be_hidden()
    choose(page, file(game_log(2, seed=3, seats=NAMES)))
    expect(verdict(page)).to_have_text("Verified")


# Reading the next file ends when `goOn` is called, which waits until the page has heard that.
HOLD_READING = """() => {
  const real = FileReader.prototype.readAsDataURL;
  FileReader.prototype.readAsDataURL = function (blob) {
    FileReader.prototype.readAsDataURL = real;
    window.goOn = () => new Promise((done) => {
      this.addEventListener("loadend", () => setTimeout(done));
      real.call(this, blob);
    });
  };
}"""


def test_a_file_that_is_read_late_does_not_take_the_place_of_the_next_one(
    open_page: Callable[..., Page], wait_until: Callable[..., None]
) -> None:
    page = open_page(engine="here", viewport=DESK)
    page.goto(LOGS)
    ready(page, wait_until)
    page.evaluate(HOLD_READING)
    choose(page, file(game_log(2, seed=3, seats=NAMES)))
    wait_until(lambda: page.evaluate("Boolean(window.goOn)"), what="the first file is being read")
    log = game_log(3, seed=4, seats=(*NAMES, "Cid"))
    choose(page, file(log))
    expect(page.locator(".board-box svg")).to_be_visible()
    page.evaluate("goOn()")
    page.get_by_role("link", name="Last move").click()
    game = game_of(log)
    last = description(game, len(game.moves), [*NAMES, "Cid"])
    wait_until(lambda: page.evaluate(SHOWN) == last, what="the end of the game that was chosen last")


def plays_back(page: Page, count: int, scores: list[str]) -> None:
    """The replay of the page steps, and its keys are for the game that is shown."""
    number = page.locator("[data-replay=number]")
    expect(page.locator(".board-box svg")).to_be_visible()
    expect(number).to_have_text(f"0 / {count}")
    page.get_by_role("link", name="Next move").click()
    expect(number).to_have_text(f"1 / {count}")
    page.keyboard.press("End")
    expect(number).to_have_text(f"{count} / {count}")
    expect(page.locator("[data-score]")).to_have_text(scores, use_inner_text=True)
    expect(page.locator("[data-replay=ending]")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as SVG").click()
    assert saved.value.path().read_bytes().startswith(b"<svg")
    expect(page.get_by_role("button", name="Copy link to this move")).to_have_count(0)


def test_an_example_on_a_small_phone_in_german(open_page: Callable[..., Page]) -> None:
    page = open_page(
        engine="here", viewport={"width": 360, "height": 740}, has_touch=True, locale="de", color_scheme="dark"
    )
    page.goto(LOGS)
    page.get_by_role("button", name="Babylonia").tap()
    expect(verdict(page)).to_have_text("Verifiziert", timeout=START)
    expect(page.locator(".board-box svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    is_accessible(page)
    page.get_by_role("button", name="Partie wiedergeben").tap()
    onward = page.get_by_role("link", name="Nächster Schritt", exact=True)
    box = onward.bounding_box()
    assert box is not None
    assert 600 < box["y"] < 740 - box["height"]
    onward.tap()
    expect(page.locator("[data-replay=number]")).to_contain_text("1 / ")


def test_a_game_that_was_played_here_is_shown_and_stored(open_page: Callable[..., Page]) -> None:
    """Also after a reload, in another language, and by a visitor who signs in meanwhile to store it."""
    page = open_page(engine="here", viewport=DESK)
    account("anu")
    log = game_log(2, seed=4, seats=NAMES)
    page.goto(WITHOUT_ENGINE)
    page.evaluate("text => sessionStorage.setItem('nabu-log', text)", log.decode())
    page.goto(f"{LOGS}?from=play")
    expect(verdict(page)).to_have_text("Verified", timeout=START)
    for language, word in (("Español", "Verificado"), ("English", "Verified")):
        page.get_by_role("button", name=language).click()
        expect(verdict(page)).to_have_text(word, timeout=START)
    page.get_by_role("main").get_by_role("link", name="Sign in", exact=True).click()
    fill_in(page, "anu")
    expect(verdict(page)).to_have_text("Verified", timeout=START)
    expect(page.get_by_role("heading", name="Babylonia: Ana – Bo")).to_be_in_viewport()
    page.get_by_role("button", name="Save to this site").click()
    expect(page.get_by_role("heading", name="Game log")).to_be_visible()
    expect(page.get_by_text("Log uploaded. It is being verified.")).to_be_visible()


@pytest.mark.parametrize("why", ["no WebAssembly", "no script", "broken worker"])
def test_where_the_engine_cannot_run_the_site_is_offered(
    open_page: Callable[..., Page], problems: list[str], why: str
) -> None:
    page = open_page(
        engine=None if why == "no WebAssembly" else "browser", viewport=DESK, java_script_enabled=why != "no script"
    )
    if why == "broken worker":
        page.context.route("**/worker.js", lambda route: route.fulfill(status=500))
    page.goto(LOGS)
    offer = page.get_by_role("link", name="Sign in to have the site verify the log")
    expect(offer).to_be_visible()
    expect(page.get_by_label("Choose a game log")).to_be_hidden()
    assert (offer.get_attribute("href") or "").endswith(f"?next={reverse('table:upload')}")
    problems[:] = [problem for problem in problems if "worker.js" not in problem and "500" not in problem]
