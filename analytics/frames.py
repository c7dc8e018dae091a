"""Typed tables (pandas) made from verified games. Every statistic starts here, so the same number is the same
everywhere.

The unit of most tables is a *player-game*: one player in one game. Shares and probabilities are whole numbers of
`UNIT`, so that adding them up is exact and does not depend on the order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from math import fsum
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.facts import Facts
from analytics.games import VerifiedGame
from engine.registry import get_game
from engine.variants import variant_key

UNIT = 1_440_000
"""One, in fixed point. Halves, thirds, quarters and 144ths (squared differences of means over three and four seats) are
whole numbers of it."""

BANDS = (1400, 1500, 1600)
"""The borders between the rating bands: 1 is below the first, 4 from the last one on, 0 is unknown."""

Schema = Mapping[str, str]
Ints = npt.NDArray[np.int64]

GAMES: Schema = {
    "game_id": "int64",
    "tournament_id": "int64",
    "finished_at": "int64",
    "month": "int32",
    "variant": "category",
    "players": "int8",
    "turns": "int16",
    "band": "int8",
    "winners": "int8",
    "margin": "int16",
    "lead_changes": "int16",
    "proof": "int8",
    "counts": "bool",
    "fingerprint": "int64",
}
"""One row a game. `month` is 202611 for November 2026, UTC. `band` is the rating band of its players' mean rating.

`margin` is the winner's score minus the best score of all who did not win, 0 if everybody won. `lead_changes` counts
how often the lead alone passed from one seat to another. `proof` and `counts`, and `fingerprint`, which changes with
everything that the game's rows were made from: see `VerifiedGame`.
"""

PLAYER_GAMES: Schema = {
    "game_id": "int64",
    "seat": "int8",
    "player_id": "int64",
    "score": "int32",
    "place": "int8",
    "win": "int32",
    "rating": "float64",
    "rated_games": "int32",
}
"""One row a player-game. `win` is the share of the win in units: UNIT alone, half of it if two share, 0 otherwise.
`rating` is the one before the game, not a number if there was none."""

SCORE_EVENTS: Schema = {
    "game_id": "int64",
    "line": "int32",
    "turn": "int16",
    "seat": "int8",
    "source": "category",
    "points": "int16",
    "cause": "category",
}
"""One row a score event."""

CARD_EVENTS: Schema = {
    "game_id": "int64",
    "line": "int32",
    "turn": "int16",
    "seat": "int8",
    "card": "category",
    "what": "category",
}
"""One row for each card that was taken, used or declined."""

OFFERS: Schema = {
    "game_id": "int64",
    "line": "int32",
    "turn": "int16",
    "seat": "int8",
    "card": "category",
    "taken": "bool",
}
"""One row for each card on offer at each taking, the taken card always among them. `seat` is the one who chose."""

TURNS: Schema = {"game_id": "int64", "line": "int32", "turn": "int16", "seat": "int8"}
"""One row for each turn that was begun: its first line and who was to act."""

OPENINGS: Schema = {"game_id": "int64", "line": "int32", "seat": "int8", "number": "int8", "opening": "category"}
"""One row for each of the first turns of a seat (`analytics.openings`): its first line, its number among the seat's own
turns, and what was done in it."""

SCHEMAS: Mapping[str, Schema] = {
    "games": GAMES,
    "player_games": PLAYER_GAMES,
    "score_events": SCORE_EVENTS,
    "card_events": CARD_EVENTS,
    "offers": OFFERS,
    "turns": TURNS,
    "openings": OPENINGS,
}
"""The tables by name, as they are stored."""


class Frames:
    """The tables of a set of games of one game title, by name (`SCHEMAS`)."""

    def __init__(self, tables: Mapping[str, pd.DataFrame]) -> None:
        self._tables = tables

    @property
    def games(self) -> pd.DataFrame:
        """See `GAMES`."""
        return self._tables["games"]

    @property
    def player_games(self) -> pd.DataFrame:
        """See `PLAYER_GAMES`."""
        return self._tables["player_games"]

    @property
    def score_events(self) -> pd.DataFrame:
        """See `SCORE_EVENTS`."""
        return self._tables["score_events"]

    @property
    def card_events(self) -> pd.DataFrame:
        """See `CARD_EVENTS`."""
        return self._tables["card_events"]

    @property
    def offers(self) -> pd.DataFrame:
        """See `OFFERS`."""
        return self._tables["offers"]

    @property
    def turns(self) -> pd.DataFrame:
        """See `TURNS`."""
        return self._tables["turns"]

    @property
    def openings(self) -> pd.DataFrame:
        """See `OPENINGS`."""
        return self._tables["openings"]

    def __len__(self) -> int:
        """How many games."""
        return len(self.games)

    @property
    def seats(self) -> int:
        """How many seats the largest game has."""
        return int(self.games["players"].max()) if len(self) else 0

    def tables(self) -> dict[str, pd.DataFrame]:
        """The tables by name."""
        return {name: self._tables[name] for name in SCHEMAS}

    def of_games(self, game_ids: Collection[int] | pd.Series[int]) -> Frames:
        """Only these games."""
        wanted = pd.Index(list(game_ids), dtype="int64")
        return Frames({name: table[table["game_id"].isin(wanted)] for name, table in self.tables().items()})

    def without_games(self, game_ids: Collection[int]) -> Frames:
        """All games but these."""
        gone = pd.Index(list(game_ids), dtype="int64")
        return Frames({name: table[~table["game_id"].isin(gone)] for name, table in self.tables().items()})

    def rows_by_seat(self) -> Ints:
        """The rows of the player-games by place of the game and by seat; -1 where a game has no such seat."""
        rows = np.full((len(self), self.seats), -1)
        games, seats = places_of(self.games["game_id"], self.player_games["game_id"]), self.player_games["seat"]
        rows[games, seats.to_numpy(np.int64)] = np.arange(len(self.player_games))
        return rows

    def with_table_of_games(self, columns: Sequence[str]) -> pd.DataFrame:
        """The player-games with these columns of their game."""
        places = places_of(self.games["game_id"], self.player_games["game_id"])
        of_games = {name: self.games[name].array.take(places) for name in columns}
        return self.player_games.reset_index(drop=True).assign(**of_games)


def no_frames() -> Frames:
    """No game at all."""
    return Frames({name: typed([], schema) for name, schema in SCHEMAS.items()})


def concat_frames(parts: Iterable[Frames]) -> Frames:
    """The games of all parts, in their order. A game must not be in two of them."""
    found = [part for part in parts if len(part)]
    if len(found) < 2:
        return found[0] if found else no_frames()
    tables = [part.tables() for part in found]
    return Frames({name: concat_tables([table[name] for table in tables], schema) for name, schema in SCHEMAS.items()})


def build_frames(games: Sequence[VerifiedGame]) -> Frames:
    """The tables of these games. Raises ValueError if a game's players do not fit its number of seats."""
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in SCHEMAS}
    for game in games:
        _add_rows(rows, game)
    return Frames({name: typed(rows[name], schema) for name, schema in SCHEMAS.items()})


