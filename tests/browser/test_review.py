"""The review of a game in a real browser: made here and kept, or by the server, and shown move by move on the board."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect

from engine.game import JsonObject
from engine.luck.draws import draws_of
from engine.luck.measured import is_told
from engine.registry import GAMES
from engine.review.reviewer import Reviewer, reviewer_name, seed_of
from engine.review.summary import summary_of
from engine.review.words import alternative_in_words, review_in_words
from engine.simulate import simulate_game
from engine.table.table import Table
from nabu.board.reviews.models import GameReview
from nabu.contests.matches.models import GameLog
from nabu.core.sentences import LANGUAGE
from tests.browser.playing import WITHOUT_ENGINE, finished, keep
from tests.browser.test_accessibility import is_accessible
from tests.browser.test_replay import open_replay, verified
from tests.platform.board.reviews.reviewed import made_up_draw, made_up_setup
from tests.profiles import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

READY = 90_000
"""Milliseconds for an engine that starts, and for a few decisions, on a busy machine."""

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}

NAMES = ("Ana", "Bo")
LEFT = 2
"""So many draws are left to be told."""

# Reads all reviews that the page keeps, after putting one there.
KEPT = """async (review) => {
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const asked = indexedDB.open("nabu-reviews", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("reviews", { keyPath: "key" });
  const database = await done(asked);
  const store = database.transaction("reviews", "readwrite").objectStore("reviews");
  if (review) await done(store.put(review));
  const found = await done(store.getAll());
  database.close();
  return found;
}"""


@cache
def a_game(key: str = "babylonia") -> Table:
    """A finished game, between bots that play at random: they leave little to judge at the end."""
    table, _report = Table.of_log(simulate_game(key, 2, GAMES[key].rulesets[0], ("random",), 3, seats=NAMES))
    assert table is not None
    return table


def judged(table: Table, left: int = 0) -> list[JsonObject]:
    """Decisions as a reviewer gives them, all but the last ones: three of them are marked, made up for the test."""
    numbers = [number for number, move in enumerate(table.moves) if move.action.seat is not None and not move.forced]
    numbers = numbers[: len(numbers) - left]
    marks = {len(numbers) // 4: "doubtful", len(numbers) // 2: "costly", 3 * len(numbers) // 4: "doubtful"}
    found: list[JsonObject] = []
    for at, number in enumerate(numbers):
        move = table.moves[number]
        about = {"move": number, "seat": move.action.seat, "turn": move.turn, "phase": "middle"}
        actions = table.at(number).state.legal_actions() if at in marks else ()
        rather = next((each for each in actions if each != move.action), None)
        if rather is None:
            found.append({**about, "rather": None, "mark": "", "accuracy": 100.0})
            continue
        loss = 8.0 if marks[at] == "costly" else 4.1
        found.append(
            {
                **about,
                "rather": rather.to_json(),
                "mark": marks[at],
                "loss": loss,
                "error": 1.2,
                "count": 128,
                "before": 0.61,
                "chance": loss / 50,
                "chance_error": 0.01,
                "accuracy": 70.0,
                "sources": {table.game.sources[0].key: 3.0},
                "others": loss - 3.0,
                "continuation": continuation(table, number, rather.to_json()),
            }
        )
    return found


def reviewed(table: Table, left: int = 0) -> list[JsonObject]:
    """All that a reviewer finds but the last ones: the decisions, then made-up luck where it is told."""
    decisions = judged(table)
    if not is_told(table.game.key):
        return decisions[: len(decisions) - left]
    luck = [made_up_setup(table, table.game.bots["greedy"], "")]
    state = table.at(0).state
    luck += [made_up_draw(table, number, state, table.game.bots["greedy"], "seed") for number in draws_of(table)]
    found = [*decisions, *luck]
    return found[: len(found) - left]


def continuation(table: Table, number: int, rather: JsonObject) -> list[JsonObject]:
    """The alternative, and two moves more."""
    other, rng = table.at(number), Random(1)
    lines = [rather]
    other.apply(rather)
    while len(lines) < 3:
        state = other.state
        action = state.draw(rng) if state.to_move < 0 else state.legal_actions().sample(rng)
        lines.append(action.to_json())
        other.apply(lines[-1])
    return lines


def keep_review(page: Page, table: Table, decisions: list[JsonObject]) -> None:
    """Put judged decisions where the page looks for them."""
    key = f"{seed_of(table)}/{reviewer_name(table.game)}"
    page.evaluate(KEPT, {"key": key, "at": 1, "decisions": decisions})


def kept_decisions(page: Page) -> list[JsonObject]:
    """What the page keeps of its only review."""
    found: list[JsonObject] = page.evaluate(KEPT, None)[0]["decisions"]
    return found


def open_here(page: Page, table: Table, decisions: list[JsonObject]) -> None:
    """The page that has just played this game, with so much of its review."""
    page.goto(WITHOUT_ENGINE)
    page.evaluate("text => sessionStorage.setItem('nabu-log', text)", table.log().decode())
    keep_review(page, table, decisions)
    page.goto(f"{reverse('table:upload')}?from=play")
    expect(card(page)).to_have_attribute("data-state", re.compile("."), timeout=READY)


def card(page: Page) -> Locator:
    return page.locator(".review")


def panel(page: Page) -> Locator:
    return page.locator(".review-panel")


def title_of_board(page: Page) -> str:
    """The text alternative of the picture that is shown."""
    found: str = page.evaluate("document.querySelector('.board-box').shadowRoot.querySelector('svg desc')?.textContent")
    return found


def test_a_review_goes_on_where_it_stopped_and_ends_with_a_summary(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="browser", **DESK)
    table = a_game()
    decisions = reviewed(table, LEFT)
    total = len(decisions) + LEFT
    open_here(page, table, decisions)
    expect(card(page)).to_contain_text(f"{total - LEFT} of {total} decisions and draws reviewed")
    expect(page.locator(".replay-moves .review-mark >> visible=true")).not_to_have_count(0)
    page.get_by_role("button", name="Continue the review").click()
    expect(card(page)).to_have_attribute("data-state", "done", timeout=READY)
    kept = kept_decisions(page)
    assert kept[: len(decisions)] == decisions
    assert page.evaluate(KEPT, None)[0]["log"] == table.log().decode(), "so that its marks can be practised"
    reviewer = Reviewer(table, decisions)
    assert kept[len(decisions) :] == [reviewer.step() for _ in range(LEFT)]
    expect(page.locator("#review-title")).to_be_focused()  # the button that was pressed is gone
    for name in NAMES:
        expect(card(page).locator(".review-seat", has_text=name)).to_contain_text("Accuracy")
        expect(card(page).locator(".review-seat", has_text=name)).to_contain_text(re.compile("(Won|Lost) by .*: luck "))
    expect(card(page).get_by_role("heading", name="Turning points")).to_be_visible()

    if LONG:  # the test of a decision opens the page with what is judged
        page.reload()
        expect(card(page)).to_have_attribute("data-state", "done", timeout=READY)


TWO_DECISIONS = """(first) => {
  // Of the decisions that a page asks for two are judged; the others are on their way until `judge` is called.
  const real = window.Worker;
  const asked = new Promise((resolve) => { window.judge = resolve; });
  window.Worker = class extends real {
    async postMessage(message) {
      const { ask, which } = JSON.parse(message.question);
      if (ask === "review.find" && which >= first + 2) await asked;
      super.postMessage(message);
    }
  };
}"""


def test_a_review_is_cancelled_and_goes_on_when_the_page_is_opened_again(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **PHONE)
    table = a_game("amyitis")
    decisions = judged(table, 40)
    page.add_init_script(f"({TWO_DECISIONS})({len(decisions)})")
    open_here(page, table, decisions)
    page.get_by_role("button", name="Continue the review").tap()
    expect(card(page)).to_contain_text(f"{len(decisions) + 2} of {Reviewer(table).total} decisions", timeout=READY)
    expect(card(page).locator("progress")).to_have_attribute("value", re.compile(r"\d+"))
    page.get_by_role("button", name="Cancel", exact=True).tap()
    page.evaluate("window.judge()")
    expect(card(page)).to_have_attribute("data-state", "offer", timeout=READY)
    after = len(kept_decisions(page))
    assert after - len(decisions) in (2, 3), "the part that went on may have been the last one of its decision"
    page.goto(f"{reverse('table:upload')}?from=play&show=review")  # it starts by itself
    expect(card(page)).to_have_attribute("data-state", "busy", timeout=READY)
    expect(card(page)).to_be_in_viewport()
    assert len(kept_decisions(page)) >= after


SEVERAL_ENGINES = """
  Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 8 });
  Object.defineProperty(navigator, "deviceMemory", { get: () => 8 });
  window.judges = {};
  const real = window.Worker;
  window.Worker = class extends real {
    number = Math.random();

    postMessage(message) {
      const { ask, which } = JSON.parse(message.question);
      if (ask === "review.find") {
        (window.judges[this.number] ??= new Set()).add(which);
        // A helper breaks with its first decision; another one judges it.
        if (Object.keys(window.judges).length === 2 && !window.broken) {
          window.broken = true;
          this.dispatchEvent(new Event("error"));
          return;
        }
      }
      super.postMessage(message);
    }
  };
