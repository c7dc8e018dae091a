"""A whole site in processes of its own, as `manage.py up` runs it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from nabu.celery import app
from nabu.core.local_site import broker_socket
from nabu.operations.supervisor.orphans import start_mark
from tests.conftest import celery_uses

ROOT = Path(__file__).resolve().parents[2]
WaitUntil = Callable[..., None]

needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes in /proc")

# A module that Python imports at its start: a task that runs long and says when it has begun, and, where asked for, a
# demo of one short tournament of each game, which stands still in one of them until somebody opens a pipe.
LONG_TASK = """
import os, time
from celery import shared_task

@shared_task(name="tests.long")
def long(file):
    with open(file, "a") as out:
        out.write(f"{os.getpid()}\\n")
    time.sleep(100)

short = os.environ.get("TESTS_SHORT_SEASONS")
if short:
    from dataclasses import replace
    from competition.formats import StageSpec
    from engine.registry import GAMES
    from nabu.operations.demo.plans import PLANS, plans_of

    class Held(tuple):
        def __iter__(self):
            with open(short) as pipe:
                pipe.read()
            return super().__iter__()

    stages = (StageSpec("swiss", {"table_size": 4, "rounds": 1}),)
    for number, (key, game) in enumerate(GAMES.items()):
        rounds = Held((1,)) if number == int(os.environ["TESTS_HELD"]) else (1,)
        PLANS[key] = tuple(replace(plan, rounds=rounds, stages=stages, open=False) for plan in plans_of(game)[:1])
"""


class Up:
    """A running `manage.py up` with a var folder of its own, and what it printed."""

    def __init__(self, var: Path, wait_until: WaitUntil, at_start: str = "", **environment: str) -> None:
        self.var = var
        self.wait_until = wait_until
        (var / "modules").mkdir(parents=True, exist_ok=True)
        (var / "modules" / "sitecustomize.py").write_text(LONG_TASK + at_start)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        plain = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        self.environment = plain | {
            "NABU_LOCAL": "1",
            "NABU_VAR": str(var),
            "NABU_PORT": str(self.port),
            "NABU_DEMO": "0",
            "NABU_WORKERS": "1",
            "DJANGO_SETTINGS_MODULE": "nabu.settings",
            "PYTHONPATH": os.pathsep.join((str(var / "modules"), str(ROOT / "platform"), str(ROOT))),
            **environment,
        }
        self.output = ""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.output += line

    def wait_for(self, text: str, seconds: float = 180, times: int = 1) -> None:
        """Wait until the supervisor has printed this so often."""
        self.wait_until(
            lambda: self.output.count(text) >= times or self.process.poll() is not None, seconds, repr(text)
        )
        assert self.output.count(text) >= times, self.output

    def finish(self, number: int) -> int:
        """Send a signal and wait for the end, of which nothing may be left. The site gives itself 15 seconds; on a busy
        machine its processes take longer to notice."""
        self.process.send_signal(number)
        status = self.process.wait(90)
        self.wait_until(lambda: not processes_of(self.var), 15, "the end of all processes")
        self.reader.join(5)
        return status

    def health(self) -> dict[str, object]:
        """What /healthz says."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=10) as answer:
            found: dict[str, object] = json.load(answer)
            return found

    def children(self) -> list[int]:
        """The process ids of broker, both workers, beat and web, in this order."""
        return [int(pid) for pid in json.loads((self.var / "run" / "children.json").read_text())]

    def send_long_task(self, queue: str = "lab") -> Path:
        """Let a worker begin a task that takes 100 seconds; returns the file where each start is noted."""
        file = self.var / f"started-{queue}"
        file.unlink(missing_ok=True)
        # From here: another process would take two seconds to know all of Nabu.
        with celery_uses(f"unix://{broker_socket(self.var)}"):
            app.send_task("tests.long", [str(file)], queue=queue)
        # A file is there before anything is written in it.
        self.wait_until(lambda: file.exists() and file.read_text().endswith("\n"), what="the start of the long task")
        return file


def shares_by_session() -> bool:
    """Does this system share the processor among sessions first?"""
    switch = Path("/proc/sys/kernel/sched_autogroup_enabled")
    return switch.exists() and switch.read_text().strip() == "1" and Path("/proc/self/autogroup").exists()


def processes_of(var: Path) -> list[int]:
    """Every process that was started with this var folder, orphans included; Valkey shows only its command line."""
    mark = f"NABU_VAR={var}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            ours = mark in (process / "environ").read_bytes().split(b"\0")
            ours = ours or os.fsencode(var) in (process / "cmdline").read_bytes()
            if ours and start_mark(int(process.name)):
                found.append(int(process.name))
        except OSError:
            continue
    return found
