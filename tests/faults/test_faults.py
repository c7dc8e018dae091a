"""Everything that runs the site fails at random moments of a full hall, one thing after the other, on both databases.

Each fault takes about a minute, so they run by hand only: `NABU_HYPOTHESIS=long pytest tests/faults/test_faults.py`.
What must hold afterwards stands in check.py.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest
import redis
from django.conf import settings

from benchmarks.load.server import POSTGRES, SQLITE
from tests.faults.conftest import KeptHall
from tests.faults.site import CHILDREN, Fault, Site, Size, load_with, wait_until
from tests.profiles import LONG

if not LONG:
    pytest.skip("takes half an hour: NABU_HYPOTHESIS=long", allow_module_level=True)

# The package of the PostgreSQL server, where there is no desktop.
pytestmark = pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR")

HALL = Size(tables=12, spectators=20, seconds=25, games=40)
AWAY_SECONDS = 8
"""So long what is stopped is away."""

SEED = time.time_ns()
"""Other moments each time; a failure says which."""


def kill(name: str, number: int = 3) -> Fault:
    """Kill a child of the supervisor some times."""

    def fault(site: Site, rng: Random) -> None:
        for _moment in site.moments(rng, number):
            site.kill(name)

    return fault


def kill_one_of(name: str) -> Fault:
    """Kill a process that a child of the supervisor has started, some times."""

    def fault(site: Site, rng: Random) -> None:
        for _moment in site.moments(rng, 3):
            site.kill_one_of(name, rng)

    return fault


def kill_everything(site: Site, rng: Random) -> None:
    """One process after the other, in any order."""
    victims = rng.sample(CHILDREN, len(CHILDREN))
    for name, _moment in zip(victims, site.moments(rng, len(victims)), strict=True):
        site.kill(name)


def kill_supervisor(site: Site, rng: Random) -> None:
    """Everything ends with it. Somebody starts it again."""
    for _moment in site.moments(rng, 1):
        site.kill_supervisor()


def stop_broker(site: Site, rng: Random) -> None:
    """The broker hangs: it takes connections and does not answer."""
    for _moment in site.moments(rng, 1):
        with site.stopped([site.pid("broker")]):
            time.sleep(AWAY_SECONDS)


def deliver_twice(site: Site, rng: Random) -> None:
    """What waits in the queues is there twice, and what a worker has just taken comes again; each task once."""
    seen: set[str] = set()

    def is_new(message: bytes) -> bool:
        task = json.loads(message)["headers"]["id"]
        known = task in seen
        seen.add(task)
        return not known

    with redis.Redis.from_url(site.broker) as broker:
        for _moment in site.moments(rng, 30):
            for queue in settings.QUEUES:
                for message in filter(is_new, broker.lrange(queue, 0, -1)):
                    broker.rpush(queue, message)
            # To the workers it looks as if the visibility timeout of these were over.
            for tag, taken in broker.hgetall("unacked").items():
                if is_new(json.dumps(json.loads(taken)[0]).encode()):
                    broker.zadd("unacked_index", {tag: 0}, xx=True)
    assert seen


EVERYWHERE: dict[str, Fault] = {
    "a web process is killed": kill_one_of("web"),
    "the web server is killed": kill("web"),
    "a process of the worker is killed": kill_one_of("worker"),
    "the worker is killed": kill("worker"),
    "the urgent worker is killed": kill("urgent"),
    "beat is killed": kill("beat"),
    "the broker is killed": kill("broker"),
    "all of these are killed": kill_everything,
    "the supervisor is killed": kill_supervisor,
    "the broker hangs": stop_broker,
    "messages come twice": deliver_twice,
}


def kill_postgres(site: Site, rng: Random) -> None:
    """The server ends as if the power had failed, and starts again from what it has written down."""
    for _moment in site.moments(rng, 2):
        server = site.postgres()[0]
        os.kill(server, signal.SIGKILL)
        wait_until(partial(ended, server), 30, "the end of PostgreSQL")
        start_postgres(site)


def restart_postgres(site: Site, rng: Random) -> None:
    """SIGTERM lets nobody in any more and waits for those inside; SIGINT does not wait."""
    for _moment in site.moments(rng, 1):
        server = site.postgres()[0]
        os.kill(server, signal.SIGTERM)
        time.sleep(AWAY_SECONDS / 2)
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGINT)
        wait_until(partial(ended, server), 30, "the end of PostgreSQL")
        start_postgres(site)


def ended(pid: int) -> bool:
    """The process is gone, and whoever had to know has been told."""
    return not Path(f"/proc/{pid}").exists()


def stop_postgres(site: Site, rng: Random) -> None:
    """The server hangs with everybody who is connected."""
    for _moment in site.moments(rng, 1):
        with site.stopped(site.postgres()):
            time.sleep(AWAY_SECONDS)


def start_postgres(site: Site) -> None:
    """Try until what is left of the server before has gone."""

    def starts() -> bool:
        try:
            site.start_postgres()
        except subprocess.SubprocessError:
            return False
        return True

    wait_until(starts, 60, "PostgreSQL")


def lock_sqlite(site: Site, rng: Random) -> None:
    """Another program has the file for itself."""
    for _moment in site.moments(rng, 1):
        with closing(sqlite3.connect(site.place.var / "nabu.sqlite3", timeout=20, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(AWAY_SECONDS)
            other.execute("ROLLBACK")


def fill_disk(site: Site, rng: Random) -> None:
    """There is no byte left, for a while."""
    ballast = site.place.folder / "ballast"
    for _moment in site.moments(rng, 1):
        with ballast.open("wb") as file, suppress(OSError):
            while True:
                file.write(bytes(2**16))
                file.flush()
        time.sleep(AWAY_SECONDS)
        ballast.unlink()
        if site.place.database == POSTGRES:
            start_postgres(site)


@pytest.mark.parametrize("database", [SQLITE, POSTGRES])
@pytest.mark.parametrize("name", EVERYWHERE)
def test_nothing_is_lost_and_nothing_is_there_twice(kept_hall: KeptHall, database: str, name: str) -> None:
    check(kept_hall, database, EVERYWHERE[name])


@pytest.mark.parametrize("fault", [kill_postgres, restart_postgres, stop_postgres])
def test_a_postgres_server_that_is_away_loses_nothing(kept_hall: KeptHall, fault: Fault) -> None:
    check(kept_hall, POSTGRES, fault)


def test_a_locked_sqlite_database_loses_nothing(kept_hall: KeptHall) -> None:
    check(kept_hall, SQLITE, lock_sqlite)


@pytest.mark.parametrize("database", [SQLITE, POSTGRES])
def test_a_full_disk_loses_nothing(kept_hall: KeptHall, database: str) -> None:
    check(kept_hall, database, fill_disk, disk=400)


def check(kept_hall: KeptHall, database: str, fault: Fault, disk: int | None = None) -> None:
    """Do harm, and look at everything."""
    print(f"seed {SEED}")
    outcome = load_with(kept_hall(database, HALL), HALL, fault, Random(SEED), disk)
    assert not outcome.problems, outcome
    assert outcome.book.done
