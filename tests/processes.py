"""Processes of the platform that tests start."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class Process(subprocess.Popen[bytes]):
    """A process in a session of its own, with its output in a file."""

    log: Path
    forgotten = 0

    def output(self) -> str:
        """What it has printed so far, in this test."""
        return self.log.read_bytes()[self.forgotten :].decode(errors="replace")

    def forget_output(self) -> None:
        """Another test begins."""
        self.forgotten = self.log.stat().st_size

    def kill_group(self) -> None:
        """End it at once, with everything it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.wait()


def launch(command: list[str], environment: dict[str, str], log: Path) -> Process:
    """Start a process of the platform with these variables beside our own."""
    paths = os.pathsep.join((str(ROOT / "platform"), str(ROOT)))
    variables = {**os.environ, "DJANGO_SETTINGS_MODULE": "nabu.settings", "PYTHONPATH": paths, **environment}
    with log.open("wb") as output:
        process = Process(command, cwd=ROOT, env=variables, stdout=output, stderr=output, start_new_session=True)
    process.log = log
    return process
