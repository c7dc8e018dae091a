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

from analytics.frames import Ints, Schema
from analytics.when_asked import WhenAsked

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
        """The rows summed up by cell and keys, in their order, without rows of zeros.

        `rows` has the columns of the schema and may have others; a row counts as often as it is there.
        """
        return _merged(self, [rows], [1])


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
        conditions = []
        for column in ("variant", "players", "band"):
            value = getattr(self, column)
            if value is not None:
                conditions.append(table[column] == value)
        if self.since is not None:
            conditions.append(table["month"] >= self.since)
        if self.until is not None:
            conditions.append(table["month"] <= self.until)
        if self.proof is not None:
            conditions.append(table["proof"] >= self.proof)
        if self.counts:
            conditions.append(table["counts"])
        if not conditions:
            return table
        return table[np.logical_and.reduce([condition.to_numpy() for condition in conditions])]


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
            self.totals[asked] = _summed(
                [table], {key: family.schema[key] for key in (*by, *family.keys)}, family.measures
            )
        return self.totals[asked].copy(deep=False)

    def where(self, cells: Cells) -> Sums:
        """Only what lies in these cells."""
        if cells not in self.parts:
            if len(self.parts) >= MOST_PARTS:
                self.parts.clear()
            self.parts[cells] = Sums(WhenAsked(tuple(self.tables), lambda name: cells.of(self.tables[name])))
        return self.parts[cells]


def add(families: Collection[Family], parts: Iterable[Sums]) -> Sums:
    """The sum of all parts."""
    return _merge(families, [(part, 1) for part in parts])


def subtract(families: Collection[Family], whole: Sums, part: Sums) -> Sums:
    """What is left of the whole without the part."""
    return _merge(families, [(whole, 1), (part, -1)])


def cells_of(games: pd.DataFrame) -> tuple[pd.DataFrame, Ints]:
    """The cells of these games, one row each, and for each game the row of its cell."""
    keys = [_key([games[name]], kind) for name, kind in CELL.items()]
    order, starts = _groups([key.codes for key in keys], len(games))
    first, places = order[starts], np.empty(len(games), np.int64)
    places[order] = np.repeat(np.arange(len(first)), np.diff(np.append(starts, len(games))))
    return pd.DataFrame({name: key.column(first) for name, key in zip(CELL, keys, strict=True)}), places


def rows_of_cells(cells: pd.DataFrame, keys: Mapping[str, Sequence[Any]], measures: Mapping[str, Ints]) -> pd.DataFrame:
    """A row for each cell with each value of each key; the measures have them in this order."""
    cell, *places = np.indices((len(cells), *map(len, keys.values()))).reshape(1 + len(keys), -1)
    columns: dict[str, Any] = {name: cells[name].array.take(cell) for name in CELL}
    for (name, values), place in zip(keys.items(), places, strict=True):
        columns[name] = pd.Categorical.from_codes(place.astype(np.int64), pd.Index(list(values)))
    return pd.DataFrame(columns | {name: measure.reshape(-1) for name, measure in measures.items()})


def _merge(families: Collection[Family], signed: Sequence[tuple[Sums, int]]) -> Sums:
    merged = {}
    for family in families:
        found = [(sums.tables[family.name], sign) for sums, sign in signed if family.name in sums.tables]
        merged[family.name] = _merged(family, [table for table, _sign in found], [sign for _table, sign in found])
    return Sums(merged)


def _merged(family: Family, tables: Sequence[pd.DataFrame], signs: Sequence[int]) -> pd.DataFrame:
    """All rows of these tables, each counted with its sign, summed up by cell and keys without rows of zeros."""
    return _summed(tables, {**CELL, **family.keys}, family.measures, signs, keep_zeros=False)


def _summed(
    tables: Sequence[pd.DataFrame],
    keys: Schema,
    measures: Sequence[str],
    signs: Sequence[int] = (1,),
    *,
    keep_zeros: bool = True,
) -> pd.DataFrame:
    """One row for each value of the keys, in their order, with the sums of the measures; without keys one row.

    The same as concatenating and a group-by, which take many times as long on the few rows of a game or a page.
    """
    rows = sum(map(len, tables))
    numbers = np.empty((rows, len(measures)), np.int64)
    begin = 0
    for table, sign in zip(tables, signs, strict=True):
        end = begin + len(table)
        for place, name in enumerate(measures):
            numbers[begin:end, place] = table[name].to_numpy()
        if sign != 1:
            numbers[begin:end] *= sign
        begin = end
    if not keys:
        return pd.DataFrame([numbers.sum(axis=0)], columns=list(measures))
    found = [_key([table[name] for table in tables], kind) for name, kind in keys.items()]
    order, starts = _groups([key.codes for key in found], rows)
    sums = np.add.reduceat(numbers[order], starts, axis=0) if rows else numbers
    first = order[starts]
    if not keep_zeros:
        kept = sums.any(axis=1)
        first, sums = first[kept], sums[kept]
    columns = {name: key.column(first) for name, key in zip(keys, found, strict=True)}
    return pd.DataFrame({**columns, **dict(zip(measures, sums.T, strict=True))})


@dataclass(frozen=True, slots=True)
class _Key:
    """A key of each row as a number, in the order of the values; `texts` has the values of a category."""

    codes: Ints
    kind: str
    texts: npt.NDArray[np.object_]

    def column(self, rows: Ints) -> Any:
        """The values of these rows."""
        codes = self.codes[rows]
        if self.kind != "category":
            return codes.astype(self.kind)
        used, places = np.unique(codes, return_inverse=True)
        return pd.Categorical.from_codes(places, pd.Index(self.texts[used], dtype="str"))


def _key(columns: Sequence[pd.Series[Any]], kind: str) -> _Key:
    """A key over the rows of several tables. Categories come in the order in which they were seen; texts sort the same
    everywhere."""
    none = np.empty(0, np.int64)
    if kind != "category":
        return _Key(
            np.concatenate([none, *(column.to_numpy("int64") for column in columns)]), kind, np.empty(0, object)
        )
    parts = [_coded(column) for column in columns]
    texts = sorted({text for _codes, own in parts for text in own})
    place = {text: number for number, text in enumerate(texts)}
    coded = [np.array([place[text] for text in own], np.int64)[codes] for codes, own in parts]
    return _Key(np.concatenate([none, *coded]), kind, np.array(texts, object))


def _coded(column: pd.Series[Any]) -> tuple[Ints, list[str]]:
    """A column of texts as numbers, and the text of each number."""
    if not isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype("category")
    return np.asarray(column.cat.codes, np.int64), [str(text) for text in column.cat.categories]


def _groups(keys: Sequence[Ints], rows: int) -> tuple[Ints, Ints]:
    """The rows in the order of the keys, and where each group of equal ones begins in it."""
    if not rows:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    packed, room = np.zeros(rows, np.int64), 1
    for key in keys:
        least = int(key.min())
        width = int(key.max()) - least + 1
        room *= width
        if room >= 2**63:
            raise ValueError("more kinds of rows than numbers")
        packed = packed * width + (key - least)
    order = np.argsort(packed, kind="stable")
    packed = packed[order]
    return order, np.flatnonzero(np.append(True, packed[1:] != packed[:-1]))
