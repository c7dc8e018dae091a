"""What a tournament report file says, as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations

from competition.records import Pair

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

ASKED = {"U": "F", "+": "F", "-": "Z"}
"""What a code means where the round is still to come: nothing is paired in it, so it is a bye that was asked for."""

FORFEITS = frozenset("+-")
"""Codes of a game that was not played. They need no colour."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. `opponent` is a starting rank, None for a bye or an absence; `result` may be blank.

    A forfeit against a named opponent may have no colour.
    """

    opponent: int | None
    colour: str
    result: str

    @property
    def is_given(self) -> bool:
        """A bye by the pairing, or a win by forfeit, without an opponent: nobody asked for it."""
        return self.opponent is None and self.result in "U+"


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
class Byes:
    """A line 240: who has a bye that was asked for in a round. `code` is F, H or Z."""

    code: str
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A group of whom no two meet: always (XXP), or from round `first` to round `last` (260)."""

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None

    def holds(self, first: int, last: int) -> bool:
        """In each of these rounds."""
        return self.first <= first and (self.last is None or self.last >= last)

    def pairs(self) -> Iterator[Pair]:
        """Every two of the group."""
        return combinations(sorted(set(self.players)), 2)


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A whole file. Texts and dates are kept as they are written.

    `rounds` is the planned number (142 or XXR), `first_colour` what the best starting rank has in round 1 (152 or XXC),
    `absent` who misses the round to be paired (XXZ), `teams` the number of teams (082). `others` are the lines that
    mean nothing to us, unchanged: teams, accelerations, point systems, comments; in a team tournament its byes and
    forbidden pairs too, whose numbers are those of teams. `unprintable` has the number of the line for each
    character that was dropped because it cannot be printed; two files that differ in nothing else say the same.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    teams: str = ""
    type: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    dates: tuple[str, ...] = ()
    rounds: int | None = None
    first_colour: str = ""
    absent: tuple[int, ...] = ()
    byes: tuple[Byes, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    players: tuple[Player, ...] = field(default=())
    others: tuple[str, ...] = ()
    unprintable: tuple[int, ...] = field(default=(), compare=False)

    def last_round(self) -> int:
        """The last round that was paired; 0 before the first. Byes may be entered for later ones.

        Two met in it, or nobody is left whom it could still pair: everybody has an entry, one of them a bye by the
        pairing.
        """
        met = max(
            (
                number
                for player in self.players
                for number, cell in enumerate(player.rounds, start=1)
                if cell is not None and cell.opponent is not None
            ),
            default=0,
        )
        longest = max((len(player.rounds) for player in self.players), default=0)
        return next((number for number in range(longest, met, -1) if self._is_settled(number)), met)

    def _is_settled(self, number: int) -> bool:
        cells = {
            player.number: player.rounds[number - 1] if number <= len(player.rounds) else None
            for player in self.players
        }
        asked = {player for line in self.byes if line.round == number for player in line.players}
        given = any(cell is not None and cell.is_given for cell in cells.values())
        return given and all(cell is not None or player in asked for player, cell in cells.items())

    def cells(self) -> dict[int, list[Cell | None]]:
        """Everybody's cells of the rounds that are paired. A blank that a line 240 calls a bye is that bye."""
        last = self.last_round()
        found: dict[int, list[Cell | None]] = {
            player.number: [*player.rounds[:last], *[None] * (last - len(player.rounds))] for player in self.players
        }
        for line in self.byes:
            for number in line.players:
                if line.round <= last and number in found and found[number][line.round - 1] is None:
                    found[number][line.round - 1] = Cell(None, NO_COLOUR, line.code)
        return found

    def coming_byes(self) -> dict[int, dict[int, str]]:
        """Who asked for a bye in which round after the last one, with its code, whichever line says so."""
        last = self.last_round()
        found: dict[int, dict[int, str]] = {player.number: {} for player in self.players}
        for number in self.absent:
            if number in found:
                found[number][last + 1] = "Z"
        for player in self.players:
            later = [(number, cell) for number, cell in enumerate(player.rounds, start=1) if number > last and cell]
            found[player.number].update((number, ASKED.get(cell.result, cell.result)) for number, cell in later)
        for line in self.byes:
            for number in line.players:
                if line.round > last and number in found:
                    found[number][line.round] = line.code
        return {number: dict(sorted(byes.items())) for number, byes in found.items() if byes}

    def forbidden_pairs(self, first: int, last: int) -> frozenset[Pair]:
        """The pairs that may not meet in any round from `first` to `last`."""
        known = {player.number for player in self.players}
        return frozenset(
            pair
            for group in self.forbidden
            if group.holds(first, last)
            for pair in group.pairs()
            if known.issuperset(pair)
        )
