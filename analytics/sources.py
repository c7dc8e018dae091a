"""Where points come from: in all, by player, by variant, over the game, and by winners against the rest.

The unit of an interval is the game: the players of one game are not independent of each other, games are. Shares are
parts of a whole, so one source's share can only grow at the cost of another's: read them side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analytics.findings import WORTH_KNOWING, Finding, MeasuredDifference, judge
from analytics.frames import UNIT, Frames, Ints, check_sources, places_of, with_sources
from analytics.intervals import (
    Interval,
    Moments,
    clustered_moments,
    mean_interval_from_sums,
    moments,
    moments_interval,
)
from analytics.model import Model
from analytics.sums import Family, Sums, cells_of, rows_of_cells

SCORE = ""
"""The key of all sources together: the score."""

QUARTERS = (1, 2, 3, 4)

SOURCES = Family(
    "sources",
    {"source": "category"},
    (
        "games",
        "player_games",
        "points",
        "game_squares",
        "negative",
        "contrasts",
        "winners",
        "rest",
        "difference_squares",
    ),
)
"""Points by source, and the row `SCORE` for all of them. Only that row counts games, because a source that gave nothing
in some games has nothing there to add.

`points`: of all players; `game_squares`: the square of the points of all players of a game, summed over games;
`negative`: player-games in which the source gave less than nothing. `contrasts`: games that have winners and others;
over these, in units: the mean of the winners, the mean of the others, and the square of the difference.
"""

COURSE = Family("course", {"source": "category", "quarter": "int8"}, ("winners", "rest"))
"""The mean points of the winners and of the others by quarter of the game, in units, summed over the `contrasts`. A
quarter is a quarter of the turns."""


@dataclass(frozen=True, slots=True)
class SourceShare:
    """What one source gave one player. `mean` is points per game, `share` its part of all points of the player.

    `interval` is the t interval of the mean over the player's games; None for a single game or equal values. `share`
    is None unless the player's points sum to more than zero.
    """

    source: str
    mean: float
    interval: Interval | None
    share: float | None


@dataclass(frozen=True, slots=True)
class PlayerSources:
    """One player's scoring sources over `games` games. The means of the sources sum to `mean_score`."""

    player_id: int
    games: int
    wins: float
    mean_score: float
    score_interval: Interval | None
    sources: tuple[SourceShare, ...]


@dataclass(frozen=True, slots=True)
class SourceTotals:
    """What each source gives a player in a game, on average over `player_games`. The means sum to `mean_score`.

    Intervals have the game as their unit, also where tables differ in size.
    """

    games: int
    player_games: int
    mean_score: float
    score_interval: Interval | None
    sources: tuple[SourceShare, ...]


@dataclass(frozen=True, slots=True)
class SourceContrast:
    """One source: what winners make of it against the other players of the same games.

    `winners` and `rest` are means over games of the mean over those seats. `difference` is the mean over games of
    winners minus rest, `interval` its t interval. `winners_share` and `rest_share` are parts of all points of that
    group; None unless these sum to more than zero. `effect` is the difference in standard deviations of the difference
    from game to game, `matters` the smallest difference worth knowing, and `q` allows for all sources having been
    looked at; None without spread. For `finding` see `findings.judge`.
    """

    source: str
    winners: float
    rest: float
    difference: float
    interval: Interval | None
    winners_share: float | None
    rest_share: float | None
    effect: float | None
    matters: float | None
    q: float | None
    finding: Finding

    @property
    def share_difference(self) -> float | None:
        """By how much larger a part of their points winners have from this source."""
        if self.winners_share is None or self.rest_share is None:
            return None
        return self.winners_share - self.rest_share


@dataclass(frozen=True, slots=True)
class WinnersAgainstRest:
    """The contrast for every source over `games` games that have winners and others; what separates them most, measured
    in standard deviations, comes first.

    `all_shared` counts games in which everybody shares the win; they have no rest and are left out.
    """

    games: int
    all_shared: int
    sources: tuple[SourceContrast, ...]


@dataclass(frozen=True, slots=True)
class SourceCourse:
    """One source over the game: the mean points of winners and of the others in each quarter of the turns."""

    source: str
    winners: tuple[float, ...]
    rest: tuple[float, ...]