def points_by_source(frames: Frames, sources: Sequence[str] | None = None) -> pd.DataFrame:
    """The player-games with one more column a source: its points in that player-game, 0 if it gave none.

    The source columns of a row sum to its `score`. Without `sources` there is a column for each that gave points, in
    the order of their keys. Raises ValueError for a source that is not among `sources`.
    """
    people, events = frames.player_games, frames.score_events
    used = np.unique(events["source"].cat.codes.to_numpy(np.int64))
    keys = [str(events["source"].cat.categories[code]) for code in used]
    columns = sorted(keys) if sources is None else list(sources)
    check_sources(keys, columns)
    place = np.full(len(events["source"].cat.categories), -1)
    place[used] = [columns.index(key) for key in keys]
    games, seats = frames.games["game_id"], 1 + int(people["seat"].max()) if len(people) else 1

    def seat_of(table: pd.DataFrame) -> Ints:
        found: Ints = places_of(games, table["game_id"]) * seats + table["seat"].to_numpy(np.int64)
        return found

    sums = np.zeros((len(columns), len(games) * seats), np.int64)
    np.add.at(sums, (place[events["source"].cat.codes], seat_of(events)), events["points"].to_numpy(np.int64))
    return people.assign(**dict(zip(columns, sums[:, seat_of(people)], strict=True))).reset_index(drop=True)


def with_sources(people: pd.DataFrame, sources: Sequence[str]) -> pd.DataFrame:
    """Player-games with points by source (`points_by_source`), with exactly a column for each of these sources.

    The number of `players` of the game and its `variant` may stand there too. Raises ValueError for a source that is
    not among them.
    """
    check_sources(set(people.columns) - PLAYER_GAMES.keys() - {"players", "variant"}, sources)
    return people.assign(**{key: 0 for key in sources if key not in people.columns})


