"""The facts of one game title on disk: typed tables, and beside them their sums.

The database has the facts of every verified log and is the truth; everything here can be made again from it. A game
lies in exactly one part (`analytics.parts`), so the sums of the parts add up. Games are put in as new parts, and the
parts from which some are taken out are written anew; the others are not touched. Small parts of a month are put
together now and then.

Files are never changed. The list `store.json` says which parts there are and with which model their sums were made; to
replace it is to change everything at once, so that a reader, and a writer that dies in the middle, leave all as it was
or as it will be. One writer at a time holds the lock of the folder.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

import numpy as np
import pandas as pd

from analytics.counting import recounted
from analytics.facts import FACTS_VERSION
from analytics.families import FAMILIES, sums_when_asked
from analytics.frames import Frames, Ints
from analytics.model import NO_MODEL, Model
from analytics.parts import (
    Part,
    counted,
    counted_anew,
    read_frames,
    read_games,
    read_points,
    read_rows,
    read_sums,
    write_part,
)
from analytics.sums import Cells, Sums, add, subtract

LAYOUT = f"{FACTS_VERSION}.4"
"""The version of what lies on disk: the facts, and behind the point the form of tables and sums. A store of another
version is empty until it is rebuilt."""

LIST = "store.json"

REMEMBERED_PARTS = 480

MOST_ALIKE = 8
"""So many parts of a month of about the same size become one. So a month has few parts, and a game is written again
only when its part has grown eightfold."""

KEPT_SECONDS = 600
"""So long a file stays that is in the list no more: a reader of the old list may want it still."""


@dataclass(frozen=True, slots=True)
class Content:
    """What the list says: the parts, the file of the model, and how many games counted when it was fitted."""

    parts: tuple[Part, ...] = ()
    model: str = ""
    fitted_to: int = 0


class GameStore:
    """The store of one game title in a folder of its own, which is made with the first write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def months(self) -> list[int]:
        """The months that have games, the earliest first; none in a store of another version."""
        return sorted({part.month for part in self._content().parts})

    def is_current(self) -> bool:
        """Whether the store was written by this version."""
        return self._listed() is not None

    @property
    def version(self) -> tuple[Part, ...]:
        """Another one after every change of a number."""
        return self._content().parts

    def version_of(self, game_ids: Ints) -> tuple[Part, ...]:
        """Another one after every change of a number of one of these games: the parts that they lie in."""
        return tuple(_with_games(self, self.version, game_ids))

    @property
    def model(self) -> Model:
        """What the sums were made with."""
        return self._model_of(self._content())

    @property
    def fitted_to(self) -> int:
        """How many games counted when the model was fitted."""
        content = self._content()
        return content.fitted_to if content.model and _read_model(self.folder / content.model) else 0

    def frames(self, game_ids: Collection[int] | None = None) -> Frames:
        """The tables of these games, or of all. All of 10^8 events are too much at once."""
        parts = self.version
        if game_ids is None:
            return read_frames(self.folder, parts)
        wanted = np.fromiter(game_ids, np.int64, len(game_ids))
        return read_frames(self.folder, _with_games(self, parts, wanted), wanted)

    def sums_of(self, game_ids: Collection[int]) -> Sums:
        """The sums of these games, from their tables."""
        ids = np.unique(np.fromiter(game_ids, np.int64, len(game_ids)))
        return _sums_of_games(self, self.version_of(ids), ids.tobytes())

    def people(self) -> pd.DataFrame:
        """Who sat where, won, and made how many points of which source (`analytics.parts.POINTS` and a column for each
        source that gave points)."""
        return _people(self, self.version)

    def takings(self, card: str, what: str, game_ids: Collection[int]) -> pd.Series[int]:
        """Those of these games in which a card was on offer ("offered"), or else taken, used or declined."""
        name, match = ("offers", {}) if what == "offered" else ("card_events", {"what": what})
        found = read_rows(self.folder, self.version, name, {"card": card, **match})["game_id"]
        return found[found.isin(pd.Index(list(game_ids), dtype="int64"))].drop_duplicates()

    @property
    def changed_at(self) -> float | None:
        """When something in the store was last replaced, in seconds since 1970; None if there is nothing."""
        return (self.folder / LIST).stat().st_mtime if self.version else None

    def games(self) -> pd.DataFrame:
        """The table of all games (see `frames.GAMES`)."""
        return _all_games(self, self.version)[0]

    def sums(self, cells: Cells = Cells()) -> Sums:  # noqa: B008 (immutable)
        """The sums of these cells, over all months that hold some."""
        parts = tuple(
            part
            for part in self.version
            if (cells.since is None or part.month >= cells.since) and (cells.until is None or part.month <= cells.until)
        )
        return _all_sums(self, parts).where(cells)

    def update(self, put: Frames, drop: Collection[int] = ()) -> None:
        """Take these games out and put those in; a game that is put in replaces what is there of it."""
        with self.writing():
            content = self._content()
            model = self._model_of(content)
            gone = np.unique([*drop, *put.games["game_id"]]).astype(np.int64)
            touched = set(_with_games(self, content.parts, gone))
            parts = [part for part in content.parts if part not in touched]
            for part in touched:
                before = read_frames(self.folder, [part])
                after = before.without_games(gone)
                if len(after):
                    sums = subtract(FAMILIES, read_sums(self.folder, part), counted(before.of_games(gone), model))
                    parts.append(write_part(self.folder, part.month, after, sums))
            for month in sorted(put.games["month"].unique().tolist()):
                new = put.of_games(put.games[put.games["month"] == month]["game_id"])
                parts.append(write_part(self.folder, month, new, counted(new, model)))
            self._write(replace(content, parts=self._put_together(parts)))

    def rebuild(self, model: Model | None = None) -> None:
        """Count all sums anew, with another model if one is given."""
        with self.writing():
            content = self._content()
            if model is not None:
                content = replace(
                    content,
                    model=f"model-{uuid4().hex}.json",
                    fitted_to=len(Cells(counts=True).of(self.games())),
                )
                _write_text(self.folder / content.model, json.dumps(model.to_json(), sort_keys=True))
            self._write(replace(content, parts=tuple(recounted(self.folder, content.parts, self._model_of(content)))))

    def clear(self) -> None:
        """Forget all games; the model stays."""
        with self.writing():
            self._write(replace(self._content(), parts=()))

    def forget(self) -> None:
        """Count as a store of another version from now on: whoever writes next empties it, the model included."""
        (self.folder / LIST).unlink(missing_ok=True)

    def compare(self) -> list[str]:
        """Where the sums on disk differ from the tables counted anew; a line each. Empty: equal in every number."""
        twice = self.games()["game_id"]
        differences = [f"game {key} is there more than once" for key in twice[twice.duplicated()].unique().tolist()]
        for part in self.version:
            anew, kept = counted_anew(self.folder, part, self.model), read_sums(self.folder, part)
            for family in FAMILIES:
                left, right = anew.tables[family.name], kept.tables[family.name]
                texts = {name: "str" for name, kind in family.schema.items() if kind == "category"}
                if not left.astype(texts).equals(right.astype(texts)):
                    counts = f"{len(right)} rows kept, {len(left)} rows counted anew"
                    differences.append(f"{part.month} {family.name}: {counts}")
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
                    if path.is_dir():
                        shutil.rmtree(path)
                    elif path.name not in ("lock", "turn"):
                        path.unlink()
                self._write(Content())
            self._remove_old()
            yield

    def tidy(self) -> None:
        """Remove what is in the list no more, as every writing does: for a store to which nobody writes."""
        if self.is_current():
            with self._locked("lock"):
                self._remove_old()

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / name).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _listed(self) -> Content | None:
        """What the list says; None without one of this version."""
        path = f"{self.folder}/{LIST}"
        try:
            stat = os.stat(path)  # noqa: PTH116 (a page asks often)
        except FileNotFoundError:
            return None
        return _read_list(path, stat.st_mtime_ns, stat.st_size, stat.st_ino)

    def _content(self) -> Content:
        return self._listed() or Content()

    def _model_of(self, content: Content) -> Model:
        return (_read_model(self.folder / content.model) if content.model else None) or NO_MODEL

    def _write(self, content: Content) -> None:
        """Replace the list. What it has no more is as old as that."""
        before = self._content()
        text = {"layout": LAYOUT, "parts": content.parts, "model": content.model, "fitted_to": content.fitted_to}
        _write_text(self.folder / LIST, json.dumps(text))
        for path in self._paths(before) - self._paths(content):
            os.utime(path)

    def _paths(self, content: Content) -> set[Path]:
        found = {self.folder / str(part.month) / name for part in content.parts for name in (part.tables, part.sums)}
        return found | ({self.folder / content.model} if content.model else set())

    def _remove_old(self) -> None:
        """Remove what is in the list no more, and what a writer has left that died."""
        listed, long_ago = self._paths(self._content()), time.time() - KEPT_SECONDS
        for path in [*self.folder.glob("*/*"), *self.folder.glob("model-*")]:
            if path not in listed and path.stat().st_mtime < long_ago:
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    def _put_together(self, parts: list[Part]) -> tuple[Part, ...]:
        """The parts, where `MOST_ALIKE` of a month and size have become one."""
        alike: defaultdict[tuple[int, int], list[Part]] = defaultdict(list)
        waiting = [*parts]
        while waiting:
            part = waiting.pop()
            key = part.month, _size_of(part)
            alike[key].append(part)
            if len(alike[key]) == MOST_ALIKE:
                few = alike.pop(key)
                sums = add(FAMILIES, [read_sums(self.folder, part) for part in few])
                waiting.append(write_part(self.folder, part.month, read_frames(self.folder, few), sums))
        return tuple(sorted(part for few in alike.values() for part in few))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameStore) and other.folder == self.folder

    def __hash__(self) -> int:
        return hash(self.folder)


