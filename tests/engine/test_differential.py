"""The engine and the reference agree on every position of generated games.

Long profile before an issue is closed: `NABU_HYPOTHESIS=long pytest tests/engine/test_differential.py`.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE, ScoreEvent
from engine.registry import GAMES
from tests.cases import each
from tests.engine.reference import WITH_REFERENCE, reference_of
from tests.engine.strategies import Table, tables, walk
from tests.profiles import examples


def text(words: dict[str, Any]) -> str:
    return json.dumps(words, sort_keys=True)


SLOW = ("ishtar",)
"""Their references look at every spot for a tile at every line, so the short profile compares fewer games: four, of the
others eight."""


@pytest.mark.parametrize("key", [key for key in WITH_REFERENCE if key not in SLOW])
@given(data=st.data(), every=st.integers(5, 15))
@examples(18, long=3000)
def test_engine_and_reference_agree_on_actions_events_and_result(key: str, data: st.DataObject, every: int) -> None:
    compare(key, data, every)


@pytest.mark.parametrize("key", [key for key in WITH_REFERENCE if key in SLOW])
@given(data=st.data(), every=st.integers(5, 15))
@examples(9)
def test_engine_and_a_slow_reference_agree(key: str, data: st.DataObject, every: int) -> None:
    compare(key, data, every)


def compare(key: str, data: st.DataObject, every: int) -> None:
    """Play a generated game in both; every so many decisions all allowed actions are compared."""
    reference_game, known_switches = reference_of(key)
    table: Table = data.draw(tables(key))
    table = replace(table, switches={name: value for name, value in table.switches.items() if name in known_switches})
    reference = reference_game(table.header())
    decisions = 0
    for state, action, events in walk(table):
        words = action.to_json()
        if state.to_move == CHANCE:
            assert reference.to_move == "chance"
        else:
            assert reference.to_move == state.to_move
            decisions += 1
            if decisions % every == 0:
                assert {text(legal.to_json()) for legal in state.legal_actions()} == {
                    text(legal) for legal in reference.legal_actions()
                }
        assert reference.is_legal(words), words
        known = len(reference.events)
        reference.apply(words)
        expected = [tuple(event) for event in reference.events[known:]]
        paid = [tuple(event) for event in events if isinstance(event, ScoreEvent)]
        columns = len(expected[0]) if expected else 4
        assert Counter(event[:columns] for event in paid) == Counter(expected)
    end = state.copy()
    end.apply(action)
    result = end.result()
    claim = reference.result()
    assert (result is None) == (claim is None)
    if result is not None:
        assert claim == {"end": result.end, "scores": list(result.scores), "winners": list(result.winners)}


@each("key", WITH_REFERENCE)
def test_the_reference_has_the_defaults_of_the_engine(key: str) -> None:
    defaults = {switch.name: switch.default for switch in GAMES[key].switches}
    _, known = reference_of(key)
    assert known == {name: defaults[name] for name in known}
