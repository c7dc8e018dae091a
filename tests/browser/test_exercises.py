"""Practising mistakes in a real browser: from the review that this device keeps to an answer and the next day."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from engine.game import JsonObject
from engine.registry import GAMES
from engine.review.reviewer import reviewer_name, seed_of
from engine.simulate import simulate_game
from engine.table.table import Table
from tests.browser.playing import WITHOUT_ENGINE
from tests.browser.test_accessibility import is_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

LUCK, COSTLY = 98, 112
"""Two decisions of the game: one that the review had wrongly marked, and one that has lost 12 points."""

KEPT = """async (review) => {
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const asked = indexedDB.open("nabu-reviews", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("reviews", { keyPath: "key" });
  const database = await done(asked);
  await done(database.transaction("reviews", "readwrite").objectStore("reviews").put(review));
  database.close();
}"""


@cache
def a_game() -> Table:
    """A game of Babylonia against a bot, whose moves were random."""
    table, _report = Table.of_log(simulate_game("babylonia", 2, "base", ("random",), 3, seats=("Ana", "Casual")))
    assert table is not None
    table.header = replace(table.header, meta={"bots": [None, "greedy"]})
    return table


def rather(number: int) -> JsonObject:
    state = a_game().at(number).state
    return GAMES["babylonia"].bots["greedy"].choose(state, Random(number)).to_json()


def marked(number: int, loss: float, **more: Any) -> JsonObject:
    about = {"move": number, "seat": 0, "turn": a_game().moves[number].turn, "phase": "end", "mark": "costly"}
    return {**about, "rather": rather(number), "loss": loss, "error": 1.0, "sources": {}, "others": loss, **more}


def open_page_with(page: Page, *decisions: JsonObject, search: str = "game=babylonia&phase=end") -> None:
    """The page on a device that keeps the review of the game."""
    table = a_game()
    page.goto(WITHOUT_ENGINE)
    key = f"{seed_of(table)}/{reviewer_name(table.game)}"
    log = table.log().decode()
    page.evaluate(KEPT, {"key": key, "at": 1, "decisions": decisions, "log": log, "components": None})
    page.goto(f"{reverse('exercises:exercises')}?{search}")


def position(number: int) -> str:
    """Where a review leads for one of its decisions."""
    return urlencode({"position": f"{seed_of(a_game())}/{number}"})


HOLDING = """
const ask = window.askDesk;
window.askDesk = (desk, question) => {
  const { ask: name } = JSON.parse(question);
  if (name === "exercise.hint") return '{"answer":{"reason":""}}';
  return window.held === name ? new Promise(() => {}) : ask(desk, question);
};
"""
"""An engine that has no hint, and does not answer the question that is `held`."""


def test_a_review_leads_to_its_decision(open_page: Callable[..., Page]) -> None:
    """It is opened at once, also after Stop, whatever else is to be checked. Who was told that there is no hint has had
    none."""
    phone = open_page(engine="here", **PHONE)
    phone.add_init_script(HOLDING)
    open_page_with(phone, marked(LUCK, 20.0), marked(COSTLY, 12.5), marked(COSTLY - 1, 9.0), search=position(LUCK))
    expect(phone.locator("#status")).to_have_text(
        "Checked in new continuations, this decision was not clearly a mistake.", timeout=60_000
    )
    phone.goto(f"{reverse('exercises:exercises')}?{position(COSTLY + 1)}")
    expect(phone.locator("#status")).to_have_text("This decision is not one of your marked decisions.")
    phone.goto(f"{reverse('exercises:exercises')}?{position(COSTLY)}")
    expect(phone.locator("#game-title")).to_contain_text("you are Ana", timeout=60_000)
    phone.evaluate("window.held = 'exercise.check_on'")
    expect(phone).to_have_url(re.compile(r"/practise/$"))
    phone.get_by_role("button", name="Stop practising").tap()
    phone.get_by_role("button", name="Practise", exact=True).tap()
    expect(phone.locator("#game-title")).to_be_visible()
    phone.get_by_role("button", name="Hint").tap()
    expect(phone.locator("#hint")).to_contain_text("No hint here")
    phone.get_by_role("button", name="Farmer").tap()
    phone.get_by_text("List of places").tap()
    phone.get_by_role("button", name="0105").tap()
    expect(phone.locator("#result h2")).to_have_text("Right: the bot's choice")


def test_nothing_is_said_to_be_missing_while_it_is_looked_for(open_page: Callable[..., Page]) -> None:
    phone = open_page(engine="here", **PHONE)
    waiting: list[Route] = []
    phone.route("**/practise/games.json", lambda route: waiting.append(route))
    phone.goto(reverse("exercises:exercises"))
    expect(phone.locator("#account")).to_have_text("Looking for your games…")
    expect(phone.locator("#empty")).to_be_hidden()
    waiting[0].continue_()
    expect(phone.locator("#empty")).to_be_visible()
    expect(phone.locator("#account")).to_contain_text("Sign in")


def test_a_mistake_is_checked_practised_and_put_off(open_page: Callable[..., Page]) -> None:
    phone = open_page(engine="here", **PHONE)
    open_page_with(phone, marked(LUCK, 20.0), marked(COSTLY, 12.5), marked(COSTLY + 1, 9.0, seat=1))
    expect(phone.locator("#offline")).to_have_text("Works offline.", timeout=60_000)
    expect(phone.locator("#count-checked")).to_have_text("2 mistakes have not been checked yet.")
    is_accessible(phone)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.get_by_role("button", name="Practise", exact=True).tap()
    expect(phone.locator("#game-title")).to_contain_text("you are Ana")
    expect(phone.locator("#game-title")).to_be_focused()
    expect(phone.locator("#result")).to_be_hidden()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.get_by_role("button", name="Hint").tap()
    expect(phone.locator("#hint")).to_have_text("Hint: surrounds the ziggurat 0103 and wins a card.")

    phone.get_by_role("button", name="Farmer").tap()
    phone.get_by_text("List of places").tap()
    phone.get_by_role("button", name="0105").tap()
    expect(phone.locator("#result h2")).to_have_text("Right, with a hint")
    expect(phone.locator("#result h2")).to_be_focused()
    expect(phone.locator("#result")).to_contain_text("the same as the bot's")
    expect(phone.locator("#result")).to_contain_text("Due again tomorrow.")
    expect(phone.locator(".exercise-loss")).to_contain_text("−1")
    is_accessible(phone)
    phone.get_by_role("button", name="The move in the game").tap()
    first_step = re.compile(r"Not played, step 1 of \d+\. Ana: places a merchant on 0911")
    expect(phone.locator("#told")).to_contain_text(first_step)
    expect(phone.get_by_role("button", name="‹ Step")).to_be_in_viewport()
    phone.get_by_role("button", name="Back to the position").tap()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert asked == [], "nothing is sent or asked for"

    phone.get_by_role("button", name="Next").tap()
    expect(phone.locator("#nothing-due")).to_have_text("Due again tomorrow.")
    expect(phone.locator("#count-checked")).to_have_text("1 of 2 mistakes were confirmed in new continuations.")
    phone.reload()
    expect(phone.locator("#count-checked")).to_have_text("1 of 2 mistakes were confirmed in new continuations.")
    phone.locator("summary").get_by_text("Delete practice data").tap()
    phone.get_by_role("button", name="Delete practice data").tap()
    expect(phone.locator("#count-checked")).to_have_text("2 mistakes have not been checked yet.")


def test_from_an_exercise_the_game_is_played_on(open_page: Callable[..., Page]) -> None:
    phone = open_page(engine="here", **PHONE)
    open_page_with(phone, marked(COSTLY, 12.5))
    phone.get_by_role("button", name="Practise", exact=True).tap()
    phone.get_by_role("button", name="Show answer").tap()
    expect(phone.locator("#result h2")).to_have_text("Answer shown: counts as wrong")
    phone.get_by_role("button", name="Play on from here").tap()
    phone.wait_for_url("**/play/**")
    expect(phone.locator("#branch")).to_be_visible()
