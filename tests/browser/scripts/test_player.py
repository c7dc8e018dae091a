"""The player of board/replay, whose pictures come when the test wants, and the feed of a game that goes on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# The player of a game of five moves. `draws` are the pictures that were asked for: [position, tell(name), lose()].
# `picture()` is the name of the one that is shown. `timers` are those that run; `ring()` is the end of the
# first one.
START = """async () => {
  const { Player } = await import("/static/nabu/board/replay/player.js");
  const { Source } = await import("/static/nabu/board/replay/source.js");
  const links = Object.fromEntries(["first", "previous", "next", "last", "svg"].map((name) => [name, "a"]));
  const tags = { graph: "svg", range: "input", seat: "select", speed: "select", ...links };
  const parts = [
    "what", "where", "events", "ending", "result", "board", "timeline", "graph", "range", "first", "previous", "play",
    "next", "last", "number", "now", "tools", "seat", "seat-previous", "seat-next", "speed", "svg", "png", "told",
    "moves",
  ];
  const words = { move: "", turn: "", turn_and_move: "", no_picture: "no picture" };
  const json = (id, value) => `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;
  const part = (name) => `<${tags[name] ?? "div"} data-replay="${name}"></${tags[name] ?? "div"}>`;
  document.body.innerHTML = `<div id="replay" data-move="0">${parts.map(part).join("")}</div>
    <template id="replay-turn"><details><summary><span data-gained></span></summary></details></template>
    <template id="replay-move"><a class="replay-move">
      <span class="replay-seat"></span><span data-text></span><span data-gain></span></a></template>
    ${json("replay-words", words)}${json("replay-chances", [])}`;
  const root = document.getElementById("replay");
  root.querySelector("[data-replay=moves]").innerHTML = '<a class="replay-move" data-move="0"></a>';
  window.later = window.setTimeout;
  window.settled = () => new Promise((done) => later(done));
  window.timers = new Map();
  let number = 0;
  window.setTimeout = (act) => { timers.set(number += 1, act); return number; };
  window.clearTimeout = (which) => timers.delete(which);
  window.ring = () => { const [[which, act]] = timers; timers.delete(which); act(); };
  window.draws = [];
  window.named = (name) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><desc>${name}</desc></svg>`;
  const move = { turn: 1, who: "Ana", seat: 0, text: "", events: [], places: [], scores: [0] };
  class Held extends Source {
    moves = async () => ({
      names: ["Ana"],
      sources: [],
      moves: [0, 1, 2, 3, 4].map((n) => ({ ...move, n })),
    });
    pageAt = () => null;
    addressOf = () => "";
    prefetch = () => {};
    draw = (position) => new Promise((tell, lose) => draws.push([position, (name) => tell(named(name)), lose]));
  }
  window.source = new Held({});
  window.player = new Player(root, source);
  window.picture = () => root.querySelector(".board-box").shadowRoot.querySelector("desc")?.textContent ?? null;
  window.told = () => root.querySelector("[data-replay=told]").textContent;
  player.begin();
  await settled();
  draws.pop()[1]("the setup");
  await settled();
}"""


@pytest.fixture
def player(scripts: Page) -> Page:
    """A page with `player`, which shows the setup."""
    scripts.evaluate(START)
    return scripts


def after(page: Page, *steps: str) -> Any:
    """The picture that is shown, after these steps of a script."""
    lines = "".join(f"{step}; await settled(); " for step in steps)
    return page.evaluate(f"async () => {{ {lines} return picture(); }}")


def test_the_picture_of_the_position_that_was_asked_for_last_is_shown(player: Page) -> None:
    assert after(player) == "the setup"
    assert after(player, "player.go(1)", "player.go(2)", "draws[1][1]('two')", "draws[0][1]('one')") == "two"


def test_an_older_picture_of_the_same_position_is_not_shown(player: Page) -> None:
    """A move was taken back and another one made while its picture was on its way."""
    steps = ("player.go(3)", "source.pictures.clear()", "player.go(3)", "draws[1][1]('new')", "draws[0][1]('old')")
    assert after(player, *steps) == "new"


def test_a_picture_of_the_game_is_not_shown_over_a_detour(player: Page) -> None:
    step = "player.showAside({ text: '', where: '', svg: named('aside'), lit: {}, at: 0, last: 1 })"
    detour = "player.leaveFor({ left: () => {}, step: () => {} })"
    assert after(player, "player.go(1)", detour, step, "draws[0][1]('one')") == "aside"
    assert after(player, "player.back()") == "one"


def test_a_picture_that_nobody_waits_for_any_more_is_not_missed(player: Page) -> None:
    after(player, "player.go(1)", "player.go(2)", "draws[0][2](new Error())")
    assert player.evaluate("told()") == ""
    after(player, "draws[1][2](new Error())")
    assert player.evaluate("told()") == "no picture"


def test_a_picture_that_failed_does_not_take_away_the_newer_one(player: Page) -> None:
    after(player, "player.go(1)", "source.pictures.clear()", "player.go(1)", "draws[0][2](new Error())")
    assert player.evaluate("source.pictures.has(1)")


def test_autoplay_that_is_stopped_and_begun_anew_goes_on_once(player: Page) -> None:
    """While a picture is on its way: the step that waits for it is not the one that goes on."""
    after(player, "player.play()", "ring()", "player.pause()", "player.play()")
    assert player.evaluate("timers.size") == 1
    after(player, "draws[0][1]('one')")
    assert player.evaluate("timers.size") == 1


def test_a_player_that_was_left_while_its_moves_were_asked_for_does_not_begin(player: Page) -> None:
    begun = """async () => {
      let tell;
      source.moves = () => new Promise((done) => { tell = done; });
      const other = new player.constructor(document.getElementById("replay"), source);
      const begun = other.begin();
      other.leave();
      tell({ names: [], sources: [], moves: [] });
      await begun;
      return other.game ?? null;
    }"""
    assert player.evaluate(begun) is None


# A feed whose answers come when the test wants: `asked` are [address, answer(json), fail()], `timers` [act, pause].
FEED = """async () => {
  const { Feed } = await import("/static/nabu/board/watch/feed.js");
  const later = window.setTimeout;
  window.settled = () => new Promise((done) => later(done));
  window.timers = new Map();
  let number = 0;
  window.setTimeout = (act) => { timers.set(number += 1, act); return number; };
  window.clearTimeout = (which) => timers.delete(which);
  window.asked = [];
  window.fetch = (address) => new Promise((tell, lose) => asked.push([
    address, (body) => tell({ ok: true, json: async () => body }), () => lose(new Error()),
  ]));
  const bar = document.createElement("div");
  bar.dataset.now = "now";
  bar.dataset.clockAsk = "clock";
  window.heard = [];
  window.news = () => document.body.dispatchEvent(new Event("nabu:changed"));
  window.feed = new Feed(bar);
  window.trouble = false;
  feed.start((now) => { if (trouble) throw new Error(); heard.push(now); });
}"""


@pytest.fixture
def feed(scripts: Page) -> Page:
    """A page with `feed`, which has asked once."""
    scripts.evaluate(FEED)
    return scripts


def feed_after(page: Page, *steps: str) -> dict[str, Any]:
    """What was asked, how much was heard, and how many timers run."""
    lines = "".join(f"{step}; await settled(); " for step in steps)
    told = "{ asked: asked.map(([what]) => what), heard: heard.length, timers: timers.size }"
    found: dict[str, Any] = page.evaluate(f"async () => {{ {lines} return {told}; }}")
    return found


def test_a_feed_that_was_stopped_asks_no_more(feed: Page) -> None:
    assert feed_after(feed, "news()", "feed.stop()", "asked[0][1]({})") == {"asked": ["now"], "heard": 0, "timers": 0}


def test_a_feed_that_was_stopped_while_it_asked_for_the_time_starts_no_timer(feed: Page) -> None:
    found = feed_after(feed, "asked[0][1]({ next_at: 1 })", "feed.stop()", "asked[1][1]({ now: 0 })")
    assert (found["asked"], found["timers"]) == (["now", "clock"], 0)


def test_after_a_failure_one_timer_runs(feed: Page) -> None:
    """What was heard could not be shown: the feed asks again soon, and not a second time at the moment foreseen."""
    steps = ("window.trouble = true", "asked[0][1]({ next_at: 1 })", "asked[1][1]({ now: 0 })")
    assert feed_after(feed, *steps) == {"asked": ["now", "clock"], "heard": 0, "timers": 1}
