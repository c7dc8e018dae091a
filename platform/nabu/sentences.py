"""Messages of the engine's and the competition's catalogues in the language of whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils.formats import localize
from django.utils.functional import lazy
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from competition.texts import TEXTS
from engine.catalogue import CATALOGUE
from engine.message import Language, Message, Plural, Value

MESSAGE_KEYS = {"key", "values"}
"""What a stored message has (`Message.to_json`), and nothing else that is stored beside messages."""


SEAT_FIRST = re.compile(r"^(draw )?seat (\d+)")
"""How the engine begins what a seat does: `Action.text()`."""


def action_in_words(text: str) -> str:
    """An action in the engine's words, its seat counted from 1: people count so, the engine and its logs from 0."""
    seat = gettext("seat %(seat)s")
    return SEAT_FIRST.sub(lambda found: (found[1] or "") + seat % {"seat": int(found[2]) + 1}, text)


class ActiveLanguage(Language):
    """Says everything in the active language of Django.

    A value called `seat` is the engine's number of a seat, one called `action` an action in its words.
    """

    def render(self, message: Message) -> str:
        values = {name: _for_people(name, value) for name, value in message.values.items()}
        return super().render(Message(message.key, values))

    def text(self, english: str) -> str:
        return gettext(english)

    def plural(self, texts: Plural, count: Any) -> str:
        # Gettext knows plurals of whole numbers only; what is none is never one.
        return ngettext(texts.one, texts.many, count if isinstance(count, int) else 2)

    def listing(self, items: Sequence[str]) -> str:
        return str(get_text_list(list(items), gettext("and")))

    def _shown(self, value: Value) -> object:
        return localize(value) if isinstance(value, float) else super()._shown(value)


def _for_people(name: str, value: Value) -> Value:
    if name == "seat" and isinstance(value, int):
        return value + 1
    return action_in_words(value) if name == "action" and isinstance(value, str) else value


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
