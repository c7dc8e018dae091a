"""What bots promise: the same games as long as their version stays, and choices that follow from the position alone."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game
from engine.registry import GAMES
from engine.simulate import simulate_game
from tests.engine.strategies import examples, tables, walk

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

GREEDY, MIXED = ("greedy",), ("greedy", "random")

Played = tuple[str, int, int, tuple[str, ...], dict[str, Any], str]
PINNED: tuple[Played, ...] = (
    ("babylonia", 1, 2, GREEDY, {}, "79eb6687883cf771"),
    ("babylonia", 1, 4, MIXED, {"farm_support_token": "face_up_only"}, "6b3227174e15921b"),
    ("ishtar", 2, 2, GREEDY, {}, "8540af3ed7cb7ac2"),
    ("ishtar", 2, 3, MIXED, {"tile_mirroring": "allowed", "unplaceable_tile": "free_tile_may_be_discarded"},
     "0971f63d1d91ba78"),
    ("ishtar", 2, 4, GREEDY, {"assistant_skill_timing": "place_at_once_in_any_free_bed", "board_layout": "line"},
     "550d4b0983c4042e"),
    ("amyitis", 1, 2, GREEDY, {}, "b3914d99988f555a"),
    ("amyitis", 1, 4, MIXED, {}, "3d27060f8a783740"),
    ("babylon", 1, 2, GREEDY, {}, "925735f55e927b24"),
    ("babylon", 1, 3, MIXED, {"second_tile_may_use_first": False, "three_supports_by_choice": False},
     "9162fa102cea887a"),
    ("babylon", 1, 4, GREEDY, {"overhang_clearance": "none_over_decorations", "bridge_span": 2,
                              "level_gate": "tile_visible_one_level_below"},
     "d6713ce3ec36fc1d"),
)  # fmt: skip
"""Game, version of its greedy bot, players, bots, switches, and the digest of the log with the seed 1."""


@pytest.mark.parametrize(("key", "version", "players", "bots", "switches", "digest"), PINNED)
def test_a_version_of_a_bot_plays_the_same_games_for_ever(
    key: str, version: int, players: int, bots: tuple[str, ...], switches: dict[str, Any], digest: str
) -> None:
    """Who changes a choice of a bot raises its version and writes new digests here."""
    assert GAMES[key].bots["greedy"].version == version
    log = simulate_game(key, players, "base", bots, 1, switches)
    assert sha256(log).hexdigest()[:16] == digest


@EVERY_GAME
@given(data=st.data(), every=st.integers(1, 9))
@examples(15)
def test_a_choice_follows_from_the_position_alone(game: Game, data: st.DataObject, every: int) -> None:
    """What a position keeps to answer faster agrees with one read from JSON, whatever becomes of its copies."""
    table = data.draw(tables(game.key))
    bot = game.bots["greedy"]
    for number, (state, action, _) in enumerate(walk(table)):
        if state.to_move < 0 or number % every:
            continue
        copy = state.copy()
        copy.apply(action)
        if copy.to_move >= 0:
            bot.choose(copy, Random(1))
        restored = game.state_from_json(json.loads(json.dumps(state.to_json())), table.components)
        rng, other_rng = Random(number), Random(number)
        assert bot.choose(state, rng) == bot.choose(restored, other_rng)
        assert rng.getstate() == other_rng.getstate()
        assert list(state.legal_actions()) == list(restored.legal_actions())
