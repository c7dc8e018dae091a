"""Two players side by side: the games at which both sat, and beside each other what each makes of all games.

*Head to head*: at a table with both, one is better if ahead in places; a shared place is half for each. The expectation
is the chance against the other from the ratings before the game (`player_stats`), so at tables of four it is not the
chance to win. *Beside each other*: means over all games of each with a number of players and a variant that both have
played.
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
from analytics.player_stats import chance_against, pair_result, squared_error
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
    """Both over so many `games` of each, at tables of these `sizes` and in variants that both have played; others do
    not count."""

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
    """Both over their games of these frames; None unless they have two games each of one stratum, which is a number of
    players and a variant.

    `points` are the player-games of both with their points by source (`GameStore.people`). Within a stratum the
    difference is that of means, over the strata they are weighted as by Cochran (`intervals.mean_difference`). The
    error knows that the two results of a common game depend on each other: a game adds to the variance the square of
    what it adds to the difference, with both seats. Without a common game that is Welch's, with only common games that
    of a paired t test. The variance of wins is never taken below the one that the chances give them
    (`_variance_of_wins`). Freedom: the games of whoever has fewer, minus one, added up over the strata, so an interval
    is rather too wide.
    """
    chances = frames.player_games[["game_id", "seat", "win"]].assign(chance=win_chances(model, frames))
    found = with_sources(points, sources).rename(columns={"score": SCORE})
    found = found.drop(columns="win").merge(chances, on=["game_id", "seat"])
    found = found.merge(frames.games[["game_id", "players", "variant"]].astype({"variant": "str"}), on="game_id")
    found[ABOVE] = (found["win"] - found["chance"]) / UNIT
    keys = [SCORE, ABOVE, *sources]
    own = [found[found["player_id"] == player] for player in players]
    strata = [_by_stratum(rows) for rows in own]
    pairs = {
        stratum: (one, strata[1][stratum])
        for stratum, one in strata[0].items()
        if len(one) > 1 and len(strata[1].get(stratum, ())) > 1
    }
    if not pairs:
        return None
    counts = [(len(one), len(other)) for one, other in pairs.values()]
    whole = fsum(n * m / (n + m) for n, m in counts)
    means, variance = np.zeros((2, len(keys))), np.zeros(len(keys))
    for (n, m), tables in zip(counts, pairs.values(), strict=True):
        share = n * m / (n + m) / whole
        values = [table[keys].astype("float64") for table in tables]
        for place, table in enumerate(values):
            means[place] += share * table.mean().to_numpy()
        squares = _variance(*values)
        squares[keys.index(ABOVE)] = _variance_of_wins(*tables)
        variance += share**2 * squares
    freedom = sum(min(count) - 1 for count in counts)
    errors = dict(zip(keys, (sqrt(value) for value in variance), strict=True))
    rows = [
        _beside(key, (float(means[0][place]), float(means[1][place])), errors[key], freedom)
        for place, key in enumerate(keys)
    ]
    games = (sum(n for n, _m in counts), sum(m for _n, m in counts))
    sizes = tuple(sorted({players for players, _variant in pairs}))
    return BesideEachOther(sizes, games, _with_q(rows, errors, freedom))


def _by_stratum(rows: pd.DataFrame) -> dict[tuple[int, str], pd.DataFrame]:
    """The rows by number of players and variant, with the game as index."""
    kinds = list(zip(rows["players"].tolist(), rows["variant"].tolist(), strict=True))
    return {kind: rows[[one == kind for one in kinds]].set_index("game_id") for kind in sorted(set(kinds))}


def _variance(one: pd.DataFrame, other: pd.DataFrame) -> Floats:
    """The squared error of the difference of the means, by measure; the tables have a row for each game."""
    parts = [(table - table.mean()) / sqrt(len(table) * (len(table) - 1)) for table in (one, other)]
    squares: Floats = parts[0].sub(parts[1], fill_value=0.0).pow(2).sum().to_numpy(np.float64, copy=True)
    return squares


def _variance_of_wins(one: pd.DataFrame, other: pd.DataFrame) -> float:
    """The squared error of the difference in wins above expectation; the tables have a row for each game.

    A few games often end alike, and their scatter alone then says that the means are nearly certain. So each side has
    at least the variance that wins with these chances have, c (1 - c) (`player_stats.squared_error`), and the common
    games at least their covariance: one wins, the other does not, so it is -c d in a game with the chances c and d.
    """
    sides = 0.0
    for table in (one, other):
        chances = table["chance"].to_numpy(np.float64) / UNIT
        sides += squared_error(table[ABOVE].tolist(), (chances * (1 - chances)).tolist())
    a, b = ((table[ABOVE] - table[ABOVE].mean()) / sqrt(len(table) * (len(table) - 1)) for table in (one, other))
    observed = -float(a.mul(b).sum())
    by_chance = float(one["chance"].mul(other["chance"]).sum()) / UNIT**2 / (len(one) * len(other))
    return sides + 2 * max(observed, by_chance)


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
