"""Nothing that a picture says is English by itself: everything goes through the reader's language."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import CATALOGUE
from engine.for_people import ForPeople
from engine.game import Game
from engine.message import Plural
from engine.registry import GAMES
from tests.engine.pictures import SVG, own_names, some_position
from tests.profiles import examples

NAMES = ("Anat", "Baal", "Kotar", "Dagan")
SAID = (f"{SVG}title", f"{SVG}desc", f"{SVG}text")
WORD = re.compile(r"[A-Za-z]{2,}")


class Masked(ForPeople):
    """A language without letters: what is still in letters was not put into its words."""

    def text(self, english: str) -> str:
        parts = re.split(r"(%\(\w+\)s|%%)", english)
        return "".join(part if number % 2 else re.sub(r"[^\W\d_]", "·", part) for number, part in enumerate(parts))

    def plural(self, texts: Plural, count: Any) -> str:
        return self.text(texts.one if count == 1 else texts.many)

    def listing(self, items: Sequence[str]) -> str:
        return " · ".join(items)


MASKED = Masked(CATALOGUE)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(data=st.data())
@examples(12)
def test_a_picture_has_no_words_of_its_own(game: Game, data: st.DataObject) -> None:
    state, players, last = some_position(game.key, data)
    root = ElementTree.fromstring(game.picture(state, NAMES[:players], last, MASKED.render))
    said = " ".join(element.text or "" for element in root.iter() if element.tag in SAID)
    assert set(WORD.findall(said)) - set(WORD.findall(" ".join([*NAMES, *own_names(game)]))) == set()
