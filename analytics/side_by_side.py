"""Two players side by side: the games at which both sat, and beside each other what each makes of all games.

*Head to head*: at a table with both, one is better if ahead in places; a shared place is half for each. The expectation
is the chance against the other from the ratings before the game (`player_stats`), so at tables of four it is not the
chance to win. *Beside each other*: means over all games of each at tables of a size that both have played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.frames import UNIT, Frames, with_sources
from analytics.intervals import Interval, Sample, mean_interval, sample_size, t975, wilson
from analytics.model import Model, win_chances
from analytics.player_stats import chance_against, pair_result
from analytics.significance import q_values, student_p
from analytics.sources import SCORE

ABOVE = "above"
"""The measure that is the share of the win minus the chance to win."""

Floats = npt.NDArray[np.float64]
Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CommonGame:
    """A game at which both sat. Pairs have the first player's number, then the other's. `better` is 1 if the first has
    the better place, a half if they share one, `expected` its expectation, None without both ratings; `wins` are the
    shares of the win."""

    game_id: int
    finished_at: int
    players: int
    scores: tuple[int, int]
    places: tuple[int, int]
    wins: Pair
    better: float
    expected: float | None

    @property
    def margin(self) -> int:
        """The first player's points minus the other's."""
        return self.scores[0] - self.scores[1]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The common games together.

    `better` counts games in which the first had the better place, of `shared_places` a half; `share` is the interval of
    better / games (Wilson). `wins` are games won, each a share of the win, `shared_wins` those won together. `points`
    are means, `margin` is their difference with its t interval. `expected` is the sum of the expectations over the
    `known` games, `above` what was reached there beyond it per game; None without such games. Its interval is Wilson's
    for better / games of these, minus the expectation: it has a width even if all of few games end alike.
    """

    games: int
    better: float
    shared_places: int
    share: Interval | None
    wins: Pair
    shared_wins: int
    points: Pair
    margin: float
    margin_interval: Interval | None
    known: int
    expected: float | None
    above: float | None
    above_interval: Interval | None

    @property
    def worse(self) -> float:
        """Games in which the other had the better place, a shared one is half."""
        return self.games - self.better

    @property
    def sample(self) -> Sample:
        """How much so many games can carry."""
        return sample_size(self.games)


@dataclass(frozen=True, slots=True)
class Beside:
    """A measure of both: means per game, the difference first minus other with its interval. `measure` is `SCORE`,
    `ABOVE` or a source. `q` allows for all sources having been looked at; None for the first two, and where nothing
    varies."""

    measure: str
    values: Pair
    difference: float
    interval: Interval | None
    q: float | None


@dataclass(frozen=True, slots=True)
class BesideEachOther:
    """Both over so many `games` of each, at tables of these `sizes`; others do not count."""

    sizes: tuple[int, ...]
    games: tuple[int, int]
    rows: tuple[Beside, ...]

    @property
    def sample(self) -> Sample:
        """How much the fewer games can carry."""
        return sample_size(min(self.games))


def common_games(frames: Frames, one: int, other: int, model: Model) -> list[CommonGame]:
    """The games of these frames at which both sat, the latest first."""
    games = {row["game_id"]: row for row in frames.games[["game_id", "finished_at", "players"]].to_dict("records")}
    people = frames.player_games
    rows: tuple[dict[int, dict[str, float]], ...] = ({}, {})
    for found, player in zip(rows, (one, other), strict=True):
        for row in people[people["player_id"] == player].to_dict("records"):
            found[int(row["game_id"])] = {str(name): value for name, value in row.items()}
    both = []
    for game_id in rows[0].keys() & rows[1].keys():
        a, b = rows[0][game_id], rows[1][game_id]
        chance = chance_against(a, b, model)
        both.append(
            CommonGame(
                game_id=game_id,
                finished_at=games[game_id]["finished_at"],
                players=games[game_id]["players"],
                scores=(int(a["score"]), int(b["score"])),
                places=(int(a["place"]), int(b["place"])),
                wins=(a["win"] / UNIT, b["win"] / UNIT),
                better=pair_result(a, b),
                expected=None if np.isnan(chance) else chance,
            )
        )
    return sorted(both, key=lambda game: (-game.finished_at, -game.game_id))


