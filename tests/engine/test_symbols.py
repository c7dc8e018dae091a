"""Symbols: whatever a picture, a panel, a legend or a choice names is there, and a legend explains what panels show."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game
from engine.registry import GAMES
from engine.symbols import symbols
from engine.whole_picture import around
from tests.engine.pictures import NAMES, some_position
from tests.profiles import examples

OF_A_KIND = ("card-", "flower-", "seat-")
"""Symbols of which one in the legend explains all, or a number says which one."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(data=st.data())
@examples(10)
def test_every_symbol_that_is_named_exists_and_the_legend_explains_it(game: Game, data: st.DataObject) -> None:
    state, players, last = some_position(game.key, data)
    picture = game.screen_picture(state, NAMES[:players], last)
    root = ElementTree.fromstring(picture)
    drawn = {element.get("id") for element in root.iter() if element.get("id")}
    assert {href[1:] for element in root.iter() if (href := element.get("href"))} <= drawn

    beside = around(picture)
    legend = {key["symbol"] for key in beside["legend"]}
    shown = {amount["symbol"] for seat in beside["seats"] for amount in seat["amounts"]}
    actions = islice(state.legal_actions(), 60) if state.to_move >= 0 else []
    steps = (step for action in actions for step in game.steps(state, action))
    told = {game.symbol(state.components, step.key, step.value) for step in steps} - {""}
    assert legend | shown | told <= symbols().keys()
    assert [seat["points"] for seat in beside["seats"]] == list(state.scores)
    assert all(amount["words"] for seat in beside["seats"] for amount in seat["amounts"])
    unexplained = {name for name in shown - legend if not name.startswith(OF_A_KIND)}
    assert not unexplained


def test_a_symbol_is_drawn_on_the_grid_of_24_in_the_colour_it_is_used_with() -> None:
    for name, markup in symbols().items():
        assert markup.startswith(f'<symbol id="{name}" viewBox="0 0 24 24"'), name
        assert not re.search(r'(?:fill|stroke)="#', markup), f"{name}: a colour of its own that no theme changes"
