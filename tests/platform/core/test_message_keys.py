"""Messages of the apps: every key that is used has a text, and every text is used."""

from __future__ import annotations

import re
from pathlib import Path

from competition.texts import TEXTS as COMPETITION
from engine.catalogue import CATALOGUE
from engine.message import VERBATIM
from nabu.catalogue.games.texts import TEXTS as NAMES
from nabu.core.sentences import LANGUAGE

SOURCES = [path.read_text() for path in (Path(__file__).resolve().parents[3] / "platform/nabu").rglob("*.py")]


def found(pattern: str) -> set[str]:
    return {key for source in SOURCES for key in re.findall(pattern, source)}


def test_every_key_has_a_text() -> None:
    said = found(r'\b(?:Message|propagated\.add|_about_table)\((?:[a-z]+, )?"([a-z_.0-9]+)"')
    assert said
    assert said - set(LANGUAGE.known) == set()


def test_every_text_of_an_app_is_used() -> None:
    taught = set(LANGUAGE.known) - set(COMPETITION) - set(CATALOGUE) - set(NAMES) - {VERBATIM}
    assert taught
    assert taught - found(r'"([a-z]+(?:\.[a-z_0-9]+)+)"(?!:)') == set(), "in a catalogue it is followed by a colon"


def test_no_two_catalogues_have_the_same_key() -> None:
    assert not set(COMPETITION) & set(CATALOGUE)
