"""What differs from host to host: its disks, its web processes, and whether it reaches the database and the broker."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from platform import python_version

from django.conf import settings
from django.db import Error, connection
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric

from engine import ENGINE_VERSION
from nabu.core.collectors import of_instance
from nabu.core.serving import process
from nabu.operations.operating.queries import disks
from nabu.operations.supervisor.broker import answers


@of_instance
def build() -> Iterator[Metric]:
    """The versions of this host: during an update they differ."""
    versions = {
        "version": str(settings.SPECTACULAR_SETTINGS["VERSION"]),
        "engine": ENGINE_VERSION,
        "python": python_version(),
    }
    yield InfoMetricFamily("nabu_build", "Versions that this host runs", value=versions)


@of_instance
def reached() -> Iterator[Metric]:
    """Two hosts may be on two sides of a broken network."""
    yield GaugeMetricFamily("nabu_database_up", "Whether the database answers this host", value=_database_answers())
    yield GaugeMetricFamily("nabu_broker_up", "Whether the broker answers this host", value=answers(settings.REDIS_URL))


@of_instance
def space() -> Iterator[Metric]:
    """The disks of the folders that the site writes to."""
    free = GaugeMetricFamily("nabu_disk_free_bytes", "Free space on the disk of a folder", labels=["folder"])
    total = GaugeMetricFamily("nabu_disk_bytes", "Size of the disk of a folder", labels=["folder"])
    for disk in disks():
        free.add_metric([disk.name], disk.free)
        total.add_metric([disk.name], disk.total)
    yield from (free, total)


@of_instance
def streams() -> Iterator[Metric]:
    """How many live pages fit; how many there are is counted by the processes."""
    most = settings.MOST_STREAMS * settings.WEB_PROCESSES
    yield GaugeMetricFamily("nabu_open_streams_limit", "Streams of live pages that may be open", value=most)


@of_instance
def web_processes() -> Iterator[Metric]:
    """The web server as one process: gunicorn's master and the processes it has started, those that have ended too."""
    master = os.getppid() if process.worker is not None else os.getpid()
    uses = [use for pid in (master, *_children(master)) if (use := _use(pid))]
    if not uses:
        return  # a system without /proc
    began = uses[0].started_seconds
    cpu = sum(use.cpu_seconds for use in uses) + uses[0].cpu_seconds_of_ended
    memory = sum(use.resident_bytes for use in uses)
    yield CounterMetricFamily("process_cpu_seconds_total", "CPU time of the web processes", value=cpu)
    yield GaugeMetricFamily("process_resident_memory_bytes", "Memory of the web processes", value=memory)
    yield GaugeMetricFamily("process_start_time_seconds", "When the web server started, since 1970", value=began)


@dataclass(frozen=True, slots=True)
class _Use:
    cpu_seconds: float
    cpu_seconds_of_ended: float
    resident_bytes: int
    started_seconds: float


def _use(pid: int) -> _Use | None:
    """What the system says about a process; proc(5), /proc/pid/stat. None if it has ended, or there is no /proc."""
    with suppress(OSError):
        # The name, in brackets, may have spaces; behind it are the fields from the third on.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
        user, system, user_of_ended, system_of_ended = map(int, fields[11:15])
        return _Use(
            cpu_seconds=(user + system) / ticks,
            cpu_seconds_of_ended=(user_of_ended + system_of_ended) / ticks,
            resident_bytes=int(fields[21]) * page,
            started_seconds=_booted_seconds() + int(fields[19]) / ticks,
        )
    return None


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _booted_seconds() -> float:
    lines = Path("/proc/stat").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("btime "))


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True
