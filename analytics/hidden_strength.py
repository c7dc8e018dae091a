"""Strength that no log shows: a board that has not scored yet, a player who is better than the rating says.

Nobody can see it at a single taking, but over many games it leaves a trace: who has scored more than the ratings and
the cards explain goes on to score more. Where points of one quarter of a game tell nothing about those of another,
there is no such strength; where they do, their covariance says how much of it there is. Whether a card is *taken* for
it cannot be learned from the log. So a difference between cards is called one only if it is larger than what takers who
are stronger by `SHIFT` standard deviations of it would bring.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt
import pandas as pd

SHIFT = 1.4
"""Takers of a card that is mostly taken by the strong are stronger than takers of other cards by up to 1.1 standard
deviations of what is still unknown at the taking, in games of which the truth is known (`benchmarks/truth_cards.py`).
"""

SEEN_FROM = 1.645
"""Strength is there if the covariance is so many standard errors above zero (5 % by chance)."""

QUARTERS = 4

Array = npt.NDArray[np.float64]


def hidden_points(points: Array, known: Array, held: Array) -> tuple[float, ...]:
    """The standard deviation of the points that a seat scores from the middle of each quarter of the game to the end
    because of strength that nothing explains, as large as one standard error above what is found may be.

    `points`: games x seats x quarters. `known`: games x seats x quarters x things that explain points: the rating and
    the turns that the seat had in the quarter. `held`: the same with the cards that it held before; in the last quarter
    also those that it took in it, because cards may pay in the end.

    Points and what explains them are taken against the mean of the table and that of the seat. What is left after least
    squares has, for two different quarters, the covariance of the strength alone, because chance differs from quarter
    to quarter. The variance within a quarter is that of chance and strength together, so the strength's part of it is
    taken from the covariance with its neighbours. Strength that is the same in the whole game is found in all pairs of
    quarters together, one that comes up late only in the later ones: the largest counts.

    Of the cards only what tells one from another explains points, not how many a seat holds: whoever has a good board
    can take more cards, so their number would explain the very strength that is looked for. Least squares therefore
    sees each card less its usual share of as many cards as the seat holds, and a card then explains by how much it
    brings more than the median card.
    """
    seats = points.shape[1]
    left = np.stack([_left(points[:, :, q], known[:, :, q], held[:, :, q]) for q in range(QUARTERS)], axis=2)
    products = np.einsum("gsa,gsb->gab", left, left) / (seats - 1)
    later = [_most(products, first) for first in range(QUARTERS - 1)]
    found = []
    for quarter in range(QUARTERS):
        to_come = QUARTERS - quarter - 0.5
        # Of the last quarter alone there is no pair.
        found.append(to_come * sqrt(max(0.0, *later[: min(quarter, QUARTERS - 2) + 1])))
    return tuple(found)


def _most(products: Array, first: int) -> float:
    """The mean covariance of the pairs of quarters from the first on, and one standard error; 0 where it may be chance
    that there is any."""
    pairs = np.triu(np.ones((QUARTERS, QUARTERS), bool), 1)
    pairs[:first] = False
    of_games = products[:, pairs].mean(axis=1)
    mean, error = float(of_games.mean()), float(of_games.std(ddof=1)) / sqrt(len(of_games))
    return mean + error if mean > SEEN_FROM * error else 0.0


def points_by_quarter(games: pd.Series[int], seats: int, events: pd.DataFrame, quarter: npt.NDArray[np.int64]) -> Array:
    """The points of each seat in each quarter, games x seats x quarters. `quarter` has that of each event."""
    places = pd.Index(games).get_indexer(pd.Index(events["game_id"]))
    wide = np.zeros((len(games), seats, QUARTERS))
    np.add.at(wide, (places, events["seat"].to_numpy(np.int64), quarter), events["points"].to_numpy())
    return wide


def _left(points: Array, known: Array, held: Array) -> Array:
    """What least squares leaves of the points of a quarter."""
    usual = np.divide(held.sum(axis=(0, 1)), held.sum(), out=np.zeros(held.shape[2]), where=held.sum() > 0)
    which = held - held.sum(axis=2, keepdims=True) * usual
    points, known, which, held = (_against_table_and_seat(values) for values in (points, known, which, held))
    rows = np.concatenate([known, which], axis=2).reshape(points.size, -1)
    weights = np.linalg.lstsq(rows, points.ravel(), rcond=None)[0]
    of_known, of_cards = np.split(weights, [known.shape[2]])
    if len(of_cards):
        of_cards = of_cards - np.median(of_cards)
    return np.asarray(points - known @ of_known - held @ of_cards)


def _against_table_and_seat(values: Array) -> Array:
    against_table = values - values.mean(axis=1, keepdims=True)
    return np.asarray(against_table - against_table.mean(axis=0, keepdims=True))
