"""How the processes of a run share the work of collecting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from tests.conftest import after_the_first


def test_all_wait_for_the_first_and_then_go_on_together(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    file.touch()
    order = []
    together = Barrier(2)

    def come_later() -> None:
        with after_the_first(file):
            order.append("later")
            # Broken after a minute, if one has to wait for the other.
            together.wait(60)

    with ThreadPoolExecutor(2) as others:
        with after_the_first(file):
            waiting = [others.submit(come_later) for _ in range(2)]
            order.append("first")
        for each in waiting:
            each.result()
    assert order == ["first", "later", "later"]


def test_whoever_comes_when_nobody_is_there_is_the_first(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    file.touch()
    for _ in range(2):
        with after_the_first(file):
            pass
