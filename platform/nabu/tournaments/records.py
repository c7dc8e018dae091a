"""Plain values that pairing, standings and brackets compute with. No database behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entry as a stage sees it. `seed` is its seed in the stage, 1 is the best; `active` is False once dropped."""

    id: int
    name: str
    seed: int
    active: bool = True


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat of a table. Score, place and points are None as long as there is no confirmed result."""

    competitor: int
    score: int | None = None
    place: int | None = None
    points: Decimal | None = None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table of a stage: its round, its seats in order of play, its bracket slot where there is a bracket."""

    round: int
    seats: tuple[SeatRecord, ...]
    is_bye: bool = False
    slot: int | None = None
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A table that is proposed: competitors in order of play. One competitor is a bye."""

    seats: tuple[int, ...]
    slot: int | None = None

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """A proposed round: its tables, best first, and what has to be said about them in plain sentences."""

    tables: tuple[PairedTable, ...]
    notes: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Field:
    """Everything a format needs to pair the next round of a stage.

    `tables` are all tables of the earlier rounds, `sizes` the numbers of players that the game allows, `lot` the text
    that seeds every random choice, so that the same round is always paired the same way.
    """

    competitors: tuple[Competitor, ...]
    tables: tuple[TableRecord, ...]
    round: int
    sizes: tuple[int, ...]
    lot: str

    def active(self) -> list[Competitor]:
        """Those who still play, by seed."""
        return sorted((c for c in self.competitors if c.active), key=lambda c: c.seed)


def names(competitors: Sequence[Competitor]) -> dict[int, str]:
    """Names by id."""
    return {competitor.id: competitor.name for competitor in competitors}
