"""A process must not outlive the one that started it, whatever ends that one."""

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
CHECK_SECONDS = 2.0


def set_parent_death_signal() -> bool:
    """Ask the kernel to kill this process when its parent ends. Returns False where the kernel cannot (not Linux).

    The request belongs to the thread that started this process: start children from a thread that stays.
    """
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)


def die_with_parent(parent: int | None = None) -> None:
    """Bind this Python process to its parent: by the kernel where it can, else by a thread that looks regularly.

    `parent` is the process id the caller knows its parent by; the process ends at once when that one is gone already.
    """
    expected = os.getppid() if parent is None else parent
    bound = set_parent_death_signal()
    if os.getppid() != expected:
        os._exit(1)
    if not bound:
        threading.Thread(target=_watch, args=(expected,), name="die-with-parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(CHECK_SECONDS)
    os._exit(1)
