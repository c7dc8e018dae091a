"""Messages in the language of a page that brings its texts along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.catalogue import CATALOGUE
from engine.for_people import ForPeople
from engine.game import JsonObject
from engine.message import Plural, Value


class Translated(ForPeople):
    """Says everything in one language.

    `words` are `texts` (the translation of each English text), `plurals` (of each English text for one: the forms for
    one and for more), `and` and `decimal` (the sign between whole and part of a number). Without them it is English.
    """

    def __init__(self, words: JsonObject | None = None) -> None:
        super().__init__(CATALOGUE)
        words = words or {}
        self._texts_by_english: Mapping[str, str] = words.get("texts", {})
        self._plurals: Mapping[str, Sequence[str]] = words.get("plurals", {})
        self._and: str = words.get("and", "and")
        self._decimal: str = words.get("decimal", ".")

    def text(self, english: str) -> str:
        return self._texts_by_english.get(english, english)

    def plural(self, texts: Plural, count: Any) -> str:
        one, many = self._plurals.get(texts.one, (texts.one, texts.many))
        return one if count == 1 else many

    def listing(self, items: Sequence[str]) -> str:
        return f"{', '.join(items[:-1])} {self._and} {items[-1]}" if len(items) > 1 else "".join(items)

    def _shown(self, value: Value) -> object:
        return str(value).replace(".", self._decimal) if isinstance(value, float) else super()._shown(value)
