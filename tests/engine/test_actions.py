"""Actions of every game: values that keep nothing of the caller's, and lists of them that are worked out once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.game import CHANCE, NOBODY, Action, Game, LegalActions, State
from engine.registry import GAMES
from engine.simulate import simulate_game

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def lines_of(game: Game) -> list[dict[str, Any]]:
    """The lines of actions of some games."""
    logs = [simulate_game(game.key, players, game.rulesets[0], ["greedy", "random"], 3) for players in (2, 4)]
    return [json.loads(line) for log in logs for line in log.splitlines()[1:-1]]


def spoil(value: Any) -> None:
    """Change everything inside that can be changed."""
    if isinstance(value, dict):
        for inner in value.values():
            spoil(inner)
        value["spoilt"] = True
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value.append("spoilt")


@EVERY_GAME
def test_an_action_keeps_nothing_of_the_line_that_it_was_read_from(game: Game) -> None:
    components = game.components(game.component_sets[0])
    for line in lines_of(game):
        given = json.loads(json.dumps(line))
        action = game.action_from_json(given, components)
        text = action.text()
        spoil(given)
        assert action.to_json() == line
        spoil(action.to_json())
        assert action.to_json() == line
        assert action.text() == text
        assert action == game.action_from_json(line, components)
        assert hash(action) == hash(game.action_from_json(line, components))


@EVERY_GAME
def test_a_line_may_have_its_keys_in_any_order(game: Game) -> None:
    components = game.components(game.component_sets[0])
    for line in lines_of(game):
        turned = dict(reversed(line.items()))
        action, other = game.action_from_json(line, components), game.action_from_json(turned, components)
        assert action == other
        assert action.text() == other.text()
        assert json.dumps(action.to_json()) == json.dumps(other.to_json()) == json.dumps(line)


def positions(game: Game) -> Iterator[State[Any]]:
    """Positions of a random game in which a seat is to move."""
    rng = Random(5)
    rules, components = game.ruleset(game.rulesets[0], {}), game.components(game.component_sets[0])
    state = game.start(3, rules, components, game.new_setup(3, rules, components, rng))
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
        else:
            yield state
            state.apply(state.legal_actions().sample(rng))


@EVERY_GAME
def test_making_a_list_lists_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = 0
    kind: type[LegalActions[Any]] | None = None
    for number, state in enumerate(positions(game)):
        if kind is None:
            kind = type(state.legal_actions())
            listing = kind.listing

            def counted(self: Any, listing: Any = listing) -> Iterator[Action]:
                nonlocal begun
                begun += 1
                yield from listing(self)

            monkeypatch.setattr(kind, "listing", counted)
        if number % 9:
            continue
        actions = state.legal_actions()
        for make in (list, tuple, set, sorted_by_text):
            begun = 0
            made = make(actions)
            assert begun == 1
            assert len(made) == len(actions)
    assert kind is not None


def sorted_by_text(actions: LegalActions[Any]) -> list[Action]:
    return sorted(actions, key=lambda action: str(action.text()))


@EVERY_GAME
def test_a_list_never_is_that_of_another_position(game: Game) -> None:
    """What the length found is not kept: the same object speaks of the position as it is now."""
    for number, state in enumerate(positions(game)):
        if number % 13:
            continue
        copied = state.copy()
        actions = copied.legal_actions()
        assert len(actions) == len(list(actions))
        abandoned = iter(actions)
        assert next(iter(actions)) == next(abandoned)
        assert len(actions) == sum(1 for _ in actions)
        copied.apply(next(iter(actions)))
        assert list(actions) == list(copied.legal_actions())
        assert len(actions) == len(copied.legal_actions())
