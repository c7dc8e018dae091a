"""Each game once more, written from its rules text alone, clear instead of fast, to be compared with the engine.

A reference is a class `ReferenceGame` in the module of the game's key; `Reference` says what it offers. `DEFAULTS` in
that module are the switches that it knows, with their defaults.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from engine.registry import GAMES

Words = dict[str, Any]


class Reference(Protocol):
    """One game, driven by the lines of a log. `events` grows by `(seat, source, points, ...)`, one a score."""

    events: list[Any]

    def __init__(self, header: Words) -> None: ...

    @property
    def to_move(self) -> int | str | None:
        """A seat, "chance", or None when the game is over."""

    def is_legal(self, action: Words) -> bool:
        """Whether this line may come now, draws included. Never raises, whatever the line holds."""

    def legal_actions(self) -> list[Words]:
        """The lines that the seat to move may write."""

    def apply(self, action: Words) -> None:
        """Carry out a line that may come."""

    def result(self) -> Words | None:
        """`end`, `scores`, `winners`; None while the game goes on."""


def reference_of(key: str) -> tuple[type[Reference], Words]:
    """The reference of a game, and the switches that it knows with their defaults."""
    module = import_module(f"tests.engine.reference.{key}")
    return module.ReferenceGame, module.DEFAULTS


WITH_REFERENCE = [key for key in GAMES if find_spec(f"tests.engine.reference.{key}")]
