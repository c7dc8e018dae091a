"""Parts of a store: some games of one month as typed tables, with their sums, in Parquet files that nobody changes.

The files of a part have its name in the folder of their table and month. They are sorted by game, and their groups of
rows say from which to which game they go: of a few games only their groups are read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from uuid import uuid4

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from analytics.families import FAMILIES, sums_of
from analytics.files import Files
from analytics.files_away import FilesAway
from analytics.frames import PLAYER_GAMES, SCHEMAS, Frames, Ints, Schema, points_by_source, typed
from analytics.model import KEPT_STATES, Model, with_states
from analytics.parquet import as_file, column_of
from analytics.sums import Sums, add
from analytics.sums_in_file import as_table, from_tables
from analytics.when_asked import WhenAsked

COUNTED_AT_ONCE = 5_000
"""So many games are summed up at once: that takes many times the memory of their tables."""

REMEMBERED_FILES = 4_000
"""Of so many files the groups of rows are remembered, some kilobytes each."""

REMEMBERED_WHOLE = 960
"""So many files of games and of sums are kept in memory: every page asks for them."""

POINTS: Schema = {name: PLAYER_GAMES[name] for name in ("game_id", "seat", "player_id", "score", "place", "win")}
"""The columns of `read_points` beside those of the sources that gave points (`frames.points_by_source`)."""


KEPT: Mapping[str, Schema] = {**SCHEMAS, "card_events": {**SCHEMAS["card_events"], **KEPT_STATES}}
"""The tables by name with their columns in the files. Those of player-games have the points by source behind them."""


class Part(NamedTuple):
    """Some games of a month: the name of the files of their tables, that of the files of their sums, and how many games
    they are."""

    month: int
    tables: str
    sums: str
    games: int


def table_file(table: str, month: int, name: str) -> str:
    """Where the rows of a table of a part lie."""
    return f"facts/{table}/month={month}/{name}.parquet"


def sums_file(month: int, name: str) -> str:
    """Where the sums of a part lie."""
    return f"sums/month={month}/{name}.parquet"


def files_of(part: Part) -> list[str]:
    """All files of a part, those of its tables first."""
    tables = [table_file(table, part.month, part.tables) for table in KEPT]
    return [*tables, sums_file(part.month, part.sums)]


def write_part(files: Files, month: int, frames: Frames, sums: Sums) -> Part:
    """Write a new part. Nobody knows of it before it is entered in the store's list."""
    tables = uuid4().hex
    frames = _in_order(frames)
    people = points_by_source(frames)
    sources = dict.fromkeys([name for name in people if name not in PLAYER_GAMES], "int32")
    rows = {**frames.tables(), "player_games": people, "card_events": with_states(frames)}
    schemas = {**KEPT, "player_games": {**PLAYER_GAMES, **sources}}
    files.write({table_file(name, month, tables): parquet(rows[name], schemas[name]) for name in KEPT})
    return Part(month, tables, write_sums(files, month, sums), len(frames))


def write_sums(files: Files, month: int, sums: Sums) -> str:
    """Write sums of a month. The name of the file comes back."""
    name = uuid4().hex
    files.write({sums_file(month, name): as_file(as_table(sums))})
    return name


def parquet(table: pd.DataFrame, schema: Schema) -> pa.Buffer:
    """The rows as the content of a Parquet file with exactly these columns and types."""
    arrays = [column_of(table[name], kind) for name, kind in schema.items()]
    return as_file(pa.Table.from_arrays(arrays, names=list(schema)))


def read_frames(files: Files, parts: Sequence[Part], game_ids: Collection[int] | None = None) -> Frames:
    """The tables of these games of the parts, or of all; each is read when it is asked for."""
    wanted = None if game_ids is None else np.unique(np.fromiter(game_ids, np.int64, len(game_ids)))
    return Frames(WhenAsked(tuple(KEPT), lambda name: _rows_of(files, parts, name, wanted)))


def read_games(files: Files, parts: Sequence[Part]) -> pd.DataFrame:
    """The table of games alone."""
    paths = files.paths([table_file("games", part.month, part.tables) for part in parts])
    return _frame([_whole(path) for path in paths], KEPT["games"])


def games_in(files: Files, part: Part) -> Ints:
    """The games of a part, in their order."""
    [path] = files.paths([table_file("games", part.month, part.tables)])
    ids: Ints = _whole(path).column("game_id").to_numpy()
    return ids


def read_rows(files: Files, parts: Sequence[Part], name: str, texts: Mapping[str, str]) -> Ints:
    """The games of the rows of a table that have these texts in their columns."""
    found = [np.empty(0, np.int64)]
    for path in files.paths([table_file(name, part.month, part.tables) for part in parts]):
        table = _read(path, ["game_id", *texts]).unify_dictionaries()
        chosen = np.ones(len(table), bool)
        for column, text in texts.items():
            codes = table.column(column).combine_chunks()
            words = codes.dictionary.to_pylist()
            chosen &= codes.indices.to_numpy() == (words.index(text) if text in words else -1)
        found.append(table.column("game_id").to_numpy()[chosen])
    return np.concatenate(found)


