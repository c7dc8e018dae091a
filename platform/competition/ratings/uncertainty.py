"""The second rating: what is believed about a player's strength, and how sure that is. Pure functions.

An estimate is a normal distribution, mean `mu` and standard deviation `sigma`, both in rating points. A game moves it
as in the Bradley-Terry model with full pairs of Weng and Lin (2011), JMLR 12, 267-300, algorithm 1, computed by
`openskill`: of its models the one that treats shared places rightly. The scale is set so that between two well-known
players a difference means the same as in Elo (`competition.ratings.elo`).

Nothing here predicts who wins: openskill's own win probability is badly scaled for more than two players. Predictions
are softmax of ratings with a fitted temperature (`competition.ratings.prediction`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from openskill.models import BradleyTerryFull

from competition.ratings.elo import SCALE, START

SPREAD = SCALE / log(10) / sqrt(2)
"""122.8 points: sigma of a newcomer, and beta, how far the play of one game strays from a player's strength. With this
beta two players whose sigma is 0 expect what Elo expects. The same number as a newcomer's sigma gave the best log loss,
and intervals of two sigma that held what they promise, in simulated fields (docs/ratings.md)."""

DRIFT = SPREAD / 100
"""So much strength may have changed from one game to the next; openskill's proportion."""

PROVISIONAL_ABOVE = 90.0
"""A rating is provisional while sigma is above this: for about 7 games of four, 10 of three, or 20 of two."""

_MODEL = BradleyTerryFull(mu=START, sigma=SPREAD, beta=SPREAD, tau=DRIFT)


@dataclass(frozen=True, slots=True, order=True)
class SkillEstimate:
    """A player's strength in rating points, and the standard deviation of what we know about it."""

    mu: float = START
    sigma: float = SPREAD


def update_estimates(before: Sequence[SkillEstimate], places: Sequence[int]) -> list[SkillEstimate]:
    """What is believed after a game, in the given order. Places: 1 is best, equal places are shared.

    The players are taken in an order of their own, so the given order does not change a single bit.
    Raises ValueError for fewer than two players or lists of different lengths.
    """
    if len(before) < 2 or len(places) != len(before):
        raise ValueError("a rated game needs an estimate and a place for each of at least two players")
    order = sorted(range(len(before)), key=lambda i: (places[i], before[i]))
    teams = [[_MODEL.rating(mu=before[i].mu, sigma=before[i].sigma)] for i in order]
    after = [SkillEstimate() for _ in before]
    for i, [rating] in zip(order, _MODEL.rate(teams, ranks=[float(places[i]) for i in order]), strict=True):
        after[i] = SkillEstimate(rating.mu, rating.sigma)
    return after


def margin(sigma: float) -> float:
    """The ± beside a rating: two standard deviations."""
    return 2 * sigma


def conservative_strength(estimate: SkillEstimate) -> float:
    """A strength that the player very probably has: mu minus the margin. Seeding goes by it, so that of two with the
    same results the better known comes first."""
    return estimate.mu - margin(estimate.sigma)


def is_provisional(sigma: float) -> bool:
    """Whether too little is known to list the player."""
    return sigma > PROVISIONAL_ABOVE
