"""What bots promise: the same games as long as their version stays, choices that follow from the position alone, and
reasons that everybody at the table could give.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.babylonia.state import BabyloniaState
from engine.catalogue import CATALOGUE, english
from engine.game import Action, Bot, Game, ScoreEvent, State
from engine.ishtar.state import IshtarState
from engine.registry import GAMES
from engine.simulate import simulate_game
from tests.cases import each
from tests.engine.strategies import tables, walk
from tests.profiles import examples

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


@each(("key", "version", "players", "bots", "switches", "digest"), PINNED)
def test_a_version_of_a_bot_plays_the_same_games_for_ever(
    key: str, version: int, players: int, bots: tuple[str, ...], switches: dict[str, Any], digest: str
) -> None:
    """Who changes a choice of a bot raises its version and writes new digests here."""
    assert GAMES[key].bots["greedy"].version == version
    log = simulate_game(key, players, "base", bots, 1, switches)
    assert sha256(log).hexdigest()[:16] == digest


@EVERY_GAME
@given(data=st.data(), every=st.integers(1, 9))
@examples(10, long=1500)
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


@EVERY_GAME
@given(data=st.data())
@examples(10, long=1500)
def test_choices_have_reasons_and_both_use_only_what_the_seat_may_know(game: Game, data: st.DataObject) -> None:
    table = replace(data.draw(tables(game.key)), wildness=data.draw(st.sampled_from([0.0, 0.3])))
    bot, rng = game.bots["greedy"], Random(table.seed)
    for state, _, _ in walk(table):
        if state.to_move < 0:
            continue
        action = bot.choose(state, rng)
        before = state.to_json()
        message = bot.reason(state, action)
        assert state.to_json() == before
        said = english(message)
        assert message.key in CATALOGUE
        assert message.key != "game.no_reason"
        assert said.strip()
        assert "%(" not in said
        other = alike(state, rng)
        assert other.observation(state.to_move) == state.observation(state.to_move)
        assert bot.reason(other, action) == message
        assert bot.choose(other, Random(1)) == bot.choose(state, Random(1))
        if message.key == "game.scores_now":
            events = other.apply(action)
            own = [event.points for event in events if isinstance(event, ScoreEvent) and event.seat == state.to_move]
            assert message.values == {"points": sum(own)}


@EVERY_GAME
@given(data=st.data(), every=st.integers(3, 20))
@examples(10)
def test_any_action_may_be_asked_about(game: Game, data: st.DataObject, every: int) -> None:
    table, rng = data.draw(tables(game.key)), Random(1)
    for number, (state, _, _) in enumerate(walk(table)):
        if state.to_move >= 0 and number % every == 0:
            action = state.legal_actions().sample(rng)
            assert english(game.bots["greedy"].reason(state, action)).strip()
            assert english(game.bots["random"].reason(state, action)) == "picked at random"


def test_a_bot_that_says_nothing_has_no_reason() -> None:
    class Silent(Bot):
        name, version = "silent", 1

        def choose(self, state: State[Any], rng: Random) -> Action:
            raise AssertionError("nobody asks it for a move")

    assert english(Silent().reason(None, None)) == "no reason given"


def alike(state: State[Any], rng: Random) -> State[Any]:
    """A position that differs in what the seat to move cannot know, if there is anything."""
    other = state.copy()
    if isinstance(other, BabyloniaState) and not (other.rulings.racks_open or other.rulings.river_tokens_open):
        for seat in range(other.players):
            if seat != other.to_move:
                _shuffle_tokens(other, seat, rng)
    elif isinstance(other, IshtarState) and not other.rulings.trees_open:
        others = [seat for seat in range(other.players) if seat != other.to_move]
        cards = [card for seat in others for card in other.bought[seat]]
        rng.shuffle(cards)
        for seat in others:
            other.bought[seat] = [cards.pop() for _ in other.bought[seat]]
    return other


def _shuffle_tokens(state: BabyloniaState, seat: int, rng: Random) -> None:
    """The seat's rack, pool and face-down tokens in the rivers, dealt anew."""
    own = 8 * (seat + 1)
    rivers = [cell for cell, holds in enumerate(state.cells) if state.is_river[cell] and own <= holds < own + 8]
    rack, pool = state.available[seat], state.pool[seat]
    tokens = [kind for counts in (rack, pool) for kind, count in enumerate(counts) for _ in range(count)]
    tokens += [state.cells[cell] - own for cell in rivers]
    rng.shuffle(tokens)
    for cell in rivers:
        state.cells[cell] = own + tokens.pop()
    for counts in (rack, pool):
        size = sum(counts)
        counts[:] = [0] * len(counts)
        for _ in range(size):
            counts[tokens.pop()] += 1
