"""What ratings say about a game to come: everybody's chance to win and expected place. Pure functions.

Both follow from one model, Plackett and Luce's: the winner is drawn with chances in proportion to exp(R / temperature),
then the second among the others, and so on. The chance to win and the expected place are two different things: the sum
of the pairwise expectations gives the expected place exactly, but divided by their total it is not the chance to win.

The temperature says how many points of difference matter how much. The scale of Elo means 400 / ln 10 = 173.7; what a
game really shows is fitted (`analytics.rating_quality`): the more luck, the higher. Without a temperature ratings say
nothing, and everybody has the same chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log

from competition.ratings.elo import SCALE

NATURAL = SCALE / log(10)
"""The temperature with which two players have Elo's expectation as their chances."""


def win_chances(ratings: Sequence[float], temperature: float | None) -> list[float]:
    """Everybody's chance to win, in the given order; they add up to 1."""
    if temperature is None:
        return [1 / len(ratings)] * len(ratings)
    best = max(ratings)
    weights = [exp((rating - best) / temperature) for rating in ratings]
    total = fsum(weights)
    return [weight / total for weight in weights]


def expected_places(ratings: Sequence[float], temperature: float | None) -> list[float]:
    """Everybody's place on average: the number of players minus the chances to beat each of the others."""
    n = len(ratings)
    return [
        n - fsum(win_chances([ratings[i], ratings[j]], temperature)[0] for j in range(n) if j != i) for i in range(n)
    ]


SYSTEM = 3
"""The version of the rating systems and of the report on them. Whoever changes a formula or a constant of `elo`,
`uncertainty` or the report counts it up and compares the reports; the workers replay the journals of older versions."""
