"""The cache of all processes: it is used when it is there, and missed by nobody when it is not."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches

from nabu.shared_pages.cache import MOST_BYTES, PAUSE, SoftCache
from nabu.shared_pages.entry import Entry
from nabu.shared_pages.store import Store
from nabu.supervisor.broker import answers
from tests.conftest import start_valkey


def cache_at(url: str) -> SoftCache:
    """The cache of the settings, at another server."""
    from django.conf import settings

    configured = {name: value for name, value in settings.CACHES["default"].items() if name != "BACKEND"}
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
    monkeypatch.setattr("nabu.shared_pages.store.cache", cache_at(server[0]))
    entry = Entry((4,), "en", "text", b"body")
    Store().find_or_make("page", (4,), lambda: entry)
    assert Store().find("page", (4,)) == entry
    assert Store().find("page", (5,)) is None


@pytest.mark.broker
def test_a_server_that_hangs_costs_one_short_wait(server: tuple[str, subprocess.Popen[bytes]]) -> None:
    cache = cache_at(server[0])
    cache.set("a", b"1")
    assert cache.get("a") == b"1"
    os.kill(server[1].pid, signal.SIGSTOP)
    begun = time.monotonic()
    for _ in range(20):
        assert cache.get("a") is None
        cache.set("a", b"2")
        assert cache.add("b", b"2") is True
    assert time.monotonic() - begun < PAUSE
    os.kill(server[1].pid, signal.SIGCONT)
    cache._pause_until = 0.0
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


def test_it_is_never_emptied_as_a_whole() -> None:
    with pytest.raises(NotImplementedError):
        cache_at("unix:///nowhere/at/all.sock").clear()


def test_the_api_counts_in_this_process() -> None:
    from nabu.rest_defaults import AccountRate, VisitorRate

    for rate in (VisitorRate, AccountRate):
        rate.cache.set("seen", 1)
        assert caches["throttle"].get("seen") == 1
        rate.cache.delete("seen")
