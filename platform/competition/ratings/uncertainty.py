"""The second rating: what is believed about a player's strength, and how sure that is. Pure functions.

An estimate is a normal distribution, mean `mu` and standard deviation `sigma`, both in rating points. What a game says
is Plackett and Luce's model: the winner is drawn with chances in proportion to exp(mu / T), then the second among the
others, and so on, T being the temperature of Elo (`competition.ratings.prediction.NATURAL`). A game moves an estimate
by one step of Newton's from what was believed before (the extended Kalman filter of Fahrmeir 1992, J. Am. Stat. Assoc.
87, 501-509, each player by themselves):

    1 / sigma'^2 = 1 / sigma^2 + h / T^2        mu' = mu + sigma'^2 g / T

g and -h are the first and second derivative of the log likelihood by mu / T. Players who share a place are drawn one
after the other in any order (Efron 1977, J. Am. Stat. Assoc. 72, 557-565).

Strength changes: with each game, and with the time between two of them, so that after a long break less is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, sqrt

from competition.ratings.elo import START
from competition.ratings.prediction import NATURAL

SPREAD = 120.0
"""Sigma of a newcomer: how far strengths lie apart. With 100 it predicts as well in made-up clubs whose strengths
scatter by 52 to 150 points, and worse where they scatter more; with 150 it is too bold (docs/ratings.md)."""

DRIFT, DRIFT_A_DAY = 5.0, 3.0
"""So many points strength strays from one game to the next, and from one day to the next; squares add up."""

PROVISIONAL_ABOVE = 75.0
"""A rating is provisional while sigma is above this: for about 7 games of four, 9 of three or 14 of two, and again
after a long break."""


@dataclass(frozen=True, slots=True, order=True)
class SkillEstimate:
    """A player's strength in rating points, and the standard deviation of what we know about it."""

    mu: float = START
    sigma: float = SPREAD


def rested(estimate: SkillEstimate, days: int) -> SkillEstimate:
    """What is still known after so many whole days without a game: never less than of a newcomer. Fewer than 0 days are
    none: a result may be confirmed late."""
    return SkillEstimate(estimate.mu, min(SPREAD, sqrt(estimate.sigma**2 + DRIFT_A_DAY**2 * max(0, days))))


def update_estimates(before: Sequence[SkillEstimate], places: Sequence[int]) -> list[SkillEstimate]:
    """What is believed after a game, in the given order. Places: 1 is best, equal places are shared.

    The sums are exactly rounded (`fsum`), so the order of the players does not change a single bit.
    Raises ValueError for fewer than two players or lists of different lengths.
    """
    if len(before) < 2 or len(places) != len(before):
        raise ValueError("a rated game needs an estimate and a place for each of at least two players")
    best = max(estimate.mu for estimate in before)
    weights = [exp((estimate.mu - best) / NATURAL) for estimate in before]
    draws = _draws(weights, places)
    after = []
    for estimate, weight, place in zip(before, weights, places, strict=True):
        # The chance to be drawn, each time that the player could have been.
        chances = [weight * (rest if place == drawn else 1.0) / whole for drawn, rest, whole in draws if place >= drawn]
        variance = min(SPREAD**2, estimate.sigma**2 + DRIFT**2)
        variance = 1 / (1 / variance + fsum(p * (1 - p) for p in chances) / NATURAL**2)
        was_drawn = fsum(1 / places.count(place) for drawn, _rest, _whole in draws if drawn == place)
        after.append(SkillEstimate(estimate.mu + variance * (was_drawn - fsum(chances)) / NATURAL, sqrt(variance)))
    return after


def _draws(weights: Sequence[float], places: Sequence[int]) -> list[tuple[int, float, float]]:
    """The draws of a game: the place that is drawn, the part of each player of that place who is still there, and the
    weight of all who are. The last one who is left is not drawn."""
    draws = []
    for place in sorted(set(places)):
        sharing = places.count(place)
        its = fsum(weight for weight, of in zip(weights, places, strict=True) if of == place)
        below = fsum(weight for weight, of in zip(weights, places, strict=True) if of > place)
        alone = all(of <= place for of in places)
        for number in range(sharing - alone):
            rest = 1 - number / sharing
            draws.append((place, rest, rest * its + below))
    return draws


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
