"""What a tile would rest on in a place of a garden, and which of its corners may be left open then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.babylon.cells import NO_CORNER


class Footing(NamedTuple):
    """A place where a tile could lie with enough pillars.

    `simple` and `double` are the pillars that it takes if every corner that can be supported is. By corner, as bits:
    `on_simple` and `on_double` say which of them the pillars support, `may_hang` which may hang free. `gap`: one corner
    cannot be supported, so that it has to hang.
    """

    anchor: int
    level: int
    simple: int
    double: int
    on_simple: int
    on_double: int
    may_hang: int
    gap: bool


def open_corners_of(
    footings: Iterable[Footing], simple: int, double: int, by_choice: bool, belvedere: bool
) -> list[tuple[int, int, int]]:
    """The places where so many pillars suffice: anchor, level and a bit for each corner that may be left open there.

    The bit of `NO_CORNER` says that all four may be supported. `by_choice`: a corner that could be supported may hang
    all the same; `belvedere`: there is one for a corner that hangs.
    """
    found = []
    for anchor, level, takes_simple, takes_double, on_simple, on_double, may_hang, gap in footings:
        simple_left, double_left = simple - takes_simple, double - takes_double
        bits = 0
        if simple_left >= 0 and double_left >= 0:
            if not gap:
                bits = 1 << NO_CORNER
            if belvedere and (gap or by_choice):
                bits |= may_hang
        elif belvedere and not gap:
            if simple_left == -1 and double_left >= 0:
                bits = may_hang & on_simple
            elif double_left == -1 and simple_left >= 0:
                bits = may_hang & on_double
        if bits:
            found.append((anchor, level, bits))
    return found
