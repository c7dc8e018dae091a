"""What the rules allow a score to be, so that a typed result can be checked without a log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SharedTotal:
    """All seats together have at most `most` points from these sources; with `exactly`, neither more nor fewer."""

    sources: tuple[str, ...]
    most: int
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most points of a seat: as a whole, and by source. Safe rather than tight: no game that can be
    played lies outside.
    """

    score: tuple[int, int]
    sources: Mapping[str, tuple[int, int]]
    shared: tuple[SharedTotal, ...] = ()
