"""The facts of one game title on disk: typed tables in Parquet, a folder a month, and beside them their sums.

The database has the facts of every verified log and is the truth; everything here can be made again from it. A game
lies in exactly one month, so the sums of the months add up. Games are put in and taken out one by one: months that have
none of them are not touched, and the sums of what changed are subtracted and added, never counted anew.

One writer at a time holds the lock of the folder. Files are replaced, never changed, so a reader sees the old or the
new one; what a reader has read it keeps until the file is another one. A writer that dies in the middle leaves the mark
"torn" in the month: the sums of such a month are counted anew by the next one (`repair`).
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from analytics.facts import FACTS_VERSION
from analytics.families import FAMILIES, sums_of
from analytics.frames import PLAYER_GAMES, SCHEMAS, Frames, Schema, concat_frames, concat_tables, no_frames, typed
from analytics.model import NO_MODEL, Model
from analytics.sums import Cells, Sums, add, subtract

LAYOUT = f"{FACTS_VERSION}.2"
"""The version of what lies on disk: the facts, and behind the point the form of tables and sums. A store of another
version is empty until it is rebuilt."""

REMEMBERED_FILES = 240

COUNTED_AT_ONCE = 5_000
"""So many games are summed up at once."""

PEOPLE = {name: PLAYER_GAMES[name] for name in ("game_id", "seat", "player_id", "win")}

Filters = list[tuple[str, str, Any]]
Months = tuple[tuple[int, tuple[int, ...]], ...]
"""Months with the version of their files."""


class GameStore:
    """The store of one game title in a folder of its own, which is made with the first write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def months(self) -> list[int]:
        """The months that have games, the earliest first; none in a store of another version."""
        if not self.is_current():
            return []
        return sorted(int(path.name) for path in self.folder.iterdir() if path.is_dir() and path.name.isdecimal())

    def is_current(self) -> bool:
        """Whether the store was written by this version."""
        path = self.folder / "layout"
        return path.exists() and path.read_text("utf-8") == LAYOUT

    @property
    def model(self) -> Model:
        """What the sums were made with."""
        path = self.folder / "model.json"
        if not path.exists():
            return NO_MODEL
        stat = path.stat()
        return _read_model(path, stat.st_mtime_ns, stat.st_size)[0]

    @property
    def fitted_to(self) -> int:
        """How many games counted when the model was fitted."""
        path = self.folder / "model.json"
        if not path.exists():
            return 0
        stat = path.stat()
        return _read_model(path, stat.st_mtime_ns, stat.st_size)[1]

    def frames(self, game_ids: Collection[int] | None = None) -> Frames:
        """The tables of these games, or of all. All of 10^8 events are too much at once: go month by month."""
        if game_ids is None:
            return concat_frames(self._month_frames(month) for month in self.months())
        games = self.games()
        months = sorted(set(games[games["game_id"].isin(game_ids)]["month"]))
        return concat_frames(self._month_frames(int(month), [("game_id", "in", list(game_ids))]) for month in months)

    def people(self) -> pd.DataFrame:
        """Who sat where and won, over all months: the columns `PEOPLE` of the player-games."""
        return _people(self, tuple((month, self._version_of(month)) for month in self.months()))

    def takings(self, card: str, what: str, game_ids: Collection[int]) -> pd.Series[int]:
        """Those of these games in which a card was on offer ("offered"), or else taken, used or declined."""
        wanted, found = pd.Index(list(game_ids), dtype="int64"), []
        name, match = ("offers", []) if what == "offered" else ("card_events", [("what", "=", what)])
        for month in self.months():
            rows = self._table(month, name, SCHEMAS[name], [("card", "=", card), *match])
            found.append(rows[rows["game_id"].isin(wanted)]["game_id"])
        takings: pd.Series[int] = pd.concat([pd.Series(dtype="int64"), *found]).drop_duplicates()
        return takings

    @property
    def changed_at(self) -> float | None:
        """When a file of the store was last replaced, in seconds since 1970; None if there is none."""
        changed = [version[0] for month in self.months() if (version := self._version_of(month))]
        return max(changed) / 1e9 if changed else None

    def games(self) -> pd.DataFrame:
        """The table of games of all months (see `frames.GAMES`)."""
        months = self.months()
        return _all_games(self, tuple((month, self._version_of(month)) for month in months))

    def sums(self, cells: Cells = Cells()) -> Sums:  # noqa: B008 (immutable)
        """The sums of these cells, over all months that hold some."""
        months = [
            month
            for month in self.months()
            if (cells.since is None or month >= cells.since) and (cells.until is None or month <= cells.until)
        ]
        return _all_sums(self, tuple((month, self._version_of(month)) for month in months)).where(cells)

    def update(self, put: Frames, drop: Collection[int] = ()) -> None:
        """Take these games out and put those in; a game that is put in replaces what is there of it."""
        with self.writing():
            gone = set(drop) | set(put.games["game_id"])
            stored = self.games()
            there = set(stored[stored["game_id"].isin(gone)]["month"])
            for month in sorted(there | set(put.games["month"])):
                new = put.of_games(put.games[put.games["month"] == month]["game_id"])
                self._update_month(int(month), new, gone)

    def rebuild(self, model: Model | None = None) -> None:
        """Count the sums of every month anew, month by month, with another model if one is given.

        Every month is marked as torn until it is done, so that nothing of the old model stays if this is interrupted.
        """
        with self.writing():
            for month in self.months():
                (self.folder / str(month) / "torn").touch()
            if model is not None:
                content = {"games": len(Cells(counts=True).of(self.games())), "model": model.to_json()}
                _write_text(self.folder / "model.json", json.dumps(content, sort_keys=True))
            for month in self.months():
                self._write_sums(month, _counted(self._month_frames(month), self.model))
                (self.folder / str(month) / "torn").unlink()

    def repair(self) -> None:
        """Make the months whole again whose writer died in the middle: a game that is not whole is taken out."""
        for month in self.months():
            if (self.folder / str(month) / "torn").exists():
                with self.writing():
                    self._update_month(month, no_frames(), ())

    def clear(self) -> None:
        """Forget all games; the model stays."""
        with self.writing():
            for month in self.months():
                self._drop_month(month)

    def forget(self) -> None:
        """Count as a store of another version from now on: whoever writes next empties it, the model included."""
        (self.folder / "layout").unlink(missing_ok=True)

    def compare(self) -> list[str]:
        """Where the sums on disk differ from the tables counted anew; a line each. Empty: equal in every number."""
        differences = []
        for month in self.months():
            anew = _counted(self._month_frames(month), self.model)
            kept = self._month_sums(month)
            for family in FAMILIES:
                left, right = anew.tables[family.name], kept.tables[family.name]
                texts = {name: "str" for name, kind in family.schema.items() if kind == "category"}
                if not left.astype(texts).equals(right.astype(texts)):
                    differences.append(f"{month} {family.name}: {len(right)} rows kept, {len(left)} rows counted anew")
        return differences

    @contextmanager
    def alone(self) -> Iterator[None]:
        """The only one who compares the store with what it is made from and brings it up to date.

        Otherwise one who has looked earlier could write later. Writing takes the other lock (`writing`), inside.
        """
        with self._locked("turn"):
            yield

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The only one who writes. A store of another version is emptied first."""
        with self._locked("lock"):
            if not self.is_current():
                for path in self.folder.iterdir():
                    if path.is_dir() and path.name.isdecimal():
                        self._drop_month(int(path.name))
                (self.folder / "model.json").unlink(missing_ok=True)
                _write_text(self.folder / "layout", LAYOUT)
            yield

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / name).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _update_month(self, month: int, new: Frames, gone: Collection[int]) -> None:
        folder = self.folder / str(month)
        torn = folder / "torn"
        was_torn = torn.exists()
        before = self._month_frames(month)
        if was_torn:
            before = _whole_games(before)
        after = concat_frames([before.without_games(gone), new])
        if not len(after):
            self._drop_month(month)
            return
        folder.mkdir(exist_ok=True)
        if was_torn:
            sums = _counted(after, self.model)
        else:
            sums, old = self._month_sums(month), before.of_games(gone)
            # Making sums of no games takes as long as of one.
            if len(old):
                sums = subtract(FAMILIES, sums, sums_of(old, self.model))
            if len(new):
                sums = add(FAMILIES, [sums, _counted(new, self.model)])
        torn.touch()
        # The games last: as long as their fingerprints are the old ones, whoever looks puts the new ones in again.
        tables = after.tables()
        for name in [*(name for name in tables if name != "games"), "games"]:
            _write_table(folder / f"{name}.parquet", tables[name], SCHEMAS[name])
        self._write_sums(month, sums)
        torn.unlink()

    def _month_frames(self, month: int, filters: Filters | None = None) -> Frames:
        return Frames(**{name: self._table(month, name, schema, filters) for name, schema in SCHEMAS.items()})

    def _month_sums(self, month: int) -> Sums:
        return Sums({f.name: self._table(month, f"sums-{f.name}", f.schema) for f in FAMILIES})

    def _write_sums(self, month: int, sums: Sums) -> None:
        for family in FAMILIES:
            path = self.folder / str(month) / f"sums-{family.name}.parquet"
            _write_table(path, sums.tables[family.name], family.schema)

    def _table(self, month: int, name: str, schema: Schema, filters: Filters | None = None) -> pd.DataFrame:
        path = self.folder / str(month) / f"{name}.parquet"
        try:
            data = pq.read_table(path, columns=list(schema), filters=filters, partitioning=None)
        except FileNotFoundError:
            return typed([], schema)
        # Without rows a file does not say that its categories are texts.
        return data.to_pandas().astype(dict(schema)) if data.num_rows else typed([], schema)

    def _version_of(self, month: int) -> tuple[int, ...]:
        """Changes with every write of the month: the last file that a write replaces is another one then."""
        try:
            stat = os.stat(f"{self.folder}/{month}/sums-{FAMILIES[-1].name}.parquet")  # noqa: PTH116 (a page asks often)
        except FileNotFoundError:
            return ()
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    def _drop_month(self, month: int) -> None:
        folder = self.folder / str(month)
        if folder.exists():
            for path in folder.iterdir():
                path.unlink()
            folder.rmdir()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameStore) and other.folder == self.folder

    def __hash__(self) -> int:
        return hash(self.folder)


def _counted(frames: Frames, model: Model) -> Sums:
    """The sums of any number of games. Made in parts, for they take many times the memory of the tables."""
    ids = frames.games["game_id"]
    if len(ids) <= COUNTED_AT_ONCE:
        return sums_of(frames, model)
    starts = range(0, len(ids), COUNTED_AT_ONCE)
    parts = (frames.of_games(ids.iloc[start : start + COUNTED_AT_ONCE]) for start in starts)
    return add(FAMILIES, [sums_of(part, model) for part in parts])


@lru_cache(maxsize=8)
def _all_games(store: GameStore, months: Months) -> pd.DataFrame:
    """The tables of games of these months, put together once for each version of their files."""
    tables = [store._table(month, "games", SCHEMAS["games"]) for month, _version in months]
    return concat_tables(tables, SCHEMAS["games"])


@lru_cache(maxsize=8)
def _people(store: GameStore, months: Months) -> pd.DataFrame:
    """Read once for each version of the files."""
    return concat_tables([store._table(month, "player_games", PEOPLE) for month, _version in months], PEOPLE)


@lru_cache(maxsize=8)
def _all_sums(store: GameStore, months: Months) -> Sums:
    """The sums of these months, put together once for each version of their files."""
    return add(FAMILIES, [_kept_sums(store, month, version) for month, version in months])


@lru_cache(maxsize=REMEMBERED_FILES)
def _kept_sums(store: GameStore, month: int, version: tuple[int, ...]) -> Sums:
    return store._month_sums(month)


def _whole_games(frames: Frames) -> Frames:
    """The games that have a row for each of their players."""
    seats = frames.player_games.groupby("game_id").size()
    games = frames.games
    return frames.of_games(games[games["players"] == games["game_id"].map(seats)]["game_id"])


@lru_cache(maxsize=16)
def _read_model(path: Path, _changed: int, _size: int) -> tuple[Model, int]:
    """The model, and the number of games it was fitted to. One of another version is as good as none."""
    content = json.loads(path.read_text("utf-8"))
    try:
        return Model.from_json(content["model"]), content["games"]
    except ValueError:
        return NO_MODEL, 0


def _write_table(path: Path, table: pd.DataFrame, schema: Schema) -> None:
    """Replace a file at once. Categories that are not used are not written."""
    path.parent.mkdir(exist_ok=True)
    for name, kind in schema.items():
        if kind == "category":
            table = table.assign(**{name: table[name].cat.remove_unused_categories()})
    new = path.with_suffix(f".{os.getpid()}")
    pq.write_table(pa.Table.from_pandas(table, preserve_index=False), new, compression="zstd")
    new.replace(path)


def _write_text(path: Path, text: str) -> None:
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(text, "utf-8")
    new.replace(path)