def sources_sums(frames: Frames, _model: Model) -> dict[str, pd.DataFrame]:
    """The contribution of these games to `SOURCES` and `COURSE`."""
    games, events, people = frames.games, frames.score_events, frames.player_games
    cells, cell = cells_of(games)
    counts, winning = (games[name].to_numpy(np.int64) for name in ("players", "winners"))
    contrast = counts > winning
    # What a point of a winner adds to the mean of the winners, and one of another player to that of the others.
    of_winner, of_other = contrast * (UNIT // winning), contrast * (UNIT // np.maximum(1, counts - winning))
    position = places_of(games["game_id"], people["game_id"]), people["seat"].to_numpy(np.int64)
    seats = int(counts.max()) if len(games) else 0
    won, scores = np.zeros((len(games), seats), bool), np.zeros((len(games), seats), np.int64)
    won[position], scores[position] = people["win"] > 0, people["score"]

    keys = [str(key) for key in events["source"].cat.categories]
    game, seat = places_of(games["game_id"], events["game_id"]), events["seat"].to_numpy(np.int64)
    source, points = events["source"].cat.codes.to_numpy(np.int64), events["points"].to_numpy(np.int64)
    quarter = _quarter(events["turn"].to_numpy(np.int64), games["turns"].to_numpy(np.int64)[game]) - 1
    course = np.zeros((2, len(cells) * len(keys) * len(QUARTERS)), np.int64)
    in_course, winner = (cell[game] * len(keys) + source) * len(QUARTERS) + quarter, won[game, seat]
    for means, mine, worth in zip(course, (winner, ~winner), (of_winner, of_other), strict=True):
        np.add.at(means, in_course, points * worth[game] * mine)

    of_seat = np.zeros((len(games), seats, 1 + len(keys)), np.int64)
    np.add.at(of_seat[:, :, 1:], (game, seat, source), points)
    of_seat[:, :, 0] = scores
    of_game = of_seat.sum(axis=1)
    winners = np.where(won[:, :, None], of_seat, 0).sum(axis=1)
    rest = (of_game - winners) * of_other[:, None]
    winners *= of_winner[:, None]
    is_score = np.arange(1 + len(keys)) == 0
    measures = {
        "games": np.ones_like(of_game) * is_score,
        "player_games": counts[:, None] * is_score,
        "points": of_game,
        "game_squares": of_game**2,
        "negative": (of_seat < 0).sum(axis=1),
        "contrasts": contrast[:, None] * is_score,
        "winners": winners,
        "rest": rest,
        "difference_squares": (winners - rest) ** 2 // UNIT,
    }
    return {
        SOURCES.name: rows_of_cells(
            cells, {"source": [SCORE, *keys]}, {name: _by_cell(of, cell) for name, of in measures.items()}
        ),
        COURSE.name: rows_of_cells(
            cells, {"source": keys, "quarter": QUARTERS}, dict(zip(COURSE.measures, course, strict=True))
        ),
    }


def sources_by_player(people: pd.DataFrame, sources: Sequence[str]) -> list[PlayerSources]:
    """A row for every player, most games first, then by number.

    `people` are player-games with their points by source (`frames.points_by_source`); `sources` are the keys in the
    order of the game.
    """
    keys = ["score", *sources]
    people = with_sources(people, sources)
    points = np.stack([people[key].to_numpy(np.int64) for key in keys], axis=1)
    order = np.argsort(people["player_id"].to_numpy(np.int64), kind="stable")
    points, wins = points[order], people["win"].to_numpy(np.int64)[order]
    ids, starts = np.unique(people["player_id"].to_numpy(np.int64)[order], return_index=True)
    if not len(ids):
        return []
    sums = [np.add.reduceat(one, starts, axis=0).tolist() for one in (wins, points, points**2)]
    signed = (np.minimum.reduceat(points, starts, axis=0) < 0).tolist()
    counts = np.diff(np.append(starts, len(people))).tolist()
    rows = [
        _player_sources(player, games, won, dict(zip(keys, zip(*of_keys, strict=True), strict=True)))
        for player, games, won, *of_keys in zip(ids.tolist(), counts, *sums, signed, strict=True)
    ]
    return sorted(rows, key=lambda row: -row.games)


def _player_sources(player: int, games: int, won: int, points: Mapping[str, tuple[int, int, bool]]) -> PlayerSources:
    """A player's row from sum, sum of squares, and whether some are negative, of the score and of each source."""
    intervals = {
        key: mean_interval_from_sums(games, total, squares, signed=signed)
        for key, (total, squares, signed) in points.items()
    }
    score = points["score"][0]
    return PlayerSources(
        player_id=player,
        games=games,
        wins=won / UNIT,
        mean_score=score / games,
        score_interval=intervals["score"],
        sources=tuple(
            SourceShare(key, total / games, intervals[key], _part(total, score))
            for key, (total, *_rest) in points.items()
            if key != "score"
        ),
    )


def source_totals(sums: Sums, sources: Sequence[str]) -> SourceTotals | None:
    """What each source gives a player in a game; None without games. `sources` are the keys in the game's order."""
    return _totals(_checked(sums.total(SOURCES, ["players"]), sources).to_dict("records"), sources)


def by_variant(sums: Sums, sources: Sequence[str]) -> dict[str, SourceTotals]:
    """The same for each variant that was played, by its key."""
    rows: dict[str, list[dict[Hashable, Any]]] = defaultdict(list)
    for row in _checked(sums.total(SOURCES, ["variant", "players"]), sources).to_dict("records"):
        rows[str(row["variant"])].append(row)
    found = {key: _totals(of_variant, sources) for key, of_variant in rows.items()}
    return {key: totals for key, totals in found.items() if totals is not None}


def winners_against_rest(sums: Sums, sources: Sequence[str]) -> WinnersAgainstRest:
    """What winners score where, against the other players of the same game."""
    table = _checked(sums.total(SOURCES), sources).set_index("source").reindex([SCORE, *sources], fill_value=0)
    rows = table.to_dict("index")
    score = rows[SCORE]
    games, all_shared = score["contrasts"], score["games"] - score["contrasts"]
    if games == 0:
        return WinnersAgainstRest(games, all_shared, ())
    samples: dict[str, Moments] = {}
    for key in sources:
        sample = moments(games, rows[key]["winners"] - rows[key]["rest"], rows[key]["difference_squares"], unit=UNIT)
        assert sample is not None
        samples[key] = sample
    tested = {key: measured for key, sample in samples.items() if (measured := _measured(sample)) is not None}
    judged = dict(zip(tested, judge(list(tested.values()))[0], strict=True))
    contrasts = []
    for key, sample in samples.items():
        row, judgement = rows[key], judged.get(key)
        contrast = SourceContrast(
            source=key,
            winners=row["winners"] / (UNIT * games),
            rest=row["rest"] / (UNIT * games),
            difference=sample.mean,
            interval=moments_interval(sample),
            winners_share=_part(row["winners"], score["winners"]),
            rest_share=_part(row["rest"], score["rest"]),
            effect=sample.mean / sample.variance**0.5 if sample.variance else None,
            matters=tested[key].matters if key in tested else None,
            q=judgement.q if judgement else None,
            finding=judgement.finding if judgement else "too_few",
        )
        contrasts.append(contrast)
    contrasts.sort(key=lambda row: -abs(row.effect or 0))
    return WinnersAgainstRest(games, all_shared, tuple(contrasts))


def course(sums: Sums, sources: Sequence[str]) -> list[SourceCourse]:
    """Each source over the four quarters of the game, in points per player; empty without games that have winners and
    others. The quarters of a source sum to what `winners_against_rest` has for it.
    """
    score = sums.total(SOURCES)
    games = int(score["contrasts"].sum())
    if games == 0:
        return []
    table = _checked(sums.total(COURSE), sources).set_index(["source", "quarter"])
    every = pd.MultiIndex.from_product([list(sources), QUARTERS], names=["source", "quarter"])
    means = (table.reindex(every, fill_value=0) / (UNIT * games)).to_dict()
    return [
        SourceCourse(key, *(tuple(means[who][key, quarter] for quarter in QUARTERS) for who in ("winners", "rest")))
        for key in sources
    ]


def _by_cell(of_games: Ints, cell: Ints) -> Ints:
    """The rows of the games summed up by the row of their cell."""
    sums = np.zeros((int(cell.max(initial=-1)) + 1, *of_games.shape[1:]), np.int64)
    np.add.at(sums, cell, of_games)
    return sums


def _quarter(turn: Ints, turns: Ints) -> Ints:
    """The quarter of the game that a turn lies in; turns count from 1."""
    return np.clip(1 + (turn - 1) * len(QUARTERS) // np.maximum(1, turns), 1, len(QUARTERS))


def _checked(table: pd.DataFrame, sources: Iterable[str]) -> pd.DataFrame:
    """The table with its sources as text. Raises ValueError for a source that is not among `sources`."""
    table = table.astype({"source": "str"})
    check_sources(table["source"].unique(), [SCORE, *sources])
    return table


def _totals(rows: Iterable[Mapping[Hashable, Any]], sources: Sequence[str]) -> SourceTotals | None:
    """The totals of rows by number of players and source."""
    of_source: dict[str, list[Mapping[Hashable, Any]]] = {key: [] for key in (SCORE, *sources)}
    for row in rows:
        of_source[row["source"]].append(row)
    games = sum(row["games"] for row in of_source[SCORE])
    player_games = sum(row["player_games"] for row in of_source[SCORE])
    size_squares = sum(row["player_games"] * row["players"] for row in of_source[SCORE])
    if games == 0:
        return None
    points, intervals = {}, {}
    for key, of_key in of_source.items():
        points[key] = sum(row["points"] for row in of_key)
        sample = clustered_moments(
            games,
            points[key],
            player_games,
            sum(row["game_squares"] for row in of_key),
            sum(row["points"] * row["players"] for row in of_key),
            size_squares,
        )
        intervals[key] = moments_interval(sample, signed=any(row["negative"] for row in of_key))
    return SourceTotals(
        games=games,
        player_games=player_games,
        mean_score=points[SCORE] / player_games,
        score_interval=intervals[SCORE],
        sources=tuple(
            SourceShare(key, points[key] / player_games, intervals[key], _part(points[key], points[SCORE]))
            for key in sources
        ),
    )


def _measured(sample: Moments) -> MeasuredDifference | None:
    """The difference as it is judged; None without spread."""
    if not sample.variance or sample.error is None:
        return None
    return MeasuredDifference(
        sample.mean, sample.error, sample.n - 1, WORTH_KNOWING * sample.variance**0.5, enough=True
    )


def _part(points: int, whole: int) -> float | None:
    """A part of a whole; None unless the whole is more than zero."""
    return points / whole if whole > 0 else None
