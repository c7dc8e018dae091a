"""Live pages: a change is told once it is committed, to those who show it, and never held back by a slow client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from math import inf
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from nabu.web.live import hub as hub_module
from nabu.web.live import stream, tickets
from nabu.web.live.hub import Hub
from nabu.web.live.stream import Live
from nabu.web.live.tickets import address_of, age_of, read_ticket

TOPICS = st.dictionaries(st.from_regex(r"[a-z]{1,12}(-[0-9]{1,9})?", fullmatch=True), st.integers(0, 10**12))


def ticket_of(address: str) -> str:
    return address.partition("ticket=")[2]


@given(TOPICS)
def test_a_ticket_says_what_was_written_on_it(topics: dict[str, int]) -> None:
    assert read_ticket(ticket_of(address_of(topics.items()))) == topics


@given(st.text(max_size=80))
def test_a_made_up_ticket_is_none(words: str) -> None:
    assert read_ticket(words) is None


def test_a_changed_ticket_is_none() -> None:
    ticket = ticket_of(address_of([("tournament-1", 3)]))
    assert read_ticket(ticket.replace("tournament-1", "tournament-2")) is None


def test_a_ticket_ends_after_two_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tickets, "_today", lambda: date(2026, 5, 1))
    ticket = ticket_of(address_of([("tournament-1", 3)]))
    monkeypatch.setattr(tickets, "_today", lambda: date(2026, 5, 2))
    assert read_ticket(ticket)
    monkeypatch.setattr(tickets, "_today", lambda: date(2026, 5, 3))
    assert read_ticket(ticket) is None


def test_a_ticket_knows_how_old_its_page_is(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = ticket_of(address_of([("tournament-1", 3)]))
    now = tickets._now()
    monkeypatch.setattr(tickets, "_now", lambda: now + timedelta(minutes=5))
    assert 299 <= age_of(ticket) <= 301
    assert age_of(ticket[:-1]) == inf
    before = tickets._signer().sign("20260501.tournament-1_3")
    assert age_of(before) == inf


class Page:
    """An open page: its stream, and what it has been told."""

    def __init__(self, hub: Hub, address: str, host: bytes = b"localhost") -> None:
        path, _mark, query = address.partition("?")
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", host)],
        }
        self.app = Live(hub)
        self.gone = asyncio.Event()
        self.may_send = asyncio.Event()
        self.may_send.set()
        self.status = 0
        self.sent = ""
        self.told: list[dict[str, int]] = []
        self.task = asyncio.ensure_future(self.app(self.scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await self.may_send.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
        self.sent += message.get("body", b"").decode()
        for line in message.get("body", b"").decode().splitlines():
            if line.startswith(("data:{", "data: {")):
                self.told.append(json.loads(line[5:]))


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    # In a thread: a browser test of the same process may have left a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, asyncio.wait_for(story(), 20)).result()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0.005)


def listening_hub() -> Hub:
    """One that has listened for long."""
    hub = Hub(lambda: False)
    hub.listening_since = -1e9
    return hub


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.001)


def test_all_pages_hear_of_what_comes_next_in_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BEAT_SECONDS", 1.5)
    first = 1_800_000_000.0
    first += stream.until_next_beat(first, ["a", "b"])
    told = [(0.01, ["a", "b"]), (0.25, ["b", "a"]), (1.0, ["a", "b"]), (1.49, ["a", "b"])]
    beats = [first + late + stream.until_next_beat(first + late, topics) - first for late, topics in told]
    assert beats == pytest.approx([1.5] * 4, abs=1e-5)


def test_a_page_is_told_what_it_shows_and_nothing_else() -> None:
    async def story() -> None:
        hub = listening_hub()
        one, other = Page(hub, address_of([("a", 3), ("b", 1)])), Page(hub, address_of([("b", 1)]))
        await settle()
        hub.hear({"a": 4, "c": 9})
        await settle()
        hub.hear({"b": 2})
        await settle()
        assert (one.told, other.told) == ([{"a": 4}, {"b": 2}], [{"b": 2}])
        hub.hear({"a": 4, "b": 1})
        await settle()
        assert (len(one.told), len(other.told)) == (2, 1)
        assert hub.open == 2
        one.gone.set()
        other.gone.set()
        await asyncio.gather(one.task, other.task)
        assert hub.open == 0
        assert not hub.watchers

    run(story)


def test_a_change_between_the_page_and_its_stream_is_told() -> None:
    async def story() -> None:
        hub = listening_hub()
        hub.hear({"a": 4})
        late, current = Page(hub, address_of([("a", 3)])), Page(hub, address_of([("a", 4)]))
        await settle()
        assert (late.told, current.told) == ([{"a": 4}], [])

    run(story)


def test_one_stream_tells_all_windows_of_a_browser_what_the_oldest_of_them_misses() -> None:
    async def story() -> None:
        hub = listening_hub()
        hub.hear({"a": 4})
        old, new = address_of([("a", 3), ("b", 1)]), ticket_of(address_of([("a", 4), ("c", 2)]))
        windows, forged = Page(hub, f"{old}&ticket={new}"), Page(hub, f"{old}&ticket=x")
        crowd = Page(hub, f"{old}" + f"&ticket={new}" * tickets.MOST_TICKETS)
        await settle()
        hub.hear({"b": 2, "c": 3})
        await settle()
        assert (windows.told, hub.open) == ([{"a": 4}, {"b": 2, "c": 3}], 1)
        assert (forged.status, crowd.status) == (403, 403)

    run(story)


def test_a_page_that_was_made_after_the_hub_began_to_listen_has_missed_nothing() -> None:
    async def story() -> None:
        hub = listening_hub()
        hub.listening_since = asyncio.get_running_loop().time() - 30
        page = Page(hub, address_of([("a", 3), ("tournaments", 8)]))
        await settle()
        assert page.told == []

    run(story)


def test_a_hub_that_began_to_listen_just_now_tells_every_page_to_look_again() -> None:
    async def story() -> None:
        hub, address = listening_hub(), address_of([("a", 3)])
        hub.listening_since = asyncio.get_running_loop().time()
        page = Page(hub, address)
        await settle()
        assert page.told == [{"a": 3}]
        hub.hear({"a": 4})
        await settle()
        assert page.told[1:] == [{"a": 4}]

    run(story)


def test_what_had_changed_before_the_stream_began_is_told_with_the_next_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "until_next_beat", lambda _now, _topics: 3600.0)

    async def story() -> None:
        hub = listening_hub()
        hub.hear({"a": 4})
        late, current = Page(hub, address_of([("a", 3)])), Page(hub, address_of([("a", 4)]))
        await settle()
        hub.hear({"a": 5})
        await settle()
        assert (late.told, current.told) == ([], [{"a": 5}])

    run(story)


def test_nothing_grows_for_a_slow_client_and_it_learns_the_last_state() -> None:
    async def story() -> None:
        hub = listening_hub()
        page = Page(hub, address_of([("a", 0), ("b", 0)]))
        await settle()
        page.may_send.clear()
        for number in range(1, 1001):
            hub.hear({"a": number})
            if number % 100 == 0:
                await settle()
        hub.hear({"b": 1})
        (watcher,) = hub.watchers["a"]
        assert len(watcher.changed) <= 2
        page.may_send.set()
        await settle()
        assert len(page.told) <= 2
        assert page.told[-1]["a"] == 1000
        assert page.told[-1]["b"] == 1

    run(story)


def test_streams_end_when_the_process_ends_or_hears_nothing_any_more() -> None:
    async def story() -> None:
        hub = listening_hub()
        page = Page(hub, address_of([("a", 0)]))
        await settle()
        hub.stop()
        await page.task
        refused = Page(hub, address_of([("a", 0)]))
        await refused.task
        assert (page.status, refused.status) == (200, 503)

    run(story)


@override_settings(ALLOWED_HOSTS=["nabu.example"])
def test_who_gets_no_stream() -> None:
    async def story() -> None:
        hub, good = listening_hub(), address_of([("a", 0)])
        forged, elsewhere = Page(hub, good[:-1] + "x", b"nabu.example"), Page(hub, good, b"evil.example")
        await asyncio.gather(forged.task, elsewhere.task)
        assert (forged.status, elsewhere.status) == (403, 400)
        with override_settings(MOST_STREAMS=1):
            first = Page(hub, good, b"nabu.example")
            await settle()
            second = Page(hub, good, b"nabu.example")
            await second.task
            assert (first.status, second.status) == (200, 503)

    run(story)


def test_the_home_page_is_told_of_every_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        hub = listening_hub()
        page = Page(hub, address_of([("tournaments", 40)]))
        await settle()
        assert page.told == []
        hub.hear({"tournament-3": 9, "table-7": 1})
        await settle()
        hub.hear({"table-7": 2})
        await settle()
        assert len(page.told) == 1
        with monkeypatch.context() as earlier:
            earlier.setattr(tickets, "_now", lambda: datetime.now(UTC) - timedelta(seconds=10))
            before = address_of([("tournaments", 40)])
        late, after = Page(hub, before), Page(hub, address_of([("tournaments", 49)]))
        await settle()
        assert len(late.told) == 1, "it was made before the change"
        assert after.told == [] or connection.vendor != "sqlite"

    run(story)


def test_a_browser_knows_a_change_of_a_tournament_by_its_number_whatever_stream_tells_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its window opens another stream whenever another window comes or goes, always with the ticket it began with."""
    monkeypatch.setattr(tickets, "_now", lambda: datetime.now(UTC) - timedelta(seconds=10))
    page = address_of([("tournaments", 40)])
    monkeypatch.undo()
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.001)

    async def story() -> None:
        hub = listening_hub()
        first = Page(hub, page)
        await settle()
        hub.hear({"tournament-3": 9})
        await settle()
        second = Page(hub, page)
        await settle()
        assert second.told == first.told, "nothing new"
        hub.hear({"tournament-3": 10})
        await settle()
        assert [len(first.told), len(second.told)] == [2, 2]
        assert second.told[1]["tournaments"] > second.told[0]["tournaments"] > 40

    run(story)


def test_a_stream_says_of_how_many_tickets_it_tells() -> None:
    async def story() -> None:
        new = ticket_of(address_of([("b", 4)]))
        page = Page(listening_hub(), f"{address_of([('a', 3)])}&ticket={new}")
        await settle()
        assert "event: tickets\ndata: 2\n\n" in page.sent

    run(story)


def test_a_hub_outlives_a_message_that_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "RETRY_SECONDS", 0.01)

    async def story() -> None:
        hub = Hub(lambda: False)
        begun: list[int] = []

        async def listen() -> None:
            begun.append(len(begun))
            if len(begun) == 1:
                json.loads("no JSON")
            hub.listening_since = -1e9
            await asyncio.sleep(10)

        monkeypatch.setattr(hub, "_listen", listen)
        hub.start()
        await asyncio.sleep(0.1)
        assert (len(begun), hub.listening) == (2, True)
        hub.stop()

    run(story)
