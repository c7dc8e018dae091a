"""The two digests by which a game is recognised in another file (docs/game-log.md, "The game digests").

The game digest leaves out what can differ between two files of one game: names, remarks, the order in a draw, line
ends, the result. The moves digest also leaves out what somebody can change so that the file tells another game without
another move having been made: the draws, the setup, the rules, the order of the moves in a turn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.components import Library, no_library
from engine.game import Action, Event, JsonObject, State
from engine.log.header import Header, find_components
from engine.log.replay import ReplayVisitor, replay
from engine.registry import get_game

_CANONICAL: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


@dataclass(frozen=True, slots=True)
class GameDigests:
    """Of one game, 64 hexadecimal digits each. Equal `game` digests have equal `moves` digests."""

    game: str
    moves: str


def game_digests(data: bytes, library: Library = no_library) -> GameDigests | None:
    """The digests of the game that a log tells; None unless the log is verified. Never raises.

    No part of `replay`: writing the lines down in their canonical form takes longer than checking them.
    """
    game = _Game(library)
    return game.digests() if replay(data, game, library).verdict == "verified" else None


def canonical_action(line: JsonObject) -> JsonObject:
    """A line of a log with its lists of texts sorted (tokens, cards, resources): their order means nothing."""
    found: JsonObject = _unordered(line, str)
    return found


class _Game(ReplayVisitor):
    """What a game is made of, in canonical form."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.lines: list[object] = []
        self.turns: list[list[object]] = []
        self.turn = -1

    def on_start(self, header: Header, state: State[Any]) -> None:
        self.game = game = get_game(header.game)
        played = game.ruleset(header.ruleset, header.switches).switches
        self.lines = [
            {
                "game": header.game,
                "ruleset": header.ruleset,
                "switches": {
                    switch.name: played[switch.name]
                    for switch in game.switches
                    if not switch.added or played[switch.name] != switch.default
                },
                "components": find_components(game, header, self.library).sha256,
                "setup": _unordered(header.setup, int),
            }
        ]
        self.players = {"game": header.game, "seats": len(header.seats)}

    def on_action(self, line: int, turn: int, action: Action, events: Sequence[Event], state: State[Any]) -> None:
        words = action.to_json()
        self.lines.append(canonical_action(words))
        if "chance" in words:
            return
        if turn != self.turn:
            self.turn = turn
            self.turns.append([])
        self.turns[-1].append(self.game.move_line(state, action))

    def digests(self) -> GameDigests:
        return GameDigests(_digest(self.lines), _digest([self.players, *map(_sorted, self.turns)]))


def _digest(lines: Iterable[object]) -> str:
    return hashlib.sha256("".join(f"{_CANONICAL.encode(line)}\n" for line in lines).encode()).hexdigest()


def _sorted(value: Any) -> Any:
    """The value with every list in it sorted by the canonical JSON of its parts."""
    if type(value) is dict:
        return {key: _sorted(part) for key, part in value.items()}
    return sorted(map(_sorted, value), key=_CANONICAL.encode) if type(value) is list else value


def _unordered(value: Any, kind: type) -> Any:
    """The value with every list sorted that holds nothing but this kind: the order of such a list means nothing.

    In actions these are lists of texts (tokens, cards, resources), in setups lists of numbers (the cards of Babylonia).
    """
    if type(value) is dict:
        return {key: _unordered(part, kind) for key, part in value.items()}
    if type(value) is not list:
        return value
    if all(type(part) is kind for part in value):
        return sorted(value)
    return [_unordered(part, kind) for part in value]
