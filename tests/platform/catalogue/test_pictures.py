"""Pictures in the reader's language: of generated games nothing is left in English."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import pytest
from django.utils.translation import gettext, ngettext, override

from engine.catalogue import CATALOGUE
from engine.message import Plural
from engine.registry import GAMES
from engine.simulate import play
from engine.table.table import Table
from nabu.core.sentences import sentence
from tests.engine.pictures import own_names

SVG = "{http://www.w3.org/2000/svg}"
WORD = re.compile(r"[^\W\d_]{3,}")
PLACEHOLDER = re.compile(r"%\(\w+\)s")


@cache
def english_words(language: str) -> frozenset[str]:
    """Words of the engine's texts that no translation has, whatever they say in English."""
    english: set[str] = set()
    own: set[str] = set()
    with override(language):
        for text in CATALOGUE.values():
            forms = [text.one, text.many] if isinstance(text, Plural) else [text]
            for form in forms:
                english |= words_of(form)
            if isinstance(text, Plural):
                own |= words_of(ngettext(text.one, text.many, 1)) | words_of(ngettext(text.one, text.many, 2))
            else:
                own |= words_of(gettext(text))
    return frozenset(english - own)


def words_of(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(PLACEHOLDER.sub(" ", text))}


@cache
def game_of(key: str) -> Table:
    log = play(key, 3, GAMES[key].rulesets[0], ["greedy", "random"], 11, seats=["Q1", "Q2", "Q3"]).log
    table, _report = Table.of_log(log)
    assert table is not None
    return table


@pytest.mark.parametrize("language", ["es", "de"])
@pytest.mark.parametrize("key", GAMES)
def test_nothing_in_a_picture_is_english(key: str, language: str) -> None:
    game = game_of(key)
    foreign = english_words(language) - words_of(" ".join(own_names(GAMES[key])))
    assert len(foreign) > 100
    with override(language):
        for number in range(0, len(game.moves) + 1, max(1, len(game.moves) // 12)):
            root = ElementTree.fromstring(game.at(number).picture(say=sentence))
            said = " ".join(element.text or "" for element in root.iter() if element.tag != f"{SVG}style")
            assert words_of(said) & foreign == set(), number
