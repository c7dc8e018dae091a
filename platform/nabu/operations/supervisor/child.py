"""One supervised process: started in a session of its own, bound to the life of the supervisor, logged to a file."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import IO

from nabu.core.die_with_parent import set_parent_death_signal
from nabu.core.readiness import VARIABLE
from nabu.operations.supervisor.reminder import Reminder

LOG_BYTES = 5 * 2**20
LOGS_KEPT = 3
"""So many that were put aside, for each process."""


class Child:
    """A command that should keep running. `start` may be called again after it died."""

    def __init__(self, name: str, command: list[str], log: Path, environment: Mapping[str, str], folder: Path) -> None:
        self.name = name
        self.command = command
        self.log = log
        self.environment = environment
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self.started = Reminder()
        self.is_ready = False
        """Whether it has come up since its start."""
        self.told: int | None = None
        """The end of the pipe in which it says so (`nabu.core.readiness`)."""

    def start(self) -> None:
        """Start the process; its output is appended to the log."""
        self.put_log_aside()
        supervisor, open_end = os.getpid(), self._pipe()

        def bind_to_supervisor() -> None:
            set_parent_death_signal()
            if os.getppid() != supervisor:  # it died before the line above
                os._exit(1)

        with self._output() as output, open_end:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env={**self.environment, "NABU_LOG_FILE": str(self.log), VARIABLE: str(open_end.fileno())},
                pass_fds=[open_end.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # A session of its own: Ctrl-C in the terminal reaches only the supervisor, which stops the others in
                # order, and one signal to the group reaches everything this child has started.
                start_new_session=True,
                preexec_fn=bind_to_supervisor,
            )
        self.started, self.is_ready = Reminder(), False

    def has_come_up(self) -> bool:
        """Whether the process has said that it does its work."""
        with suppress(BlockingIOError):
            return self.told is not None and bool(os.read(self.told, 1))
        return False

    def _pipe(self) -> IO[bytes]:
        """A new pipe; returns the end that the process gets. Nobody waits for the other side."""
        if self.told is not None:
            os.close(self.told)
        self.told, open_end = os.pipe()
        os.set_blocking(self.told, False)
        os.set_blocking(open_end, False)
        return open(open_end, "wb", buffering=0)

    def put_log_aside(self) -> None:
        """Rename the log when it has grown large. Whoever writes to it opens the new one (`nabu.core.logs`)."""
        with suppress(OSError):
            if self.log.stat().st_size > LOG_BYTES:
                names = [self.log, *(self.log.with_suffix(f".{number}.log") for number in range(1, LOGS_KEPT + 1))]
                for newer, older in reversed(list(pairwise(names))):
                    with suppress(FileNotFoundError):
                        newer.replace(older)

    def _output(self) -> IO[bytes]:
        """The log, or nothing while it cannot be opened, because the disk is full for example."""
        try:
            return self.log.open("ab")
        except OSError:
            return open(os.devnull, "ab")

    @property
    def pid(self) -> int | None:
        """The process id, once started."""
        return self.process.pid if self.process else None

    def exit_status(self) -> int | None:
        """The exit status if the process has ended, else None."""
        return self.process.poll() if self.process else None

    def ask_to_stop(self) -> None:
        """Send SIGTERM to the process: finish what you do and end."""
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the process; False if it still runs after `seconds`."""
        if self.process is None:
            return True
        try:
            self.process.wait(max(0.0, seconds))
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """Kill the process and everything it has started."""
        if self.process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def log_tail(self, lines: int = 15) -> str:
        """The end of the log, to show when something failed."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""
