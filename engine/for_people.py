"""Messages for people: seats are counted from 1, although the engine and its logs count from 0."""

from __future__ import annotations

import re

from engine import sentences
from engine.message import Language, Message, Value

SEAT_FIRST = re.compile(r"^(draw )?seat (\d+)")
"""How the engine begins what a seat does: `Action.text()`."""


class ForPeople(Language):
    """Says everything as people count.

    A value called `seat` is the engine's number of a seat, one called `action` an action in its words.
    """

    def render(self, message: Message) -> str:
        """The message in words."""
        values = {name: self._for_people(name, value) for name, value in message.values.items()}
        return super().render(Message(message.key, values))

    def seat(self, number: int) -> str:
        """A seat by its number, as a sentence names it."""
        return self.text(str(sentences.SEAT.english)) % {"seat": number + 1}

    def action(self, text: str) -> str:
        """An action in the engine's words."""
        return SEAT_FIRST.sub(lambda found: (found[1] or "") + self.seat(int(found[2])), text)

    def _for_people(self, name: str, value: Value) -> Value:
        if name == "seat" and isinstance(value, int):
            return value + 1
        return self.action(value) if name == "action" and isinstance(value, str) else value
