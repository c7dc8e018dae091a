"""Processes that an earlier supervisor of this folder could not take with it (where the kernel does not help)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def start_mark(pid: int) -> str | None:
    """Return when the process was started, in the system's own words, or None if it does not run.

    A process id alone is not enough: the system gives it to somebody else later.
    """
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            # The second field is the name in brackets and may hold anything; the 22nd is the start in clock ticks.
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return None if fields[0] == "Z" else fields[19]
    found = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip() or None


def write_children(file: Path, pids: Iterable[int]) -> None:
    """Note the running children for the next start. Raises OSError; the note from before is kept then."""
    draft = file.with_suffix(".new")
    draft.write_text(json.dumps({str(pid): start_mark(pid) for pid in pids}))
    draft.replace(file)


def kill_orphans(file: Path) -> int:
    """Kill the noted processes that still run, with everything they started. Returns how many there were."""
    try:
        noted: dict[str, str | None] = json.loads(file.read_text())
    except (OSError, ValueError):
        return 0
    ended = 0
    for pid, mark in ((int(pid), mark) for pid, mark in noted.items()):
        if mark is None or start_mark(pid) != mark:
            continue
        ended += 1
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        while start_mark(pid) == mark:
            time.sleep(0.05)
    file.unlink()
    return ended
