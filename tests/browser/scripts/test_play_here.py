"""Games against bots (static/nabu/board/play) with an engine whose answers come when the test wants."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TEMPLATES = Path(__file__).resolve().parents[3] / "templates" / "board"
TEMPLATE, ENDING = TEMPLATES / "play" / "play.html", TEMPLATES / "drawing" / "_ending.html"
SEAT = TEMPLATES / "play" / "_seat.html"

# The page of the site without what the server fills in: one game, whose only seats are a person and the bot "greedy".
# `asked` are the questions to the engine: [name, answer(values), refuse(why)].
START = """async ([body, state]) => {
  const json = (id, value) => `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;
  const bots = [{ name: "greedy", title: "Bot", level: true }];
  const games = { ishtar: { title: "Ishtar", players: [2], bots, ways: { r: { ruleset: "r" } }, sets: ["own"] } };
  document.body.innerHTML = body
    + json("engine-config", { worker: "/w.js", files: [] })
    + json("play-texts", {}) + json("play-data", { games, set: "/GAME/SET/" });
  const choose = (box, value) => box.replaceChildren(new Option(value, value));
  choose(document.getElementById("game"), "ishtar");
  choose(document.getElementById("players"), "2");
  for (const [at, row] of [...document.getElementById("seats").children].entries()) {
    row.firstElementChild.replaceChildren(new Option("", ""), new Option("Bot", "greedy", at === 1, at === 1));
  }
  const rules = document.createElement("fieldset");
  rules.className = "rules-of-game";
  rules.dataset.game = "ishtar";
  rules.append(document.createElement("select"), document.createElement("select"));
  choose(rules.children[0], "r");
  rules.children[1].replaceChildren(new Option("own", "own"), new Option("loaded", "loaded"));
  document.getElementById("begin").append(rules);
  window.settled = () => new Promise((done) => setTimeout(done));
  window.asked = [];
  window.Worker = class extends EventTarget {
    constructor() {
      super();
      window.worker = this;
    }
    postMessage({ number, question }) {
      const say = (answer) => {
        const data = { number, answer: JSON.stringify(answer) };
        this.dispatchEvent(new MessageEvent("message", { data }));
      };
      const tell = (more) => say({ answer: { ...window.state, ...more } });
      const { ask, ...values } = JSON.parse(question);
      if (ask === "begin") say({ answer: {} });
      else asked.push([ask, tell, (refused) => say({ refused }), values]);
    }
    terminate() {}
  };
  window.state = state;
  window.fetch = () => new Promise((tell) => { window.load = () => tell({ ok: true, json: async () => ({}) }); });
  await new Promise((done) => {
    const emptied = indexedDB.deleteDatabase("nabu-play");
    emptied.onsuccess = emptied.onerror = done;
  });
  window.at = (id) => document.getElementById(id);
  window.press = (text) => [...document.querySelectorAll("button")].find((each) => each.textContent === text).click();
  window.begin = (set = "own") => {
    rules.children[1].value = set;
    at("begin").requestSubmit();
  };
  window.leave = () => document.querySelector("[data-do=leave]").click();
  await import("/static/nabu/board/play/page.js");
  const ready = () => !at("begin").querySelector("[type=submit]").disabled;
  for (let tries = 0; !ready() && tries < 200; tries += 1) await new Promise((done) => setTimeout(done, 10));
}"""

HEADER = {
    "game": "ishtar",
    "seats": ["You", "Bot"],
    "ruleset": {},
    "components": "own",
    "meta": {"bots": [None, "greedy"]},
}
STATE: dict[str, Any] = {
    "header": HEADER,
    "since": 0,
    "count": 0,
    "moves": [],
    "kept": {"keep": 0, "lines": []},
    "turn": 1,
    "over": None,
    "cover": None,
    "hand": [],
    "due": "",
    "names": ["You", "Bot"],
    "scores": [0, 0],
    "sources": [],
    "mover": 0,
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    "back": True,
    "bot": False,
    "choices": {"seat": 0, "tree": []},
}


@pytest.fixture
def play(scripts: Page) -> Page:
    """The page, its engine ready, with the form to begin a game."""
    body = TEMPLATE.read_text("utf-8").partition("{% block content %}")[2]
    body = body.replace('{% include "board/drawing/_ending.html" %}', ENDING.read_text("utf-8"))
    body = body.replace('{% include "board/play/_seat.html" %}', 2 * SEAT.read_text("utf-8"))
    body = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}|<script.*?</script>", "", body)
    body = re.sub(r'<fieldset class="rules-of-game".*?</fieldset>', "", body, flags=re.DOTALL)
    scripts.evaluate(START, [body, STATE])
    return scripts


def after(page: Page, *steps: str) -> dict[str, Any]:
    """What the engine was asked, and whether the table is there, after these steps of a script."""
    lines = "".join(f"{step}; await settled(); await settled(); " for step in steps)
    found: dict[str, Any] = page.evaluate(
        f"""async () => {{ {lines} return {{
          asked: asked.map(([name]) => name), table: !at("table").hidden, hint: at("hint").textContent,
        }}; }}"""
    )
    return found


STARTED = ("begin()", "asked.shift()[1]()")


def test_an_answer_to_a_table_that_was_left_is_not_shown(play: Page) -> None:
    """A bot takes seconds for a move."""
    assert after(play, *STARTED)["table"]
    found = after(play, "press('take_back')", "leave()", "asked.shift()[1]()")
    assert not found["table"]
    assert after(play, *STARTED, "press('take_back')")["asked"] == ["play.take_back"], "the next table is not held up"


def test_a_hint_for_another_position_is_not_shown(play: Page) -> None:
    """Also where that has as many moves."""
    hint = "asked.shift()[1]({ text: 'a move', reason: 'so', places: [] })"
    assert after(play, *STARTED, "press('hint')", hint)["hint"] == "hint_text"
    after(play, "press('hint')", "window.asked_hint = asked.shift()")
    found = after(play, "leave()", *STARTED, "asked_hint[1]({ text: 'a move', reason: 'so', places: [] })")
    assert found["table"]
    assert found["hint"] == ""


def test_a_hint_that_cannot_be_given_is_told(play: Page) -> None:
    """And the engine is not called broken."""
    found = after(play, *STARTED, "press('hint')", "asked.shift()[2]('It is not your turn.')")
    assert found["hint"] == "It is not your turn."
    assert play.evaluate("at('status').textContent") == ""


def test_of_two_games_the_one_that_was_asked_for_last_is_played(play: Page) -> None:
    """The components of the first one were still on their way."""
    found = after(play, "begin('loaded')", "begin('own')", "load()")
    assert found["asked"] == ["play.start"]
    assert play.evaluate("asked[0][3].set") == "own"
    assert after(play, "asked[0][1]()")["table"]


def test_a_game_that_was_deleted_while_it_was_opened_is_not_opened(play: Page) -> None:
    after(play, *STARTED, "leave()")
    found = after(play, "press('go_on')", "press('delete_game')", "asked.shift()[1]()")
    assert found == {"asked": [], "table": False, "hint": ""}


def test_an_engine_that_breaks_while_a_game_is_begun_is_told(play: Page) -> None:
    """What it told is not wiped away by the question that gets no answer any more."""
    after(play, "begin()", "worker.dispatchEvent(new ErrorEvent('error'))")
    assert play.evaluate("at('status').textContent") == "gone"


def test_the_game_that_was_put_aside_longest_ago_makes_room(play: Page) -> None:
    """Also in what the next page finds."""
    found = play.evaluate(
        """async ([header]) => {
          const { openKept } = await import("/static/nabu/board/play/kept.js");
          const kept = await openKept();
          for (let number = 0; number <= 21; number += 1) {
            await kept.putAside();
            kept.begin(header, String(number), null);
            await new Promise((done) => setTimeout(done, 2)); // they are named by the moment
          }
          return [kept, await openKept()].map(({ aside }) => aside.map(({ seed }) => seed));
        }""",
        [HEADER],
    )
    assert found == [[str(number) for number in range(20, 0, -1)]] * 2