def _size_of(part: Part) -> int:
    """Parts of 1 to 7 games are alike, then those of 8 to 63, and so on."""
    return (part.games.bit_length() - 1) // (MOST_ALIKE.bit_length() - 1)


def _with_games(store: GameStore, parts: tuple[Part, ...], game_ids: Ints) -> list[Part]:
    """Those of the parts that have some of these games."""
    games, numbers = _all_games(store, parts)
    return [parts[number] for number in np.unique(numbers[games["game_id"].isin(game_ids)])]


@lru_cache(maxsize=8)
def _all_games(store: GameStore, parts: tuple[Part, ...]) -> tuple[pd.DataFrame, Ints]:
    """The tables of games of all parts, and for each game the number of its part."""
    return read_games(store.folder, parts), np.repeat(np.arange(len(parts)), [part.games for part in parts])


@lru_cache(maxsize=4)
def _people(store: GameStore, parts: tuple[Part, ...]) -> pd.DataFrame:
    return read_points(store.folder, parts)


@lru_cache(maxsize=8)
def _all_sums(store: GameStore, parts: tuple[Part, ...]) -> Sums:
    """The sums of these parts together."""
    return add(FAMILIES, [_kept_sums(store, part) for part in parts])


@lru_cache(maxsize=8)
def _sums_of_games(store: GameStore, parts: tuple[Part, ...], game_ids: bytes) -> Sums:
    """The sums of these games, all of which lie in these parts."""
    return sums_when_asked(read_frames(store.folder, parts, np.frombuffer(game_ids, np.int64)), store.model)


@lru_cache(maxsize=REMEMBERED_PARTS)
def _kept_sums(store: GameStore, part: Part) -> Sums:
    return read_sums(store.folder, part)


@lru_cache(maxsize=16)
def _read_list(path: str, _changed: int, _size: int, _number: int) -> Content | None:
    found = json.loads(Path(path).read_text("utf-8"))
    if found["layout"] != LAYOUT:
        return None
    return Content(tuple(Part(*part) for part in found["parts"]), found["model"], found["fitted_to"])


@lru_cache(maxsize=16)
def _read_model(path: Path) -> Model | None:
    """The model; none if it is one of another version."""
    try:
        return Model.from_json(json.loads(path.read_text("utf-8")))
    except ValueError:
        return None


def _write_text(path: Path, text: str) -> None:
    """Replace a file at once, after everything that was written before is on the disk."""
    new = path.with_suffix(f".{os.getpid()}")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
