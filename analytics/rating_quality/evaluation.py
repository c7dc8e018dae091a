"""Do the ratings predict? Every game is predicted with what was known before it, scored, and only then learned from.

Nothing is skipped, and nothing is tuned on what it is scored on: the temperature of a prediction follows from the games
before it. Whoever looks after every game may trust the answer (`evidence`). Definitions: docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import log

import numpy as np
import numpy.typing as npt

from analytics.intervals import Interval, wilson
from competition.ratings.elo import START, k_factor, rate
from competition.ratings.prediction import NATURAL
from competition.ratings.uncertainty import SkillEstimate, is_provisional, rested, update_estimates

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

TEMPERATURES = tuple(float(round(NATURAL * 1.08**step)) for step in range(-12, 28))
"""What a temperature can be: 69 to 1387 points, each 8 % above the one before. Finer steps change no prediction, but
would make a new model of every few games."""

FITTED_FROM, SETTLED_FROM = 20, 50
"""So many games must have been seen before a temperature is fitted, until then it is Elo's own; and so many settled
ones before it is fitted to these alone."""

PATIENCE = 0.5
"""Nats. A temperature stays until another would have lost so much less on the games so far: predictions are as good,
and it changes 2 to 8 times in a thousand games instead of a hundred times."""

SHOWN, WITHDRAWN = 20.0, 1.0
"""Ratings are shown to predict once the evidence has reached the first, and until it falls below the second."""

BINS = 10
STRETCHES = 10


@dataclass(frozen=True, slots=True)
class GameResult:
    """A rated game: who played, their places (1 is best, equal places are shared), and the day, from any first one."""

    players: Sequence[int]
    places: Sequence[int]
    day: float = 0.0


@dataclass(frozen=True, slots=True)
class Walk:
    """All games in order, one row each, one column a seat; NaN (place 0) where a game had fewer players.

    `elo` and `mu` are the two ratings before the game. `settled` marks games in which nobody was provisional.
    """

    elo: Floats
    mu: Floats
    places: npt.NDArray[np.int64]
    settled: Bools

    @property
    def seated(self) -> Bools:
        return self.places > 0

    @property
    def players(self) -> npt.NDArray[np.int64]:
        """How many played each game."""
        players: npt.NDArray[np.int64] = self.seated.sum(axis=1)
        return players

    @property
    def wins(self) -> Floats:
        """Everybody's share of the win: 1 divided by the number of winners, or 0."""
        won = self.places == 1
        shares: Floats = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        return shares


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions of about the same chance, and what came of them."""

    predicted: float
    won: float
    interval: Interval
    n: int


@dataclass(frozen=True, slots=True)
class Measures:
    """How good one system's predictions were, per game unless said otherwise. Smaller is better but for skill and
    `pair_accuracy`. `log_loss` is that of the winner, in nats; `rps` the ranked probability score of the places; what
    is called `pair_…` is per pair of players; `calibration_error` the mean distance of predicted and actual win shares.
    """

    games: int
    log_loss: float
    skill: float
    brier: float
    rps: float
    pair_log_loss: float
    pair_accuracy: float
    calibration_error: float


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean difference of two systems' log losses on the same games, and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Stretch:
    """Mean log loss of some games in a row, the last of them number `last`: of Elo, and of equal chances for all."""

    last: int
    elo: float
    uniform: float


def walk_forward(results: Iterable[GameResult]) -> Walk:
    """Rate the games one after the other, and keep what both ratings said before each of them."""
    values: dict[int, float] = {}
    estimates: dict[int, SkillEstimate] = {}
    played: dict[int, int] = {}
    last: dict[int, float] = {}
    elos, mus, places, settled = [], [], [], []
    for result in results:
        elo = [values.get(player, START) for player in result.players]
        before = [
            rested(estimates.get(player, SkillEstimate()), int(result.day - last.get(player, result.day)))
            for player in result.players
        ]
        elos.append(elo)
        mus.append([estimate.mu for estimate in before])
        places.append(result.places)
        settled.append(not any(is_provisional(estimate.sigma) for estimate in before))
        changes = rate(elo, result.places, [k_factor(played.get(player, 0)) for player in result.players])
        after = update_estimates(before, result.places)
        for player, change, estimate in zip(result.players, changes, after, strict=True):
            values[player], estimates[player] = change.after, estimate
            played[player] = played.get(player, 0) + 1
            last[player] = max(result.day, last.get(player, result.day))
    return Walk(
        _padded(elos, np.nan), _padded(mus, np.nan), _padded(places, 0).astype(np.int64), np.array(settled, bool)
    )


def fitted_temperatures(strengths: Floats, wins: Floats, settled: Bools) -> Floats:
    """The temperature for each game, from the games before it, and at the end the one for the next game.

    It is fitted to the settled games; as long as they are fewer than `SETTLED_FROM`, to all.
    """
    losses = np.stack([log_losses(chances(strengths, t), wins) for t in TEMPERATURES], axis=1)
    enough = np.cumsum(settled) >= SETTLED_FROM
    lost = np.where(enough[:, None], np.cumsum(losses * settled[:, None], axis=0), np.cumsum(losses, axis=0))
    best = np.argmin(lost, axis=1)
    temperatures = np.full(len(losses) + 1, NATURAL)
    now = TEMPERATURES.index(round(NATURAL))
    for seen in range(FITTED_FROM, len(losses) + 1):
        row = lost[seen - 1]
        if row[now] - row[best[seen - 1]] > PATIENCE:
            now = int(best[seen - 1])
        temperatures[seen] = TEMPERATURES[now]
    return temperatures


def evidence(strengths: Floats, places: npt.NDArray[np.int64]) -> Floats:
    """After each game the logarithm of the evidence that strengths say who wins: an e-process.

    The mean over all temperatures of the product over the games of n times the chance of the winner, of several winners
    their mean chance. If everybody at a table is equal, each factor is 1 on average, whatever came before. So by
    Ville's inequality (1939) the product ever reaches 20 with a probability of at most 1/20, however often one looks
    (Ramdas et al. 2023, Stat. Sci. 38, 576-601).
    """
    won = places == 1
    fair = (places > 0).sum(axis=1) / np.maximum(won.sum(axis=1), 1)
    gained = [np.log(fair * np.where(won, chances(strengths, t), 0.0).sum(axis=1)) for t in TEMPERATURES]
    log_mean: Floats = np.logaddexp.reduce(np.cumsum(gained, axis=1), axis=0) - np.log(len(TEMPERATURES))
    return log_mean


def shown_after(log_evidence: Floats) -> Bools:
    """Whether the ratings are shown to predict, after each game: from `SHOWN` on, until below `WITHDRAWN`."""
    known = (log_evidence >= log(SHOWN)) | (log_evidence < log(WITHDRAWN))
    # What was said last, by the last game after which the evidence said anything.
    last = np.maximum.accumulate(np.where(known, np.arange(len(known)), -1))
    shown: Bools = (last >= 0) & (log_evidence[last] >= log(SHOWN))
    return shown


def shown_since(shown: Bools) -> int | None:
    """The number of the game with which the ratings were shown to predict; None if they are not now."""
    if not shown.any() or not shown[-1]:
        return None
    before = np.flatnonzero(~shown)
    return int(before[-1]) + 2 if len(before) else 1


def chances(strengths: Floats, temperature: float | Floats) -> Floats:
    """Everybody's chance to win (`prediction.win_chances`) for all games at once."""
    scaled = strengths / (temperature if isinstance(temperature, float) else temperature[:, None])
    weights: Floats = np.exp(scaled - np.nanmax(scaled, axis=1, keepdims=True))
    weights /= np.nansum(weights, axis=1, keepdims=True)
    return weights