def head_to_head(games: Sequence[CommonGame]) -> HeadToHead | None:
    """The common games together; None without one."""
    if not games:
        return None
    n = len(games)
    known = [(game, game.expected) for game in games if game.expected is not None]
    better = fsum(game.better for game, _expected in known)
    expected = fsum(expected for _game, expected in known)
    return HeadToHead(
        games=n,
        better=fsum(game.better for game in games),
        shared_places=sum(game.places[0] == game.places[1] for game in games),
        share=wilson(fsum(game.better for game in games), n),
        wins=(fsum(game.wins[0] for game in games), fsum(game.wins[1] for game in games)),
        shared_wins=sum(game.wins[0] > 0 and game.wins[1] > 0 for game in games),
        points=(sum(game.scores[0] for game in games) / n, sum(game.scores[1] for game in games) / n),
        margin=sum(game.margin for game in games) / n,
        margin_interval=mean_interval([game.margin for game in games]),
        known=len(known),
        expected=expected if known else None,
        above=(better - expected) / len(known) if known else None,
        above_interval=_above(better, expected, len(known)),
    )


def _above(better: float, expected: float, games: int) -> Interval | None:
    span = wilson(better, games)
    return None if span is None else Interval(span.low - expected / games, span.high - expected / games)


def beside_each_other(
    frames: Frames, points: pd.DataFrame, players: tuple[int, int], model: Model, sources: Sequence[str]
) -> BesideEachOther | None:
    """Both over their games of these frames; None unless they have two games each at tables of one size.

    `points` are the player-games of both with their points by source (`GameStore.people`). Within a size the difference
    is that of means, over the sizes they are weighted as by Cochran (`intervals.mean_difference`). The error knows that
    the two results of a common game depend on each other: a game adds to the variance the square of what it adds to the
    difference, with both seats. Without a common game that is Welch's, with only common games that of a paired t test.
    Freedom: the games of whoever has fewer, minus one, added up over the sizes, so an interval is rather too wide.
    """
    chances = frames.player_games[["game_id", "seat", "win"]].assign(chance=win_chances(model, frames))
    found = with_sources(points, sources).rename(columns={"score": SCORE})
    found = found.drop(columns="win").merge(chances, on=["game_id", "seat"])
    found = found.merge(frames.games[["game_id", "players"]], on="game_id")
    found[ABOVE] = (found["win"] - found["chance"]) / UNIT
    keys = [SCORE, ABOVE, *sources]
    own = [found[found["player_id"] == player] for player in players]
    counts = [rows["players"].value_counts() for rows in own]
    sizes = [int(size) for size in sorted(counts[0].index) if counts[0][size] > 1 and counts[1].get(size, 0) > 1]
    if not sizes:
        return None
    weights = {size: counts[0][size] * counts[1][size] / (counts[0][size] + counts[1][size]) for size in sizes}
    whole = fsum(weights.values())
    means, variance = np.zeros((2, len(keys))), np.zeros(len(keys))
    for size in sizes:
        tables = [rows[rows["players"] == size].set_index("game_id")[keys].astype("float64") for rows in own]
        share = weights[size] / whole
        for place, table in enumerate(tables):
            means[place] += share * table.mean().to_numpy()
        variance += share**2 * _variance(*tables)
    freedom = sum(min(int(counts[0][size]), int(counts[1][size])) - 1 for size in sizes)
    errors = dict(zip(keys, (sqrt(value) for value in variance), strict=True))
    rows = [
        _beside(key, (float(means[0][place]), float(means[1][place])), errors[key], freedom)
        for place, key in enumerate(keys)
    ]
    games = (int(sum(counts[0][size] for size in sizes)), int(sum(counts[1][size] for size in sizes)))
    return BesideEachOther(tuple(sizes), games, _with_q(rows, errors, freedom))


def _variance(one: pd.DataFrame, other: pd.DataFrame) -> Floats:
    """The squared error of the difference of the means, by measure; the tables have a row for each game."""
    parts = [(table - table.mean()) / sqrt(len(table) * (len(table) - 1)) for table in (one, other)]
    squares: Floats = parts[0].sub(parts[1], fill_value=0.0).pow(2).sum().to_numpy(np.float64)
    return squares


def _beside(measure: str, values: Pair, error: float, freedom: int) -> Beside:
    difference = values[0] - values[1]
    half = t975(freedom) * error
    interval = Interval(difference - half, difference + half) if error else None
    return Beside(measure, values, difference, interval, None)


def _with_q(rows: Sequence[Beside], errors: Mapping[str, float], freedom: int) -> tuple[Beside, ...]:
    tested = [row for row in rows if row.measure not in (SCORE, ABOVE) and row.interval is not None]
    q = q_values([student_p(row.difference / errors[row.measure], freedom) for row in tested])
    of_measure = dict(zip([row.measure for row in tested], q, strict=True))
    return tuple(replace(row, q=of_measure.get(row.measure)) for row in rows)
