"""Ways to play compared: how long games are, how close, how often the lead changes, how fair the seats are, and where
points come from.

The unit is the game. Two sets of games are compared within the same number of players, because games of two and of four
differ by more than any rule does; everything else that makes them differ (who plays, when, how well) stays in the
comparison, unless chance has decided which games are played in which way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

import numpy as np
import pandas as pd

from analytics.balance import Balance, balance, balance_difference, results_by_variant, seat_results
from analytics.findings import WORTH_KNOWING, Finding, Judgement, MeasuredDifference, judge
from analytics.frames import UNIT, Frames
from analytics.intervals import (
    TINY_BELOW,
    Interval,
    MeanDifference,
    Moments,
    mean_difference,
    moments,
    moments_interval,
    wilson,
)
from analytics.model import Model
from analytics.significance import sample_ratio_p
from analytics.sources import SCORE, SOURCES
from analytics.sums import Family, Sums

Measure = Literal["turns", "margin", "lead_changes", "score", "winner_score"]
"""What is measured of a game: its turns, the winner's margin (see `frames.GAMES`), changes of the lead, the mean score
of its players, and the winner's score."""

UNITS: Mapping[Measure, int] = {"turns": 1, "margin": 1, "lead_changes": 1, "score": UNIT, "winner_score": 1}
"""The measures, and the unit in which they and their squares are summed."""

GAMES = Family("games", {}, ("games", "shared_wins", *UNITS, *(f"{name}_squares" for name in UNITS)))
"""Games: how many, how many with a shared win, and for each measure the sum and the sum of squares."""


Rows = Mapping[Any, Mapping[Any, int]]
"""Sums by number of players, or by number of players and source."""


@dataclass(frozen=True, slots=True)
class MeasuredMean:
    """The mean of a measure over games, its interval, and the standard deviation from game to game."""

    mean: float
    interval: Interval | None
    deviation: float | None


