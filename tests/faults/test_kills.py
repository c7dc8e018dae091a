"""The short form of test_faults.py, in every run: one kill of a worker and one of a web process under a tiny load."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.load.server import SQLITE
from tests.faults.conftest import KeptHall
from tests.faults.site import Site, Size, load_with

pytestmark = pytest.mark.broker


def test_a_killed_worker_and_a_killed_web_process_lose_nothing(kept_hall: KeptHall) -> None:
    size = Size(tables=2, spectators=2, seconds=12, games=10)

    def kill(site: Site, rng: Random) -> None:
        for victim, _moment in zip(("worker", "web"), site.moments(rng, 2), strict=True):
            site.kill_one_of(victim, rng)

    outcome = load_with(kept_hall(SQLITE, size), size, kill, Random(12))
    assert not outcome.problems, outcome
    assert outcome.book.done
