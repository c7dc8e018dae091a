"""Steps: an action as a short path of choices, in the order in which a person of the game thinks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.message import Message


@dataclass(frozen=True, slots=True)
class Step:
    """One choice on the way to an action.

    It says one word of the log line: `line[key] = value`, or, if `listed`, `value` is appended to the list `line[key]`.
    An empty `key` says nothing: it ends a path that could go on. `label` names the choice in words. `places` are the
    elements of the picture that show it ("hex:0216" is the element with data-hex="0216"; "garden:0/column:a1" is the
    column a1 inside garden 0).

    `thing` is what the choice is about, as key and value of a log line, where that is not its own word: the top tile of
    a stack, the tile that a rotation turns. `covers` are the places that it then covers, in the order of the piece's
    spots (`Piece.spots`).
    """

    key: str
    value: Any
    label: Message
    places: tuple[str, ...] = ()
    listed: bool = False
    thing: tuple[str, Any] | None = None
    covers: tuple[str, ...] = ()


def places_of(steps: Iterable[Step]) -> list[str]:
    """Where in the picture a path leads: each place once, all that a piece covers."""
    return list(dict.fromkeys(place for step in steps for place in (step.covers or step.places)))
