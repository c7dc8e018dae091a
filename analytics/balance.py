"""How even the seats are in all, as one number that can be compared between ways to play: the numbers of players are
tested one by one, and their chi-squares added up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from analytics.frames import UNIT
from analytics.intervals import Interval
from analytics.power import noncentral_interval
from analytics.seats import SEATS, unevenness
from analytics.significance import chi_square_p
from analytics.sums import Sums


@dataclass(frozen=True, slots=True)
class Balance:
    """How uneven the seats are, whatever the number of players.

    `spread` is by how much a seat's chance to win typically differs from par, as a part of par (Cohen's w): at 0.1 the
    seats of a game of four win, typically, 22.5 % or 27.5 %. Chance alone spreads wins, too, and is taken off: 0 says
    that chance explains all. `p` tests that the seats are even.
    """

    games: int
    spread: float
    interval: Interval
    p: float


def balance(sums: Sums) -> Balance | None:
    """How even the seats are, over all numbers of players; None without games or if every game was shared by all."""
    return _balance(_results(sums).values())


def balance_difference(sums: Sums, other: Sums) -> float | None:
    """The p-value that seats are worth the same in both sets of games, number of players by number of players; None if
    they have none in common.
    """
    one, two = _results(sums), _results(other)
    statistic, freedom = 0.0, 0
    for players in one.keys() & two.keys():
        a, b = one[players], two[players]
        apart = [x - y for x, y in zip(a.above, b.above, strict=True)]
        uneven = unevenness(apart, a.variance + b.variance)
        if uneven is not None:
            statistic, freedom = statistic + uneven, freedom + players - 1
    return chi_square_p(statistic, freedom) if freedom else None


class _Results(NamedTuple):
    """Mean results above expectation by seat, and the variance of such a mean if nothing is to be expected."""

    games: int
    above: list[float]
    variance: float


def _results(sums: Sums) -> dict[int, _Results]:
    """The results by number of players."""
    found = {}
    for players, seats in sums.total(SEATS, ["players"]).groupby("players", sort=True):
        games = int(seats["games"].iloc[0])
        whole = UNIT * games
        above = ((seats["wins"] - seats["expected"]) / whole).tolist()
        found[int(str(players))] = _Results(games, above, seats["residual_squares"].mean() / whole / games)
    return found


def _balance(results: Iterable[_Results]) -> Balance | None:
    statistic, freedom, games = 0.0, 0, 0
    for result in results:
        uneven = unevenness(result.above, result.variance)
        if uneven is not None:
            statistic, freedom, games = statistic + uneven, freedom + len(result.above) - 1, games + result.games
    if not freedom:
        return None
    low, high = noncentral_interval(statistic, freedom)
    return Balance(
        games=games,
        spread=sqrt(max(0.0, statistic - freedom) / games),
        interval=Interval(sqrt(low / games), sqrt(high / games)),
        p=chi_square_p(statistic, freedom),
    )
