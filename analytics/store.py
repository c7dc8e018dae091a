"""The facts of one game title as they are at one moment: typed tables, and beside them their sums.

The database has the facts of every verified log and is the truth; everything here can be made again from it. A game
lies in exactly one part (`analytics.parts`), so the sums of the parts add up. Games are put in as new parts, and the
parts from which some are taken out are written anew; the others are not touched. Small parts of a month are put
together afterwards (`alike`): who puts games in must not lose that work because somebody else does the same.

A `GameStore` never changes: what changes a store gives another one, and whoever keeps the list of its parts makes that
the one that holds. So all that is read of one store is of one moment, and who writes at the same time harms nobody.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from uuid import uuid4

import numpy as np
import pandas as pd

from analytics.families import FAMILIES, sums_when_asked
from analytics.files import Files
from analytics.frames import Frames, Ints
from analytics.model import NO_MODEL, Model
from analytics.parts import (
    Part,
    counted,
    counted_anew,
    games_in,
    read_frames,
    read_games,
    read_points,
    read_rows,
    read_sums,
    recounted,
    write_part,
)
from analytics.sums import Cells, Sums, subtract

MOST_ALIKE = 8
"""So many parts of a month of about the same size become one. So a month has few parts, and a game is written again
only when its part has grown eightfold."""


@dataclass(frozen=True, slots=True)
class Content:
    """The list of a store: the parts in their order, the file of the model, and how many games counted when it was
    fitted."""

    parts: tuple[Part, ...] = ()
    model: str = ""
    fitted_to: int = 0


@dataclass(frozen=True, slots=True)
class GameStore:
    """The store of one game title: where its files are, and its list."""

    files: Files
    content: Content = field(default_factory=Content)

    def months(self) -> list[int]:
        """The months that have games, the earliest first."""
        return sorted({part.month for part in self.content.parts})

    @property
    def version(self) -> tuple[Part, ...]:
        """Another one after every change of a number."""
        return self.content.parts

    def version_of(self, game_ids: Ints) -> tuple[Part, ...]:
        """Another one after every change of a number of one of these games: the parts that they lie in."""
        return tuple(self._with_games(game_ids))

    @property
    def model(self) -> Model:
        """What the sums were made with."""
        return (_read_model(self.files, self.content.model) if self.content.model else None) or NO_MODEL

    @property
    def fitted_to(self) -> int:
        """How many games counted when the model was fitted."""
        known = self.content.model and _read_model(self.files, self.content.model)
        return self.content.fitted_to if known else 0

    def frames(self, game_ids: Collection[int] | None = None) -> Frames:
        """The tables of these games, or of all. All of 10^8 events are too much at once."""
        if game_ids is None:
            return read_frames(self.files, self.version)
        wanted = np.fromiter(game_ids, np.int64, len(game_ids))
        return read_frames(self.files, self._with_games(wanted), wanted)

    def sums_of(self, game_ids: Collection[int]) -> Sums:
        """The sums of these games, from their tables."""
        ids = np.unique(np.fromiter(game_ids, np.int64, len(game_ids)))
        return _sums_of_games(self.files, self.version_of(ids), self.content.model, ids.tobytes())

    def people(self) -> pd.DataFrame:
        """Who sat where, won, and made how many points of which source (`analytics.parts.POINTS` and a column for each
        source that gave points)."""
        return _people(self.files, self.version)

    def takings(self, card: str, what: str, game_ids: Collection[int]) -> pd.Series[int]:
        """Those of these games in which a card was on offer ("offered"), or else taken, used or declined."""
        name, match = ("offers", {}) if what == "offered" else ("card_events", {"what": what})
        found = pd.Series(read_rows(self.files, self.version, name, {"card": card, **match}), name="game_id")
        return found[found.isin(pd.Index(list(game_ids), dtype="int64"))].drop_duplicates()

    def games(self) -> pd.DataFrame:
        """The table of all games (see `frames.GAMES`)."""
        return _all_games(self.files, self.version)

    def sums(self, cells: Cells = Cells()) -> Sums:  # noqa: B008 (immutable)
        """The sums of these cells, over all months that hold some."""
        parts = tuple(
            part
            for part in self.version
            if (cells.since is None or part.month >= cells.since) and (cells.until is None or part.month <= cells.until)
        )
        return _all_sums(self.files, parts).where(cells)

    def updated(self, put: Frames, drop: Collection[int] = ()) -> GameStore:
        """Without these games and with those; a game that is put in replaces what is there of it."""
        gone = np.unique([*drop, *put.games["game_id"]]).astype(np.int64)
        touched = self._with_games(gone)
        parts, model = [part for part in self.version if part not in set(touched)], self.model
        for part in touched:
            before = read_frames(self.files, [part])
            after = before.without_games(gone)
            if len(after):
                sums = subtract(FAMILIES, read_sums(self.files, [part]), counted(before.of_games(gone), model))
                parts.append(write_part(self.files, part.month, after, sums))
        for month in sorted(put.games["month"].unique().tolist()):
            new = put.of_games(put.games[put.games["month"] == month]["game_id"])
            parts.append(write_part(self.files, month, new, counted(new, model)))
        return self.with_parts(sorted(parts))

    def with_model(self, model: Model) -> GameStore:
        """With this model instead, whose file is written, and all sums still those of the one before: who replaces the
        list must have them counted anew first (`recounted`)."""
        name = f"models/{uuid4().hex}.json"
        self.files.write({name: json.dumps(model.to_json(), sort_keys=True).encode()})
        return replace(
            self, content=replace(self.content, model=name, fitted_to=len(Cells(counts=True).of(self.games())))
        )

    def recounted(self) -> GameStore:
        """With all sums counted anew."""
        model = self.model
        return self.with_parts(sorted(recounted(self.files, part, model) for part in self.version))

    def with_parts(self, parts: Iterable[Part]) -> GameStore:
        """With these parts instead."""
        return replace(self, content=replace(self.content, parts=tuple(parts)))

    def compare(self) -> list[str]:
        """Where the sums in the files differ from the tables counted anew; a line each. Empty: equal in every
        number."""
        twice = self.games()["game_id"]
        differences = [f"game {key} is there more than once" for key in twice[twice.duplicated()].unique().tolist()]
        for part in self.version:
            anew, kept = counted_anew(self.files, part, self.model), read_sums(self.files, [part])
            for family in FAMILIES:
                left, right = anew.tables[family.name], kept.tables[family.name]
                texts = {name: "str" for name, kind in family.schema.items() if kind == "category"}
                if not left.astype(texts).equals(right.astype(texts)):
                    counts = f"{len(right)} rows kept, {len(left)} rows counted anew"
                    differences.append(f"{part.month} {family.name}: {counts}")
        return differences

    def _with_games(self, game_ids: Ints) -> list[Part]:
        """Those of the parts that have some of these games."""
        wanted = np.unique(game_ids)
        return [part for part in self.version if _has_some(games_in(self.files, part), wanted)]


def alike(parts: Iterable[Part]) -> list[Part]:
    """`MOST_ALIKE` of these parts, of one month and about the same size: they should become one. Empty if there are no
    so many."""
    found: defaultdict[tuple[int, int], list[Part]] = defaultdict(list)
    for part in sorted(parts):
        same = found[part.month, size_of(part)]
        same.append(part)
        if len(same) == MOST_ALIKE:
            return same
    return []


def put_together(files: Files, few: Sequence[Part]) -> Part:
    """One part of these, which are of one month. Its files are written."""
    return write_part(files, few[0].month, read_frames(files, few), read_sums(files, few))


def _has_some(ids: Ints, wanted: Ints) -> bool:
    """Whether some of the wanted numbers are among these; both in their order."""
    places = np.searchsorted(ids, wanted)
    return bool((ids[np.minimum(places, len(ids) - 1)] == wanted).any())


def size_of(part: Part) -> int:
    """Parts of 1 to 7 games are alike, then those of 8 to 63, and so on."""
    return (part.games.bit_length() - 1) // (MOST_ALIKE.bit_length() - 1)


@lru_cache(maxsize=8)
def _all_games(files: Files, parts: tuple[Part, ...]) -> pd.DataFrame:
    return read_games(files, parts)


@lru_cache(maxsize=4)
def _people(files: Files, parts: tuple[Part, ...]) -> pd.DataFrame:
    return read_points(files, parts)


@lru_cache(maxsize=8)
def _all_sums(files: Files, parts: tuple[Part, ...]) -> Sums:
    """The sums of these parts together, each family when it is asked for."""
    return read_sums(files, parts)


@lru_cache(maxsize=8)
def _sums_of_games(files: Files, parts: tuple[Part, ...], model: str, game_ids: bytes) -> Sums:
    """The sums of these games, all of which lie in these parts."""
    fitted = (_read_model(files, model) if model else None) or NO_MODEL
    return sums_when_asked(read_frames(files, parts, np.frombuffer(game_ids, np.int64)), fitted)


@lru_cache(maxsize=16)
def _read_model(files: Files, name: str) -> Model | None:
    """The model; none if it is one of another version."""
    try:
        return Model.from_json(json.loads(files.read(name)))
    except ValueError:
        return None