"""


def test_several_engines_share_a_review(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **DESK)
    page.add_init_script(SEVERAL_ENGINES)
    table, left = a_game(), 14
    decisions = reviewed(table, left)
    open_here(page, table, decisions)
    page.get_by_role("button", name="Continue the review").click()
    expect(card(page)).to_have_attribute("data-state", "done", timeout=READY)
    reviewer = Reviewer(table, decisions)
    while reviewer.done < reviewer.total:
        reviewer.step()
    assert kept_decisions(page) == reviewer.kept
    judges = page.evaluate("Object.values(window.judges).map((each) => [...each])")
    assert page.evaluate("window.broken")
    assert len(judges) > 2
    assert {which for each in judges for which in each} == set(range(len(decisions), reviewer.total))


def test_a_decision_is_shown_on_the_board(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **PHONE)
    table = a_game()
    decisions = reviewed(table)
    marked = [each for each in decisions if each.get("mark")]
    open_here(page, table, decisions)
    expect(card(page)).to_have_attribute("data-state", "done", timeout=READY)
    link = card(page).get_by_role("link", name=re.compile("^Turn ")).first
    link.tap()
    number = page.locator("[data-replay=number]")
    first = marked[0]["move"] + 1
    expect(number).to_have_text(f"{first} / {len(table.moves)}")
    expect(page.locator("[data-replay=what]")).to_contain_text("?! Doubtful")
    entry = page.locator(f".replay-move[data-move='{first}'] .review-mark")
    expect(entry).to_have_text("?! Doubtful", use_inner_text=True)
    words = review_in_words(LANGUAGE, Reviewer(table, decisions))["decisions"]
    said = next(each for each in words if each["move"] == marked[0]["move"])["words"]
    for text in (said["rather"], said["figures"], said["chance"]):
        expect(panel(page)).to_contain_text(text)
    practised = re.compile(f"position={seed_of(table)}%2F{first - 1}$")
    expect(panel(page).get_by_role("link", name="Practise this")).to_have_attribute("href", practised)
    worst = max(marked, key=lambda each: each["loss"])["move"]
    practised = re.compile(f"position={seed_of(table)}%2F{worst}$")
    expect(card(page).get_by_role("link", name="Practise my mistakes")).to_have_attribute("href", practised)
    expect(page.locator(".review-tick")).to_have_count(len(marked))

    before = title_of_board(page)
    panel(page).get_by_role("button", name="Show on the board").tap()
    banner = page.locator(".review-banner")
    expect(banner).to_contain_text("Not played")
    expect(banner).to_be_in_viewport()
    expect(banner).to_contain_text("Alternative, step 1 of 3")
    alternative = alternative_in_words(LANGUAGE, table, marked[0])
    expect(page.locator("[data-replay=what]")).to_contain_text(alternative[1]["text"])
    assert title_of_board(page) != before
    page.get_by_role("link", name="Next move", exact=True).tap()
    expect(banner).to_contain_text("step 2 of 3")
    for _ in range(2):
        page.get_by_role("link", name="Previous move", exact=True).tap()
    expect(banner).to_contain_text("step 0 of 3")
    expect(page.locator("#replay .board-box [part=mark-preview]")).not_to_have_count(0)
    is_accessible(page, "alternative")
    page.keyboard.press("Escape")
    expect(banner).to_have_count(0)
    expect(number).to_have_text(f"{first} / {len(table.moves)}")
    assert title_of_board(page) == before

    panel(page).get_by_role("button", name="Show on the board").tap()
    banner.get_by_role("button", name="Back to the game").tap()
    expect(panel(page).get_by_role("button", name="Show on the board")).to_be_focused()
    panel(page).get_by_role("button", name="Show on the board").tap()
    page.get_by_role("link", name="Setup").evaluate("link => link.click()")  # any way out of it is one
    expect(banner).to_have_count(0)
    expect(number).to_have_text(f"0 / {len(table.moves)}")
    is_accessible(page, "review")

    link.tap()
    panel(page).get_by_role("button", name="Choose again and play on").tap()
    expect(page.locator("#branch-from")).to_contain_text(f"after move {first - 1} (turn")
    page.go_back()
    link.tap()
    panel(page).get_by_role("button", name="Show on the board").tap()
    banner.get_by_role("button", name="Play on from here").tap()
    expect(page.locator("#branch-from")).to_contain_text(f"after move {first - 1} and a side line")


def test_a_lucky_draw_is_marked_and_told(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **PHONE)
    table = a_game()
    rows = reviewed(table)
    open_here(page, table, rows)
    expect(card(page)).to_have_attribute("data-state", "done", timeout=READY)
    luck = review_in_words(LANGUAGE, Reviewer(table, rows))["luck"]
    draw = next(each for each in luck["draws"] if each["move"] == luck["luckiest"][0])
    expect(card(page).get_by_role("heading", name="Luckiest draws", exact=True)).to_be_visible()
    expect(page.locator(".luck-tick")).not_to_have_count(0)
    card(page).locator("[data-review=luckiest] a").first.tap()
    position = draw["move"] + 1
    expect(page.locator("[data-replay=number]")).to_have_text(f"{position} / {len(table.moves)}")
    entry = page.locator(f".replay-move[data-move='{position}'] .review-mark")
    expect(entry).to_have_text("▲ Lucky draw", use_inner_text=True)
    expect(panel(page)).to_contain_text(f"Lucky draw for {NAMES[draw['marked']]}")
    for name, worth in zip(NAMES, draw["words"]["worth"], strict=True):
        expect(panel(page)).to_contain_text(f"{name}: {worth}")
    is_accessible(page, "lucky draw")


def test_next_and_previous_mark_of_a_player(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **DESK)
    table = a_game()
    decisions = reviewed(table)
    open_here(page, table, decisions)
    expect(card(page)).to_have_attribute("data-state", "done", timeout=READY)
    number = page.locator("[data-replay=number]")
    for seat, name in enumerate(NAMES):
        marks = [each["move"] + 1 for each in decisions if each.get("mark") and each["seat"] == seat]
        if not marks:
            continue
        page.keyboard.press("Home")
        for mark in marks:
            page.get_by_role("button", name=f"Next mark of {name}").click()
            expect(number).to_have_text(f"{mark} / {len(table.moves)}")
        for mark in reversed(marks[:-1]):
            page.get_by_role("button", name=f"Previous mark of {name}").click()
            expect(number).to_have_text(f"{mark} / {len(table.moves)}")


def test_a_log_without_its_draws_says_why_it_cannot_be_judged(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **DESK)
    page.goto(reverse("table:upload"))
    header, *lines = [json.loads(line) for line in a_game().log().splitlines()]
    told = [{**header, "chance": "hidden"}, *(line for line in lines if "chance" not in line)]
    log = b"".join(json.dumps(line).encode() + b"\n" for line in told)
    page.get_by_label("Choose a game log").set_input_files(
        {"name": "game.jsonl", "mimeType": "text/plain", "buffer": log}
    )
    expect(card(page)).to_contain_text("this log leaves out the draws", timeout=READY)
    expect(card(page).get_by_role("button", name="Review in this browser")).to_be_hidden()
    expect(page.locator("[data-replay=number]")).to_be_visible()


def test_after_a_game_its_review_is_one_button_away(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **PHONE)
    page.goto(WITHOUT_ENGINE)
    game = finished()
    keep(page, game)
    table, _report = Table.of_log(
        b"".join(json.dumps(line).encode() + b"\n" for line in (game["header"], *game["lines"]))
    )
    assert table is not None
    keep_review(page, table, reviewed(table))
    page.goto("/play/")
    page.get_by_role("button", name="Continue").tap()
    page.get_by_role("link", name="Review game").tap()
    expect(page).to_have_url(re.compile(r"/logs/\?from=play&show=review$"))
    expect(card(page)).to_have_attribute("data-state", "done", timeout=READY)
    expect(card(page)).to_be_in_viewport()


# The replay of a stored log


def on_the_site(page: Page, log: GameLog, answer: Callable[[str], JsonObject]) -> None:
    """The site answers this to what the page asks about the review: "review", "ask", "cancel" or a move's number."""

    def reply(route: Route) -> None:
        asked = route.request.url.rstrip("/").removesuffix(".json").rpartition("/")[2]
        route.fulfill(json=answer(asked))

    def with_review(route: Route) -> None:
        found = route.fetch()
        address = f"/logs/{log.sha256}/replay/"
        names = {"review": "review.json", "line": "review/", "ask": "review/ask/", "cancel": "review/cancel/"}
        data = " ".join(f'data-{name}-url="{address}{path}"' for name, path in names.items())
        section = f'<section id="review" {data}></section>'
        body = re.sub(r'<section[^>]*id="review".*?</section>', section, found.text(), flags=re.DOTALL)
        route.fulfill(response=found, body=body)

    page.route(f"**/logs/{log.sha256}/replay/?move=0", with_review)
    page.route(re.compile(r"/replay/review(\.json|/)"), reply)


