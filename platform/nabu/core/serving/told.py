"""Answers that are young enough for whoever has just been told of a change.

An open page that hears news asks for its part again and says which versions it was told of. Everybody who looks at the
same page hears the same news in the same moment; while results come in every second, each page would otherwise have its
part made again for a change of which it is told only with the next beat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nabu.core.serving.handler import Answer

HEADER = b"nabu-told"
"""The topics and their numbers, as the stream has told them: `results-7=12 tournament-7=40`."""

MOST_CHARACTERS, MOST_TOPICS = 300, 8

Heard = Callable[[str], int]
"""The number of a topic of which this process knows that it is in the database; 0 if it knows none."""


@dataclass(frozen=True)
class Made:
    """An answer for everybody that is being made, or was a moment ago: not before these versions were there."""

    answer: asyncio.Future[Answer]
    versions: Mapping[str, int]

    @property
    def may_be_kept(self) -> bool:
        """It is made, is what was asked for, and says of which versions it is."""
        if (
            not self.answer.done()
            or self.answer.cancelled()
            or self.answer.exception()
            or not any(self.versions.values())
        ):
            return False
        answer = self.answer.result()
        return answer.status == 200 and not answer.sets_cookie

    def is_for(self, told: Mapping[str, int]) -> bool:
        """It shows all that somebody was told of."""
        return bool(told) and all(self.versions.get(topic, 0) >= number for topic, number in told.items())


def told_by(header: bytes) -> dict[str, int]:
    """What the client was told of; nothing if it does not say so, or not in these words."""
    told: dict[str, int] = {}
    parts = header.decode("latin1").split() if len(header) <= MOST_CHARACTERS else []
    for part in parts:
        topic, _equals, number = part.rpartition("=")
        if not topic or not number.isascii() or not number.isdigit():
            return {}
        told[topic] = int(number)
    return told if len(told) <= MOST_TOPICS else {}


def versions_now(told: Mapping[str, int], heard: Heard) -> dict[str, int]:
    """What an answer shows that begins now: not what a client claims, but what this process has heard itself."""
    return {topic: heard(topic) for topic in told}
