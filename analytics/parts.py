"""Parts of a store: some games of one month as typed tables, with their sums, in folders that nobody changes.

A table is an Arrow file that is mapped into memory, sorted by game. So the rows of a few games are found by halving,
and what is not looked at is not read from disk.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np
import pandas as pd
import pyarrow as pa

from analytics.families import FAMILIES, sums_of
from analytics.frames import PLAYER_GAMES, SCHEMAS, Frames, Ints, Schema, points_by_source, typed
from analytics.model import Model
from analytics.sums import Sums, add

COUNTED_AT_ONCE = 5_000
"""So many games are summed up at once: that takes many times the memory of their tables."""

OPEN_FILES = 2_000
"""So many mapped files are kept at hand. They take no memory of their own."""

POINTS: Schema = {name: PLAYER_GAMES[name] for name in ("game_id", "seat", "player_id", "score", "win")}
"""The columns of the table "points" beside those of the sources that gave points (`frames.points_by_source`)."""


class Part(NamedTuple):
    """Where the tables and the sums of some games of a month lie, and how many games they are."""

    month: int
    tables: str
    sums: str
    games: int


def write_part(folder: Path, month: int, frames: Frames, sums: Sums) -> Part:
    """Write a new part of the store in this folder. Nobody knows of it before it is entered in the store's list."""
    tables = f"tables-{uuid4().hex}"
    place = folder / str(month) / tables
    place.mkdir(parents=True)
    frames = _in_order(frames)
    for name, table in frames.tables().items():
        write_table(place / f"{name}.arrow", table, SCHEMAS[name])
    points = points_by_source(frames)
    sources = dict.fromkeys(set(points.columns) - PLAYER_GAMES.keys(), "int32")
    write_table(place / "points.arrow", points, {**POINTS, **sources})
    return Part(month, tables, write_sums(folder, month, sums), len(frames))


def write_sums(folder: Path, month: int, sums: Sums) -> str:
    """Write sums of a month into a new folder, whose name comes back."""
    name = f"sums-{uuid4().hex}"
    place = folder / str(month) / name
    place.mkdir(parents=True)
    for family in FAMILIES:
        write_table(place / f"{family.name}.arrow", sums.tables[family.name], family.schema)
    return name


def read_frames(folder: Path, parts: Sequence[Part], game_ids: Collection[int] | None = None) -> Frames:
    """The tables of these games of the parts, or of all."""
    wanted = None if game_ids is None else np.unique(np.fromiter(game_ids, np.int64, len(game_ids)))
    return Frames(**{name: _of_games(_mapped(folder, parts, name), wanted, SCHEMAS[name]) for name in SCHEMAS})


def read_games(folder: Path, parts: Sequence[Part]) -> pd.DataFrame:
    """The table of games alone."""
    return _frame(_mapped(folder, parts, "games"), SCHEMAS["games"])


def read_rows(folder: Path, parts: Sequence[Part], name: str, texts: Mapping[str, str]) -> pd.DataFrame:
    """The rows of a table that have these texts in their columns."""
    found = []
    for table in _mapped(folder, parts, name):
        chosen = np.ones(len(table), bool)
        for column, text in texts.items():
            codes = table.column(column).combine_chunks()
            words = codes.dictionary.to_pylist()
            chosen &= codes.indices.to_numpy() == (words.index(text) if text in words else -1)
        found.append(table.take(pa.array(np.flatnonzero(chosen))))
    return _frame(found, SCHEMAS[name])


def read_points(folder: Path, parts: Sequence[Part]) -> pd.DataFrame:
    """Who sat where, won, and made how many points of which source: the table "points" of all parts."""
    tables = _mapped(folder, parts, "points")
    sources = sorted({name for table in tables for name in table.column_names} - POINTS.keys())
    columns = {}
    for name, kind in {**POINTS, **dict.fromkeys(sources, "int32")}.items():
        columns[name] = np.concatenate(
            [
                np.empty(0, kind),
                *(
                    table.column(name).to_numpy() if name in table.column_names else np.zeros(len(table), kind)
                    for table in tables
                ),
            ]
        )
    return pd.DataFrame(columns, copy=False)


def read_sums(folder: Path, part: Part) -> Sums:
    """The sums of a part."""
    place = folder / str(part.month) / part.sums
    return Sums(
        {family.name: _frame([map_table(place / f"{family.name}.arrow")], family.schema) for family in FAMILIES}
    )