def stored(log: GameLog, table: Table, decisions: list[JsonObject]) -> None:
    """The site has reviewed this game."""
    review = Reviewer(table, decisions)
    GameReview.objects.create(
        log=log,
        reviewer=reviewer_name(table.game),
        game=table.game.key,
        status=GameReview.Status.DONE,
        decisions=decisions,
        summary=summary_of(review),
        done=review.done,
        total=review.total,
        asked_at=timezone.now(),
    )


def state_of(table: Table, status: str, decisions: list[JsonObject], **more: Any) -> JsonObject:
    """How the site says that a review stands."""
    reviewer = Reviewer(table, decisions)
    asked = {"may_ask": False, "may_cancel": False, "why_not": ""}
    return {"status": status, "done": reviewer.done, "total": reviewer.total, **asked, **more} | review_in_words(
        LANGUAGE, reviewer
    )


def test_a_review_that_the_site_has_is_shown_at_once(open_page: Callable[..., Page]) -> None:
    page = open_page(**DESK)  # no engine is needed
    table = a_game()
    decisions = reviewed(table)
    worst = next(each for each in decisions if each.get("mark") == "costly")
    log = verified(table.log())
    stored(log, table, decisions)
    open_replay(page, log)
    expect(page.get_by_role("heading", name="Game review")).to_have_count(1)  # not that of the page without a script
    expect(card(page)).to_have_attribute("data-state", "done")
    page.locator(f".review-tick >> nth={[each for each in decisions if each.get('mark')].index(worst)}").click()
    expect(panel(page)).to_contain_text("Costly")
    panel(page).get_by_role("button", name="Show on the board").click()
    expect(page.locator(".review-banner")).to_contain_text("Not played")