def log_losses(chance: Floats, wins: Floats) -> Floats:
    """-sum of win share times log of the chance, of each game."""
    lost: Floats = -np.nansum(np.where(wins > 0, wins * np.log(chance), 0.0), axis=1)
    return lost


def measure(chance: Floats, walk: Walk, rows: Bools) -> Measures | None:
    """How good these chances to win were over the chosen games; None without any.

    The chances of places and of pairs follow from those to win, as in `competition.ratings.prediction`.
    """
    if not rows.any():
        return None
    p, places, wins, players = chance[rows], walk.places[rows], walk.wins[rows], walk.players[rows]
    loss, uniform = float(log_losses(p, wins).mean()), float(np.log(players).mean())
    pair_loss, accuracy = _pairs(p, places)
    return Measures(
        games=int(rows.sum()),
        log_loss=loss,
        skill=1 - loss / uniform,
        brier=float(np.nansum((p - wins) ** 2, axis=1).mean()),
        rps=float(ranked_probability_scores(p, places).mean()),
        pair_log_loss=pair_loss,
        pair_accuracy=accuracy,
        calibration_error=sum(b.n * abs(b.predicted - b.won) for b in reliability(p, wins)) / int(players.sum()),
    )


def reliability(chance: Floats, wins: Floats) -> list[Bin]:
    """Player-games by predicted chance, in tenths; tenths without any are left out."""
    seated = ~np.isnan(chance)
    p, w = chance[seated], wins[seated]
    which = np.minimum((p * BINS).astype(int), BINS - 1)
    bins = []
    for number in range(BINS):
        inside = which == number
        n = int(inside.sum())
        interval = wilson(min(float(w[inside].sum()), n), n)
        if interval is not None:
            bins.append(Bin(float(p[inside].mean()), float(w[inside].mean()), interval, n))
    return bins