def check_sources(found: Iterable[str], sources: Iterable[str]) -> None:
    """Raises ValueError for a source that is not among `sources`."""
    unknown = set(found) - set(sources)
    if unknown:
        raise ValueError(f"unknown score sources: {', '.join(sorted(unknown))}")


def places_of(game_ids: pd.Series[int], wanted: pd.Series[int]) -> Ints:
    """For each wanted game its place among `game_ids`, where it must be, once."""
    ids, games = game_ids.to_numpy(np.int64), wanted.to_numpy(np.int64)
    order = np.argsort(ids, kind="stable")
    # Most tables have the rows of a game together, so a game is looked for once.
    starts = np.flatnonzero(np.diff(games, prepend=games[:1] - 1))
    places: Ints = order[np.searchsorted(ids, games[starts], sorter=order)]
    return np.repeat(places, np.diff(starts, append=len(games)))


def typed(rows: Sequence[tuple[Any, ...]], schema: Schema) -> pd.DataFrame:
    """A table of these rows with exactly these columns and types."""
    frame = pd.DataFrame(rows, columns=list(schema))
    return frame.astype({name: "str" if kind == "category" else kind for name, kind in schema.items()}).astype(
        dict(schema)
    )


def band_of(ratings: Sequence[float | None]) -> int:
    """The rating band of a game: that of the mean rating, 0 if a player has none."""
    known = [rating for rating in ratings if rating is not None]
    if len(known) < len(ratings) or not known:
        return 0
    mean = fsum(known) / len(known)
    return 1 + sum(mean >= border for border in BANDS)


def _add_rows(rows: dict[str, list[tuple[Any, ...]]], game: VerifiedGame) -> None:
    facts, key = game.facts, game.game_id
    winners = facts["winners"]
    others = [score for seat, score in enumerate(facts["scores"]) if seat not in winners]
    rows["games"].append(
        (
            key,
            game.tournament_id,
            game.finished_at,
            _month(game.finished_at),
            variant_key(get_game(facts["game"]), facts["ruleset"], facts["switches"], facts["components"]),
            facts["players"],
            facts["turns"],
            band_of(game.ratings),
            len(winners),
            facts["scores"][winners[0]] - max(others) if others else 0,
            lead_changes(facts),
            game.proof,
            game.counts,
            game.fingerprint,
        )
    )
    people = zip(game.player_ids, facts["scores"], facts["places"], game.ratings, game.rated_games, strict=True)
    for seat, (player_id, score, place, rating, rated_games) in enumerate(people):
        win = UNIT // len(winners) if seat in winners else 0
        before = float("nan") if rating is None else rating
        rows["player_games"].append((key, seat, player_id, score, place, win, before, rated_games))
    rows["score_events"].extend((key, *row) for row in facts["score_events"])
    rows["turns"].extend((key, *row) for row in facts["turns_begun"])
    rows["openings"].extend((key, *row) for row in facts["openings"])
    for line, turn, seat, card, what, offered in facts["cards"]:
        rows["card_events"].append((key, line, turn, seat, card, what))
        if what == "taken":
            on_offer = dict.fromkeys((*offered, card))
            rows["offers"].extend((key, line, turn, seat, other, other == card) for other in on_offer)


def lead_changes(facts: Facts) -> int:
    """How often the lead alone passed from one seat to another. Points of one action count together."""
    scores = [0] * facts["players"]
    leader: int | None = None
    changes, line = 0, None
    for row in [*facts["score_events"], None]:
        if line is not None and (row is None or row[0] != line):
            best = max(scores)
            if scores.count(best) == 1:
                ahead = scores.index(best)
                changes += leader is not None and ahead != leader
                leader = ahead
        if row is not None:
            line = row[0]
            scores[row[2]] += row[4]
    return changes


def _month(seconds: int) -> int:
    moment = datetime.fromtimestamp(seconds, UTC)
    return 100 * moment.year + moment.month


def concat_tables(parts: Sequence[pd.DataFrame], schema: Schema) -> pd.DataFrame:
    """The rows of all parts. Categories differ from part to part, and pandas keeps a category only where all agree."""
    parts = [part for part in parts if len(part)]
    if not parts:
        return typed([], schema)
    for column, kind in schema.items():
        if kind == "category":
            union = pd.api.types.union_categoricals([part[column] for part in parts]).categories
            dtype = pd.CategoricalDtype(union)
            parts = [part.assign(**{column: part[column].astype(dtype)}) for part in parts]
    return pd.concat(parts, ignore_index=True)
