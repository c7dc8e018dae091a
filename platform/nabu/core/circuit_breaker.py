"""A pause before a server that hangs is asked again: whoever has just waited for it in vain spares the others that."""

from __future__ import annotations

import time

SECONDS = 5.0


class Pause:
    """The pauses of one user of servers, by their addresses; for all threads of the process."""

    def __init__(self) -> None:
        self.until: dict[str, float] = {}

    def holds(self, server: str) -> bool:
        """Is it too early to ask it again? The first to ask after the pause asks alone: it begins the next."""
        end = self.until.get(server)
        if end is None:
            return False
        now = time.monotonic()
        if now < end:
            return True
        self.until[server] = now + SECONDS
        return False

    def begin(self, server: str) -> None:
        """It hangs."""
        self.until[server] = time.monotonic() + SECONDS

    def end(self, server: str) -> None:
        """It answers."""
        self.until.pop(server, None)
