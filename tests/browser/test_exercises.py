"""Practising mistakes in a real browser: from the review that this device keeps to an answer and the next day."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

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


def open_page_with(page: Page, *decisions: JsonObject) -> None:
    """The page on a device that keeps the review of the game."""
    table = a_game()
    page.goto(WITHOUT_ENGINE)
    key = f"{seed_of(table)}/{reviewer_name(table.game)}"
    log = table.log().decode()
    page.evaluate(KEPT, {"key": key, "at": 1, "decisions": decisions, "log": log, "components": None})
    page.goto(f"{reverse('exercises:exercises')}?game=babylonia&phase=end")


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
    expect(phone.locator("#choices")).to_contain_text(first_step)
    expect(phone.get_by_role("button", name="‹ Step")).to_be_in_viewport()
    phone.get_by_role("button", name="Back to the position").tap()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert asked == [], "nothing is sent or asked for"

    phone.get_by_role("button", name="Next").tap()
    expect(phone.locator("#nothing-due")).to_have_text("Due again tomorrow.")
    expect(phone.locator("#count-checked")).to_have_text("1 of 2 mistakes were confirmed in new continuations.")
    phone.reload()
    expect(phone.locator("#count-checked")).to_have_text("1 of 2 mistakes were confirmed in new continuations.")
    phone.locator("summary").get_by_text("Forget everything").tap()
    phone.get_by_role("button", name="Forget everything").tap()
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