def test_the_site_is_asked_and_followed(open_page: Callable[..., Page]) -> None:
    page = open_page(**DESK)
    table = a_game()
    decisions = reviewed(table)
    states = {
        "review": [
            state_of(table, "none", [], may_ask=True),
            state_of(table, "running", decisions[:20], may_cancel=True),
            state_of(table, "done", decisions),
        ],
        "ask": [state_of(table, "queued", [], may_cancel=True)],
    }
    log = verified(table.log())
    on_the_site(page, log, lambda asked: states[asked].pop(0))
    open_replay(page, log, "?move=0")
    page.get_by_role("button", name="Review on the server").click()
    expect(card(page)).to_contain_text("The server is reviewing this game.")
    expect(card(page)).to_contain_text(f"20 of {len(decisions)} decisions")
    expect(page.locator(".review-mark")).not_to_have_count(0)
    expect(card(page)).to_have_attribute("data-state", "done")


def test_a_stored_log_is_reviewed_in_the_browser(open_page: Callable[..., Page]) -> None:
    page = open_page(engine="here", **DESK)
    table = a_game()
    log = verified(table.log())
    open_replay(page, log)
    keep_review(page, table, reviewed(table, LEFT))
    page.get_by_role("button", name="Review in this browser").click()
    expect(card(page)).to_have_attribute("data-state", "done", timeout=READY)
    assert len(kept_decisions(page)) == Reviewer(table).total


def test_without_webassembly_the_card_says_so(open_page: Callable[..., Page]) -> None:
    page = open_page(**DESK)
    log = verified(a_game().log())
    open_replay(page, log)
    page.get_by_role("button", name="Review in this browser").click()
    expect(card(page).get_by_role("alert")).to_contain_text("cannot be reviewed in this browser")
