"""CPU time and memory of every process of a site, read from /proc."""

from __future__ import annotations

import os
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
NAMES = (
    (r"gunicorn", "web"),
    (r"--hostname urgent@", "urgent worker"),
    (r"celery .*worker", "worker"),
    (r"celery .*beat", "beat"),
    (r"valkey|redis", "broker"),
    (r"postgres", "PostgreSQL"),
    (r"manage\.py up", "supervisor"),
)
"""What is found in a command line, and what the process is called."""

OTHERS = "others on this machine"

Figures = dict[str, tuple[float, float]]


@dataclass
class Processes:
    """The processes that this one has started, directly or not, and those of the PostgreSQL in `postgres`."""

    postgres: Path | None = None
    started: dict[str, float] = field(default_factory=dict)
    machine: float = 0.0
    """CPU seconds of everything on the machine when the counting began."""

    most_memory: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def begin(self) -> None:
        """Count from now on."""
        self.started = {name: cpu for name, (cpu, _memory) in self.now().items()}
        self.machine = _machine()
        self.most_memory.clear()

    def look(self) -> None:
        """Remember how much memory is used."""
        for name, (_cpu, memory) in self.now().items():
            self.most_memory[name] = max(self.most_memory[name], memory)

    def used(self) -> Figures:
        """CPU seconds since the beginning and the most memory (MB, resident) that was seen, by name.

        What is not ours stands beside it: on a busy machine all times are longer.
        """
        self.look()
        found, machine = self.now(), _machine() - self.machine
        ours = {
            name: (cpu - self.started.get(name, 0.0), self.most_memory[name]) for name, (cpu, _memory) in found.items()
        }
        return ours | {OTHERS: (max(0.0, machine - sum(cpu for cpu, _memory in ours.values())), 0.0)}

    def now(self) -> Figures:
        """CPU seconds since their start and resident MB of all processes, by name; children that ended count."""
        stats = dict(_all_processes())
        children: dict[int, list[int]] = defaultdict(list)
        for pid, (parent, _cpu, _memory) in stats.items():
            children[parent].append(pid)
        figures: dict[str, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
        me = os.getpid()
        waiting = [(pid, "") for pid in children[me]]
        if self.postgres is not None and (self.postgres / "postmaster.pid").exists():
            waiting.append((int((self.postgres / "postmaster.pid").read_text().split()[0]), ""))
        _parent, cpu, memory = stats[me]
        figures["load generator"] = (time.process_time(), memory)
        while waiting:
            pid, of = waiting.pop()
            if pid not in stats:
                continue
            name = _name(pid) or of or "other"
            _parent, cpu, memory = stats[pid]
            figures[name] = (figures[name][0] + cpu, figures[name][1] + memory)
            waiting += [(child, name) for child in children[pid]]
        return dict(figures)

    def busy(self, seconds: float) -> float:
        """How many cores all these processes keep busy, on average over so many seconds from now."""
        before = sum(cpu for cpu, _memory in self.now().values())
        time.sleep(seconds)
        return (sum(cpu for cpu, _memory in self.now().values()) - before) / seconds


def _all_processes() -> Iterator[tuple[int, tuple[int, float, float]]]:
    """Of every process: its id, its parent, CPU seconds with those of its ended children, resident MB."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            # The second field is the name in brackets and may hold anything.
            fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        cpu = sum(map(int, fields[11:15])) / TICKS
        yield int(entry), (int(fields[1]), cpu, int(fields[21]) * PAGE / 1e6)


def _machine() -> float:
    """CPU seconds of all processes and the kernel since the machine was started."""
    _cpu, *ticks = Path("/proc/stat").read_text().partition("\n")[0].split()
    user, nice, system, _idle, _wait, irq, softirq, steal, *_guests = map(int, ticks)
    return (user + nice + system + irq + softirq + steal) / TICKS


def _name(pid: int) -> str:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
    return next((name for pattern, name in NAMES if re.search(pattern, command)), "")
