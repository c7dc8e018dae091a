"""Bags: what chance, or whoever lays out the table, may bring. Recorder, dealing and its proof use the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.message import Message

Thing = str | int


@dataclass(frozen=True, slots=True)
class Bag:
    """What the draw that is due may bring.

    `line` are the words of the log line that are fixed already ({"chance": "draw", "seat": 0}), `key` is the word whose
    value is drawn, `left` says how many of each thing are in the bag, and `take` how many are drawn. `ordered`: their
    order counts. `group`: they are drawn in groups of so many (a list of lists); 0: one list. `single`: the value is
    the one thing itself.
    """

    line: Mapping[str, Any]
    key: str
    left: Mapping[str, int]
    take: int
    ordered: bool = False
    group: int = 0
    single: bool = False

    def drawn(self, things: Sequence[str]) -> dict[str, Any]:
        """The log line of a draw that brings these things. Whether it can is checked by the rules, not here."""
        value: Any = list(things)
        if self.single:
            value = things[0] if things else ""
        elif self.group:
            value = [value[start : start + self.group] for start in range(0, len(value), self.group)]
        return {**self.line, self.key: value}

    @property
    def certain(self) -> bool:
        """Whether only one outcome is possible."""
        count = sum(self.left.values())
        return self.take == 0 or len(self.left) == 1 or (count <= self.take and not self.ordered and not self.group)


@dataclass(frozen=True, slots=True)
class SetupSlot:
    """A place of the setup that holds one thing. `path` leads to it in the setup's JSON: ("tiles", "0012").

    `places` are the elements of the picture that the thing covers, in the order of the spots of its piece; none where
    no picture shows it.
    """

    path: tuple[str | int, ...]
    label: Message
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fit:
    """What lies in a slot says what lies in the slot of the same number of another part: thing here -> thing there."""

    part: str
    of: Mapping[Thing, Thing]


@dataclass(frozen=True, slots=True)
class Upon:
    """Things lie on what lies in the slot of the same number of another part: thing there -> on which of its spots."""

    part: str
    spot: Mapping[Thing, int]


@dataclass(frozen=True, slots=True)
class SetupPart:
    """Slots that are filled from one bag: city and farm tiles on their hexes, for example.

    `question` asks what a slot holds. `things` are what there is: value, name in words, and how many; None for as many
    as wanted (a rotation). `ordered`: it counts which slot holds which thing. `sides`: of things that are sides of one
    body only one is in play: value -> body. `turn`: what lies at the place of a slot is turned by so many degrees for
    each unit of the value.
    """

    key: str
    title: Message
    question: Message
    slots: tuple[SetupSlot, ...]
    things: tuple[tuple[Thing, Message, int | None], ...]
    ordered: bool = True
    sides: Mapping[Thing, str] = field(default_factory=dict)
    fit: Fit | None = None
    upon: Upon | None = None
    turn: int = 0