def ranked_probability_scores(chance: Floats, places: npt.NDArray[np.int64]) -> Floats:
    """For each game the mean over its players of sum((F_k - O_k)^2) / (n - 1): F_k is the predicted chance to come at
    least k-th, O_k is 1 if the player did. Who shares places has come at each of them in part.
    """
    scores = np.zeros(len(chance))
    players = (places > 0).sum(axis=1)
    for n in np.unique(players):
        rows = players == n
        seats = places[rows] > 0
        p = chance[rows][seats].reshape(-1, n)
        came = places[rows][seats].reshape(-1, n)
        shared = (came[:, :, None] == came[:, None, :]).sum(axis=2)
        for k in range(1, n):
            reached = np.clip((k - came + 1) / shared, 0, 1)
            scores[rows] += ((_at_least(p, k) - reached) ** 2).mean(axis=1) / (n - 1)
    return scores


def difference(one: Floats, other: Floats) -> Difference | None:
    """Of two lists of log losses, game by game; None for fewer than two games."""
    if len(one) < 2:
        return None
    gaps = one - other
    return Difference(float(gaps.mean()), float(gaps.std(ddof=1) / np.sqrt(len(gaps))))


def stretches(elo: Floats, uniform: Floats) -> list[Stretch]:
    """Log losses over time: at most `STRETCHES` parts of equal length."""
    parts = np.array_split(np.arange(len(elo)), min(STRETCHES, len(elo)) or 1)
    return [
        Stretch(int(part[-1]) + 1, float(elo[part].mean()), float(uniform[part].mean())) for part in parts if len(part)
    ]


def systems(walk: Walk) -> Mapping[str, Floats]:
    """The chances to win of all systems that are compared, by key: equal chances for all, Elo as it stands, and both
    ratings with their fitted temperatures."""
    uniform = np.where(walk.seated, 1 / walk.players[:, None], np.nan)
    return {
        "uniform": uniform,
        "elo_plain": chances(walk.elo, NATURAL),
        "elo": chances(walk.elo, fitted_temperatures(walk.elo, walk.wins, walk.settled)[:-1]),
        "second": chances(walk.mu, fitted_temperatures(walk.mu, walk.wins, walk.settled)[:-1]),
    }


def _at_least(p: Floats, k: int) -> Floats:
    """The chance of each player to be among the first k, when places are drawn one after the other."""
    among = np.zeros_like(p)
    for first in permutations(range(p.shape[1]), k):
        chance, left = np.ones(len(p)), np.ones(len(p))
        for seat in first:
            chance = chance * p[:, seat] / np.maximum(left, 1e-300)
            left = left - p[:, seat]
        for seat in first:
            among[:, seat] += chance
    return among


def _pairs(p: Floats, places: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Log loss and accuracy over all pairs of players; equal chances are right by half, shared places do not count."""
    losses, right = [], []
    for i, j in combinations(range(p.shape[1]), 2):
        both = (places[:, i] > 0) & (places[:, j] > 0)
        mine, other = p[both, i], p[both, j]
        ahead = np.sign(places[both, j] - places[both, i])
        share = (1 + ahead) / 2
        losses.append(np.log(mine + other) - share * np.log(mine) - (1 - share) * np.log(other))
        right.append((1 + np.sign(mine - other) * ahead)[ahead != 0] / 2)
    decided = np.concatenate(right)
    return float(np.concatenate(losses).mean()), float(decided.mean()) if len(decided) else 0.5


def _padded(rows: Sequence[Sequence[float]], nothing: float) -> Floats:
    """The rows as one table, filled up to the longest."""
    table = np.full((len(rows), max(map(len, rows), default=0)), nothing)
    for line, row in zip(table, rows, strict=True):
        line[: len(row)] = row
    return table
