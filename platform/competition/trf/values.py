"""What a tournament report file says, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

WHITE, BLACK, NO_COLOUR = "w", "b", "-"

RESULTS = "10=+-WDLHFUZ"
"""Result codes. 1, =, 0: played; W, D, L: a game of less than a move; +, -: by forfeit; H, F, Z: bye of a half, a full
and no point that was asked for; U: bye given by the pairing. A blank is a result that is still out."""

PLAYED = frozenset("10=WDL")
POINTS = {
    "1": Decimal(1),
    "W": Decimal(1),
    "+": Decimal(1),
    "F": Decimal(1),
    "U": Decimal(1),
    "=": Decimal("0.5"),
    "D": Decimal("0.5"),
    "H": Decimal("0.5"),
    "0": Decimal(0),
    "L": Decimal(0),
    "-": Decimal(0),
    "Z": Decimal(0),
}
"""FIDE's points for each code where a file does not say otherwise (TRF26, tag 162)."""

FITTING = frozenset({"10", "01", "==", "WL", "LW", "DD", "+-", "-+", "--", "  "})
"""The codes of two opponents that belong together."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. `opponent` is a starting rank, None for a bye or an absence; `result` may be blank."""

    opponent: int | None
    colour: str
    result: str


@dataclass(frozen=True, slots=True)
class Player:
    """A line 001. `rounds` has None where the file has blanks; it never ends with None. `rank` is the place."""

    number: int
    name: str
    rounds: tuple[Cell | None, ...] = ()
    points: Decimal = Decimal(0)
    rank: int | None = None
    rating: int | None = None
    fide_id: str = ""
    federation: str = ""
    title: str = ""
    sex: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A whole file. Texts and dates are kept as they are written.

    `rounds` is the planned number (142 or XXR), `first_colour` what the best starting rank has in round 1 (152 or XXC),
    `absent` who misses the round to be paired (XXZ), `forbidden` groups who never meet (XXP). `others` are the lines
    that mean nothing to us, unchanged: teams, accelerations, point systems, comments.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    type: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    dates: tuple[str, ...] = ()
    rounds: int | None = None
    first_colour: str = ""
    absent: tuple[int, ...] = ()
    forbidden: tuple[tuple[int, ...], ...] = ()
    players: tuple[Player, ...] = field(default=())
    others: tuple[str, ...] = ()

    def last_round(self) -> int:
        """The last round in which anybody has an entry; 0 before the first."""
        return max((len(player.rounds) for player in self.players), default=0)
