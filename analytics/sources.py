"""Where points come from: in all, by player, by variant, over the game, and by winners against the rest.

The unit of an interval is the game: the players of one game are not independent of each other, games are. Shares are
parts of a whole, so one source's share can only grow at the cost of another's: read them side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analytics.findings import WORTH_KNOWING, Finding, MeasuredDifference, judge
from analytics.frames import UNIT, Frames, points_by_source
from analytics.intervals import (
    Interval,
    Moments,
    clustered_moments,
    mean_interval_from_sums,
    moments,
    moments_interval,
)
from analytics.model import Model
from analytics.sums import CELL, Family, Sums

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
    game = ["game_id", *CELL, "winning"]
    people = frames.with_table_of_games([*CELL, "turns", "winners"]).rename(columns={"winners": "winning"})
    events = frames.score_events[["game_id", "seat", "turn", "source", "points"]].merge(
        people[[*game, "seat", "turns", "win"]], on=["game_id", "seat"]
    )
    events = _with_means(events).assign(quarter=_quarter(events["turn"], events["turns"]))
    course = events.groupby([*CELL, "source", "quarter"], observed=True, sort=False)[["winners", "rest"]].sum()
    of_seat = events.groupby([*game, "seat", "source"], observed=True, sort=False)[["points", "winners", "rest"]].sum()
    scores = _with_means(people.rename(columns={"score": "points"})).assign(source=SCORE)
    of_seat = of_seat.reset_index().astype({"source": "str"})
    of_seat = pd.concat([of_seat, scores[of_seat.columns]], ignore_index=True)
    of_seat["negative"] = (of_seat["points"] < 0).astype("int64")
    of_game = of_seat.groupby([*game, "source"], observed=True, sort=False)[["points", "negative", "winners", "rest"]]
    found = of_game.sum().reset_index()
    is_score = (found["source"] == SCORE).astype("int64")
    sources = found.assign(
        games=is_score,
        player_games=is_score * found["players"].astype("int64"),
        game_squares=found["points"] ** 2,
        contrasts=is_score * (found["winning"] < found["players"]),
        difference_squares=(found["winners"] - found["rest"]) ** 2 // UNIT,
    )
    return {SOURCES.name: sources, COURSE.name: course.reset_index()}


def sources_by_player(frames: Frames, sources: Sequence[str]) -> list[PlayerSources]:
    """A row for every player, most games first, then by number. `sources` are the keys in the order of the game."""
    table = points_by_source(frames, sources).astype({"score": "int64", "win": "int64"})
    keys = ["score", *sources]
    of_player = table.groupby("player_id", sort=True)
    totals = of_player[["win", *keys]].sum().to_dict("index")
    squares = (table[keys] ** 2).groupby(table["player_id"], sort=True).sum().to_dict("index")
    least = of_player[keys].min().to_dict("index")
    counts = of_player.size()
    rows = []
    for player_id, games in zip(counts.index.tolist(), counts.tolist(), strict=True):
        total = totals[player_id]
        means = {key: total[key] / games for key in keys}
        intervals = {
            key: mean_interval_from_sums(games, total[key], squares[player_id][key], signed=least[player_id][key] < 0)
            for key in keys
        }
        rows.append(
            PlayerSources(
                player_id=player_id,
                games=games,
                wins=total["win"] / UNIT,
                mean_score=means["score"],
                score_interval=intervals["score"],
                sources=tuple(
                    SourceShare(key, means[key], intervals[key], _part(total[key], total["score"])) for key in sources
                ),
            )
        )
    return sorted(rows, key=lambda row: -row.games)


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


def _with_means(points: pd.DataFrame) -> pd.DataFrame:
    """With what each row adds to the winners' mean and to the others' mean of its game, in units."""
    given, winning = points["points"].astype("int64"), points["winning"].astype("int64")
    others = points["players"].astype("int64") - winning
    contrast, won = others > 0, points["win"] > 0
    return points.assign(
        points=given,
        winners=given * (UNIT // winning) * (contrast & won),
        rest=given * (UNIT // others.clip(lower=1)) * (contrast & ~won),
    )


def _quarter(turn: pd.Series[int], turns: pd.Series[int]) -> pd.Series[int]:
    """The quarter of the game that a turn lies in; turns count from 1."""
    length = turns.astype("int64").clip(lower=1)
    return (1 + (turn.astype("int64") - 1) * len(QUARTERS) // length).clip(1, len(QUARTERS))


def _checked(table: pd.DataFrame, sources: Iterable[str]) -> pd.DataFrame:
    """The table with its sources as text. Raises ValueError for a source that is not among `sources`."""
    table = table.astype({"source": "str"})
    unknown = set(table["source"].unique()) - set(sources) - {SCORE}
    if unknown:
        raise ValueError(f"unknown score sources: {', '.join(sorted(unknown))}")
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
