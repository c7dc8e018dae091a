"""What a game shows of a position, as data: the board, what is on offer, a panel for each seat, a legend.

The board is only a board. What lies beside it in the box lies beside it here: what is on offer in a tray, what a seat
has in its panel. A page draws panels and legend itself; paper and `show --svg` have all of it in one drawing
(`engine.whole_picture`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.message import Message

WIDTH = 720.0
"""The width of a drawing. On a screen 360 pixels wide two units are one pixel."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing `WIDTH` units wide: markup, the rules of its style sheet, and shapes that it uses beside symbols.

    `edges` are drawn around it on paper only, such as the numbers of columns; they take `margin` units on each side.
    """

    height: float
    style: str
    content: Sequence[str]
    definitions: str = ""
    edges: Sequence[str] = ()
    margin: float = 0


@dataclass(frozen=True, slots=True)
class Amount:
    """Something that a seat has: a symbol (see `engine.symbols`), how many (None: the symbol alone says it), in words.

    `faded`: it is used up, or the seat lacks it. `place` names it among the places of a step (`Step.places`).
    """

    symbol: str
    count: int | None
    words: Message
    faded: bool = False
    place: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A seat: its points, whether it decides now, and what it has.

    `projected`: the points that it would have if the game ended now, in games that score at the end; None elsewhere,
    and after the end.
    """

    seat: int
    points: int
    on_turn: bool
    amounts: Sequence[Amount]
    projected: int | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A line of the legend: a symbol and what it means."""

    symbol: str
    meaning: Message


@dataclass(frozen=True, slots=True)
class Shown:
    """A position as somebody sees it.

    `status` says whose turn it is or who won, `due` what is to be done (None after the end), `notes` what else is worth
    knowing. `description` is all of it in words, for those who cannot see the drawings.
    """

    board: Drawing
    tray: Drawing | None
    panels: Sequence[Panel]
    legend: Sequence[Key]
    status: Message
    due: Message | None
    notes: Sequence[Message]
    description: str