def counted(frames: Frames, model: Model) -> Sums:
    """The sums of any number of games, made in slices."""
    if len(frames) <= COUNTED_AT_ONCE:
        return sums_of(frames, model)
    ids = np.sort(frames.games["game_id"].to_numpy(np.int64))
    slices = (ids[start : start + COUNTED_AT_ONCE] for start in range(0, len(ids), COUNTED_AT_ONCE))
    return add(FAMILIES, [sums_of(frames.of_games(some.tolist()), model) for some in slices])


def counted_anew(folder: Path, part: Part, model: Model) -> Sums:
    """The sums of a part, from its tables."""
    return add(FAMILIES, [sums_of(frames, model) for frames in _slices(folder, part)])


def write_table(path: Path, table: pd.DataFrame, schema: Schema) -> None:
    """Write a file that is not there yet, to the disk."""
    arrays = [_array(table[name], kind) for name, kind in schema.items()]
    data = pa.Table.from_arrays(arrays, names=list(schema))
    with path.open("wb") as file:
        with pa.ipc.new_file(file, data.schema) as writer:
            writer.write_table(data)
        file.flush()
        os.fsync(file.fileno())


@lru_cache(maxsize=OPEN_FILES)
def map_table(path: Path) -> pa.Table:
    """A table as it lies on disk; no two files ever have the same name."""
    with pa.memory_map(str(path)) as source:
        return pa.ipc.open_file(source).read_all()


def _mapped(folder: Path, parts: Sequence[Part], name: str) -> list[pa.Table]:
    return [map_table(folder / str(part.month) / part.tables / f"{name}.arrow") for part in parts]


def _slices(folder: Path, part: Part) -> Iterator[Frames]:
    """The games of a part, some at a time."""
    tables = {name: _mapped(folder, [part], name)[0] for name in SCHEMAS}
    ids = _ids(tables["games"])
    for start in range(0, len(ids), COUNTED_AT_ONCE):
        ends = ids[start], ids[min(start + COUNTED_AT_ONCE, len(ids)) - 1]
        found = {}
        for name, table in tables.items():
            begin, end = np.searchsorted(_ids(table), ends[0]), np.searchsorted(_ids(table), ends[1], "right")
            found[name] = _frame([table.slice(begin, end - begin)], SCHEMAS[name])
        yield Frames(**found)


def _of_games(tables: Sequence[pa.Table], wanted: Ints | None, schema: Schema) -> pd.DataFrame:
    if wanted is None:
        return _frame(tables, schema)
    found = []
    for table in tables:
        ids = _ids(table)
        begins, ends = np.searchsorted(ids, wanted), np.searchsorted(ids, wanted, "right")
        counts = ends - begins
        rows = np.repeat(begins - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        if len(rows):
            found.append(table.take(pa.array(rows)))
    return _frame(found, schema)


def _ids(table: pa.Table) -> Ints:
    """The games of the rows, in their order."""
    ids: Ints = table.column("game_id").to_numpy()
    return ids


def _frame(tables: Sequence[pa.Table], schema: Schema) -> pd.DataFrame:
    """The rows of all tables."""
    tables = [table for table in tables if len(table)]
    if not tables:
        return typed([], schema)
    if len(tables) > 1:
        tables = [pa.concat_tables(tables).unify_dictionaries()]
    rows: pd.DataFrame = tables[0].to_pandas()
    return rows


def _array(column: pd.Series[Any], kind: str) -> pa.Array:
    if kind != "category":
        return pa.array(column.to_numpy(kind))
    used, codes = np.unique(column.cat.codes.to_numpy(), return_inverse=True)
    texts = [str(column.cat.categories[code]) for code in used]
    if len(texts) > np.iinfo(np.int16).max:
        raise ValueError(f"{len(texts)} different texts in one column")
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int16)), pa.array(texts, pa.string()))


def _in_order(frames: Frames) -> Frames:
    """Every table sorted by game, the rows of a game in their order."""
    return Frames(**{name: _sorted(table) for name, table in frames.tables().items()})


def _sorted(table: pd.DataFrame) -> pd.DataFrame:
    ids = table["game_id"]
    return table if ids.is_monotonic_increasing else table.iloc[np.argsort(ids.to_numpy(), kind="stable")]
