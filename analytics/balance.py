"""How even the seats are in all, as one number that can be compared between ways to play: the numbers of players are
tested one by one, and their chi-squares added up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

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


class Results(NamedTuple):
    """The seats of one number of players: mean results above expectation by seat, and the variance of such a mean."""

    games: int
    above: tuple[float, ...]
    variance: float


def seat_results(sums: Sums) -> dict[int, Results]:
    """What the seats made of their games, by number of players."""
    return _results(sums.total(SEATS, ["players"]).to_dict("records"))


def results_by_variant(sums: Sums) -> dict[str, dict[int, Results]]:
    """The same for each variant."""
    rows: dict[str, list[dict[Hashable, Any]]] = defaultdict(list)
    for row in sums.total(SEATS, ["variant", "players"]).to_dict("records"):
        rows[str(row["variant"])].append(row)
    return {variant: _results(of_variant) for variant, of_variant in rows.items()}


def balance(results: Mapping[int, Results]) -> Balance | None:
    """How even the seats are, over all numbers of players; None without games or if every game was shared by all."""
    statistic, freedom, games = 0.0, 0, 0
    for result in results.values():
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


def balance_difference(one: Mapping[int, Results], two: Mapping[int, Results]) -> float | None:
    """The p-value that seats are worth the same in both sets of games, number of players by number of players; None if
    they have none in common.
    """
    statistic, freedom = 0.0, 0
    for players in sorted(one.keys() & two.keys()):
        a, b = one[players], two[players]
        apart = [x - y for x, y in zip(a.above, b.above, strict=True)]
        uneven = unevenness(apart, a.variance + b.variance)
        if uneven is not None:
            statistic, freedom = statistic + uneven, freedom + players - 1
    return chi_square_p(statistic, freedom) if freedom else None


def _results(rows: Iterable[Mapping[Hashable, Any]]) -> dict[int, Results]:
    """Results from the rows of seats, which stand in their order."""
    seats: dict[int, list[Mapping[Hashable, Any]]] = defaultdict(list)
    for row in rows:
        seats[row["players"]].append(row)
    found = {}
    for players, of_count in seats.items():
        games = of_count[0]["games"]
        whole = UNIT * games
        above = tuple(row["results"] / whole for row in of_count)
        squares = sum(row["result_squares"] for row in of_count)
        found[players] = Results(games, above, squares / (whole * players * games))
    return found
