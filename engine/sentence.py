"""English sentences that know the message they say, so that the two cannot disagree.

templates = Templates("log")
LINE_TOO_DEEP = templates("line_too_deep", "the line is nested deeper than %(most)s levels")
said = LINE_TOO_DEEP(most=16)    # "the line is nested deeper than 16 levels"
said.message                     # Message("log.line_too_deep", {"most": 16})
"""

from __future__ import annotations

from typing import Any

from engine.message import Catalogue, Language, Message, Plural, verbatim


class Sentence(str):
    """A text that is one message in English."""

    __slots__ = ("message",)
    message: Message

    def __new__(cls, text: str, message: Message) -> Sentence:
        self = super().__new__(cls, text)
        self.message = message
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentence, (str(self), self.message)


class Template:
    """The English of one key, with a `%(name)s` for each value."""

    __slots__ = ("_language", "_plain", "english", "key")

    def __init__(self, key: str, english: str | Plural) -> None:
        self.key = key
        self.english = english
        self._language = Language({key: english})
        self._plain = Message(key)

    def __call__(self, **values: Any) -> Sentence:
        """The sentence with these values: plain JSON, other sentences, or tuples of these."""
        text = self._language.render(Message(self.key, values))
        return Sentence(text, self.message(**values))

    def message(self, **values: Any) -> Message:
        """What the sentence with these values says."""
        return Message(self.key, {name: _value(value) for name, value in values.items()}) if values else self._plain


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_value, value))
    return value.message if isinstance(value, Sentence) else value


class Templates:
    """The templates of one part of the engine. `catalogue` has the English by key."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.catalogue: dict[str, str | Plural] = {}

    def __call__(self, name: str, english: str | Plural) -> Template:
        """A new template with the key `prefix.name`. Raises ValueError if there is one."""
        template = Template(f"{self._prefix}.{name}", english)
        if template.key in self.catalogue:
            raise ValueError(f"two messages are called {template.key}")
        self.catalogue[template.key] = english
        return template


def message_of(text: str) -> Message:
    """What a text says: its own message if it is a `Sentence`, else the text as it is."""
    return text.message if isinstance(text, Sentence) else verbatim(text)


def joined(*catalogues: Catalogue) -> Catalogue:
    """Several catalogues as one. Raises ValueError for a key that stands in two of them."""
    found: dict[str, str | Plural] = {}
    for texts in catalogues:
        twice = found.keys() & texts.keys()
        if twice:
            raise ValueError(f"two messages are called {min(twice)}")
        found |= texts
    return found
