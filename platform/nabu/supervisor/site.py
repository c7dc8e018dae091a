"""The supervisor of a site on one machine: starts its processes, keeps them running, and takes them all with it."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO

from django.conf import settings

from nabu.celery import app
from nabu.disk import is_full
from nabu.local import FolderInUse, broker_socket, claim_folder, make_socket_folder
from nabu.queueing import broker_errors
from nabu.supervisor.broker import answers, valkey_command
from nabu.supervisor.child import Child
from nabu.supervisor.orphans import kill_orphans, write_children

WORKER_NAME = f"nabu@{socket.gethostname()}"
URGENT_WORKER_NAME = f"urgent@{socket.gethostname()}"
FIRST_PORT, LAST_PORT = 8000, 8020
# Everything must be gone within 15 seconds: this long for running requests and tasks, the rest is killed.
PATIENCE_SECONDS = 6.0
# Statistics, experiments and the demo leave the processor to pages. Not further: what they lock, others wait for.
WORKER_NICE = 10
START_SECONDS = 60.0
LOOK_SECONDS = 0.3
# A child that dies this often, each time within moments of its start, will not recover by being started again.
MOST_QUICK_DEATHS, QUICK_SECONDS = 5, 5.0


class CannotRun(Exception):
    """The site cannot start or go on; the text says why in plain words."""


class Stopped(Exception):
    """Somebody asked the site to stop."""


class Site:
    """The processes of one site. `echo` prints a line for the person at the terminal."""

    def __init__(self, root: Path, var: Path, redis_url: str, echo: Callable[[str], None]) -> None:
        self.root = root
        self.var = var
        self.redis_url = redis_url
        self.echo = echo
        self.logs = var / "log"
        self.children: list[Child] = []
        self.one_offs: set[str] = set()
        self.quick_deaths: dict[str, int] = {}
        self.lock: IO[str] | None = None
        for folder in (self.logs, var / "run", var / "broker"):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def embedded_broker(self) -> bool:
        """Is the broker our own, not one named by REDIS_URL?"""
        return self.redis_url == f"unix://{broker_socket(self.var)}"

    def claim(self) -> None:
        """Make sure that only one supervisor runs in this folder, and end what an earlier one left behind."""
        try:
            self.lock = claim_folder(self.var)
        except FolderInUse as reason:
            raise CannotRun(str(reason)) from None
        for number, name in ((signal.SIGTERM, "SIGTERM"), (signal.SIGHUP, "SIGHUP"), (signal.SIGINT, "Ctrl-C")):
            signal.signal(number, self._stop_handler(name))
        left = kill_orphans(self.var / "run" / "children.json")
        if left:
            self.echo(f"processes of an earlier run ended: {left}")

    def wait_for_space(self) -> None:
        """Nothing can be started on a full disk, but one can wait for somebody to make room."""
        if is_full():
            self.echo(f"the disk is full; waiting for room in {self.var}")
        while is_full():
            time.sleep(LOOK_SECONDS)

    def write_address(self, url: str) -> None:
        """Write down where this site can be found, for whoever starts a second one."""
        assert self.lock is not None
        with self._noting():
            self.lock.truncate(0)
            # Past the buffer of the file, which would try again when it is closed.
            os.write(self.lock.fileno(), f"process {os.getpid()}, {url}\n".encode())

    def start_broker(self) -> None:
        """Start the embedded broker and wait for it, or look for the one in REDIS_URL."""
        if not self.embedded_broker:
            if not answers(self.redis_url):
                self.echo("the broker in REDIS_URL does not answer yet; game logs wait until it does")
            return
        path = broker_socket(self.var)
        make_socket_folder(path)
        path.unlink(missing_ok=True)  # a killed Valkey leaves it; nobody serves it, for the lock is ours
        self._start("broker", valkey_command(self.var / "broker", path, self.logs / "broker.log"))
        self._wait(lambda: answers(self.redis_url), "broker")

    def start_jobs(self) -> None:
        """Start the Celery workers and beat."""
        celery = [sys.executable, "-m", "celery", "-A", "nabu"]
        # We have made Django's checks ourselves. They import all pages: the first worker's tasks need much of that, for
        # mails and statistics, and its processes share it; the others would start twice as slowly for nothing.
        light = [*celery, "--skip-checks"]
        options = ["worker", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
        concurrency = os.environ.get("NABU_WORKERS", str(min(4, os.cpu_count() or 1)))
        self._start(
            "worker", [*celery, *options, "--concurrency", concurrency, "--hostname", WORKER_NAME], nice=WORKER_NICE
        )
        # People wait for these: they find a free process even while the others fit models or play experiments.
        urgent = ["--queues", ",".join(settings.URGENT_QUEUES), "--hostname", URGENT_WORKER_NAME]
        self._start("urgent", [*light, *options, "--concurrency", "1", *urgent])
        self._start(
            "beat", [*light, "beat", "--loglevel", "INFO", "--pidfile=", "--schedule", str(self.var / "run" / "beat")]
        )

    def wait_for_worker(self) -> None:
        """Wait until the worker answers; a broker of somebody else may be away, and the worker then waits for it."""
        if self.embedded_broker:
            self._wait(_worker_answers, "worker")

    def start_web(self, port: int) -> None:
        """Start the web server and wait until it answers."""
        self._start(
            "web",
            [sys.executable, "-m", "gunicorn", "--config", "python:nabu.gunicorn_conf", "--bind", f"127.0.0.1:{port}"],
        )
        self._wait(lambda: _healthy(port), "web")

    def start_one_off(self, name: str, command: list[str]) -> None:
        """Start a process that ends when its work is done, beside the others, which go first."""
        self.one_offs.add(name)
        self._start(name, command, nice=WORKER_NICE)

    def watch(self) -> None:
        """Start children again that died, until somebody stops the site (Stopped) or one cannot live (CannotRun)."""
        while True:
            time.sleep(LOOK_SECONDS)
            for child in list(self.children):
                child.put_log_aside()
                if child.name in self.one_offs:
                    self._reap(child)
                else:
                    self._restart(child)

    def stop(self) -> None:
        """Stop every child: first those who work, the broker they need last."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # we are stopping already
        workers = [child for child in self.children if child.name != "broker"]
        brokers = [child for child in self.children if child.name == "broker"]
        for group in (workers, brokers):
            end = time.monotonic() + PATIENCE_SECONDS
            for child in group:
                child.ask_to_stop()
            for child in group:
                child.wait(end - time.monotonic())
                child.kill()
        (self.var / "run" / "children.json").unlink(missing_ok=True)
        if self.lock:
            self.lock.truncate(0)
            self.lock.close()

    def environment(self) -> dict[str, str]:
        """The environment of every process of this site."""
        paths = [str(self.root / "platform"), str(self.root), os.environ.get("PYTHONPATH", "")]
        return os.environ | {
            "DJANGO_SETTINGS_MODULE": "nabu.settings",
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "PYTHONUNBUFFERED": "1",
        }

    def _start(self, name: str, command: list[str], nice: int = 0) -> None:
        child = Child(name, command, self.logs / f"{name}.log", self.environment(), self.root, nice)
        self.children.append(child)
        child.start()
        self._note_children()

    def _note_children(self) -> None:
        with self._noting():
            write_children(self.var / "run" / "children.json", [child.pid for child in self.children if child.pid])

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """A note that cannot be written, because the disk is full for example, is no reason to end the site."""
        try:
            yield
        except OSError as error:
            self.echo(f"a note in {self.var / 'run'} could not be written: {error}")

    def _wait(self, ready: Callable[[], bool], name: str) -> None:
        child = next(child for child in self.children if child.name == name)
        end = time.monotonic() + START_SECONDS
        while not ready():
            if child.exit_status() is not None:
                raise CannotRun(f"{name} ended while starting. The end of {child.log}:\n{child.log_tail()}")
            if time.monotonic() > end:
                raise CannotRun(
                    f"{name} did not answer within {START_SECONDS:.0f} s. The end of {child.log}:\n{child.log_tail()}"
                )
            time.sleep(0.05)

    def _reap(self, child: Child) -> None:
        status = child.exit_status()
        if status is None:
            return
        self.echo(f"{child.name}: {'done' if status == 0 else f'failed, see {child.log}'}")
        self.children.remove(child)
        self._note_children()

    def _restart(self, child: Child) -> None:
        status = child.exit_status()
        if status is None:
            return
        quick = time.monotonic() - child.started_at < QUICK_SECONDS
        if is_full():
            # Whatever it died of, it will live when there is room again; until then it is tried with patience.
            self.quick_deaths[child.name] = 0
            if quick:
                return
        self.quick_deaths[child.name] = self.quick_deaths.get(child.name, 0) + 1 if quick else 0
        if self.quick_deaths[child.name] >= MOST_QUICK_DEATHS:
            raise CannotRun(f"{child.name} keeps stopping. The end of {child.log}:\n{child.log_tail()}")
        self.echo(f"{child.name} ended (status {status}); starting it again, see {child.log}")
        child.kill()  # what it had started
        if child.name == "broker":
            broker_socket(self.var).unlink(missing_ok=True)
        child.start()
        self._note_children()

    @staticmethod
    def _stop_handler(name: str) -> Callable[[int, FrameType | None], None]:
        def stop(_number: int, _frame: FrameType | None) -> None:
            raise Stopped(name)

        return stop


def choose_port(wanted: str | None, echo: Callable[[str], None]) -> int:
    """Return the port to serve: the wanted one, else the first free one from 8000 on. Raises CannotRun."""
    if wanted:
        if not wanted.isdigit() or not 0 < int(wanted) < 65536:
            raise CannotRun(f"NABU_PORT is {wanted!r}, not a port number.")
        if not _free(int(wanted)):
            raise CannotRun(f"Port {wanted} (NABU_PORT) is taken by another program.")
        return int(wanted)
    for port in range(FIRST_PORT, LAST_PORT + 1):
        if _free(port):
            if port != FIRST_PORT:
                echo(f"port {FIRST_PORT} is taken by another program; using {port} (NABU_PORT chooses one)")
            return port
    raise CannotRun(f"All ports from {FIRST_PORT} to {LAST_PORT} are taken; name a free one in NABU_PORT.")


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return True
    return False


def _worker_answers() -> bool:
    with suppress(*broker_errors()):
        return bool(app.control.inspect(destination=[WORKER_NAME], timeout=0.5).ping())
    return False


def _healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError:
        return True  # it serves, and says what is wrong: a full disk is no reason to end the site
    except (urllib.error.URLError, OSError):
        return False
