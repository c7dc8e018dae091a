"""How the processes of a run share the work of collecting."""

from __future__ import annotations

import fcntl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Semaphore
from typing import Any

import pytest

from tests import conftest


def test_all_wait_for_the_first_and_then_go_on_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "lock"
    file.touch()
    order, waiting, together, flock = [], Semaphore(0), Barrier(2), fcntl.flock

    def told(lock: Any, operation: int) -> None:
        if operation == fcntl.LOCK_SH:
            waiting.release()
        flock(lock, operation)

    def come_later() -> None:
        with conftest.after_the_first(file):
            order.append("later")
            # Broken after a minute, if one has to wait for the other.
            together.wait(60)

    monkeypatch.setattr(fcntl, "flock", told)
    with ThreadPoolExecutor(2) as others:
        with conftest.after_the_first(file):
            later = [others.submit(come_later) for _ in range(2)]
            for _ in later:
                assert waiting.acquire(timeout=60)
            order.append("first")
        for each in later:
            each.result()
    assert order == ["first", "later", "later"]


def test_whoever_comes_when_nobody_is_there_is_the_first(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    file.touch()
    for _ in range(2):
        with conftest.after_the_first(file):
            pass
