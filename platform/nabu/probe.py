"""`python -m nabu.probe web|worker|urgent|beat`: the health checks of the containers. Exit status 0 means healthy."""

from __future__ import annotations

import os
import socket
import sys
import time
import urllib.request
from pathlib import Path

# So long a busy machine may take to answer; docker-compose.yml gives the whole check a minute.
ANSWER_SECONDS = 30.0
# Beat writes its schedule with every task it sends, and the sweep is due every 15 seconds.
BEAT_SECONDS = 60.0


def web() -> bool:
    """Does the web server of this container answer? It is asked by a name that it is allowed to serve."""
    port = os.environ.get("NABU_BIND", "127.0.0.1:8000").rpartition(":")[2]
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/healthz", headers={"Host": host})
    with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
        return bool(answer.status == 200)


def worker(name: str = "worker") -> bool:
    """Does the Celery worker of this container answer through the broker?"""
    from nabu.celery import app

    # It is the only one that is asked, so nobody waits for more than its answer.
    asked = app.control.inspect(destination=[f"{name}@{socket.gethostname()}"], timeout=ANSWER_SECONDS, limit=1)
    return bool(asked.ping())


def urgent() -> bool:
    """Does the worker for what somebody waits for answer?"""
    return worker("urgent")


def beat() -> bool:
    """Has beat written its schedule lately?"""
    schedule = Path(os.environ["NABU_BEAT_SCHEDULE"])
    written = [path.stat().st_mtime for path in schedule.parent.glob(f"{schedule.name}*")]
    return bool(written) and time.time() - max(written) < BEAT_SECONDS


if __name__ == "__main__":
    probes = {"web": web, "worker": worker, "urgent": urgent, "beat": beat}
    if len(sys.argv) != 2 or sys.argv[1] not in probes:
        sys.exit(__doc__)
    try:
        healthy = probes[sys.argv[1]]()
    except OSError as error:
        sys.exit(str(error))
    sys.exit(0 if healthy else 1)
