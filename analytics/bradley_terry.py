"""How strong players are who met in pairs of games: Bradley-Terry ratings on the Elo scale, with intervals.

The model: of two players the one wins with the chance 1 / (1 + 10^((other - one) / 400)). The ratings are those that
make what happened most likely (Bradley and Terry 1952, Biometrika 39, 324-345); one player is the anchor whose rating
is given. Only differences of ratings mean anything, so the anchor has no error.

**Who has won everything** has no finite rating. In a pairing that one side has won in every game, half a win counts as
the other's: 200 of 200 counts as 199.5, which is 1040 points. It is a cautious figure, not a measured one.

**Intervals** are those of a bootstrap over pairs of games, because the two games of a pair share setup and luck. So
that a pairing won in every game shows that it could have been otherwise, the pairs that are drawn from have one more,
in which each side won once: 100 pairs won in every game then reach down to what the rule of three gives (98 %).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from analytics.intervals import Interval

ELO = 400 / log(10)
"""Rating points by which the odds of a win grow e-fold."""

RESAMPLES = 2000
MOST_STEPS = 100
GOOD_ENOUGH = 1e-10
"""The search ends when no rating moves by more than this, in units of `ELO`."""

LONGEST_STEP = 1.0
"""No rating moves further at a time, in the same unit: Newton's own steps may leap too far at first."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two players made of each other. `wins` has for each pair of games how many of the two `one` has won; a
    shared win is half a win.
    """

    one: str
    other: str
    wins: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.wins or not all(0 <= wins <= 2 for wins in self.wins) or self.one == self.other:
            raise ValueError(f"no pairing of {self.one} and {self.other}: {self.wins}")

    @property
    def games(self) -> int:
        """Two for each pair."""
        return 2 * len(self.wins)


def elo_ratings(pairings: Sequence[Pairing], anchor: str, level: float) -> dict[str, float]:
    """The ratings of all players who are connected with the anchor by games; the anchor's is `level`."""
    model = _Model(pairings, anchor)
    return model.named(model.fit(np.array([sum(pairing.wins) for pairing in model.pairings])), level)


def elo_intervals(
    pairings: Sequence[Pairing], anchor: str, level: float, seed: int = 1, resamples: int = RESAMPLES
) -> dict[str, Interval]:
    """The 95 % intervals of these ratings; that of the anchor has no width. The same seed gives the same ones."""
    model, rng = _Model(pairings, anchor), np.random.default_rng(seed)
    pools = [np.array([*pairing.wins, 1.0]) for pairing in model.pairings]
    drawn = np.array([[rng.choice(pool, len(pool) - 1).sum() for pool in pools] for _ in range(resamples)])
    found = model.fit(drawn.reshape(resamples, len(pools)))
    lows, highs = (model.named(ends, level) for ends in np.quantile(found, [0.025, 0.975], axis=0))
    # Where everything was won, the rating itself is a bound, outside of what is drawn from pools with one defeat.
    ratings = elo_ratings(pairings, anchor, level)
    return {player: Interval(min(lows[player], best), max(highs[player], best)) for player, best in ratings.items()}


class _Model:
    """The pairings that are connected with the anchor, as a logistic regression without a constant."""

    def __init__(self, pairings: Sequence[Pairing], anchor: str) -> None:
        connected = _connected(pairings, anchor)
        self.anchor = anchor
        self.players = sorted(connected - {anchor})
        self.pairings = [pairing for pairing in pairings if pairing.one in connected]
        self.games = np.array([pairing.games for pairing in self.pairings], float)
        self._signs = np.zeros((len(self.pairings), len(self.players)))
        place = {player: number for number, player in enumerate(self.players)}
        for row, pairing in zip(self._signs, self.pairings, strict=True):
            for player, sign in ((pairing.one, 1.0), (pairing.other, -1.0)):
                if player != anchor:
                    row[place[player]] = sign

    def fit(self, wins: Array) -> Array:
        """The most likely ratings above the anchor's, in units of `ELO`, by Newton's method.

        `wins` has a number for each pairing; of many rows of them each is fitted by itself, all at once.
        """
        won = np.clip(wins, 0.5, self.games - 0.5)
        ratings: Array = np.zeros((*won.shape[:-1], len(self.players)))
        for _ in range(MOST_STEPS):
            chances = 1 / (1 + np.exp(-(ratings @ self._signs.T)))
            slope = (won - self.games * chances) @ self._signs
            weights = self.games * chances * (1 - chances)
            curvature = (self._signs.T * weights[..., None, :]) @ self._signs
            step = np.clip(np.linalg.solve(curvature, slope[..., None])[..., 0], -LONGEST_STEP, LONGEST_STEP)
            ratings = ratings + step
            if np.abs(step).max(initial=0.0) < GOOD_ENOUGH:
                return ratings
        raise ArithmeticError("the ratings did not settle")

    def named(self, ratings: Array, level: float) -> dict[str, float]:
        """The ratings of the players on the Elo scale."""
        return {self.anchor: level} | {
            player: level + ELO * float(rating) for player, rating in zip(self.players, ratings, strict=True)
        }


def _connected(pairings: Sequence[Pairing], anchor: str) -> set[str]:
    neighbours: dict[str, set[str]] = {player: set() for pairing in pairings for player in (pairing.one, pairing.other)}
    for pairing in pairings:
        neighbours[pairing.one].add(pairing.other)
        neighbours[pairing.other].add(pairing.one)
    found, waiting = {anchor}, [anchor]
    while waiting:
        for player in neighbours.get(waiting.pop(), set()) - found:
            found.add(player)
            waiting.append(player)
    return found
