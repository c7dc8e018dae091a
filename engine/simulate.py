"""Games played by bots, written as logs that say so. The same seed gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.game import CHANCE, NOBODY, Bot, ComponentSet, ScoreEvent, State
from engine.log.header import Header
from engine.log.write import action_line, header_line, result_line
from engine.registry import get_game

MOST_TURNS = 2_000
"""A game that has not ended by then is written without a result."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One game as a log, and what it came to. `scores` and `places` are by seat; `winners` and `places` are empty if it
    did not end.
    """

    log: bytes
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]
    turns: int


def simulate_game(
    game_key: str,
    players: int,
    ruleset: str,
    bots: Sequence[str],
    seed: int | str,
    switches: Mapping[str, str | int | bool] | None = None,
    seats: Sequence[str] | None = None,
    components: ComponentSet | None = None,
    as_people: bool = False,
) -> bytes:
    """The log of one game. See `play`."""
    return play(game_key, players, ruleset, bots, seed, switches, seats, components, as_people).log


def play(
    game_key: str,
    players: int,
    ruleset: str,
    bots: Sequence[str],
    seed: int | str,
    switches: Mapping[str, str | int | bool] | None = None,
    seats: Sequence[str] | None = None,
    components: ComponentSet | None = None,
    as_people: bool = False,
) -> SimulatedGame:
    """One game between bots. The bots take the seats in turn: two names at four seats play two seats each.

    `seats` are the names in the log (default: bot and seat number), `components` the set to play with (default: the
    game's first built-in one). The log names the bots by seat in `meta.bots`, unless the game stands for one of people
    (`as_people`: a demo, a test). Raises KeyError for an unknown game or bot, and
    BadSetup for a ruleset, switch, component set or number of players that the game does not have.
    """
    game = get_game(game_key)
    rng = Random(f"{game_key}/{seed}")
    values = dict(switches or {})
    components = components or game.components(game.component_sets[0])
    rules = game.ruleset(ruleset, values)
    at_seat = [game.bots[bots[seat % len(bots)]] for seat in range(players)]
    names = list(seats) if seats else [f"{bot.name} {seat + 1}" for seat, bot in enumerate(at_seat)]
    setup = game.new_setup(players, rules, components, rng)
    digest = None if components.name in game.component_sets else components.sha256
    meta = None if as_people else {"bots": [bot.name for bot in at_seat]}
    header = Header(
        game_key, ruleset, values, components.name, digest, names, "recorded", setup, game.rules_version, meta
    )
    state = game.start(players, rules, components, setup)
    return _play(state, header, at_seat, rng)


def _play(state: State[Any], header: Header, bots: Sequence[Bot], rng: Random) -> SimulatedGame:
    lines = [header_line(header)]
    sources: list[dict[str, int]] = [{} for _ in bots]
    while state.to_move != NOBODY and state.turn <= MOST_TURNS:
        action = state.draw(rng) if state.to_move == CHANCE else bots[state.to_move].choose(state, rng)
        for event in state.apply(action):
            if type(event) is ScoreEvent:
                of_seat = sources[event.seat]
                of_seat[event.source] = of_seat.get(event.source, 0) + event.points
        lines.append(action_line(action))
    result = state.result()
    if result is not None:
        lines.append(result_line(result, sources))
    winners, places = (result.winners, result.places) if result else ((), ())
    return SimulatedGame(b"".join(lines), tuple(state.scores), winners, places, state.turn)
