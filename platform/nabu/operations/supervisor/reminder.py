"""Saying now and then that something is still coming, to somebody at a terminal who waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FIRST_SECONDS, MOST_SECONDS = 15.0, 300.0
"""Whoever waits hears it after so long, then after twice as long and so on, but at least so often."""


class Reminder:
    """When to say it again, counted from the making of this."""

    def __init__(self) -> None:
        self.since = time.monotonic()
        self.due = FIRST_SECONDS

    @property
    def waited(self) -> float:
        """So many seconds have passed."""
        return time.monotonic() - self.since

    def is_due(self) -> bool:
        """Whether it should be said now; if so, it is not due again for a while."""
        waited = self.waited
        if waited < self.due:
            return False
        self.due = waited + min(waited, MOST_SECONDS)
        return True


@contextmanager
def reminding(say: Callable[[float], None]) -> Iterator[Reminder]:
    """Say it now and then while the block runs, however long that waits for something; `say` is told the seconds."""
    reminder, over = Reminder(), threading.Event()

    def remind() -> None:
        while not over.wait(max(0.0, reminder.due - reminder.waited)):
            if reminder.is_due():
                say(reminder.waited)

    # No daemon, and gone before the block is left: a process with a second thread is not to be forked.
    thread = threading.Thread(target=remind)
    thread.start()
    try:
        yield reminder
    finally:
        over.set()
        thread.join()
