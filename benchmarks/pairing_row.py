"""A line of the pairing table (`benchmarks/pairing_table.py`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. `met`: the value is right, or at most so much where `most` says so."""

    name: str
    value: float
    right: float
    most: bool = False

    @property
    def met(self) -> bool:
        return self.value <= self.right if self.most else self.value == self.right
