"""The fast engine against the slow reference, which was written from the rules text alone."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given

from engine.babylonia.switches import SWITCHES
from engine.game import CHANCE, ScoreEvent
from tests.engine.reference.babylonia import DEFAULTS, ReferenceGame
from tests.engine.strategies import Table, tables, walk

NOT_IN_REFERENCE = {"ziggurat_scored_once"}


def text(words: dict[str, Any]) -> str:
    return json.dumps(words, sort_keys=True)


@given(tables("babylonia"))
def test_engine_and_reference_agree_on_actions_events_and_result(table: Table) -> None:
    switches = {name: value for name, value in table.switches.items() if name in DEFAULTS}
    table = Table(table.game, table.players, table.ruleset, switches, table.seed, table.wildness)
    start = table.start()
    header = {
        "gamelog": 1,
        "game": "babylonia",
        "ruleset": {"name": table.ruleset, "switches": switches},
        "components": "babylonia-2019",
        "seats": [f"seat {seat}" for seat in range(table.players)],
        "chance": "recorded",
        "setup": {
            "tiles": start.observation(0)["tiles"],
            "cards": start.observation(0)["offer"],
        },
    }
    reference = ReferenceGame(header)
    decisions = 0
    for state, action, events in walk(table):
        if state.to_move != CHANCE:
            decisions += 1
            if decisions % 11 == 0:
                assert {text(legal.to_json()) for legal in state.legal_actions()} == {
                    text(words) for words in reference.legal_actions()
                }
        assert reference.is_legal(action.to_json())
        known = len(reference.events)
        reference.apply(action.to_json())
        paid = [tuple(event) for event in events if isinstance(event, ScoreEvent)]
        assert paid == [tuple(event) for event in reference.events[known:]]
    end = state.copy()
    end.apply(action)
    result = end.result()
    assert result is not None
    assert reference.result() == {
        "end": result.end,
        "scores": list(result.scores),
        "winners": list(result.winners),
    }


def test_every_switch_that_matters_is_in_the_reference_or_named_here() -> None:
    documentation_only = {"scoring_set", "end_rack_scope", "rack_visibility", "river_token_identity"}
    matters = {switch.name for switch in SWITCHES if len(switch.options) > 1} - documentation_only
    assert matters == set(DEFAULTS) | NOT_IN_REFERENCE
