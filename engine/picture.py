"""The picture of a position in a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.components import Library, no_library
from engine.game import Action, Event, State
from engine.log.header import Header
from engine.log.replay import ReplayVisitor, replay
from engine.registry import get_game


def position_svg(data: bytes, turn: int | None = None, library: Library = no_library) -> str:
    """The position at the end of a turn as an SVG document; None: as far as the log is valid.

    Turn 0 is the position before the first turn. A turn that the log begins and does not end is shown as far as it
    goes. What was done in the turn is pointed out.

    Raises ValueError if the bytes hold no position (unreadable, or a setup that the rules do not allow) or if the game
    does not get as far as that turn.
    """
    watcher = _Watcher(turn)
    report = replay(data, watcher, library)
    header, state = watcher.header, watcher.state
    if header is None or state is None:
        raise ValueError(f"there is no position to show: {report.reason}")
    if turn is not None and not 0 <= turn <= report.turns:
        raise ValueError(f"there is no turn {turn}: the log is valid up to turn {report.turns}")
    shown = watcher.reached or state
    return get_game(header.game).picture(shown, header.seats, watcher.last)


class _Watcher(ReplayVisitor):
    """Keeps the position after the wanted turn, and the actions of the turn that is shown."""

    def __init__(self, turn: int | None) -> None:
        self.wanted = turn
        self.header: Header | None = None
        self.state: State[Any] | None = None
        self.reached: State[Any] | None = None
        self.last: list[Action] = []
        self._last_turn = 0

    def on_start(self, header: Header, state: State[Any]) -> None:
        self.header, self.state = header, state
        if self.wanted == 0:
            self.reached = state.copy()

    def on_action(self, line: int, turn: int, action: Action, events: Sequence[Event], state: State[Any]) -> None:
        if self.wanted is None:
            if turn != self._last_turn:
                self._last_turn, self.last = turn, []
            self.last.append(action)
        elif turn == self.wanted:
            self.reached = state.copy()
            self.last.append(action)
