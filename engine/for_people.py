"""Messages for people: seats are counted from 1, although the engine and its logs count from 0."""

from __future__ import annotations

from collections.abc import Sequence

from engine import sentences
from engine.message import Language, Message


class ForPeople(Language):
    """Says everything as people count."""

    def seat(self, number: int) -> str:
        """A seat by its number, as a sentence names it."""
        return self.text(str(sentences.SEAT.english)) % {"number": number + 1}


def with_name(message: Message, names: Sequence[str]) -> Message:
    """The message with the name of the seat that it is about, if there is one of that number."""
    seat = message.values.get("seat")
    if type(seat) is int and 0 <= seat < len(names):
        return Message(message.key, {**message.values, "seat": names[seat]})
    return message
