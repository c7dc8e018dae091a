"""What the engine's tests have in common: generated games, and walks through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.game import CHANCE, NOBODY, Action, ComponentSet, Event, Game, JsonObject, State
from engine.registry import GAMES
from engine.simulate import MOST_TURNS


@dataclass(frozen=True)
class Table:
    """A game to be played: everything that the first position and every choice depend on.

    `wildness` is the share of decisions taken at random; the others are greedy, so that the game gets somewhere.
    """

    game: Game
    players: int
    ruleset: str
    switches: dict[str, Any]
    seed: int
    wildness: float

    @property
    def components(self) -> ComponentSet:
        """The component set that is played with."""
        return self.game.components(self.game.component_sets[0])

    def setup(self) -> JsonObject:
        """The setup, always the same."""
        rules = self.game.ruleset(self.ruleset, self.switches)
        return self.game.new_setup(self.players, rules, self.components, Random(self.seed))

    def start(self) -> State[Any]:
        """The first position."""
        rules = self.game.ruleset(self.ruleset, self.switches)
        return self.game.start(self.players, rules, self.components, self.setup())

    def header(self) -> JsonObject:
        """The first line of its log."""
        return {
            "gamelog": 1,
            "game": self.game.key,
            "ruleset": {"name": self.ruleset, "switches": self.switches},
            "components": self.components.name,
            "seats": [f"seat {seat}" for seat in range(self.players)],
            "chance": "recorded",
            "setup": self.setup(),
        }


@st.composite
def tables(draw: st.DrawFn, key: str | None = None, switches: bool = True) -> Table:
    """Any game at any number of players, any ruleset and, if wanted, any combination of switches."""
    game = GAMES[key] if key else draw(st.sampled_from(sorted(GAMES.values(), key=lambda game: game.key)))
    chosen = {}
    if switches:
        for switch in game.switches:
            if draw(st.integers(0, 3)) == 0:
                chosen[switch.name] = draw(st.sampled_from(switch.options))
    return Table(
        game,
        draw(st.sampled_from(game.player_counts)),
        draw(st.sampled_from(game.rulesets)),
        chosen,
        draw(st.integers(0, 2**32)),
        draw(st.sampled_from([0.1, 0.5, 1.0])),
    )


def choose(table: Table, state: State[Any], rng: Random) -> Action:
    """The next action, draws included."""
    if state.to_move == CHANCE:
        action: Action = state.draw(rng)
    elif rng.random() < table.wildness:
        action = state.legal_actions().sample(rng)
    else:
        action = table.game.bots["greedy"].choose(state, rng)
    return action


def walk(table: Table) -> Iterator[tuple[State[Any], Action, list[Event]]]:
    """The position before each action, the action, and what it did. The position is the live one: do not change it."""
    state = table.start()
    rng = Random(table.seed + 1)
    while state.to_move != NOBODY and state.turn <= MOST_TURNS:
        action = choose(table, state, rng)
        before = state.copy()
        yield before, action, list(state.apply(action))


def final_state(table: Table) -> State[Any]:
    """The position at the end of the game."""
    state = table.start()
    rng = Random(table.seed + 1)
    while state.to_move != NOBODY and state.turn <= MOST_TURNS:
        state.apply(choose(table, state, rng))
    return state
