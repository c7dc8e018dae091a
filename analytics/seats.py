"""Is a seat worth more than another? Wins by seat, for each number of players by itself.

The unit is the game: of each game exactly one win is shared out among its seats. Numbers of players are never pooled,
because par is 1/n and the last of two seats is not the last of four. Wins are compared with par, and with what the
players were worth: by the ratings before the game and, of those who play often, by all their results
(`analytics.seat_strengths`). Where players choose their seats, or the stronger ones sit in front, only the second
comparison is about the seat.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import fsum, log
from typing import Any, Literal

import numpy as np
import pandas as pd

from analytics.frames import UNIT, Frames, Ints, places_of
from analytics.intervals import Interval, mean_interval_from_sums, moments, moments_interval, normal_interval, wilson
from analytics.model import Model, rated_strengths
from analytics.power import games_for_shares, smallest_share_above
from analytics.seat_strengths import NO_STRENGTHS, judge
from analytics.significance import P_BELOW, chi_square_p
from analytics.sums import CELL, Family, Sums

SEATS = Family(
    "seats",
    {"seat": "int8"},
    (
        "games",
        "wins",
        "win_squares",
        "results",
        "result_squares",
        "movable",
        "expected_variance",
        "judged",
        "score",
        "score_squares",
        "placement",
        "placement_squares",
    ),
)
"""What each seat made of its games. In units (also the squares): the win share w and its square, the result (w less
P(win) of who sat there and what the game has moved that, see `seat_strengths.Judged`) and its square, what of it moving
strengths could have made, P(win) (1 - P(win)), and the placement (n - place) / (n - 1), which is 0 for the last and 1
for the first, and its square. Squares of expectations are rounded to the unit. Points are whole numbers. `judged`
counts the games in which something was known of everybody: a rating that predicts, or a strength."""

Verdict = Literal["difference", "small_difference", "unclear", "no_difference", "too_few"]
"""What may be said of the seats. "small_difference": there is one, but the interval of every seat is below
`WORTH_FINDING` on both sides. "unclear": there is one, but players whose strength goes up and down, and who sit by it,
could make it. "no_difference": none was found, though a seat's advantage of `WORTH_FINDING` would have been found.
"too_few": none was found, and such an advantage could have been overlooked."""

WORTH_FINDING = 0.05
"""A seat that wins five of a hundred games more than its share is one that players talk about."""

SMALL_EFFECT = 0.02
"""The smaller advantage for which the number of games needed is told."""

LEAST_GAMES_A_SEAT = 5
"""Below so many games for each seat, chi-square is no good approximation, and nothing is concluded."""

ELO = 400 / log(10)
"""Rating points by which the odds of a win grow e-fold."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat. `share` is its part of the wins (a shared win counts as shares), with the Wilson interval.

    `above` is in points of P(win): wins above what its players were worth, per game; its interval allows for strengths
    that move. `elo` is the same as a difference in rating from the mean of the seats; None while a seat has not won at
    all. `placement` runs from 0, always last, to 1, always first; even is 1/2. Intervals are None where nothing varies.
    """

    seat: int
    wins: float
    share: float
    share_interval: Interval
    above: float
    above_interval: Interval | None
    elo: float | None
    elo_interval: Interval | None
    mean_score: float
    score_interval: Interval | None
    placement: float
    placement_interval: Interval | None


@dataclass(frozen=True, slots=True)
class SeatTable:
    """The seats of one number of players.

    `par` is an even share of the wins. `p` tests that all seats win equally often, `adjusted_p` that they win as often
    as their players were worth, `steady_p` the same with what strengths that move can explain at most; None if every
    game was shared by all. `judged`: the games in which something was known of everybody's strength.

    `games_for_observed` and `games_for_small`: games that would show such an advantage with 80 % power, if it is as
    large as observed (None: nothing at all is observed), and if one seat has `SMALL_EFFECT` more than par. `smallest`:
    the advantage of one seat that these games would have shown.
    """

    players: int
    games: int
    par: float
    rows: tuple[SeatRow, ...]
    p: float | None
    adjusted_p: float | None
    steady_p: float | None
    judged: int
    verdict: Verdict
    games_for_observed: int | None
    games_for_small: int
    smallest: float


def seats_sums(frames: Frames, model: Model) -> dict[str, pd.DataFrame]:
    """The contribution of these games to `SEATS`."""
    table = frames.with_table_of_games(list(CELL))
    players, wins = table["players"].astype("int64"), table["win"].astype("int64")
    judged = {name: pd.Series(values) for name, values in _judged(frames, model).items()}
    place, score = table["place"].astype("int64"), table["score"].astype("int64")
    at = places_of(frames.games["game_id"], table["game_id"])
    of_game = np.append(place, 0)[frames.rows_by_seat()[at]]
    sharing = (of_game == place.to_numpy()[:, None]).sum(axis=1)
    # The mean of the places that are shared is place + (sharing - 1) / 2.
    placement = (2 * (players - place) - (sharing - 1)) * (UNIT // (2 * (players - 1)))
    rows = table.assign(
        games=1,
        wins=wins,
        win_squares=_squared(wins),
        **judged,
        score=score,
        score_squares=score**2,
        placement=placement,
        placement_squares=_squared(placement),
    )
    return {SEATS.name: rows}


def _judged(frames: Frames, model: Model) -> dict[str, Ints]:
    """The measures of each player-game that come from what its players were worth."""
    rows, rated = frames.rows_by_seat(), rated_strengths(model.temperature, frames)
    people, wins, ratings = (frames.player_games[column].to_numpy() for column in ("player_id", "win", "rating"))
    counts = frames.games["players"].to_numpy(np.int64)
    names = ("results", "result_squares", "movable", "expected_variance", "judged")
    found = {name: np.zeros(len(wins), np.int64) for name in names}
    for players in np.unique(counts).tolist():
        games = np.flatnonzero(counts == players)
        at = rows[games, :players]
        strengths = model.strengths.get(players, NO_STRENGTHS)
        judged = judge(strengths, rated[games, :players], people[at], wins[at] / UNIT)
        by_rating = ~np.isnan(ratings[at]).any(axis=1) & (model.temperature is not None)
        found["results"][at] = np.rint(UNIT * judged.results)
        found["result_squares"][at] = np.rint(UNIT * judged.squares)
        found["movable"][at] = np.rint(UNIT * judged.movable)
        found["expected_variance"][at] = np.rint(UNIT * judged.expected * (1 - judged.expected))
        found["judged"][at] = (judged.known | by_rating)[:, None]
    return found


def unevenness(above: Sequence[float], variance: float) -> float | None:
    """The chi-square, with k - 1 degrees of freedom, of k mean results d of this variance; None if it is zero.

    (k - 1)/k sum(d^2) / variance, because results of a game sum to zero and so correlate at -1/(k - 1) between seats.
    With equal expectations and no shared win this is Pearson's chi-square on the counts of wins; shared wins vary less,
    which the variance allows for.
    """
    k = len(above)
    return (k - 1) / k * fsum(d * d for d in above) / variance if variance > 0 else None


def seat_tables(sums: Sums) -> list[SeatTable]:
    """The table of each number of players that was played."""
    counts = sums.total(SEATS, ["players"])["players"].unique().tolist()
    return [table for players in counts if (table := seat_table(sums, players)) is not None]


def seat_table(sums: Sums, players: int) -> SeatTable | None:
    """The seats of games of this many players; None without games."""
    table = sums.total(SEATS, ["players"])
    seats = table[table["players"] == players].drop(columns="players").to_dict("records")
    if not seats:
        return None
    games, par = int(seats[0]["games"]), 1 / players
    whole = UNIT * games
    shares = [row["wins"] / whole for row in seats]
    above = [row["results"] / whole for row in seats]
    movable = [row["movable"] / whole for row in seats]
    # Mean squares of w - 1/n and of the results: the variance of a game's result if all seats are equal.
    even_squares = [row["win_squares"] / whole - (2 * row["wins"] / whole - par) * par for row in seats]
    squares = [row["result_squares"] / whole for row in seats]
    elo = _elo(above, movable, squares, fsum(row["expected_variance"] for row in seats) / (whole * players), games)
    adjusted_p = _even_p(above, squares, games)
    steady_p = _even_p(_steady(above, movable), squares, games)
    # Where a strength has to be estimated with the seats, a game tells less of these.
    told = min(1.0, players * par * (1 - par) / fsum(squares)) if any(squares) else 1.0
    smallest = smallest_share_above(players, round(games * told))
    rows = tuple(map(_row, seats, shares, movable, elo))
    return SeatTable(
        players=players,
        games=games,
        par=par,
        rows=rows,
        p=_even_p([share - par for share in shares], even_squares, games),
        adjusted_p=adjusted_p,
        steady_p=steady_p,
        judged=int(seats[0]["judged"]),
        verdict=_verdict(adjusted_p, steady_p, games, rows, smallest),
        games_for_observed=games_for_shares([par + d for d in above]) if any(above) else None,
        games_for_small=games_for_shares([par + SMALL_EFFECT, *[par - SMALL_EFFECT / (players - 1)] * (players - 1)]),
        smallest=smallest,
    )


def _row(row: dict[Hashable, Any], share: float, movable: float, elo: tuple[float, Interval] | None) -> SeatRow:
    games = row["games"]
    result = moments(games, row["results"], row["result_squares"], unit=UNIT)
    interval = wilson(row["wins"] / UNIT, games)
    assert result is not None
    assert interval is not None
    above = moments_interval(result)
    return SeatRow(
        seat=row["seat"],
        wins=row["wins"] / UNIT,
        share=share,
        share_interval=interval,
        above=result.mean,
        above_interval=above and Interval(above.low - max(0.0, movable), above.high - min(0.0, movable)),
        elo=elo[0] if elo else None,
        elo_interval=elo[1] if elo else None,
        mean_score=row["score"] / games,
        score_interval=mean_interval_from_sums(games, row["score"], row["score_squares"]),
        placement=row["placement"] / (UNIT * games),
        placement_interval=mean_interval_from_sums(games, row["placement"], row["placement_squares"], unit=UNIT),
    )


def _steady(above: Sequence[float], movable: Sequence[float]) -> list[float]:
    """What is left of the seats' mean results if strengths that move explain as much of it as they can."""
    most = fsum(d * d for d in movable)
    part = min(1.0, max(0.0, fsum(a * d for a, d in zip(above, movable, strict=True)) / most)) if most else 0.0
    return [a - part * d for a, d in zip(above, movable, strict=True)]


