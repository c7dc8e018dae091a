"""The game digest: by which the same game is recognised in another file (docs/game-log.md, "The game digest").

It leaves out what can differ between two files of one game: names, remarks, the order in a draw, line ends, the result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from engine.components import Library, no_library
from engine.game import Action, Event, State
from engine.log.header import Header, find_components
from engine.log.replay import ReplayVisitor, replay
from engine.registry import get_game

_CANONICAL: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def game_digest(data: bytes, library: Library = no_library) -> str | None:
    """The digest of the game that a log tells, 64 hexadecimal digits; None unless the log is verified. Never raises.

    No part of `replay`: writing the lines down in their canonical form takes longer than checking them.
    """
    game = _Game(library)
    return game.digest() if replay(data, game, library).verdict == "verified" else None


class _Game(ReplayVisitor):
    """What a game is made of, in canonical form."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.lines: list[object] = []

    def on_start(self, header: Header, state: State[Any]) -> None:
        game = get_game(header.game)
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

    def on_action(self, line: int, turn: int, action: Action, events: Sequence[Event], state: State[Any]) -> None:
        self.lines.append(_unordered(action.to_json(), str))

    def digest(self) -> str:
        return hashlib.sha256("".join(f"{_CANONICAL.encode(line)}\n" for line in self.lines).encode()).hexdigest()


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
