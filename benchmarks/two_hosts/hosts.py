"""Hosts that share a database server and a broker and, unless somebody asks for it, nothing else; a balancer in front.

Each host runs what docs/servers/ has units for: gunicorn, a worker, an urgent worker, and one of them beat.
"""

from __future__ import annotations

import http.client
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load.server import NotReady, free_port

START_SECONDS, STOP_SECONDS, COMMAND_SECONDS = 300, 20, 1800
RESTART_SECONDS = 5
"""`RestartSec` of the units."""

WEB, WORKER, URGENT, BEAT = "web", "worker", "urgent", "beat"
ALL, NO_BEAT, WEB_ONLY = (WEB, WORKER, URGENT, BEAT), (WEB, WORKER, URGENT), (WEB,)

NAMESPACES = ["unshare", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "--mount", "--uts"]
"""Root needs no namespace of users, in which it could not open the socket of PostgreSQL, which is another user's."""

VIEW = """
set -e
hostname "$1"; shift
mount -t tmpfs none /dev/shm
while [ "$1" != -- ]; do mount -t tmpfs none "$1"; shift; done
shift
exec "$@"
"""
"""The host's name, empty folders in the place of those of other hosts and of the memory that processes share, and then
the command itself."""


def can_separate() -> bool:
    """Whether this system lets us give a process its own view of the file system, and a host name of its own."""
    command = [*NAMESPACES, "sh", "-c", VIEW, "sh", "probe", "--", "true"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Shared:
    """What all hosts have in common: the code, a folder that holds theirs, and the settings that name the servers."""

    checkout: Path
    folder: Path
    settings: Mapping[str, str]
    separate: bool
    """Each process sees only the folders of its own host."""

    def environment(self, **more: str) -> dict[str, str]:
        """Production settings without HTTPS; of the caller's variables none of Nabu's."""
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("NABU_")},
            "DJANGO_SETTINGS_MODULE": "nabu.settings",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONPATH": os.pathsep.join((str(self.checkout / "platform"), str(self.checkout))),
            "PYTHONUNBUFFERED": "1",
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "NABU_HTTPS": "0",
            "NABU_PROXIES": "1",
            "NABU_LOG_FORMAT": "text",
            "NABU_API_RATE_ANON": "100000/min",
            "NABU_API_RATE_USER": "100000/min",
            "STATIC_ROOT": str(self.folder / "static"),
            **self.settings,
            **more,
        }


@dataclass
class Host:
    """A host: its name, its folder with all that it keeps, and its processes. `facts` empty: a folder in its own."""

    shared: Shared
    name: str
    parts: Sequence[str]
    facts: str
    hidden: Sequence[Path] = ()
    """The folders of other hosts."""

    port: int = field(default_factory=free_port)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Everything of this host."""
        return self.shared.folder / self.name

    @property
    def var(self) -> Path:
        """Its `NABU_VAR`."""
        return self.folder / "var"

    def start(self) -> None:
        """Start its processes and wait until the web server answers, whatever it answers. Raises NotReady."""
        self._make_folders()
        for part in self.parts:
            self.start_part(part)
        end = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.running[WEB].poll() is not None or time.monotonic() > end:
                raise NotReady(f"The web server of {self.name} did not start:\n{self.log(WEB)[-3000:]}")
            time.sleep(0.2)

    def start_part(self, part: str) -> None:
        """Start one of its processes."""
        with (self.folder / f"{part}.log").open("ab") as output:
            self.running[part] = subprocess.Popen(
                self._seen_from_here(self._command(part)),
                cwd=self.shared.checkout,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def kill(self, part: str) -> None:
        """Kill one of its processes with all that it has started, as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self.running[part].pid, signal.SIGKILL)
        self.running[part].wait()

    def stop(self) -> None:
        """End all its processes."""
        for process in self.running.values():
            process.terminate()
        for part, process in self.running.items():
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill(part)

    def manage(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """A command of manage.py on this host."""
        self._make_folders()
        return subprocess.run(
            self._seen_from_here([sys.executable, "manage.py", *arguments]),
            cwd=self.shared.checkout,
            env=self._environment() | more,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
            check=False,
        )

    def log(self, part: str) -> str:
        """What one of its processes has written."""
        return (self.folder / f"{part}.log").read_text(errors="replace")

    def _make_folders(self) -> None:
        for folder in (self.var, self.folder / "tmp"):
            folder.mkdir(parents=True, exist_ok=True)

    def _environment(self) -> dict[str, str]:
        own = {
            "NABU_VAR": str(self.var),
            "NABU_BIND": f"127.0.0.1:{self.port}",
            "NABU_FACTS": self.facts,
            "TMPDIR": str(self.folder / "tmp"),
        }
        return self.shared.environment(**own)

    def _command(self, part: str) -> list[str]:
        if part == WEB:
            return [sys.executable, "-m", "gunicorn", "--config", "python:nabu.gunicorn_conf"]
        celery = [sys.executable, "-m", "celery", "--quiet", "--app=nabu"]
        worker = ["worker", f"--hostname={part}@{self.name}", "--without-gossip", "--without-mingle"]
        if part == WORKER:
            return [*celery, *worker, "--concurrency=2"]
        if part == URGENT:
            return [*celery, "--skip-checks", *worker, "--queues=sweeps,logs,pairing", "--concurrency=1"]
        return [*celery, "--skip-checks", "beat", "--pidfile=", f"--schedule={self.var / 'beat'}"]

    def _seen_from_here(self, command: Sequence[str]) -> list[str]:
        if not self.shared.separate:
            return list(command)
        return [*NAMESPACES, "sh", "-c", VIEW, "sh", self.name, *map(str, self.hidden), "--", *command]

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            return False
        finally:
            connection.close()
        return True


def shared_settings(addresses: Mapping[str, str], balancer: int) -> dict[str, str]:
    """The settings that docs/operating.md wants to be the same on every host."""
    return {
        **addresses,
        "SECRET_KEY": secrets.token_urlsafe(64),
        "NABU_METRICS_TOKEN": secrets.token_urlsafe(32),
        "NABU_ADDRESS": f"http://127.0.0.1:{balancer}",
    }


@contextmanager
def balancer(folder: Path, port: int, hosts: Sequence[Host]) -> Iterator[int]:
    """nginx as in docs/servers/nginx.conf, without HTTPS: the hosts by turns, and nobody stays with one.

    Raises NotReady.
    """
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise NotReady("There is no nginx for the balancer; on Debian: apt-get install nginx-light")
    folder.mkdir()
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    servers = " ".join(f"server 127.0.0.1:{host.port};" for host in hosts)
    (folder / "nginx.conf").write_text(
        f"{'user root;' if os.geteuid() == 0 else ''} daemon off; worker_processes 1; pid {folder}/pid;\n"
        f"error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary}\n"
        f"upstream nabu {{ {servers} }}\n"
        f"server {{ listen 127.0.0.1:{port}; client_max_body_size 16m; proxy_http_version 1.1;\n"
        "proxy_set_header Host $http_host; proxy_set_header X-Forwarded-Proto $scheme;\n"
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_read_timeout 120s;\n"
        "location / { proxy_pass http://nabu; }\n"
        "location /live/ { proxy_pass http://nabu; proxy_buffering off; gzip off; } } }\n"
    )
    process = subprocess.Popen(
        [program, "-p", str(folder), "-c", str(folder / "nginx.conf")],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield port
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)
