"""How board/recorder/sync.js asks the server, with a server whose answers come when and how the test wants."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# `asked` are the questions: what, the body, and answer(body, status, wait) or fail(). `heard` are the marks of the
# states that the page was told, `why` what was refused, `said` each status. `wait(...)` puts entries into the journal.
# Time stands still: `timers` are those that were started, [act, milliseconds], `regularly` is what is done every so
# often. Chance is always in the middle.
START = """async () => {
  const { Sync } = await import("/static/nabu/board/recorder/sync.js");
  const { Unreachable } = await import("/static/nabu/board/recorder/server.js");
  const later = window.setTimeout;
  window.settled = () => new Promise((done) => later(done));
  window.timers = [];
  window.setTimeout = (act, pause) => timers.push([act, pause]);
  window.setInterval = (act, pause) => { window.regularly = [act, pause]; };
  Math.random = () => 0.5;
  Date.now = () => 0;
  window.asked = [];
  const ask = (what, body, more) => new Promise((tell, lose) => asked.push({
    what: what.split("&alive")[0],
    whole: what,
    body,
    more,
    answer: (body, status = 200, wait = 0) => tell({ status, body, wait }),
    fail: () => lose(new Unreachable()),
  }));
  window.journal = {
    all: [],
    get waiting() { return this.all.filter(({ state }) => !state); },
    taken: async (seq) => { for (const each of journal.waiting) if (each.seq <= seq) each.state = "taken"; },
    refuse: async (seq) => { for (const each of journal.waiting) if (each.seq >= seq) each.state = "refused"; },
  };
  window.wait = (count = 1, more = {}) => {
    for (let each = 0; each < count; each += 1) {
      const entry = { seq: journal.all.length, base: 0, epoch: 1, op: "append", lines: [{}], at: 0, ...more };
      journal.all.push(entry);
    }
  };
  window.states = () => journal.all.map(({ state }) => state ?? "waits");
  window.sent = (number) => asked[number].body.entries.map(({ seq }) => seq);
  window.heard = [];
  window.why = [];
  window.said = [];
  window.known = { count: 7, digest: "" };
  window.sync = new Sync({
    server: { get: (address) => ask(address), post: ask },
    journal,
    addresses: { state: "state", journal: "journal" },
    device: "phone",
    name: "Phone",
    known: () => known,
    onState: ({ mark, count = 7 }) => { heard.push(mark); known.count = count; },
    onRefused: (reason, detail) => why.push(detail ? [reason, detail] : reason),
    onStatus: () => said.at(-1) !== sync.status && said.push(sync.status),
  });
  window.told = (mark) => ({ mark, digest: "" });
}"""

LOOK, SENT = "state?since=7", "journal?since=7"
ANEW = "state?since=0"


@pytest.fixture
def asking(scripts: Page) -> Page:
    """A page with `sync` and its server."""
    scripts.evaluate(START)
    return scripts


def after(page: Page, *steps: str) -> dict[str, Any]:
    """What was asked and heard, and the status, after these steps of a script."""
    lines = "".join(f"{step}; await settled(); " for step in steps)
    answer: dict[str, Any] = page.evaluate(
        f"async () => {{ {lines} return {{ asked: asked.map(({{ what }}) => what), heard, status: sync.status }}; }}"
    )
    return answer


LOOKS = ("sync.poll()", "sync.poll()")


def test_what_is_sent_after_news_builds_on_them(asking: Page) -> None:
    """Somebody has undone moves meanwhile: what follows is asked for from there."""
    found = after(asking, "sync.poll()", "wait()", "asked[0].answer({ ...told(1), count: 3 })")
    assert found["asked"] == [LOOK, "journal?since=3"]


def test_what_is_taken_is_heard_in_the_moment_in_which_it_waits_no_more(asking: Page) -> None:
    """The disk may be slow. A page that called nothing waiting while it showed the position before would take moves
    for a position that is gone."""
    marks = "journal.all[0].state = 'taken'; return new Promise((done) => { window.disk = done; });"
    found = after(asking, f"journal.taken = () => {{ {marks} }}", "wait()", "sync.push()", "asked[0].answer(told(1))")
    assert (found["heard"], found["status"]) == ([1], "saving")
    assert after(asking, "disk()")["status"] == "saved"


def test_looks_that_take_longer_than_the_pause_between_them_are_heard(asking: Page) -> None:
    assert after(asking, *LOOKS, "asked[0].answer(told(1))")["heard"] == [1]
    assert after(asking, "asked[1].answer(told(2))")["heard"] == [1, 2]


def test_an_older_look_says_nothing_any_more(asking: Page) -> None:
    assert after(asking, *LOOKS, "asked[1].answer(told(2))", "asked[0].answer(told(1))")["heard"] == [2]
    assert after(asking, *LOOKS, "asked[3].answer(told(4))", "asked[2].fail()")["status"] == "saved"


def test_a_look_that_a_takeover_has_overtaken_says_nothing_any_more(asking: Page) -> None:
    found = after(
        asking, "sync.poll()", 'sync.act("take-over")', "asked[1].answer(told(1))", "asked[0].answer(told(0))"
    )
    assert found == {"asked": [LOOK, "take-over"], "heard": [1], "status": "saved"}


def test_what_comes_back_last_ends_the_trouble(asking: Page) -> None:
    assert after(asking, "sync.poll()", "asked[0].answer(null, 503)")["status"] == "busy"
    found = after(asking, "sync.poll()", 'sync.act("take-over")', "asked[2].answer(told(1))", "asked[1].fail()")
    assert found == {"asked": [LOOK, LOOK, "take-over"], "heard": [1], "status": "saved"}


def test_a_lost_look_is_told_although_the_next_one_is_on_its_way(asking: Page) -> None:
    assert after(asking, *LOOKS, "asked[0].fail()")["status"] == "offline"
    assert after(asking, "asked[1].answer(told(2))") == {"asked": [LOOK] * 2, "heard": [2], "status": "saved"}


def test_what_waits_goes_before_the_record_is_handed_over(asking: Page) -> None:
    assert after(asking, "wait()", 'window.acted = sync.act("consent")')["asked"] == [SENT]
    assert after(asking, "asked[0].answer(told(1))")["asked"] == [SENT, "consent"]
    assert after(asking, "asked[1].answer(told(2))")["heard"] == [1, 2]
    assert asking.evaluate("acted")


def test_a_record_is_not_handed_over_while_moves_cannot_be_sent(asking: Page) -> None:
    found = after(asking, "wait()", 'window.acted = sync.act("consent")', "asked[0].answer(null, 503)")
    assert found == {"asked": [SENT], "heard": [], "status": "busy"}
    assert not asking.evaluate("acted")


@pytest.mark.parametrize(("status", "answer"), [(200, "told(1)"), (409, "{ why: 'refused', state: told(1) }")])
def test_a_takeover_is_told_by_its_own_answer(asking: Page, status: int, answer: str) -> None:
    found = after(asking, 'window.acted = sync.act("take-over")', f"asked[0].answer({answer}, {status})")
    assert found == {"asked": ["take-over"], "heard": [1], "status": "saved"}
    assert asking.evaluate("acted") == (status == 200)


def test_after_any_other_answer_the_page_looks(asking: Page) -> None:
    found = after(asking, 'sync.act("branches/1/adopt")', "asked[0].answer(null, 404)", "asked[1].answer(told(1))")
    assert found == {"asked": ["branches/1/adopt", ANEW], "heard": [1], "status": "saved"}


def test_a_takeover_that_another_answer_has_overtaken_looks_again(asking: Page) -> None:
    found = after(
        asking, 'sync.act("take-over")', "sync.poll()", "asked[1].answer(told(1))", "asked[0].answer(told(0))"
    )
    assert found["asked"] == ["take-over", LOOK, ANEW]
    assert after(asking, "asked[2].answer(told(2))")["heard"] == [1, 2]


def test_nothing_is_called_saved_when_the_look_after_a_refusal_fails(asking: Page) -> None:
    found = after(
        asking, "wait()", "sync.push()", "asked[0].answer({ why: 'illegal' }, 409)", "asked[1].answer({}, 401)"
    )
    assert found == {"asked": [SENT, ANEW], "heard": [], "status": "signed_out"}


def test_a_refusal_that_is_not_the_sites_own_refuses_no_move(asking: Page) -> None:
    found = after(asking, "wait()", "sync.push()", "asked[0].answer(null, 400)")
    assert found == {"asked": [SENT], "heard": [], "status": "broken"}
    assert asking.evaluate("journal.waiting.length") == 1


def test_what_waits_is_sent_in_order_and_each_request_after_the_answer_to_the_one_before(asking: Page) -> None:
    assert after(asking, "wait(250)", "sync.push()", "sync.push()")["asked"] == [SENT]
    for number in range(3):
        assert asking.evaluate(f"sent({number})") == [*range(100 * number, min(100 * number + 100, 250))]
        found = after(asking, f"asked[{number}].answer(told({number}))")
    assert found == {"asked": [SENT] * 3, "heard": [0, 1, 2], "status": "saved"}
    assert asking.evaluate("states()") == ["taken"] * 250
    assert asking.evaluate("said") == ["saving", "saved"]


def test_a_request_is_no_larger_than_a_server_and_a_page_that_is_left_take(asking: Page) -> None:
    after(asking, "wait(4, { lines: [{ text: 'x'.repeat(9000) }] })", "sync.push()")
    assert asking.evaluate("sent(0)") == [0, 1, 2]
    assert asking.evaluate("JSON.stringify(asked[0].body).length * 2") < 64_000
    after(asking, "asked[0].answer(told(1))")
    assert asking.evaluate("sent(1)") == [3]


def test_a_request_says_what_the_server_needs_of_each_entry(asking: Page) -> None:
    after(asking, "wait(1, { op: 'undo_to', n: 3, base: null, epoch: 4, text: 'for the page' })", "sync.push()")
    assert asking.evaluate("asked[0].what") == "journal?since=3", "what a change took back is told anew"
    assert asking.evaluate("asked[0].body") == {
        "device": "phone",
        "name": "Phone",
        "epoch": 4,
        "now": 0,
        "entries": [{"seq": 0, "base": None, "op": "undo_to", "n": 3, "lines": [{}], "at": 0}],
    }


def test_entries_of_two_epochs_are_not_mixed(asking: Page) -> None:
    after(asking, "wait(2)", "wait(1, { epoch: 2 })", "sync.push()", "asked[0].answer(told(1))")
    assert asking.evaluate("[sent(0), sent(1)]") == [[0, 1], [2]]
    assert asking.evaluate("[asked[0].body.epoch, asked[1].body.epoch]") == [1, 2]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("fail()", "offline"),
        ("answer(null, 503)", "busy"),
        ("answer(null, 429)", "busy"),
        ("answer(null, 500)", "broken"),
    ],
)
def test_what_was_not_taken_is_sent_again_with_the_same_numbers(asking: Page, answer: str, status: str) -> None:
    """Also where the server has taken it and only its answer was lost: it knows by the numbers."""
    found = after(asking, "wait(2)", "sync.push()", f"asked[0].{answer}")
    assert found == {"asked": [SENT], "heard": [], "status": status}
    assert asking.evaluate("states()") == ["waits", "waits"]
    found = after(asking, "timers[0][0]()", "asked[1].answer(told(1))")
    assert found == {"asked": [SENT] * 2, "heard": [1], "status": "saved"}
    assert asking.evaluate("[asked[0].body, sent(1)]") == [asking.evaluate("asked[1].body"), [0, 1]]
    assert asking.evaluate("states()") == ["taken", "taken"]


def test_each_further_try_comes_later_until_one_is_answered(asking: Page) -> None:
    after(asking, "wait()", "sync.push()")
    for number in range(8):
        after(asking, f"asked[{number}].fail()", f"timers[{number}][0]()")
    pauses = [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000]
    assert asking.evaluate("timers.map(([, pause]) => pause)") == pauses
    assert asking.evaluate("sync.retryAt") == pauses[-1], "the page says when"
    after(asking, "asked[8].answer(told(1))", "wait()", "sync.push()", "asked[9].fail()")
    assert asking.evaluate("timers.at(-1)[1]") == 1000


@pytest.mark.parametrize(("chance", "pause"), [(0, 500), (0.999, 1499)])
def test_devices_that_were_lost_together_do_not_come_back_together(asking: Page, chance: float, pause: float) -> None:
    after(asking, f"Math.random = () => {chance}", "sync.poll()", "asked[0].fail()")
    assert asking.evaluate("timers[0][1]") == pause


def test_the_server_says_how_long_to_wait(asking: Page) -> None:
    after(asking, "wait()", "sync.push()", "asked[0].answer(null, 429, 60)")
    assert asking.evaluate("timers.map(([, pause]) => pause)") == [60_000]


@pytest.mark.parametrize(
    "event", ["window.dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"]
)
def test_where_there_is_reason_to_hope_the_page_tries_at_once(asking: Page, event: str) -> None:
    after(asking, "wait()", "sync.push()", "asked[0].fail()", "timers[0][0]()", "asked[1].fail()", event)
    assert asking.evaluate("asked.length") == 3
    after(asking, "asked[2].fail()")
    assert asking.evaluate("timers.at(-1)[1]") == 1000, "and begins anew to wait"
    assert after(asking, "asked.length = 0", "journal.all.length = 0", event)["asked"] == [LOOK]


def test_a_page_that_is_left_sends_what_waits_for_the_last_time(asking: Page) -> None:
    leave = "window.dispatchEvent(new Event('pagehide'))"
    assert after(asking, leave)["asked"] == []
    assert after(asking, "wait(2)", leave)["asked"] == ["journal"]
    assert asking.evaluate("[sent(0), asked[0].more]") == [[0, 1], {"last": True}]
    after(asking, "asked[0].fail()")


def test_a_record_that_is_saved_is_looked_at_regularly(asking: Page) -> None:
    assert asking.evaluate("regularly[1]") == 15_000
    assert after(asking, "regularly[0]()")["asked"] == [], "not before the first answer"
    found = after(asking, "sync.poll()", "asked[0].answer(told(1))", "regularly[0]()")
    assert found["asked"] == [LOOK, LOOK]


def test_other_moves_than_the_page_knows_are_asked_for_from_the_first_one(asking: Page) -> None:
    found = after(asking, "sync.poll()", "asked[0].answer({ mark: 1, digest: 'another' })")
    assert found == {"asked": [LOOK, ANEW], "heard": [], "status": "saving"}
    assert after(asking, "asked[1].answer({ mark: 2, digest: 'another' })")["heard"] == [2]


def test_a_request_that_is_too_large_is_halved_and_an_entry_that_is_too_large_is_refused(asking: Page) -> None:
    after(asking, "wait(3)", "sync.push()", "asked[0].answer(null, 413)", "asked[1].answer(null, 413)")
    assert asking.evaluate("[sent(0), sent(1), sent(2)]") == [[0, 1, 2], [0, 1], [0]]
    found = after(asking, "asked[2].answer(null, 413)")
    assert asking.evaluate("why") == ["large"]
    assert asking.evaluate("states()") == ["refused"] * 3
    assert found["status"] == "saved"


def test_what_stands_before_a_refused_entry_is_taken_and_what_stands_behind_it_refused(asking: Page) -> None:
    refusal = "{ why: 'illegal', detail: 'The hex is taken.', seq: 2 }"
    found = after(asking, "wait(4)", "sync.push()", f"asked[0].answer({refusal}, 409)", "asked[1].answer(told(1))")
    assert found == {"asked": [SENT, ANEW], "heard": [1], "status": "saved"}
    assert asking.evaluate("states()") == ["taken", "taken", "refused", "refused"]
    assert asking.evaluate("why") == [["illegal", "The hex is taken."]]


def test_what_the_server_keeps_beside_the_record_is_delivered(asking: Page) -> None:
    after(asking, "wait(2)", "sync.push()", "asked[0].answer({ why: 'epoch' }, 409)", "asked[1].answer(told(1))")
    assert asking.evaluate("states()") == ["taken", "taken"]
    assert asking.evaluate("why") == ["epoch"]


def test_a_session_with_another_token_is_asked_for_it_and_tried_once_more(asking: Page) -> None:
    found = after(asking, "wait()", "sync.push()", "asked[0].answer(null, 403)", "asked[1].answer(told(0))")
    assert found["asked"] == [SENT, LOOK, SENT]
    assert after(asking, "asked[2].answer(told(1))")["status"] == "saved"
    found = after(asking, "wait()", "sync.push()", "asked[3].answer(null, 403)", "asked[4].answer(null, 401)")
    assert found["status"] == "signed_out"
    assert asking.evaluate("[states(), timers]") == [["taken", "waits"], []], "it is for the person to do something"


@pytest.mark.parametrize(("status", "said"), [(401, "signed_out"), (403, "forbidden"), (404, "forbidden")])
def test_who_may_not_look_is_told_so(asking: Page, status: int, said: str) -> None:
    answer = f"asked[0].answer({{ url: '/accounts/login/?next=/there/' }}, {status})"
    assert after(asking, "sync.poll()", answer)["status"] == said
    assert asking.evaluate("sync.login") == ("/accounts/login/?next=/there/" if status == 401 else "")


def test_a_position_that_cannot_be_had_is_none(asking: Page) -> None:
    steps = ("window.found = []", "sync.positionAt(3).then((each) => found.push(each))")
    assert after(asking, *steps)["asked"][0].startswith(LOOK)
    assert "at=3" in asking.evaluate("asked[0].whole")
    after(asking, "asked[0].answer({ due: 'Ana' })", *steps[1:], "asked[1].answer(null, 404)")
    after(asking, *steps[1:], "asked[2].fail()")
    assert asking.evaluate("found") == [{"due": "Ana"}, None, None]


def test_an_answer_whose_head_was_cut_off_is_none(scripts: Page) -> None:
    """Browsers take what has come of it for all: it says that all is well, and has nothing in it."""
    found = scripts.evaluate(
        """async () => {
          const { Server, Unreachable } = await import("/static/nabu/board/recorder/server.js");
          window.fetch = async () => new Response(null, { status: 200 });
          return new Server("token").get("state").then(() => "taken", (error) => error instanceof Unreachable);
        }"""
    )
    assert found is True
