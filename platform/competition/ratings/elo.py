"""Pairwise Elo for games of two to four players, as pure functions.

A game of n players counts as n - 1 small two-player games for each of them. With expectation
E_ij = 1 / (1 + 10 ** ((R_j - R_i) / 400)) and result S_ij = 1, 1/2 or 0 by place, player i's rating changes by
K_i / (n - 1) * sum over the others of (S_ij - E_ij). Dividing by n - 1 keeps the stake independent of the number of
players; two players are classic Elo. With equal K the changes sum to zero; with unequal K (newcomers) they do not.

K falls with experience, K(N) = 16 + (80 - 16) * exp(-N / 20) after N rated games, so that newcomers find their place
quickly and everybody else's rating stays calm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum
from math import pow as power

START = 1500.0
SCALE = 400.0
K_FIRST = 80.0
K_LATER = 16.0
K_DECAY = 20.0


@dataclass(frozen=True, slots=True)
class EloChange:
    """What one game did to one rating. `expected` and `actual` are sums over the other players of the game."""

    before: float
    after: float
    k: float
    expected: float
    actual: float


def k_factor(games: int) -> float:
    """K after `games` rated games."""
    return K_LATER + (K_FIRST - K_LATER) * exp(-games / K_DECAY)


def expectation(mine: float, other: float) -> float:
    """The share of a two-player game that is expected from the difference of two ratings."""
    return 1.0 / (1.0 + power(10.0, (other - mine) / SCALE))


def pair_result(mine: int, other: int) -> float:
    """1 for the better place, 1/2 for a shared one, 0 for the worse."""
    if mine == other:
        return 0.5
    return 1.0 if mine < other else 0.0


def rate(ratings: Sequence[float], places: Sequence[int], k: Sequence[float]) -> list[EloChange]:
    """The change of each player's rating, in the given order. Places: 1 is best, equal places are shared.

    The sums are exactly rounded (`fsum`), so the order of the players does not change a single bit.
    Raises ValueError for fewer than two players or lists of different lengths.
    """
    n = len(ratings)
    if n < 2 or len(places) != n or len(k) != n:
        raise ValueError("a rated game needs a rating, a place and a K for each of at least two players")
    changes = []
    for i in range(n):
        others = [j for j in range(n) if j != i]
        expected = fsum(expectation(ratings[i], ratings[j]) for j in others)
        actual = fsum(pair_result(places[i], places[j]) for j in others)
        after = ratings[i] + k[i] / (n - 1) * (actual - expected)
        changes.append(EloChange(ratings[i], after, k[i], expected, actual))
    return changes