def read_points(files: Files, parts: Sequence[Part]) -> pd.DataFrame:
    """Who sat where, won, and made how many points of which source."""
    paths = files.paths([table_file("player_games", part.month, part.tables) for part in parts])
    own = [[name for name in _columns(path) if name in POINTS or name not in PLAYER_GAMES] for path in paths]
    tables = [_read(path, columns) for path, columns in zip(paths, own, strict=True)]
    sources = sorted({name for columns in own for name in columns} - POINTS.keys())
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


def read_sums(files: Files, parts: Sequence[Part]) -> Sums:
    """The sums of these parts together, each family when it is asked for."""
    paths = files.paths([sums_file(part.month, part.sums) for part in parts])
    return from_tables([_whole(path) for path in paths])


def counted(frames: Frames, model: Model) -> Sums:
    """The sums of any number of games, made in slices."""
    if len(frames) <= COUNTED_AT_ONCE:
        return sums_of(frames, model)
    ids = np.sort(frames.games["game_id"].to_numpy(np.int64))
    slices = (ids[start : start + COUNTED_AT_ONCE] for start in range(0, len(ids), COUNTED_AT_ONCE))
    return add(FAMILIES, [sums_of(frames.of_games(some.tolist()), model) for some in slices])


def counted_anew(files: Files, part: Part, model: Model) -> Sums:
    """The sums of a part, from its tables."""
    return add(FAMILIES, [sums_of(frames, model) for frames in _slices(files, part)])


def recounted(files: Files, part: Part, model: Model) -> Part:
    """The part with new sums, which are written."""
    return part._replace(sums=write_sums(files, part.month, counted_anew(files, part, model)))


def _slices(files: Files, part: Part) -> Iterator[Frames]:
    """The games of a part, some at a time."""
    ids = games_in(files, part)
    for start in range(0, len(ids), COUNTED_AT_ONCE):
        yield read_frames(files, [part], ids[start : start + COUNTED_AT_ONCE].tolist())


def _rows_of(files: Files, parts: Sequence[Part], name: str, wanted: Ints | None) -> pd.DataFrame:
    """The rows of a table of these games, or of all, in the order of the parts."""
    schema = KEPT[name]
    tables = []
    for path in files.paths([table_file(name, part.month, part.tables) for part in parts]):
        table = _read(path, list(schema), wanted)
        if wanted is not None and len(table):
            ids = table.column("game_id").to_numpy()
            places = np.minimum(np.searchsorted(wanted, ids), len(wanted) - 1)
            table = table.filter(pa.array(wanted[places] == ids))
        tables.append(table)
    return _frame(tables, schema)


def _read(path: str, columns: Sequence[str], wanted: Ints | None = None) -> pa.Table:
    """These columns of a file: all rows, or the groups of rows in which some of the wanted games may be. Raises
    FilesAway."""
    try:
        layout, firsts, lasts = _groups_of(path)
        groups = np.arange(layout.num_row_groups)
        if wanted is not None:
            groups = groups[np.searchsorted(wanted, firsts) < np.searchsorted(wanted, lasts, "right")]
        with pq.ParquetFile(path, metadata=layout, memory_map=True) as file:
            return file.read_row_groups(groups.tolist(), columns=list(columns), use_threads=False)
    except (OSError, pa.ArrowInvalid) as error:
        raise FilesAway(f"{path}: {error}") from error


@lru_cache(maxsize=REMEMBERED_WHOLE)
def _whole(path: str) -> pa.Table:
    """All of a file. Raises FilesAway."""
    try:
        with pq.ParquetFile(path, memory_map=True) as file:
            return file.read(use_threads=False)
    except (OSError, pa.ArrowInvalid) as error:
        raise FilesAway(f"{path}: {error}") from error


@lru_cache(maxsize=REMEMBERED_FILES)
def _groups_of(path: str) -> tuple[pq.FileMetaData, Ints, Ints]:
    """What a file says of itself, and the first and the last game of each group of its rows, if it has games."""
    layout = pq.read_metadata(path)
    ends = []
    for number in range(layout.num_row_groups):
        column = layout.row_group(number).column(0).statistics
        ends.append((column.min, column.max) if column is not None and column.has_min_max else (0, 0))
    return layout, np.array([first for first, _ in ends], np.int64), np.array([last for _, last in ends], np.int64)


def _columns(path: str) -> list[str]:
    try:
        return list(_groups_of(path)[0].schema.names)
    except (OSError, pa.ArrowInvalid) as error:
        raise FilesAway(f"{path}: {error}") from error


def _frame(tables: Sequence[pa.Table], schema: Schema) -> pd.DataFrame:
    """The rows of all tables."""
    tables = [table for table in tables if len(table)]
    if not tables:
        return typed([], schema)
    rows: pd.DataFrame = pa.concat_tables(tables).unify_dictionaries().to_pandas()
    return rows


def _in_order(frames: Frames) -> Frames:
    """Every table sorted by game, the rows of a game in their order."""
    return Frames({name: _sorted(table) for name, table in frames.tables().items()})


def _sorted(table: pd.DataFrame) -> pd.DataFrame:
    ids = table["game_id"]
    return table if ids.is_monotonic_increasing else table.iloc[np.argsort(ids.to_numpy(), kind="stable")]
