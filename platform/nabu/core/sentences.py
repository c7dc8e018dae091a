"""Messages of the engine's and the competition's catalogues in the language of whoever reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.formats import localize
from django.utils.functional import lazy
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext, ngettext

from competition.texts import TEXTS
from engine.catalogue import CATALOGUE
from engine.for_people import ForPeople
from engine.message import Catalogue, Message, Plural, Value

MESSAGE_KEYS = {"key", "values"}
"""What a stored message has (`Message.to_json`), and nothing else that is stored beside messages."""


class ActiveLanguage(ForPeople):
    """Says everything in the active language of Django."""

    def __init__(self, *catalogues: Catalogue) -> None:
        super().__init__(*catalogues)
        self._found: dict[str | None, dict[str, str]] = {}

    def text(self, english: str) -> str:
        # A picture says some hundreds of texts: gettext takes several times as long for one as this.
        found = self._found.setdefault(get_language(), {})
        if english not in found:
            found[english] = gettext(english)
        return found[english]

    def plural(self, texts: Plural, count: Any) -> str:
        # Gettext knows plurals of whole numbers only; what is none is never one.
        return ngettext(texts.one, texts.many, count if isinstance(count, int) else 2)

    def listing(self, items: Sequence[str]) -> str:
        return str(get_text_list(list(items), gettext("and")))

    def _shown(self, value: Value) -> object:
        return localize(value) if isinstance(value, float) else super()._shown(value)


LANGUAGE = ActiveLanguage(TEXTS, CATALOGUE)
"""Apps with messages of their own let it `learn` their catalogue in `AppConfig.ready`."""


def sentence(message: Message | None) -> str:
    """The message in words; empty for none."""
    return "" if message is None else LANGUAGE.render(message)


lazy_sentence = lazy(sentence, str)
"""The same when it is shown: for labels and choices that are made when a module is loaded."""


def in_words(stored: Any) -> Any:
    """JSON values with every stored message in words. Sentences from before there were keys stay as they are."""
    if isinstance(stored, dict):
        if stored.keys() == MESSAGE_KEYS:
            return sentence(Message.from_json(stored))
        return {name: in_words(value) for name, value in stored.items()}
    return [in_words(value) for value in stored] if isinstance(stored, list) else stored
