"""The texts of the engine in one language, for the engine in the browser."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache

from django.utils import translation
from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext

from engine.catalogue import CATALOGUE
from engine.message import Plural
from engine.registry import GAMES

DIGITS = 12


@cache
def words_of(language: str) -> bytes:
    """JSON for `engine.browser.language.Translated`: only what differs from the English."""
    with translation.override(language):
        singles = {text: gettext(text) for text in _texts()}
        plurals = {
            text.one: [ngettext(text.one, text.many, number) for number in (1, 2)]
            for text in CATALOGUE.values()
            if isinstance(text, Plural)
        }
        words = {
            "texts": {text: translated for text, translated in singles.items() if text != translated},
            "plurals": plurals,
            "and": gettext("and"),
            "decimal": get_format("DECIMAL_SEPARATOR"),
        }
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def digest_of_words(language: str) -> str:
    """What stands in the address of these words."""
    return hashlib.sha256(words_of(language)).hexdigest()[:DIGITS]


def _texts() -> Iterator[str]:
    yield from (text for text in CATALOGUE.values() if isinstance(text, str))
    for game in GAMES.values():
        yield from (source.title for source in game.sources)
        yield from game.sections.values()
