"""Which queue a worker takes its next task from: what somebody waits for first, then by turns, the rest at leisure."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings


class TurnsCycle:
    """The order in which kombu asks its broker for the queues (one of `kombu.utils.scheduling` by its methods).

    That of `settings.QUEUES`, but those in `settings.QUEUES_IN_TURN` change places among themselves, so that none of
    them keeps the others waiting.
    """

    def __init__(self) -> None:
        self.queues: list[str] = []

    def update(self, queues: Iterable[str]) -> None:
        """These are to be asked for, in their order."""
        self.queues = list(queues)

    def consume(self, number: int) -> list[str]:
        """The first of them as they stand now."""
        return self.queues[:number]

    def rotate(self, last_used: str) -> None:
        """The queue that has just given a task goes behind the others that take turns."""
        places = [place for place, name in enumerate(self.queues) if name in settings.QUEUES_IN_TURN]
        names = [self.queues[place] for place in places]
        if last_used in names:
            names.append(names.pop(names.index(last_used)))
            for place, name in zip(places, names, strict=True):
                self.queues[place] = name
