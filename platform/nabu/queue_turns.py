"""Which queue a worker takes its next task from: what somebody waits for first, then by turns, the rest at leisure."""

from __future__ import annotations

from django.conf import settings
from kombu.utils.scheduling import priority_cycle


class TurnsCycle(priority_cycle):  # type: ignore[misc]
    """Kombu asks its broker for the queues in the order in which they stand here: that of `settings.QUEUES`, but those
    in `settings.QUEUES_IN_TURN` change places among themselves, so that none of them keeps the others waiting.
    """

    def rotate(self, last_used: str) -> None:
        """The queue that has just given a task goes behind the others that take turns."""
        places = [place for place, name in enumerate(self.items) if name in settings.QUEUES_IN_TURN]
        names = [self.items[place] for place in places]
        if last_used in names:
            names.append(names.pop(names.index(last_used)))
            for place, name in zip(places, names, strict=True):
                self.items[place] = name
