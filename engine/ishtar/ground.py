"""What is worked out from the boards once, and kept until they change: where tiles of a shape may lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.ishtar.grid import Lie


class OpenSpots(NamedTuple):
    """Where tiles of a shape may lie as far as assistants allow: the spots with their cells, in ascending order.

    `watched` are, in the same order, the bits of the assistants in flowerbeds next to the cells; `contested` are the
    places in that order with several of these bits.
    """

    lies: list[Lie]
    watched: list[int]
    contested: list[int]


@dataclass(slots=True)
class Ground:
    """What follows from the boards alone.

    `closed`: the cells that no tile may cover. `beside`: by fountain, as its bit, the open cells next to its gardens.
    `spots`: by shape, as far as somebody has asked. `notes`: what bots have worked out, under keys of their own.
    """

    closed: list[int]
    beside: dict[int, list[int]]
    spots: dict[int, OpenSpots] = field(default_factory=dict)
    notes: dict[object, Any] = field(default_factory=dict)
