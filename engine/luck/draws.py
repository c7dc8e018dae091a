"""The draws of a game that have decided something, and to whom each belongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.game import State
from engine.table.table import Table


def draws_of(table: Table) -> list[int]:
    """The moves by which chance has brought one of several outcomes, by their numbers."""
    return [number for number, move in enumerate(table.moves) if move.action.seat is None and not move.forced]


def positions_before(table: Table, numbers: Iterable[int]) -> Iterator[tuple[int, State[Any]]]:
    """These moves by their numbers, in their order, each with the position in which it was made. There is one position
    for all of them: the next step changes it.
    """
    state, at = table.at(0).state, 0
    for number in numbers:
        for move in table.moves[at:number]:
            state.apply(move.action)
        at = number
        yield number, state


def owner_of(table: Table, number: int) -> int | None:
    """The seat to which a draw belongs: the one that it was dealt to, else the one that is the next to act.

    None if nobody acts any more.
    """
    dealt_to: int | None = table.moves[number].action.to_json().get("seat")
    if dealt_to is not None:
        return dealt_to
    return next((move.action.seat for move in table.moves[number:] if move.action.seat is not None), None)
