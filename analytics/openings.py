"""The opening of a seat: what it does in its first turns, in words that are the same for what is the same.

A turn becomes a *key*: the parts that its actions add, sorted and joined by "+". Where on the board, in which order and
with which copy of a piece does not matter, so that turns of different games can be compared; who moves next does not
either. Each game has a reader of its own for what makes its first turns alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.babylonia.actions import PLACE, BabyloniaAction
from engine.babylonia.cells import CITY
from engine.babylonia.components import FARMER
from engine.babylonia.state import BabyloniaState
from engine.game import Action, Event, ScoreEvent, State
from engine.ishtar.components import SHAPES
from engine.ishtar.state import IshtarState

OPENING_TURNS = 3
"""So many turns of each seat are its opening."""

NOTHING = "nothing"
"""The key of a turn to which no action has added anything."""

Reader = Callable[[Action, Sequence[Event], State[Any]], Iterable[str]]
"""The parts that an action adds to the key of its turn; the state is the one after it."""


def key_of(parts: Iterable[str]) -> str:
    """The key of a turn with these parts, in any order."""
    return "+".join(sorted(parts)) or NOTHING


def parts_of(key: str) -> list[tuple[str, int]]:
    """The different parts of a key in their order, and how often each is in it; none for `NOTHING`."""
    return [] if key == NOTHING else list(Counter(key.split("+")).items())


def _babylonia(action: Action, events: Sequence[Event], state: State[Any]) -> Iterable[str]:
    """Each token placed: a farmer, a noble of any kind, or face down on a river; on a farm, or else next to what."""
    assert isinstance(action, BabyloniaAction)
    assert isinstance(state, BabyloniaState)
    if action.op != PLACE:
        return
    token = "farmer" if action.token == FARMER else "noble"
    if state.is_river[action.hex]:
        token = "river"
    if any(isinstance(event, ScoreEvent) and event.source.startswith("farm") for event in events):
        yield f"{token}:farm"
        return
    near = ["city"] if any(state.cells[other] == CITY for other in state.neighbours[action.hex]) else []
    near += ["ziggurat"] if state.ziggurat_near[action.hex] >= 0 else []
    yield ":".join([token, *near])


def _ishtar(action: Action, _events: Sequence[Event], state: State[Any]) -> Iterable[str]:
    """The shape of the tile taken, the special action, and each tree planted."""
    assert isinstance(state, IshtarState)
    words = action.to_json()
    match words.get("do"):
        case "take":
            yield f"tile:{SHAPES[state.components.tiles[state.hand].shape]}"
        case "skill":
            yield f"skill:{words['skill']}"
        case "assistant" | "discard" | "reserve" | "bloom" as word:
            yield word
        case "plant" | "buy":
            yield "tree"


def _amyitis(action: Action, _events: Sequence[Event], _state: State[Any]) -> Iterable[str]:
    """The craft recruited and what it does, or where the caravan goes and what is done there."""
    words = action.to_json()
    match words.get("do"):
        case "recruit":
            yield words["craft"]
        case "temple" | "buy" as word:
            yield f"{word}:{words['temple' if word == 'temple' else 'card']}"
        case "caravan" | "sell" | "plant" | "pass" as word:
            yield word


def _babylon(action: Action, _events: Sequence[Event], _state: State[Any]) -> Iterable[str]:
    """Each tile placed with its level, each piece built, and what becomes of a tile that is not placed."""
    words = action.to_json()
    match words.get("do"):
        case "place":
            yield f"level:{words['level']}"
        case "build":
            yield words["piece"]
        case "store" | "discard" as word:
            yield word


READERS: Mapping[str, Reader] = MappingProxyType(
    {"babylonia": _babylonia, "ishtar": _ishtar, "amyitis": _amyitis, "babylon": _babylon}
)

OpeningRow = list[int | str]
"""`[line, seat, number, opening]`: the first action of the seat's turn of this number, and the key of that turn."""


class OpeningCollector:
    """Collects the opening of each seat of one game while it is replayed. Only what the seat on turn does counts; its
    turns are numbered from 1. A game without a reader has no openings."""

    def __init__(self, game: str) -> None:
        self._reader = READERS.get(game)
        self._turn = 0
        self._seat = -1
        self._begun: Counter[int] = Counter()
        self._turns: list[tuple[int, int, int, list[str]]] = []

    def add(self, line: int, turn: int, action: Action, events: Sequence[Event], state: State[Any]) -> None:
        """An action that was carried out in this turn; `state` is the position after it."""
        if self._reader is None or action.seat is None or not turn:
            return
        if turn > self._turn:
            self._turn, self._seat = turn, action.seat
            self._begun[self._seat] += 1
            if self._begun[self._seat] <= OPENING_TURNS:
                self._turns.append((line, self._seat, self._begun[self._seat], []))
        if action.seat == self._seat and self._begun[self._seat] <= OPENING_TURNS:
            self._turns[-1][-1].extend(self._reader(action, events, state))

    def rows(self) -> list[OpeningRow]:
        """The turns in their order."""
        return [[line, seat, number, key_of(parts)] for line, seat, number, parts in self._turns]
