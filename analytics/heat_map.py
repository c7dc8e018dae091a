"""The board over many games of one player: points per game by place, beside those of whoever won at the same tables.

A place is where it is on the printed board or the layout (`analytics.places`), whatever lay there in a game; boards
that belong to seats lie on one another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.frames import UNIT, Frames, Ints, places_of
from analytics.intervals import Interval, Moments, Sample, moments_interval, sample_size
from analytics.places import Place
from analytics.significance import Q_BELOW, q_values, student_p

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """Points per game at a place: the player's `mine`, and `winners`, of whoever won (shared wins: their mean).

    `difference` is the player minus the winner of the same game, with its t interval over the games; a game that the
    player won alone adds nothing to it. `q` allows for all places having been looked at; None where nothing varies.
    """

    place: Place
    mine: float
    winners: float
    difference: float
    interval: Interval | None
    q: float | None

    @property
    def is_sure(self) -> bool:
        """The difference is hardly chance."""
        return self.q is not None and self.q <= Q_BELOW


@dataclass(frozen=True, slots=True)
class HeatMap:
    """All places where points were made in `games` games, of which the player won `wins`; the largest difference first.
    `elsewhere` are points per game without a place: the player's and the winners'."""

    games: int
    wins: float
    rows: tuple[PlaceShare, ...]
    elsewhere: tuple[float, float]

    @property
    def sample(self) -> Sample:
        """How much so many games can carry."""
        return sample_size(self.games)


def heat_map(frames: Frames, player_id: int, place_of: Callable[[str], Place | None]) -> HeatMap | None:
    """The games of the player in these frames, all of which should be the player's and of one number of players; None
    without any."""
    people = frames.player_games
    mine, winners = people[people["player_id"] == player_id], people[people["win"] > 0]
    games, ids = len(mine), mine["game_id"]
    if not games:
        return None
    # Whose points count in a game, the player's and the winners', as a share of each seat.
    shares = np.zeros((2, games, frames.seats))
    shares[0, np.arange(games), mine["seat"].to_numpy(np.int64)] = 1
    shares[1, places_of(ids, winners["game_id"]), winners["seat"].to_numpy(np.int64)] = 1
    shares[1] /= shares[1].sum(axis=1, keepdims=True)
    places, column = _places(frames.score_events["cause"], place_of)
    points = _points(frames, places_of(ids, frames.score_events["game_id"]), column, shares, len(places) + 1)
    means = points.mean(axis=1)
    rows = _rows(places, means, points[0] - points[1])
    wins = float(mine["win"].sum()) / UNIT
    return HeatMap(games, wins, rows, (float(means[0, -1]), float(means[1, -1])))


def _places(causes: pd.Series[str], place_of: Callable[[str], Place | None]) -> tuple[list[Place], Ints]:
    """The places that the causes name, and for each row the number of its place; the last number is "nowhere"."""
    codes = causes.cat.codes.to_numpy(np.int64)
    found = {code: place_of(str(causes.cat.categories[code])) for code in np.unique(codes).tolist()}
    places = {place.name: place for place in found.values() if place is not None}
    numbers = {name: number for number, name in enumerate(places)}
    column = np.full(len(causes.cat.categories), len(places), np.int64)
    for code, place in found.items():
        if place is not None:
            column[code] = numbers[place.name]
    return list(places.values()), column[codes]


def _points(frames: Frames, game: Ints, column: Ints, shares: Floats, columns: int) -> Floats:
    """The points of the player and of the winners by game and place."""
    events = frames.score_events
    seat, points = events["seat"].to_numpy(np.int64), events["points"].to_numpy(np.float64)
    cells, games = game * columns + column, shares.shape[1]
    found = [np.bincount(cells, share[game, seat] * points, games * columns) for share in shares]
    points_of: Floats = np.stack(found).astype(np.float64).reshape(len(shares), games, columns)
    return points_of


def _rows(places: Sequence[Place], means: Floats, differences: Floats) -> tuple[PlaceShare, ...]:
    games = len(differences)
    found = []
    for number, place in enumerate(places):
        values = differences[:, number]
        of_place = Moments(games, float(values.mean()), float(values.var(ddof=1)) if games > 1 else None)
        found.append((place, float(means[0, number]), float(means[1, number]), of_place))
    errors = [of_place.error or 0.0 for *_rest, of_place in found]
    tested = [number for number, error in enumerate(errors) if error]
    q = q_values([student_p(found[number][3].mean / errors[number], games - 1) for number in tested])
    of_number = dict(zip(tested, q, strict=True))
    rows = [
        PlaceShare(place, mine, winners, of_place.mean, moments_interval(of_place), of_number.get(number))
        for number, (place, mine, winners, of_place) in enumerate(found)
    ]
    return tuple(sorted(rows, key=lambda row: (-abs(row.difference), row.place.name)))
