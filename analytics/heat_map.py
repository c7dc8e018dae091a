"""The board over many games of one player: points per game by place, beside those of the others at the same tables.

Whoever won has more points than the others nearly everywhere, because the points made the winner. So the winners are
only described; what is tested is the player against the mean of all others of the same game, which is 0 on average if
nobody plays differently.

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
from analytics.significance import hardly_chance, q_values, student_p

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """Points per game at a place over so many `games`: the player's `mine`, of the `others` at the table (their mean),
    and of the `winners` (shared wins: their mean), the player included.

    `difference` is the player minus the others of the same game, with its t interval over the games. `q` allows for all
    places having been looked at; None where nothing varies.
    """

    place: Place
    games: int
    mine: float
    others: float
    winners: float
    difference: float
    interval: Interval | None
    q: float | None

    @property
    def is_sure(self) -> bool:
        """The difference is hardly chance."""
        return hardly_chance(self.q, sample_size(self.games))


@dataclass(frozen=True, slots=True)
class HeatMap:
    """All places where points were made in `games` games, of which the player won `wins`; the largest difference first.
    `elsewhere` are points per game without a place: the player's, the others' and the winners'."""

    games: int
    wins: float
    rows: tuple[PlaceShare, ...]
    elsewhere: tuple[float, float, float]

    @property
    def sample(self) -> Sample:
        """How much so many games can carry."""
        return sample_size(self.games)


def heat_map(frames: Frames, player_id: int, place_of: Callable[[str], Place | None]) -> HeatMap | None:
    """The games of the player in these frames, all of which should be the player's and of one number of players; None
    without any."""
    people = frames.player_games
    own = people["player_id"] == player_id
    games, ids = int(own.sum()), people["game_id"][own]
    if not games:
        return None
    # Whose points count in a game, as a share of each seat: the player's, the others', the winners'.
    shares = np.zeros((3, games, frames.seats))
    for share, rows in zip(shares, (people[own], people[~own], people[people["win"] > 0]), strict=True):
        share[places_of(ids, rows["game_id"]), rows["seat"].to_numpy(np.int64)] = 1
        share /= share.sum(axis=1, keepdims=True)
    places, column = _places(frames.score_events["cause"], place_of)
    points = _points(frames, places_of(ids, frames.score_events["game_id"]), column, shares, len(places) + 1)
    means = points.mean(axis=1)
    wins = float(people["win"][own].sum()) / UNIT
    mine, others, winners = (float(value) for value in means[:, -1])
    return HeatMap(games, wins, _rows(places, means, points[0] - points[1]), (mine, others, winners))


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
    """The points of the player, of the others and of the winners by game and place."""
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
        found.append((place, Moments(games, float(values.mean()), float(values.var(ddof=1)) if games > 1 else None)))
    errors = [of_place.error or 0.0 for _place, of_place in found]
    tested = [number for number, error in enumerate(errors) if error]
    q = q_values([student_p(found[number][1].mean / errors[number], games - 1) for number in tested])
    of_number = dict(zip(tested, q, strict=True))
    rows = [
        PlaceShare(
            place=place,
            games=games,
            mine=float(means[0, number]),
            others=float(means[1, number]),
            winners=float(means[2, number]),
            difference=of_place.mean,
            interval=moments_interval(of_place),
            q=of_number.get(number),
        )
        for number, (place, of_place) in enumerate(found)
    ]
    return tuple(sorted(rows, key=lambda row: (-abs(row.difference), row.place.name)))
