"""How core/browser_engine/engine.js asks its worker: answers find their questions, and whatever fails ends it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# A worker in the hands of the test: `posted` is what it was asked, `tell` what it says, `results` what came of the
# questions, `gone` what the page was told of the end. Time stands still: `timers` has those that run.
START = """async () => {
  const { Engine, EngineGone, NotAllowed } = await import("/static/nabu/core/browser_engine/engine.js");
  window.posted = [];
  window.timers = new Map();
  const later = window.setTimeout;
  window.settled = () => new Promise((done) => later(done));
  window.setTimeout = (act, pause) => { timers.set(timers.size + 1, [act, pause]); return timers.size; };
  window.clearTimeout = (timer) => timers.delete(timer);
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      if (window.refused) throw new DOMException("refused", "SecurityError");
      window.worker = this;
      this.address = address;
    }
    postMessage(message) { posted.push({ ...message, question: JSON.parse(message.question) }); }
    terminate() { this.ended = true; }
  };
  window.tell = (data) => worker.dispatchEvent(new MessageEvent("message", { data }));
  window.answer = (number, answer) => tell({ number, answer: JSON.stringify({ answer }) });
  window.results = [];
  window.gone = [];
  window.hold = (name, promise) => promise.then(
    (found) => results.push([name, found]),
    (error) => results.push([name, error.constructor.name, error.why ?? error.message]),
  );
  const usual = { worker: "/worker.js", runtime: "/r/", engine: "/e.zip", pyodide: "0", files: [] };
  window.begin = async (config = usual) => {
    const begun = Engine.start(config);
    hold("start", begun.then((engine) => {
      window.engine = engine;
      engine.onGone((error) => gone.push(error.why));
      return engine.versions;
    }));
    await settled();
  };
}"""


@pytest.fixture
def engine(scripts: Page) -> Page:
    """A page that can start an engine."""
    scripts.evaluate(START)
    return scripts


def after(page: Page, *steps: str) -> list[Any]:
    """What the questions came to, after these steps."""
    lines = "".join(f"{step}; await settled(); " for step in steps)
    found: list[Any] = page.evaluate(f"async () => {{ {lines} return results.splice(0); }}")
    return found


BEGIN = ("await begin()", "answer(1, { engine: '1' })")


def test_answers_find_their_questions(engine: Page) -> None:
    assert after(engine, *BEGIN) == [["start", {"engine": "1"}]]
    assert engine.evaluate("[worker.address, posted]") == [
        "/worker.js",
        [
            {
                "number": 1,
                "begin": {"runtime": "/r/", "engine": "/e.zip", "pyodide": "0"},
                "question": {"ask": "begin", "words": None},
            }
        ],
    ]
    ask = "hold('one', engine.ask('log.one', { n: 1 })); hold('two', engine.ask('log.two'))"
    assert after(engine, ask, "answer(3, 'second')", "answer(2, 'first')", "answer(2, 'again')") == [
        ["two", "second"],
        ["one", "first"],
    ]
    assert engine.evaluate("posted[1].question") == {"ask": "log.one", "n": 1}
    assert engine.evaluate("timers.size") == 0


def test_what_the_rules_do_not_allow_is_told_and_ends_nothing(engine: Page) -> None:
    after(engine, *BEGIN)
    refusal = "tell({ number: 2, answer: JSON.stringify({ refused: 'The hex is taken.' }) })"
    found = after(engine, "hold('one', engine.ask('x'))", refusal, "hold('two', engine.ask('y'))", "answer(3, 1)")
    assert found == [["one", "NotAllowed", "The hex is taken."], ["two", 1]]
    assert engine.evaluate("gone") == []


@pytest.mark.parametrize(
    ("end", "why"),
    [
        ("tell({ number: 2, error: 'MemoryError' })", "fault"),
        ("worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))", "fault"),
        ("[...timers.values()].find(([, pause]) => pause === 20000)[0]()", "slow"),
        ("engine.stop('disagrees')", "disagrees"),
    ],
)
def test_an_engine_that_has_ended_answers_no_question_any_more(engine: Page, end: str, why: str) -> None:
    after(engine, *BEGIN, "hold('one', engine.ask('x')); hold('two', engine.ask('y'))")
    found = after(engine, end, "hold('three', engine.ask('z'))", "engine.stop('again')")
    assert found == [[name, "EngineGone", why] for name in ("one", "two", "three")]
    assert engine.evaluate("[gone, worker.ended, timers.size, posted.length]") == [[why], True, 0, 3]


def test_a_start_may_take_longer_than_an_answer(engine: Page) -> None:
    after(engine, "await begin()")
    assert engine.evaluate("[...timers.values()].map(([, pause]) => pause)") == [30_000]
    assert after(engine, "[...timers.values()][0][0]()") == [["start", "EngineGone", "slow"]]


@pytest.mark.parametrize(
    ("without", "config"),
    [
        ("delete window.WebAssembly", "{ worker: '/worker.js', files: [] }"),
        ("delete window.Worker", "{ worker: '/worker.js', files: [] }"),
        ("window.refused = true", "{ worker: '/worker.js', files: [] }"),
        ("0", "{ worker: null, versions: {} }"),
        ("0", "null"),
    ],
)
def test_where_it_cannot_run_nothing_is_started(engine: Page, without: str, config: str) -> None:
    assert after(engine, without, f"await begin({config})") == [["start", "EngineGone", "none"]]
    assert engine.evaluate("posted") == []


# `answers` has what comes for each file, time after time: its status, or 0 where the connection breaks off.
FILES = """window.answers = %s;
window.fetch = async (address) => {
  const status = answers[address].shift();
  if (!status) throw new TypeError("Failed to fetch");
  return new Response("x", { status });
};
begin({ worker: "/worker.js", runtime: "/r/", engine: "/e.zip", pyodide: "0", files: ["/e.zip", "/r/wasm"] })"""
NEXT = "for (const [number, [act]] of [...timers]) { timers.delete(number); act(); }"


def test_a_start_waits_for_the_files_and_asks_again_for_one_that_did_not_come(engine: Page) -> None:
    after(engine, FILES % '{ "/e.zip": [200], "/r/wasm": [0, 503, 200] }')
    waited = []
    while not engine.evaluate("posted.length"):
        waited += engine.evaluate("[...timers.values()].map(([, pause]) => pause)")
        after(engine, NEXT, "0")
    assert waited == [1000, 2000]
    assert engine.evaluate("[...timers.values()].map(([, pause]) => pause)") == [30_000], "from now on it computes"
    assert after(engine, "answer(1, { engine: '1' })") == [["start", {"engine": "1"}]]


@pytest.mark.parametrize(("answers", "pauses"), [("[0, 0, 0, 0, 0]", 4), ("[404]", 0), ("[500]", 0)])
def test_without_its_files_it_does_not_start(engine: Page, answers: str, pauses: int) -> None:
    found = after(engine, FILES % f'{{ "/e.zip": [200], "/r/wasm": {answers} }}', "0")
    for _pause in range(pauses):
        assert found == []
        found = after(engine, NEXT, "0")
    assert found == [["start", "EngineGone", "lost"]]
    assert engine.evaluate("posted") == []
