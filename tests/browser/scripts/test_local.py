"""The engine on the device (board/recorder/local.js): it foresees only what the server would say, or is not used."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# An engine that counts moves: its position and digest are their number. `asked` is what it was asked, `stopped` why it
# was ended, `state` what the server told last, `waiting` the entries that it has not taken.
START = """async () => {
  const { LocalGame } = await import("/static/nabu/board/recorder/local.js");
  const { EngineGone, NotAllowed } = await import("/static/nabu/core/browser_engine/engine.js");
  window.asked = [];
  window.stopped = [];
  window.versions = { engine: "1", games: { ishtar: { rules: "a", components: "b" }, babylon: {} } };
  const said = (count, since, moves) => ({ digest: `d${count}`, position: `p${count}`, since, moves });
  window.engine = {
    versions: structuredClone(versions),
    gone: [],
    onGone: (act) => engine.gone.push(act),
    stop: (why) => { stopped.push(why); for (const act of engine.gone) act(); },
    ask: async (name, values) => {
      asked.push(name === "record.enter" ? values.lines[0] : name);
      if (window.dead) throw new EngineGone("fault");
      if (name === "record.open") {
        if (window.refuses) throw new NotAllowed("another game");
        const { length } = values.lines;
        await window.opening;
        window.count = length;
        return said(count, 0, values.lines);
      }
      if (values.lines[0] === "illegal") throw new NotAllowed("no");
      count += 1;
      return said(count, count - 1, values.lines);
    },
  };
  window.told = (count, acked = -1) => ({
    moves: Array.from({ length: count }, (_, at) => ({ line: `m${at}` })),
    undone: [], dropped: [], swapped: [], aside: null, acked, digest: `d${count}`, position: `p${count}`,
  });
  window.state = told(2);
  window.waiting = [];
  window.changes = 0;
  const known = () => ({ state, waiting: [...waiting] });
  window.local = new LocalGame({ header: { game: "ishtar" }, known, onChange: () => { changes += 1; } });
  // From now on the engine takes its time to open the record: until `open()`.
  window.holdOpening = () => { window.opening = new Promise((done) => { window.open = done; }); };
  const later = window.setTimeout;
  window.settled = () => new Promise((done) => later(done));
  window.wait = (...lines) => {
    for (const line of lines) waiting.push({ seq: (waiting.at(-1)?.seq ?? -1) + 1, op: "append", lines: [line] });
  };
}"""


@pytest.fixture
def local(scripts: Page) -> Page:
    """A page with `local` and an engine for it."""
    scripts.evaluate(START)
    return scripts


def after(page: Page, *steps: str) -> dict[str, Any]:
    """What the engine was asked, why it was ended, and the moves that are shown, after these steps."""
    found: dict[str, Any] = page.evaluate(
        f"async () => {{ {'; '.join(steps)}; return {{ asked, stopped, shown: local.shown?.moves ?? null }}; }}"
    )
    return found


BEGIN = ("local.attach(engine, versions)", "await local.follow()")


def test_it_takes_over_where_it_agrees_with_the_server(local: Page) -> None:
    assert after(local)["shown"] is None
    assert after(local, *BEGIN) == {"asked": ["record.open"], "stopped": [], "shown": ["m0", "m1"]}
    assert local.evaluate("changes") == 1


@pytest.mark.parametrize(
    "other", ["versions.engine = '2'", "versions.games.ishtar.rules = 'z'", "versions.games.ishtar.components = 'z'"]
)
def test_an_engine_of_another_version_is_not_used(local: Page, other: str) -> None:
    assert after(local, other, *BEGIN) == {"asked": [], "stopped": ["versions"], "shown": None}


def test_the_version_of_another_game_does_not_matter(local: Page) -> None:
    assert after(local, "versions.games.babylon.rules = 'z'", *BEGIN)["shown"] == ["m0", "m1"]


@pytest.mark.parametrize("other", ["state.digest = 'z'", "state.position = 'z'", "window.refuses = true"])
def test_an_engine_that_says_another_position_is_not_used(local: Page, other: str) -> None:
    found = after(local, other, *BEGIN, "wait('a')", "await local.follow()", "await local.follow()")
    assert found == {"asked": ["record.open"], "stopped": ["disagrees"], "shown": None}


def test_no_move_is_lost_that_is_entered_while_the_record_is_opened(local: Page) -> None:
    steps = ("holdOpening()", "wait('a')", "local.attach(engine, versions)", "window.begun = local.follow()")
    assert after(local, *steps, "await settled()", "wait('b')")["shown"] is None
    found = after(local, "open()", "await begun")
    assert found == {"asked": ["record.open", "a", "b"], "stopped": [], "shown": ["m0", "m1", "a", "b"]}
    assert after(local, "wait('c')", "await local.follow()")["asked"] == ["record.open", "a", "b", "c"]
    assert local.evaluate("changes") == 2


def test_a_state_that_is_told_while_the_record_is_opened_is_the_one_that_is_shown(local: Page) -> None:
    """The move that waited was sent meanwhile, and one more was entered."""
    after(local, "holdOpening()", "wait('a')", "local.attach(engine, versions)", "window.begun = local.follow()")
    after(local, "await settled()", "waiting.shift()", "state = told(3, 0)", "waiting.push({ seq: 1, lines: ['b'] })")
    found = after(local, "open()", "await begun")
    assert found == {"asked": ["record.open", "record.open", "b"], "stopped": [], "shown": ["m0", "m1", "m2", "b"]}


def test_a_position_that_is_gone_is_not_shown_while_the_record_is_opened_anew(local: Page) -> None:
    """Choices for it would be taken for another position."""
    after(local, *BEGIN, "window.changes = 0", "holdOpening()", "state = told(4)", "window.begun = local.follow()")
    assert after(local, "await settled()")["shown"] is None
    assert local.evaluate("changes") == 1
    assert after(local, "open()", "await begun")["shown"] == ["m0", "m1", "m2", "m3"]
    assert local.evaluate("changes") == 2


def test_what_waits_is_shown_at_once_in_its_order(local: Page) -> None:
    assert after(local, "wait('a', 'b')", *BEGIN)["shown"] == ["m0", "m1", "a", "b"]
    found = after(local, "wait('c')", "local.follow()", "wait('d')", "await local.follow()")
    assert found["shown"] == ["m0", "m1", "a", "b", "c", "d"]
    assert found["asked"] == ["record.open", "a", "b", "c", "d"], "each once"


def test_an_answer_that_was_foreseen_changes_nothing(local: Page) -> None:
    after(local, *BEGIN, "wait('a', 'b')", "await local.follow()", "window.changes = 0")
    found = after(local, "waiting.shift()", "state = told(3, 0)", "await local.follow()")
    assert found["asked"] == ["record.open", "a", "b"]
    assert found["shown"] == ["m0", "m1", "a", "b"]
    assert local.evaluate("changes") == 0


def test_a_server_that_comes_to_another_position_is_right(local: Page) -> None:
    after(local, *BEGIN, "wait('a')", "await local.follow()")
    found = after(local, "waiting.shift()", "state = { ...told(3, 0), position: 'z' }", "await local.follow()")
    assert found["stopped"] == ["disagrees"]


def test_moves_of_others_begin_anew_with_what_still_waits(local: Page) -> None:
    after(local, *BEGIN, "wait('a')", "await local.follow()")
    found = after(local, "state = told(4, -1)", "await local.follow()")
    assert found["asked"] == ["record.open", "a", "record.open", "a"]
    assert found["shown"] == ["m0", "m1", "m2", "m3", "a"]


def test_what_the_rules_do_not_allow_there_and_what_follows_it_is_left_to_the_server(local: Page) -> None:
    found = after(local, *BEGIN, "wait('a', 'illegal', 'b')", "await local.follow()")
    assert found == {"asked": ["record.open", "a", "illegal"], "stopped": [], "shown": ["m0", "m1", "a"]}


def test_when_the_engine_is_gone_the_server_alone_says_the_position(local: Page) -> None:
    after(local, *BEGIN, "wait('a')", "await local.follow()", "window.changes = 0")
    found = after(local, "engine.stop('fault')", "wait('b')", "await local.follow()", "await local.follow()")
    assert found == {"asked": ["record.open", "a"], "stopped": ["fault"], "shown": None}
    assert local.evaluate("changes") == 1
    assert local.evaluate("Promise.all([local.at(1), local.log()])") == [None, None]


def test_an_engine_that_goes_in_the_middle_of_a_question_answers_nothing(local: Page) -> None:
    after(local, *BEGIN, "wait('a')", "window.dead = true", "await local.follow()")
    assert after(local)["asked"] == ["record.open", "a"]
