"""The journal of board/recorder, in the storage of a real browser: kept on the device, in order, each entry once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# `open(record)` is a page that is opened anew: only what is on the device is there.
START = """async () => {
  const { openJournal } = await import("/static/nabu/board/recorder/journal.js");
  localStorage.clear();
  await new Promise((done, failed) => {
    const asked = indexedDB.deleteDatabase("nabu-records");
    asked.onsuccess = done;
    asked.onerror = failed;
  });
  window.opened = [];
  window.open = async (record = "r1") => {
    while (opened.length) opened.pop().database?.close();
    window.journal = await openJournal(record);
    opened.push(journal);
    return journal;
  };
  window.add = (text) => journal.add({ op: "append", lines: [], text });
  window.seen = () => ({
    waiting: journal.waiting.map(({ seq, text }) => [seq, text]),
    refused: journal.refused.map(({ text }) => text),
    mark: journal.mark,
    trouble: journal.trouble,
  });
}"""


@pytest.fixture
def kept(scripts: Page) -> Page:
    """A page on a device that has kept nothing so far, with an open `journal`."""
    scripts.evaluate(START)
    return scripts


def after(page: Page, *steps: str) -> dict[str, Any]:
    """What the journal says after these steps."""
    found: dict[str, Any] = page.evaluate(f"async () => {{ {'; '.join(steps)}; return seen(); }}")
    return found


OPEN = "await open()"


def test_an_entry_is_there_when_the_page_is_opened_again(kept: Page) -> None:
    after(kept, OPEN, "await add('one')", "await add('two')", "await add('three')", "await journal.taken(0)")
    waiting = [[1, "two"], [2, "three"]]
    assert after(kept, OPEN) == {"waiting": waiting, "refused": [], "mark": 0, "trouble": ""}


def test_an_entry_is_in_the_journal_at_once_and_its_promise_waits_for_the_disk(kept: Page) -> None:
    """A battery may be empty the moment after."""
    asked = kept.evaluate(
        """async () => {
          const asked = [];
          const real = IDBDatabase.prototype.transaction;
          IDBDatabase.prototype.transaction = function (names, mode, options) {
            if (mode === "readwrite") asked.push([names, options?.durability]);
            return real.call(this, names, mode, options);
          };
          await open();
          const written = add("one");
          const before = seen().waiting;
          await written;
          await journal.keep({});
          return { asked, before };
        }"""
    )
    assert asked["before"] == [[0, "one"]]
    assert asked["asked"] == [["devices", "strict"], ["entries", "strict"], ["states", "relaxed"]]


def test_what_is_refused_stays_to_be_seen_and_is_not_sent_again(kept: Page) -> None:
    after(kept, OPEN, "for (const text of ['one', 'two', 'three']) await add(text)")
    after(kept, "await journal.taken(0)", "await journal.refuse(1)")
    refused = {"waiting": [], "refused": ["two", "three"], "mark": 0, "trouble": ""}
    assert after(kept, OPEN) == refused
    after(kept, "await journal.forget()")
    assert after(kept, OPEN) == refused, "also when the record is closed"
    after(kept, "await journal.dismiss()")
    assert after(kept, OPEN) == refused | {"refused": []}


def test_what_the_server_has_not_taken_stays_when_the_record_is_closed(kept: Page) -> None:
    """Another device has sent the record while a move was entered here: it is refused, and somebody must see that."""
    after(kept, OPEN, "await add('one')", "await add('two')", "await journal.taken(0)", "await journal.forget()")
    assert after(kept)["waiting"] == [[1, "two"]]
    assert after(kept, OPEN)["waiting"] == [[1, "two"]]


def test_what_is_on_its_way_to_the_disk_is_counted(kept: Page) -> None:
    counts = kept.evaluate(
        """async () => {
          await open();
          const [one, two] = [add("one"), add("two")];
          const before = journal.unwritten;
          await Promise.all([one, two]);
          return [before, journal.unwritten];
        }"""
    )
    assert counts == [2, 0]


def test_a_number_is_never_given_twice(kept: Page) -> None:
    after(kept, OPEN, "await add('one')", "await add('two')", "await journal.taken(1)", "await journal.forget()")
    assert after(kept, OPEN, "await add('three')")["waiting"] == [[2, "three"]]
    after(kept, "await journal.refuse(2)")
    assert after(kept, "await add('four')")["waiting"] == [[3, "four"]]


def test_what_was_taken_stays_taken(kept: Page) -> None:
    """Answers overtake each other."""
    after(kept, OPEN, "await add('one')", "await add('two')", "await journal.taken(1)", "await journal.taken(0)")
    assert after(kept, OPEN) == {"waiting": [], "refused": [], "mark": 1, "trouble": ""}


def test_records_do_not_see_each_others_entries(kept: Page) -> None:
    after(kept, OPEN, "await add('one')", "await open('r10')")
    assert after(kept, "await add('of another record')")["waiting"] == [[0, "of another record"]]
    after(kept, "await journal.forget()")
    assert after(kept, OPEN)["waiting"] == [[0, "one"]]


def test_a_reload_without_the_network_goes_on_from_the_state_that_was_told_last(kept: Page) -> None:
    after(kept, OPEN, *(f"await journal.keep({{ count: {count}, svg: '<svg/>' }})" for count in (3, 4)))
    after(kept, OPEN)
    assert kept.evaluate("journal.kept") == {"count": 4, "svg": ""}
    after(kept, "await journal.forget()", OPEN)
    assert kept.evaluate("journal.kept") is None


def test_a_device_stays_the_same_where_only_the_journal_got_to_the_disk(kept: Page) -> None:
    """A browser that died may have forgotten its other storage."""
    after(kept, OPEN)
    device = kept.evaluate("journal.device")
    assert len(device) == 32
    after(kept, "localStorage.clear()", OPEN)
    assert kept.evaluate("journal.device") == device


def test_the_journal_of_an_older_version_is_read(kept: Page) -> None:
    kept.evaluate(
        """() => new Promise((done) => {
          const asked = indexedDB.open("nabu-records", 1);
          asked.onupgradeneeded = () => {
            asked.result.createObjectStore("entries", { keyPath: ["record", "seq"] });
            asked.result.createObjectStore("marks", { keyPath: "record" });
          };
          asked.onsuccess = () => {
            const put = asked.result.transaction("entries", "readwrite");
            put.objectStore("entries").put({ record: "r1", seq: 4, text: "one" });
            put.oncomplete = () => { asked.result.close(); done(); };
          };
        })"""
    )
    assert after(kept, OPEN) == {"waiting": [[4, "one"]], "refused": [], "mark": -1, "trouble": ""}


@pytest.mark.parametrize(
    "refusal",
    [
        "throw new DOMException('refused', 'SecurityError')",
        "const asked = new EventTarget(); queueMicrotask(() => asked.dispatchEvent(new Event('error'))); return asked",
    ],
)
def test_where_the_browser_keeps_nothing_the_journal_lives_in_the_page_and_says_so(kept: Page, refusal: str) -> None:
    kept.evaluate(f"() => {{ indexedDB.open = () => {{ {refusal}; }}; }}")
    steps = ("await add('one')", "await add('two')", "await journal.taken(0)", "await journal.keep({})")
    assert after(kept, OPEN, *steps) == {"waiting": [[1, "two"]], "refused": [], "mark": 0, "trouble": "refused"}
    assert after(kept, OPEN)["waiting"] == []


def test_a_full_device_is_told_until_something_can_be_kept_again(kept: Page) -> None:
    full = """const real = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = function () { throw new DOMException("full", "QuotaExceededError"); }"""
    found = after(kept, OPEN, full, "await add('one')", "window.empty = () => { IDBObjectStore.prototype.add = real; }")
    assert found == {"waiting": [[0, "one"]], "refused": [], "mark": -1, "trouble": "full"}, "it is sent all the same"
    assert after(kept, "empty()", "await add('two')")["trouble"] == ""
