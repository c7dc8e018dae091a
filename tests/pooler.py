"""Run a command behind a pooler: `python -m tests.pooler COMMAND ...`, where DATABASE_URL names PostgreSQL.

PgBouncer has the settings of docs/servers/pgbouncer.ini, and ends with the command. Exit status: the command's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import psycopg
import pytest

PORT = "6432"
"""As in docs/servers/pgbouncer.ini."""

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


@contextmanager
def pooler(server: str, sessions: int) -> Iterator[Path]:
    """Yield the folder of PgBouncer's socket (its port is PORT): any database of the server at this address, in so many
    sessions."""
    if PROGRAM is None:
        pytest.skip("PgBouncer is not installed")
    folder = Path(tempfile.mkdtemp(prefix="nabu-pool-"))
    folder.chmod(0o777)  # of the user as whom it runs
    text = (ROOT / "docs" / "servers" / "pgbouncer.ini").read_text()
    text = re.sub(r"(?m)^nabu = .*$", f"* = {_target(server)}", text)
    for name, value in {
        "listen_addr": "",
        "auth_type": "any",
        "auth_file": "",
        "default_pool_size": str(sessions),
    }.items():
        text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
    settings = folder / "pgbouncer.ini"
    # A database that nobody uses is soon free to be copied or dropped: PostgreSQL waits five seconds for that.
    settings.write_text(f"{text}unix_socket_dir = {folder}\nadmin_users = postgres\nserver_idle_timeout = 1\n")
    # PgBouncer refuses to run as root, and the folder of PostgreSQL's socket belongs to whom PostgreSQL runs as.
    user = ["-u", _owner(server)] if os.geteuid() == 0 else []
    process = subprocess.Popen([PROGRAM, "-q", *user, settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(folder)
        yield folder
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


def _host(server: str) -> str:
    parts = urlsplit(server)
    return unquote(parts.hostname or parse_qs(parts.query)["host"][0])


def _owner(server: str) -> str:
    host = Path(_host(server))
    return host.owner() if host.is_absolute() else "nobody"


def _target(server: str) -> str:
    parts = urlsplit(server)
    words = {
        "host": _host(server),
        "port": parts.port,
        "user": parts.username,
        "password": unquote(parts.password or ""),
    }
    return " ".join(f"{name}={value}" for name, value in words.items() if value)


def _wait_for(folder: Path) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with suppress(psycopg.OperationalError):
            psycopg.connect(host=str(folder), port=PORT, user="postgres", dbname="pgbouncer").close()
            return
        time.sleep(0.02)
    pytest.fail("PgBouncer does not answer")


if __name__ == "__main__":
    with pooler(os.environ["DATABASE_URL"], sessions=10) as socket:
        url = f"postgresql://postgres@/postgres?host={socket}&port={PORT}"
        status = subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url}, check=False).returncode
    sys.exit(status)
