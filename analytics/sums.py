"""Mergeable sums: everything the pages show is a sum over games of whole numbers, so sums of parts add up exactly.

A *family* is one table of such sums. Its rows are keyed by the *cell* of the game (variant, number of players, rating
band, month) and by keys of its own (a source, a card, a seat); its measures are whole numbers. Adding two sums adds
the measures row by row, subtracting takes games out again, and rows of zeros vanish: sums are an abelian group, so what
was added one by one equals what is counted anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.frames import Schema

CELL: Schema = {
    "variant": "category",
    "players": "int8",
    "band": "int8",
    "month": "int32",
    "proof": "int8",
    "counts": "bool",
}
"""What a page can filter by without looking at single games. All of a game lies in one cell."""


MOST_PARTS = 8
"""So many parts of sums are remembered; of 10^7 score events one has some megabytes."""


@dataclass(frozen=True, slots=True)
class Family:
    """A table of sums: its name, its own keys with their types, and its measures, all of them int64."""

    name: str
    keys: Schema
    measures: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        """All columns with their types."""
        return {**CELL, **self.keys, **dict.fromkeys(self.measures, "int64")}

    def table(self, rows: pd.DataFrame) -> pd.DataFrame:
        """The rows summed up by cell and keys, in a fixed order, without rows of zeros.

        `rows` has the columns of the schema and may have others; a row counts as often as it is there.
        """
        keys, measures = [*CELL, *self.keys], list(self.measures)
        summed = _summed(rows, keys, measures)
        summed = summed[(summed[measures] != 0).any(axis=1)]
        # Categories come in the order in which they were seen; texts sort the same everywhere.
        return summed.astype(self.texts).sort_values(keys, ignore_index=True).astype(dict(self.schema))

    @property
    def texts(self) -> dict[str, str]:
        """The columns that are categories, as texts."""
        return {name: "str" for name, kind in self.schema.items() if kind == "category"}


@dataclass(frozen=True, slots=True)
class Cells:
    """Which cells count; None means all. `since` and `until` are months, both included.

    `proof` is the level of proof from which games count; with `counts` those do that need nobody to ask for a level
    (`analytics.games.VerifiedGame`).
    """

    variant: str | None = None
    players: int | None = None
    band: int | None = None
    since: int | None = None
    until: int | None = None
    proof: int | None = None
    counts: bool = False

    def of(self, table: pd.DataFrame) -> pd.DataFrame:
        """The rows of a table with these columns."""
        for column in ("variant", "players", "band"):
            value = getattr(self, column)
            if value is not None:
                table = table[table[column] == value]
        if self.since is not None:
            table = table[table["month"] >= self.since]
        if self.until is not None:
            table = table[table["month"] <= self.until]
        if self.proof is not None:
            table = table[table["proof"] >= self.proof]
        return table[table["counts"]] if self.counts else table


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums of some games: a table for each family, by its name. A family without a table has no rows.

    Nobody changes the tables, so totals and parts that were asked for are remembered: a page asks for the same ones
    every time it is shown.
    """

    tables: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    totals: dict[tuple[str, tuple[str, ...]], pd.DataFrame] = field(default_factory=dict, repr=False, compare=False)
    parts: dict[Cells, Sums] = field(default_factory=dict, repr=False, compare=False)

    def total(self, family: Family, by: Sequence[str] = ()) -> pd.DataFrame:
        """The measures of a family summed over the cells, one row for each value of its keys, in their order.

        `by` names columns of the cell to keep apart, before the keys.
        """
        asked = family.name, tuple(by)
        if asked not in self.totals:
            table = self.tables.get(family.name)
            if table is None:
                table = family.table(pd.DataFrame(columns=list(family.schema)))
            self.totals[asked] = _summed(table, [*by, *family.keys], list(family.measures))
        return self.totals[asked].copy(deep=False)

    def where(self, cells: Cells) -> Sums:
        """Only what lies in these cells."""
        if cells not in self.parts:
            if len(self.parts) >= MOST_PARTS:
                self.parts.clear()
            self.parts[cells] = Sums({name: cells.of(table) for name, table in self.tables.items()})
        return self.parts[cells]


def add(families: Collection[Family], parts: Iterable[Sums]) -> Sums:
    """The sum of all parts."""
    return _merge(families, [(part, 1) for part in parts])


def subtract(families: Collection[Family], whole: Sums, part: Sums) -> Sums:
    """What is left of the whole without the part."""
    return _merge(families, [(whole, 1), (part, -1)])


def _merge(families: Collection[Family], signed: Sequence[tuple[Sums, int]]) -> Sums:
    merged = {}
    for family in families:
        measures = list(family.measures)
        rows = [
            table.astype(family.texts).assign(**(sign * table[measures]))
            for sums, sign in signed
            if len(table := sums.tables.get(family.name, pd.DataFrame()))
        ]
        merged[family.name] = family.table(
            pd.concat(rows, ignore_index=True) if rows else pd.DataFrame(columns=list(family.schema))
        )
    return Sums(merged)


def _summed(rows: pd.DataFrame, keys: Sequence[str], measures: Sequence[str]) -> pd.DataFrame:
    """One row for each value of the keys, in their order, with the sums of the measures; without keys one row.

    The same as a group-by, which takes several times as long on the few thousand rows of a page.
    """
    numbers = rows[list(measures)].to_numpy("int64")
    if not keys:
        return pd.DataFrame([numbers.sum(axis=0)], columns=list(measures))
    codes = np.stack([_codes(rows[key]) for key in keys])
    order = np.lexsort(codes[::-1])
    codes = codes[:, order]
    starts = np.flatnonzero(np.append(True, (codes[:, 1:] != codes[:, :-1]).any(axis=0))) if len(rows) else order
    sums = np.add.reduceat(numbers[order], starts, axis=0) if len(rows) else numbers
    first = rows[list(keys)].iloc[order[starts]].reset_index(drop=True)
    return first.assign(**dict(zip(measures, sums.T, strict=True)))


def _codes(column: pd.Series[Any]) -> npt.NDArray[np.int64]:
    """Whole numbers in the order of the values; texts in the order in which they come."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return np.asarray(column.cat.codes, "int64")
    if pd.api.types.is_integer_dtype(column.dtype):
        return np.asarray(column, "int64")
    return np.asarray(pd.factorize(column)[0], "int64")
