"""The supervisor of a site on one machine: starts its processes, keeps them running, and takes them all with it."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO

from django.conf import settings

from nabu.core.disk import is_full
from nabu.core.local_site import FolderInUse, broker_socket, claim_folder, make_socket_folder
from nabu.operations.supervisor.broker import answers, valkey_command
from nabu.operations.supervisor.child import Child
from nabu.operations.supervisor.orphans import kill_orphans, write_children

WORKER_NAME = f"nabu@{socket.gethostname()}"
URGENT_WORKER_NAME = f"urgent@{socket.gethostname()}"
FIRST_PORT, LAST_PORT = 8000, 8020
# Everything must be gone within 15 seconds: this long for running requests and tasks, the rest is killed.
PATIENCE_SECONDS = 6.0
LOOK_SECONDS, WAIT_SECONDS = 0.3, 0.05
# A child that dies this often, each time before it has come up or within moments of its start, will not recover by
# being started again. How long the others take to come up says nothing: the machine is busy.
MOST_QUICK_DEATHS, QUICK_SECONDS = 5, 5.0


class CannotRun(Exception):
    """The site cannot start or go on; the text says why in plain words."""


class Stopped(BaseException):
    """Somebody asked the site to stop. Like KeyboardInterrupt: whatever is going on must not take it for its own."""


class Site:
    """The processes of one site. `echo` prints a line for the person at the terminal."""

    def __init__(self, root: Path, var: Path, redis_url: str, echo: Callable[[str], None]) -> None:
        self.root = root
        self.var = var
        self.redis_url = redis_url
        self.echo = echo
        self.logs = var / "log"
        self.collected: Path | None = None
        """Where the static files are collected; None: their sources are served."""
        self.children: list[Child] = []
        self.one_offs: set[str] = set()
        self.awaited = ""
        self.is_complete = False
        self.begun = time.monotonic()
        self.quick_deaths: dict[str, int] = {}
        self.lock: IO[str] | None = None
        for folder in (self.logs, var / "run", var / "broker"):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def embedded_broker(self) -> bool:
        """Is the broker our own, not one named by REDIS_URL?"""
        return self.redis_url == f"unix://{broker_socket(self.var)}"

    def claim(self) -> None:
        """Make sure that only one supervisor runs in this folder. Raises CannotRun."""
        try:
            self.lock = claim_folder(self.var)
        except FolderInUse as reason:
            raise CannotRun(str(reason)) from None

    def begin(self) -> None:
        """From here on a signal ends the site in order (Stopped). What an earlier one left behind is ended here."""
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
        """Start the embedded broker and wait for it, however long it takes, or look for the one in REDIS_URL."""
        if not self.embedded_broker:
            if not answers(self.redis_url):
                self.echo("the broker in REDIS_URL does not answer yet; game logs wait until it does")
            return
        path = broker_socket(self.var)
        make_socket_folder(path)
        path.unlink(missing_ok=True)  # a killed Valkey leaves it; nobody serves it, for the lock is ours
        self._start("broker", valkey_command(self.var / "broker", path, self.logs / "broker.log"))
        self._wait("broker")

    def start_jobs(self) -> None:
        """Start the Celery workers and beat."""
        celery = [sys.executable, "-m", "celery", "-A", "nabu"]
        # We have made Django's checks ourselves. They import all pages: the first worker's tasks need much of that, for
        # mails and statistics, and its processes share it; the others would start twice as slowly for nothing.
        light = [*celery, "--skip-checks"]
        options = ["worker", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
        concurrency = str(settings.LOCAL_WORKERS or min(4, os.cpu_count() or 1))
        # Nothing is nice here: what these processes lock, everybody waits for (nabu.core.background).
        self._start("worker", [*celery, *options, "--concurrency", concurrency, "--hostname", WORKER_NAME])
        # People wait for these: they find a free process even while the others fit models or play experiments.
        urgent = ["--queues", ",".join(settings.URGENT_QUEUES), "--hostname", URGENT_WORKER_NAME]
        self._start("urgent", [*light, *options, "--concurrency", "1", *urgent])
        self._start(
            "beat", [*light, "beat", "--loglevel", "INFO", "--pidfile=", "--schedule", str(self.var / "run" / "beat")]
        )

    def start_web(self, port: int) -> None:
        """Start the web server and wait until it answers, however long it takes."""
        self._start(
            "web",
            [sys.executable, "-m", "gunicorn", "--config", "python:nabu.gunicorn_conf", "--bind", f"127.0.0.1:{port}"],
        )
        self._wait("web")

    def start_one_off(self, name: str, command: list[str]) -> None:
        """Start a process that ends when its work is done, beside the others."""
        self.one_offs.add(name)
        self._start(name, command)

    def watch(self) -> None:
        """Start children again that died, and say which have come up and which are still coming, until somebody stops
        the site (Stopped) or one of them cannot live (CannotRun)."""
        while True:
            self._look()
            if not self.is_complete and not self._coming():
                self.is_complete = True
                self.echo(f"everything is ready after {time.monotonic() - self.begun:.0f} s")
            time.sleep(LOOK_SECONDS)

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
            "STATIC_ROOT": str(self.collected or ""),
        }

    def _start(self, name: str, command: list[str]) -> None:
        child = Child(name, command, self.logs / f"{name}.log", self.environment(), self.root)
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

    def _wait(self, name: str) -> None:
        """Wait as long as this child lives. Raises CannotRun if it dies, or if another one cannot live."""
        self.awaited = name
        while name in self._coming():
            self._look()
            time.sleep(WAIT_SECONDS)
        self.awaited = ""

    def _coming(self) -> list[str]:
        """The children that have not come up yet."""
        return [child.name for child in self.children if child.name not in self.one_offs and not child.is_ready]

    def _look(self) -> None:
        for child in list(self.children):
            child.put_log_aside()
            if child.name in self.one_offs:
                self._reap(child)
            elif child.exit_status() is not None:
                self._restart(child)
            elif not child.is_ready:
                self._look_whether_ready(child)

    def _look_whether_ready(self, child: Child) -> None:
        child.is_ready = answers(self.redis_url) if child.name == "broker" else child.has_come_up()
        if child.is_ready:
            self.echo(f"{child.name}: ready after {child.started.waited:.1f} s")
        elif child.started.is_due():
            self.echo(f"{child.name}: still starting after {child.started.waited:.0f} s, see {child.log}")

    def _reap(self, child: Child) -> None:
        status = child.exit_status()
        if status is None:
            return
        self.echo(f"{child.name}: {'done' if status == 0 else f'failed, see {child.log}'}")
        self.children.remove(child)
        self._note_children()

    def _restart(self, child: Child) -> None:
        status = child.exit_status()
        if child.name == self.awaited:
            raise CannotRun(f"{child.name} ended while starting (status {status}). {_end_of_log(child)}")
        quick = child.started.waited < QUICK_SECONDS
        if is_full():
            # Whatever it died of, it will live when there is room again; until then it is tried with patience.
            self.quick_deaths[child.name] = 0
            if quick:
                return
        in_vain = quick or not child.is_ready
        self.quick_deaths[child.name] = self.quick_deaths.get(child.name, 0) + 1 if in_vain else 0
        if self.quick_deaths[child.name] >= MOST_QUICK_DEATHS:
            raise CannotRun(f"{child.name} keeps stopping. {_end_of_log(child)}")
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


def choose_port(wanted: int | None, echo: Callable[[str], None]) -> int:
    """Return the port to serve: the wanted one, else the first free one from 8000 on. Raises CannotRun."""
    if wanted:
        if not _free(wanted):
            raise CannotRun(f"Port {wanted} (NABU_PORT) is taken by another program.")
        return wanted
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


def _end_of_log(child: Child) -> str:
    return f"The end of {child.log}:\n{child.log_tail()}"