def _even_p(above: Sequence[float], squares: Sequence[float], games: int) -> float | None:
    """The p-value that the seats' mean results above expectation are all zero; None if results do not vary."""
    statistic = unevenness(above, fsum(squares) / len(squares) / games)
    return None if statistic is None else chi_square_p(statistic, len(above) - 1)


def _elo(
    above: Sequence[float], movable: Sequence[float], squares: Sequence[float], variance: float, games: int
) -> list[tuple[float, Interval] | None]:
    """What a seat is worth in rating points above the mean of the seats, with its interval, which reaches to where it
    would lie if strengths that move explained as much as they can.
    """
    found = _offsets(above, squares, variance, games)
    least = _offsets([a - d for a, d in zip(above, movable, strict=True)], squares, variance, games)
    if not (found and least):
        return [None] * len(above)
    both = [(one[0], normal_interval(*one), normal_interval(*other)) for one, other in zip(found, least, strict=True)]
    return [(offset, Interval(min(a.low, b.low), max(a.high, b.high))) for offset, a, b in both]


def _offsets(
    above: Sequence[float], squares: Sequence[float], variance: float, games: int
) -> list[tuple[float, float]]:
    """The rating points that these mean results are worth, with their standard errors; nothing if a seat never wins.

    For equal players, P(win) = 1/k + d at an offset of 400/ln 10 (ln(1/k + d) - mean over seats). Where ratings differ,
    an offset moves P(win) less, by e (1 - e) instead of 1/k (1 - 1/k): `variance` is the mean of the first. The error
    follows by the delta method, with results correlated at -1/(k - 1) between seats. A shared win is half a win for
    either, as everywhere.
    """
    k = len(above)
    chances = np.array(above) + 1 / k
    if chances.min() <= 0 or variance <= 0:
        return []
    scale = ELO * (k - 1) / (k * k) / variance
    logs = np.log(chances)
    errors = np.sqrt(np.maximum(0.0, np.array(squares) - np.array(above) ** 2) / games)
    covariance = np.outer(errors, errors) * np.where(np.eye(k) == 1, 1.0, -1 / (k - 1))
    slopes = (np.eye(k) - 1 / k) / chances
    variances = np.einsum("ij,jk,ik->i", slopes, covariance, slopes)
    offsets = scale * (logs - logs.mean())
    return list(zip(offsets.tolist(), (scale * np.sqrt(variances)).tolist(), strict=True))


def _verdict(p: float | None, steady_p: float | None, games: int, rows: Sequence[SeatRow], smallest: float) -> Verdict:
    if p is None or steady_p is None or games < LEAST_GAMES_A_SEAT * len(rows):
        return "too_few"
    if p < P_BELOW:
        if steady_p >= P_BELOW:
            return "unclear"
        ends = [abs(end) for row in rows for end in row.above_interval or ()]
        return "small_difference" if ends and max(ends) < WORTH_FINDING else "difference"
    return "no_difference" if smallest <= WORTH_FINDING else "too_few"


def _squared(values: pd.Series[int]) -> pd.Series[int]:
    return _rounded(values**2)


def _rounded(products: pd.Series[int]) -> pd.Series[int]:
    """Products of two numbers in units, in units."""
    return (products + UNIT // 2) // UNIT
