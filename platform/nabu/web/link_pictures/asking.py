"""Asking the workers for a picture. There is no row for it, unlike for a job: whoever shows the link asks again."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock

from nabu.core.queueing import enqueue
from nabu.web.link_pictures.kinds import PictureKind
from nabu.web.shared_pages.store import cache

SETTLE_SECONDS = 4
"""What is asked for again within this time is drawn once: in a hall results come together."""

GIVEN_UP_SECONDS = 600
"""Nobody waits so long for a picture. Whoever asks for the same version then has it drawn, if it is lost."""

MOST_A_MINUTE = 60
"""One web process asks for no more, however many addresses somebody calls."""


def ask(kind: PictureKind, subject: str, language: str, version: str) -> None:
    """Have a worker draw the newest version soon, unless it was asked to."""
    name = f"picture:{kind.name}:{subject}:{language}"
    if not cache.add(name, b"1", timeout=SETTLE_SECONDS):
        return
    if cache.add(f"{name}:{version}", b"1", timeout=GIVEN_UP_SECONDS) and turns.take():
        arguments = kind.name, subject, language
        enqueue("nabu.link_pictures.tasks.draw", *arguments, countdown=SETTLE_SECONDS, expires=GIVEN_UP_SECONDS)


class Turns:
    """How often this process has asked within the last minute."""

    def __init__(self, most: int = MOST_A_MINUTE) -> None:
        self._lock = Lock()
        self._taken: deque[float] = deque(maxlen=most)

    def take(self) -> bool:
        """May it ask once more?"""
        now = time.monotonic()
        with self._lock:
            if len(self._taken) == self._taken.maxlen and now - self._taken[0] < 60:
                return False
            self._taken.append(now)
            return True


turns = Turns()
