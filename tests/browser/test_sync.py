"""How static/nabu/table/sync.js asks the server, with a server whose answers come when and how the test wants."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# `asked` are the questions: what, and answer(body, status) or fail(). `heard` are the marks of the states that the page
# was told, `wait` moves in the journal.
START = """async () => {
  const { Sync } = await import("/static/nabu/table/sync.js");
  const { Unreachable } = await import("/static/nabu/table/server.js");
  window.asked = [];
  const ask = (what) => new Promise((tell, lose) => asked.push({
    what,
    answer: (body, status = 200) => tell({ status, body, wait: 60 }),
    fail: () => lose(new Unreachable()),
  }));
  window.journal = {
    waiting: [],
    taken: async () => { journal.waiting = []; },
    refuse: async () => { journal.waiting = []; },
  };
  window.wait = () => journal.waiting.push({ seq: 0, epoch: 1, op: "append", lines: [{}] });
  window.heard = [];
  window.sync = new Sync({
    server: { get: () => ask("look"), post: (address) => ask(address.split("?")[0]) },
    journal,
    addresses: { state: "state", journal: "journal" },
    device: "phone",
    name: "Phone",
    known: () => ({ count: 0, digest: "" }),
    onState: ({ mark }) => heard.push(mark),
    onRefused: () => {},
    onStatus: () => {},
  });
  window.settled = () => new Promise((done) => setTimeout(done));
  window.told = (mark) => ({ mark, digest: "" });
}"""


@pytest.fixture
def asking(page: Page) -> Page:
    """A page with `sync` and its server."""
    page.goto("/")
    page.evaluate(START)
    return page


def after(page: Page, *steps: str) -> dict[str, Any]:
    """What was asked and heard, and the status, after these steps of a script."""
    lines = "".join(f"{step}; await settled(); " for step in steps)
    answer: dict[str, Any] = page.evaluate(
        f"async () => {{ {lines} return {{ asked: asked.map(({{ what }}) => what), heard, status: sync.status }}; }}"
    )
    return answer


LOOKS = ("sync.poll()", "sync.poll()")


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
    assert found == {"asked": ["look", "take-over"], "heard": [1], "status": "saved"}


def test_what_comes_back_last_ends_the_trouble(asking: Page) -> None:
    assert after(asking, "sync.poll()", "asked[0].answer(null, 503)")["status"] == "busy"
    found = after(asking, "sync.poll()", 'sync.act("take-over")', "asked[2].answer(told(1))", "asked[1].fail()")
    assert found == {"asked": ["look", "look", "take-over"], "heard": [1], "status": "saved"}


def test_a_lost_look_is_told_although_the_next_one_is_on_its_way(asking: Page) -> None:
    assert after(asking, *LOOKS, "asked[0].fail()")["status"] == "offline"
    assert after(asking, "asked[1].answer(told(2))") == {"asked": ["look"] * 2, "heard": [2], "status": "saved"}


def test_what_waits_goes_before_the_record_is_handed_over(asking: Page) -> None:
    assert after(asking, "wait()", 'window.acted = sync.act("consent")')["asked"] == ["journal"]
    assert after(asking, "asked[0].answer(told(1))")["asked"] == ["journal", "consent"]
    assert after(asking, "asked[1].answer(told(2))")["heard"] == [1, 2]
    assert asking.evaluate("acted")


def test_a_record_is_not_handed_over_while_moves_cannot_be_sent(asking: Page) -> None:
    found = after(asking, "wait()", 'window.acted = sync.act("consent")', "asked[0].answer(null, 503)")
    assert found == {"asked": ["journal"], "heard": [], "status": "busy"}
    assert not asking.evaluate("acted")


@pytest.mark.parametrize(("status", "answer"), [(200, "told(1)"), (409, "{ why: 'refused', state: told(1) }")])
def test_a_takeover_is_told_by_its_own_answer(asking: Page, status: int, answer: str) -> None:
    found = after(asking, 'window.acted = sync.act("take-over")', f"asked[0].answer({answer}, {status})")
    assert found == {"asked": ["take-over"], "heard": [1], "status": "saved"}
    assert asking.evaluate("acted") == (status == 200)


def test_after_any_other_answer_the_page_looks(asking: Page) -> None:
    found = after(asking, 'sync.act("branches/1/adopt")', "asked[0].answer(null, 404)", "asked[1].answer(told(1))")
    assert found == {"asked": ["branches/1/adopt", "look"], "heard": [1], "status": "saved"}


def test_a_takeover_that_another_answer_has_overtaken_looks_again(asking: Page) -> None:
    found = after(
        asking, 'sync.act("take-over")', "sync.poll()", "asked[1].answer(told(1))", "asked[0].answer(told(0))"
    )
    assert found["asked"] == ["take-over", "look", "look"]
    assert after(asking, "asked[2].answer(told(2))")["heard"] == [1, 2]


def test_nothing_is_called_saved_when_the_look_after_a_refusal_fails(asking: Page) -> None:
    found = after(
        asking, "wait()", "sync.push()", "asked[0].answer({ why: 'illegal' }, 409)", "asked[1].answer({}, 401)"
    )
    assert found == {"asked": ["journal", "look"], "heard": [], "status": "signed_out"}


def test_a_refusal_that_is_not_the_sites_own_refuses_no_move(asking: Page) -> None:
    found = after(asking, "wait()", "sync.push()", "asked[0].answer(null, 400)")
    assert found == {"asked": ["journal"], "heard": [], "status": "broken"}
    assert asking.evaluate("journal.waiting.length") == 1