@dataclass(frozen=True, slots=True)
class VariantRow:
    """One way to play. `games_of` counts the games by number of players; means are over all of them, so compare rows
    only where these are alike (or see `compare`). `shared` is the part of games with a shared win.
    """

    variant: str
    games: int
    games_of: Mapping[int, int]
    measures: Mapping[Measure, MeasuredMean]
    shared: float
    shared_interval: Interval
    balance: Balance | None


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean in two sets of games, and the difference: the second minus the first, within the same number of players.

    `means` are over the numbers of players that both sets have. `effect` is the difference in standard deviations from
    game to game (Cohen's d), `matters` the smallest difference worth knowing, `detectable` the one that gets the
    verdict "differs" with 80 % power. `p` is Welch's, `q` allows for everything that `compare` looks at: all
    measures, all sources, and the seats. Everything is None without two games of either set; where nothing varies, a
    difference is certain and has neither `effect` nor `detectable`. For `finding` see `findings.judge`.
    """

    key: str
    means: tuple[float, float] | None
    difference: float | None
    interval: Interval | None
    effect: float | None
    matters: float | None
    detectable: float | None
    p: float | None
    q: float | None
    finding: Finding


@dataclass(frozen=True, slots=True)
class SourceDifference:
    """One source in two sets of games: points per player and game, and the part of all points. None where a set has no
    games, or no points.
    """

    points: Difference
    shares: tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sets of games. Sources come by the size of their difference, the largest first. `balances` are those of the
    seats, `balance_p` and `balance_q` say whether seats are worth the same in both.

    `ratio_p` is the sample-ratio check, for sets that chance has filled: below `significance.RATIO_BELOW` it has not.
    """

    games: tuple[int, int]
    measures: tuple[Difference, ...]
    sources: tuple[SourceDifference, ...]
    balances: tuple[Balance | None, Balance | None]
    balance_p: float | None
    balance_q: float | None
    ratio_p: float | None


def games_sums(frames: Frames, _model: Model) -> dict[str, pd.DataFrame]:
    """The contribution of these games to `GAMES`."""
    people, rows = frames.player_games, frames.rows_by_seat()
    scores = np.append(people["score"].to_numpy(np.int64), 0)[rows]
    won = np.append(people["win"].to_numpy() > 0, False)[rows]
    least = np.iinfo(np.int64).min
    best = np.where(won, scores, least).max(axis=1, initial=least)
    table = frames.games.assign(score=scores.sum(axis=1), winner_score=best).astype(dict.fromkeys(UNITS, "int64"))
    squares = {f"{name}_squares": table[name] ** 2 for name in UNITS}
    players = table["players"].astype("int64")
    squares["score_squares"] *= UNIT // players**2
    table["score"] *= UNIT // players
    return {GAMES.name: table.assign(games=1, shared_wins=(table["winners"] > 1).astype("int64"), **squares)}


def variant_rows(sums: Sums) -> list[VariantRow]:
    """A row for every way to play, most games first, then by key."""
    rows, seats = [], results_by_variant(sums)
    for variant, strata in sums.total(GAMES, ["variant", "players"]).groupby("variant", observed=True, sort=True):
        total = strata[list(GAMES.measures)].sum().to_dict()
        games, shared = total["games"], total["shared_wins"]
        interval = wilson(shared, games)
        assert interval is not None
        row = VariantRow(
            variant=str(variant),
            games=games,
            games_of=dict(zip(strata["players"].tolist(), strata["games"].tolist(), strict=True)),
            measures={name: _measured(total, name) for name in UNITS},
            shared=shared / games,
            shared_interval=interval,
            balance=balance(seats[str(variant)]),
        )
        rows.append(row)
    return sorted(rows, key=lambda row: -row.games)


def compare(
    first: Sums, second: Sums, sources: Sequence[str], planned: tuple[float, float] | None = None
) -> Comparison:
    """The second set of games against the first, in everything that is measured.

    `planned` are the shares that chance was to give the two sets; None if nobody has drawn lots, and then what differs
    between the sets need not be because of the way to play.
    """
    sides = first, second
    seats = seat_results(first), seat_results(second)
    games = [_by(side.total(GAMES, ["players"]), "players") for side in sides]
    points = [_by(side.total(SOURCES, ["players"]), "players", "source") for side in sides]
    common = sorted(games[0].keys() & games[1].keys())
    measures = {
        name: mean_difference([(_moments(games[0][k], name), _moments(games[1][k], name)) for k in common])
        for name in UNITS
    }
    given = [key for key in sources if any(_points(side, key) for side in points)]
    of_source = {
        key: mean_difference([(_source_moments(points[0], k, key), _source_moments(points[1], k, key)) for k in common])
        for key in given
    }
    played = sum(row["games"] for row in games[0].values()), sum(row["games"] for row in games[1].values())
    balance_p = balance_difference(*seats)
    found = [*measures.values(), *of_source.values()]
    tested = [_as_judged(one, min(played)) for one in found if one is not None]
    judgements, beside = judge(tested, [] if balance_p is None else [balance_p])
    known = iter(zip(tested, judgements, strict=True))
    of_measures = [_difference(key, one, known) for key, one in measures.items()]
    of_sources = [_difference(key, one, known) for key, one in of_source.items()]
    return Comparison(
        games=played,
        measures=tuple(of_measures),
        sources=tuple(
            SourceDifference(difference, (_share(points[0], difference.key), _share(points[1], difference.key)))
            for difference in sorted(of_sources, key=lambda one: -abs(one.effect or 0))
        ),
        balances=(balance(seats[0]), balance(seats[1])),
        balance_p=balance_p,
        balance_q=beside[0] if beside else None,
        ratio_p=None if planned is None else sample_ratio_p(played, planned),
    )


def _by(table: pd.DataFrame, *keys: str) -> dict[Any, dict[Any, int]]:
    """The measures of each row, by these columns."""
    names = [name for name in table.columns if name not in keys]
    index = table[keys[0]].tolist() if len(keys) == 1 else zip(*(table[key].tolist() for key in keys), strict=True)
    return dict(zip(index, table[names].to_dict("records"), strict=True))


def _measured(row: Mapping[Any, int], name: Measure) -> MeasuredMean:
    sample = _moments(row, name)
    return MeasuredMean(
        sample.mean, moments_interval(sample), None if sample.variance is None else sqrt(sample.variance)
    )


def _moments(row: Mapping[Any, int], name: Measure) -> Moments:
    sample = moments(row["games"], row[name], row[f"{name}_squares"], unit=UNITS[name])
    assert sample is not None
    return sample


def _source_moments(points: Rows, players: int, source: str) -> Moments:
    """The mean points of a source per player in games of this many players, over games."""
    row = points.get((players, source), {"points": 0, "game_squares": 0})
    sample = moments(points[players, SCORE]["games"], row["points"], row["game_squares"])
    assert sample is not None
    variance = None if sample.variance is None else sample.variance / players**2
    return Moments(sample.n, sample.mean / players, variance)


def _points(points: Rows, source: str) -> int:
    return sum(row["points"] for (_, key), row in points.items() if key == source)


def _share(points: Rows, source: str) -> float | None:
    """The part of all points; None unless these are more than zero."""
    whole = _points(points, SCORE)
    return _points(points, source) / whole if whole > 0 else None


def _as_judged(found: MeanDifference, games: int) -> MeasuredDifference:
    """The difference as it is judged, of two sets of at least so many games."""
    return MeasuredDifference(
        found.value, found.error, found.freedom, WORTH_KNOWING * found.deviation, games >= TINY_BELOW
    )


def _difference(
    key: str, found: MeanDifference | None, judged: Iterator[tuple[MeasuredDifference, Judgement]]
) -> Difference:
    """What may be said of a difference: the next of those `judged`, if it could be measured."""
    if found is None:
        return Difference(key, None, None, None, None, None, None, None, None, "too_few")
    measured, judgement = next(judged)
    return Difference(
        key=key,
        means=(found.a, found.b),
        difference=found.value,
        interval=found.interval,
        effect=found.value / found.deviation if found.deviation else None,
        matters=measured.matters,
        detectable=judgement.detectable,
        p=measured.p,
        q=judgement.q,
        finding=judgement.finding,
    )
