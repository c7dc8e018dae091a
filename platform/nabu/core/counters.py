"""What web processes count for Prometheus. They share a folder: whichever of them is asked answers for all.

The folder is in the machine's memory (`nabu.core.local_site.counters_folder`): a process that writes to a mapped file
on a full disk is killed.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from django.core.signals import got_request_exception
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from nabu.core.local_site import make_private_folder

make_private_folder(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
BUCKETS = (0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30)

REQUESTS = Counter("nabu_requests", "Requests answered", ["view", "method", "status"])
SECONDS = Histogram("nabu_request_seconds", "Seconds to the answer", ["view", "method"], buckets=BUCKETS)
ERRORS = Counter("nabu_errors", "Exceptions that were answered with status 500", ["exception"])


def count_request(view: str, method: str, status: int, seconds: float) -> None:
    """A request was answered. No answer fails because it cannot be counted."""
    method = method if method in METHODS else "other"
    with suppress(OSError):
        REQUESTS.labels(view, method, str(status)).inc()
        SECONDS.labels(view, method).observe(seconds)


def set_open_streams(count: int) -> None:
    """So many streams of live pages does this process hold open now."""
    with suppress(OSError):
        _streams().set(count)


def counted() -> CollectorRegistry:
    """What all web processes have counted, those that have ended too; open streams of those that live only."""
    folder = os.environ["PROMETHEUS_MULTIPROC_DIR"]
    for file in Path(folder).glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _runs(pid):
            mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return registry


@cache
def _streams() -> Gauge:
    # Made when it is needed: each process that has it keeps a file.
    return Gauge("nabu_open_streams", "Open streams of live pages", multiprocess_mode="livesum")


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _count_error(**_kwargs: object) -> None:
    kind = sys.exc_info()[0]
    with suppress(OSError):
        ERRORS.labels(kind.__name__ if kind else "unknown").inc()


got_request_exception.connect(_count_error)
