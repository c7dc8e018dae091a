"""What is said to people, as a key with values. Whoever shows it puts it into words in the reader's language.

Nothing that is stored or handed on is a finished sentence: a `Message` names its text in a catalogue and brings the
values for it. A catalogue has the English texts; `Language` renders them, and a platform derives from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

Value = Union[str, int, float, bool, None, "Message", tuple["Value", ...]]
"""What stands in a text: a word or number, a message inside the message, or a list of these."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text of a catalogue by its key, and the values of its placeholders."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def to_json(self) -> dict[str, Any]:
        """The message as JSON values."""
        return {"key": self.key, "values": {name: _value_to_json(value) for name, value in self.values.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Message:
        """The message of such JSON values. Raises KeyError or TypeError for others."""
        return cls(data["key"], {name: _value_from_json(value) for name, value in data["values"].items()})


@dataclass(frozen=True, slots=True)
class Plural:
    """A text that differs with a number: `by` names the value that decides."""

    one: str
    many: str
    by: str = "count"


def points(many: str) -> Plural:
    """A text about some points, of which one is a point: "%(points)s points for the farm"."""
    return Plural(many.replace("%(points)s points", "%(points)s point", 1), many, by="points")


Say = Callable[[Message], str]
"""Puts a message into somebody's words."""

Catalogue = Mapping[str, str | Plural]
"""English texts by key, with placeholders as `%(name)s`."""

VERBATIM = "verbatim"
"""The key of a message that is its own text: something a person wrote, or a sentence from before there were keys."""


def verbatim(text: str) -> Message:
    """A message that says just this in every language."""
    return Message(VERBATIM, {"text": text})


SERIES = "series"
"""The key of a message that is several things with a sign between them, where no language has a word for it."""


def series(items: Iterable[Message], sign: str = ", ") -> Message:
    """Several messages one after the other: "2 barley, 1 wine"."""
    return Message(SERIES, {"items": tuple(items), "sign": sign})


def word(table: Mapping[str, Message], value: object) -> Message:
    """A word of a table, or as it is if it stands in none."""
    return table.get(str(value)) or verbatim(str(value))


class Language:
    """How messages become text; this one speaks English. Another language overrides the methods below `render`."""

    def __init__(self, *catalogues: Catalogue) -> None:
        self._texts: dict[str, str | Plural] = {
            VERBATIM: "%(text)s",
            **{key: text for texts in catalogues for key, text in texts.items()},
        }

    def learn(self, catalogue: Catalogue) -> None:
        """Know the texts of another catalogue too."""
        self._texts.update(catalogue)

    @property
    def known(self) -> Catalogue:
        """All texts that it knows, in English."""
        return self._texts

    def render(self, message: Message) -> str:
        """The message in words. A key without a text, from a newer version, is shown as it is."""
        # A picture says some hundreds of messages, and pages draw one for every move.
        key, values = message.key, message.values
        if key == VERBATIM:
            return str(values["text"])
        if key == SERIES:
            return self._series(message)
        found = self._texts.get(key)
        if found is None:
            return key
        text = self.text(found) if isinstance(found, str) else self.plural(found, values[found.by])
        return (
            text % {name: self._named(name, value) for name, value in values.items()} if values or "%" in text else text
        )

    def render_all(self, messages: Iterable[Message]) -> list[str]:
        """Each message in words."""
        return [self.render(message) for message in messages]

    def text(self, english: str) -> str:
        """The text in this language."""
        return english

    def plural(self, texts: Plural, count: Any) -> str:
        """The form of a text for this number."""
        return texts.one if count == 1 else texts.many

    def listing(self, items: Sequence[str]) -> str:
        """Several things one after the other: "a, b and c"."""
        return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)

    def seat(self, number: int) -> str:
        """A seat by the engine's number, as a sentence names it."""
        return f"seat {number}"

    def _series(self, message: Message) -> str:
        items = message.values["items"]
        assert isinstance(items, tuple)
        return str(message.values["sign"]).join(str(self._shown(item)) for item in items)

    def _named(self, name: str, value: Value) -> object:
        """What stands in a text under this name. A number called `seat` is that of a seat."""
        return self.seat(value) if name == "seat" and type(value) is int else self._shown(value)

    def _shown(self, value: Value) -> object:
        if isinstance(value, Message):
            return self.render(value)
        if isinstance(value, tuple):
            return self.listing([str(self._shown(item)) for item in value])
        return value


def _value_to_json(value: Value) -> Any:
    if isinstance(value, Message):
        return value.to_json()
    return [_value_to_json(item) for item in value] if isinstance(value, tuple) else value


def _value_from_json(value: Any) -> Value:
    if isinstance(value, dict):
        return Message.from_json(value)
    if isinstance(value, list):
        return tuple(_value_from_json(item) for item in value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise TypeError(f"not a value of a message: {value!r}")
