"""Where a player's means lie among those of others. Pure functions on a table of player-games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.frames import UNIT, with_sources
from analytics.intervals import LEAST_GROUP, Interval, mean_interval, wilson
from analytics.sources import SCORE

Values = npt.NDArray[np.float64]

WON, BEATEN = "won", "beaten"
BINS = 16
MAIN_SOURCES = 2
"""So many sources of points are compared: those that give most."""

LEAST_GAMES = 10
"""Means of fewer games say more about these games than about the player, so nobody with fewer is in a group."""


@dataclass(frozen=True, slots=True)
class Among:
    """One mean of the player: the score (`SCORE`), the share of games won (`WON`) or the points of a source, and the
    share of the others whose mean is lower, an equal one as half."""

    key: str
    mean: float
    better_than: float


@dataclass(frozen=True, slots=True)
class Spread:
    """How values are spread: the ends, the quartiles beside the middle, and how many lie in each of `BINS` parts of the
    same width between the ends; all in the middle one if the ends are equal."""

    least: float
    low: float
    high: float
    most: float
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """One mean of the player among the means of the others.

    `key`: the score (`SCORE`), the share of games won (`WON`), of opponents beaten (`BEATEN`), or a source of points.
    `percentile` is that of the mean, from 0 to 100; `span` has those of the ends of its 95 % interval: of a share
    Wilson's, of points Student's t, None if the games show no spread. `spread` is that of the others.
    """

    key: str
    mean: float
    percentile: float
    span: Interval | None
    spread: Spread


def share_below(value: float, others: Sequence[float] | Values) -> float:
    """The share of the others, in their order, that is lower; an equal one counts as half (the mid-rank).

    Raises ValueError without others.
    """
    if not len(others):
        raise ValueError("nobody to compare with")
    left, right = (int(np.searchsorted(others, value, side)) for side in ("left", "right"))
    return (left + right) / (2 * len(others))


def spread_of(values: Sequence[float] | Values) -> Spread:
    """How these values, at least one, are spread."""
    least, low, high, most = (float(value) for value in np.quantile(values, [0, 0.25, 0.75, 1]))
    if least == most:
        counts = [0] * BINS
        counts[BINS // 2] = len(values)
    else:
        counts = [int(count) for count in np.histogram(values, BINS)[0]]
    return Spread(least, low, high, most, tuple(counts))


def means_by_player(people: pd.DataFrame, sources: Sequence[str]) -> pd.DataFrame:
    """The means of everybody in these player-games (`frames.points_by_source`, with everybody of each game), by player:
    score, shares of wins and of opponents beaten, points by source, and `games`, how many they are of.

    Sums are of whole numbers, so equal means are equal numbers.
    """
    grouped = _figures(people, sources).groupby("player_id", sort=True)
    means = grouped[[SCORE, WON, BEATEN, *sources]].mean()
    return means.assign(**{key: means[key] / UNIT for key in (WON, BEATEN)}, games=grouped.size())


def among(means: pd.DataFrame, player_id: int, others: Collection[int], sources: Sequence[str]) -> list[Among]:
    """The player's score, wins and main sources beside those of these others; nothing without the player or them."""
    theirs = means[means.index.isin(list(others)) & (means.index != player_id)]
    if player_id not in means.index or not len(theirs):
        return []
    most = theirs[list(sources)].mean().sort_values(ascending=False, kind="stable")
    mine = means.loc[player_id]
    keys = [SCORE, WON, *most.index[:MAIN_SOURCES]]
    return [
        Among(str(key), float(mine[key]), share_below(float(mine[key]), np.sort(theirs[key].to_numpy())))
        for key in keys
    ]


def group_of(means: pd.DataFrame, player_id: int) -> pd.DataFrame:
    """The others with enough games."""
    return means[(means["games"] >= LEAST_GAMES) & (means.index != player_id)]


def placed(means: pd.DataFrame, people: pd.DataFrame, player_id: int, sources: Sequence[str]) -> list[Placed]:
    """Each figure of the player among those of the others with enough games, sources from which somebody has points.

    `means` are those of everybody (`means_by_player`), `people` the player-games of the player's own games among them.
    Empty if the player has too few games, or too few others have enough.
    """
    others = group_of(means, player_id)
    if player_id not in means.index or len(others) < LEAST_GROUP:
        return []
    mine = means[means.index == player_id].iloc[0]
    if int(mine["games"]) < LEAST_GAMES:
        return []
    own = _figures(people, sources)
    own = own[own["player_id"] == player_id]
    found = []
    for key in (SCORE, BEATEN, WON, *sources):
        theirs, mean = np.sort(others[key].to_numpy(np.float64)), float(mine[key])
        if key in sources and not (mean or theirs.any()):
            continue
        values = own[key].tolist()
        interval = wilson(sum(values) / UNIT, len(values)) if key in (WON, BEATEN) else mean_interval(values)
        span = Interval(*(100 * share_below(end, theirs) for end in interval)) if interval else None
        found.append(Placed(key, mean, 100 * share_below(mean, theirs), span, spread_of(theirs)))
    return found


def _figures(people: pd.DataFrame, sources: Sequence[str]) -> pd.DataFrame:
    """The figures of each player-game in whole numbers, shares in units."""
    table = with_sources(people, sources)
    codes, _ids = pd.factorize(table["game_id"].to_numpy())
    place = table["place"].to_numpy(np.int64)
    players = np.bincount(codes)[codes]
    at_place = codes * (1 + int(place.max(initial=0))) + place
    sharing = np.bincount(at_place)[at_place]
    # (n - mean rank) / (n - 1), the mean rank of k who share place p being p + (k - 1) / 2
    beaten = UNIT * (2 * players - 2 * place - sharing + 1) // (2 * np.maximum(players - 1, 1))
    return table.assign(**{WON: table["win"], BEATEN: beaten}).rename(columns={"score": SCORE})
