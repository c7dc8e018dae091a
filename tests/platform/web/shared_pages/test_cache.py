"""The cache of all processes: it is used when it is there, and missed by nobody when it is not."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from django.core.cache import caches

from nabu.core import circuit_breaker as pause
from nabu.operations.supervisor.broker import answers
from nabu.web.shared_pages.cache import MOST_BYTES, PAUSE, SoftCache
from nabu.web.shared_pages.entry import Entry
from nabu.web.shared_pages.store import Store
from tests.conftest import start_valkey


def cache_at(url: str, which: str = "pages") -> SoftCache:
    """The cache of the settings, at another server."""
    from django.conf import settings

    configured = {name: value for name, value in settings.CACHES[which].items() if name != "BACKEND"}
    return SoftCache(url, {**configured, "LOCATION": url})


@pytest.fixture
def server(wait_until) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:  # type: ignore[no-untyped-def]
    with tempfile.TemporaryDirectory(prefix="nabu-") as folder:
        process = start_valkey(Path(folder))
        url = f"unix://{folder}/valkey.sock"
        wait_until(lambda: answers(url), what="the broker's answer")
        yield url, process
        os.kill(process.pid, signal.SIGCONT)
        process.kill()
        process.wait()


@pytest.mark.broker
def test_what_one_process_made_another_one_finds(
    server: tuple[str, subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nabu.web.shared_pages.store.cache", cache_at(server[0]))
    entry = Entry((4,), "en", "text", b"body")
    Store().find_or_make("page", (4,), lambda: entry)
    assert Store().find("page", (4,)) == entry
    assert Store().find("page", (5,)) is None


@pytest.mark.broker
def test_what_another_process_is_making_is_made_once(
    server: tuple[str, subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    begun = Event()

    def slow(name: str) -> Entry:
        made.append(name)
        begun.set()
        time.sleep(0.2)
        return Entry((4,), "en", name, b"body", keep=name != "not to be kept")

    def ask(store: Store, name: str) -> None:
        monkeypatch.setattr("nabu.web.shared_pages.store.cache", cache_at(server[0]))
        found.append(store.find_or_make(name.split()[0], (4,), lambda: slow(name)).text)

    for name, times in (("kept", 1), ("not to be kept", 2)):
        made.clear()
        begun.clear()
        found: list[str] = []
        first = Thread(target=ask, args=[Store(), name])
        first.start()
        begun.wait()
        ask(Store(), name)
        first.join()
        assert (len(made), found) == (times, [name, name])


@pytest.mark.broker
def test_a_server_that_hangs_costs_one_short_wait(server: tuple[str, subprocess.Popen[bytes]]) -> None:
    cache = cache_at(server[0])
    cache.set("a", b"1")
    assert cache.get("a") == b"1"
    os.kill(server[1].pid, signal.SIGSTOP)
    begun = time.monotonic()
    for _ in range(20):
        cache = cache_at(server[0])  # as another thread has it
        assert cache.get("a") is None
        cache.set("a", b"2")
        assert cache.add("b", b"2") is True
    assert time.monotonic() - begun < pause.SECONDS
    os.kill(server[1].pid, signal.SIGCONT)
    PAUSE.until.clear()
    assert cache.get("a") == b"1"


@pytest.mark.broker
def test_a_full_server_is_still_read(server: tuple[str, subprocess.Popen[bytes]]) -> None:
    import redis

    cache = cache_at(server[0])
    cache.set("a", b"1")
    client = redis.Redis.from_url(server[0])
    client.config_set("maxmemory", "1mb")
    for number in range(40):
        cache.set(f"more-{number}", bytes(MOST_BYTES))
    assert cache.get("a") == b"1"
    client.close()


def test_without_a_server_nothing_is_known_and_nothing_breaks() -> None:
    cache = cache_at("unix:///nowhere/at/all.sock")
    assert cache.get("a", b"otherwise") == b"otherwise"
    cache.set("a", b"1")
    assert cache.add("a", b"1") is True
    assert cache.delete("a") is False


@pytest.mark.broker
def test_clear_forgets_the_pages_and_leaves_the_queue_alone(server: tuple[str, subprocess.Popen[bytes]]) -> None:
    import redis

    cache = cache_at(server[0])
    with redis.Redis.from_url(server[0]) as client:
        others = {"logs": b"a message", "nabu:swept-at": b"12"}
        for key, value in others.items():
            client.set(key, value)
        for number in range(2500):
            cache.set(f"page-{number}", b"1")
        cache.clear()
        assert {key.decode(): client.get(key) for key in client.scan_iter()} == others
    cache_at("unix:///nowhere/at/all.sock").clear()


def test_the_api_counts_in_this_process() -> None:
    from nabu.web.rest.rates import AccountRate, VisitorRate

    for rate in (VisitorRate, AccountRate):
        rate.cache.set("seen", 1)
        assert caches["throttle"].get("seen") == 1
        rate.cache.delete("seen")


@pytest.mark.broker
def test_counts_of_accounts_are_kept_as_json_and_apart(server: tuple[str, subprocess.Popen[bytes]]) -> None:
    pages, counts = cache_at(server[0]), cache_at(server[0], "default")
    assert counts.add("lock", True) is True
    assert counts.add("lock", True) is False
    counts.set("history", [1.5, 2.25])
    assert counts.get("history") == [1.5, 2.25]
    pages.clear()
    assert counts.get("history") == [1.5, 2.25]
    assert counts.get("nothing", []) == []
