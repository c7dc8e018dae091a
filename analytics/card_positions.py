"""Cards compared like with like: takers of one card with takers of others who stood equally well at the same time.

A taker stands in a *stratum*: the variant, the number of players, the quarter of the game, and the chance to win just
before the taking. In each stratum the wins of the takers of a card, less that chance, are compared with those of the
*reference*, the takers of other cards of its kind, and the strata count by how many of the card's takers they hold.
Where the model of the position is wrong, it is wrong for both alike, so its error cancels, and what is left of it
stands in the interval: the reference of a stratum is known only as well as its takers are many.

A stratum may hold few takers of other cards, or none. So its reference is drawn towards that of all strata as if it had
`PRIOR` more takers there, and those are as uncertain as real ones.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.frames import UNIT
from analytics.significance import Estimate
from analytics.sums import Family

POSITIONS = Family(
    "positions",
    {"card": "category", "quarter": "int8", "chance": "int8"},
    ("takers", "adjusted", "expected", "squares", "unseen", "paid", "paid_squares"),
)
"""The takers of a card, each at the first taking, by quarter of the game (0 to 3) and by their chance to win then (0 to
7: see `CHANCES`). In units: `adjusted` sums wins minus chance, `expected` the variance chance (1 - chance) that the
model expects of them, `squares` their squares; `unseen` what hidden strength may be worth
(`analytics.hidden_strength`); `paid` the share of the win that the points of the card itself made up, with
`paid_squares`. Only games with a model of their state."""

CHANCES = (0.08, 0.16, 0.25, 0.35, 0.5, 0.65, 0.8)
"""The borders between the strata of chances: closer where most players of tables of three and four stand."""

PRIOR = 10.0
"""So many takers of other cards the mean over all strata counts for in each of them. With 3 to 30 the intervals held
the truth as often as they should, in games of which it is known (`benchmarks/statistics_truth.py`)."""

Array = npt.NDArray[np.float64]


class Difference(NamedTuple):
    """What a card adds against others, and the variances of the means of its takers and of the others. `weight`: what
    one taker of the others weighs in their mean."""

    value: float
    own: float
    others: float
    weight: float


@dataclass(frozen=True, slots=True)
class Positions:
    """The takers of the cards of one kind: arrays of strata x cards. `groups` names variant and number of players of
    each stratum."""

    cards: tuple[str, ...]
    groups: pd.DataFrame
    quarters: npt.NDArray[np.int64]
    takers: Array
    adjusted: Array
    expected: Array
    squares: Array
    unseen: Array
    paid: Array
    paid_squares: Array

    @classmethod
    def of(cls, rows: pd.DataFrame, cards: Sequence[str]) -> Positions:
        """From the sums of `POSITIONS` by variant and number of players. Cards without a row have no takers."""
        rows = rows[rows["card"].isin(cards)]
        strata = ["variant", "players", "quarter", "chance"]
        numbers = rows.groupby(strata, observed=True).ngroup().to_numpy(np.int64)
        keys = rows[strata].iloc[np.unique(numbers, return_index=True)[1]]
        places = pd.Index(cards).get_indexer(pd.Index(rows["card"].astype("str")))
        arrays = []
        for measure in POSITIONS.measures:
            array = np.zeros((len(keys), len(cards)))
            unit = 1 if measure == "takers" else UNIT
            np.add.at(array, (numbers, places), rows[measure].to_numpy(np.float64) / unit)
            arrays.append(array)
        groups = keys[["variant", "players"]].astype({"variant": "str"})
        return cls(tuple(cards), groups, keys["quarter"].to_numpy(np.int64), *arrays)

    def where(self, strata: npt.NDArray[np.bool_]) -> Positions:
        """Only these strata."""
        measures = (getattr(self, name)[strata] for name in POSITIONS.measures)
        return Positions(self.cards, self.groups[strata], self.quarters[strata], *measures)

    def count(self, card: str) -> int:
        """How many took the card."""
        return int(self.takers[:, self.cards.index(card)].sum())

    def hidden(self, card: str) -> float:
        """How much the takers' chance to win would differ if they were stronger by one standard deviation of what
        nothing in the log shows, the mean over the takers; 0 without a taker."""
        place, count = self.cards.index(card), self.count(card)
        return float(self.unseen[:, place].sum()) / count if count else 0.0

    def decided(self, card: str, reference: Collection[str]) -> Estimate | None:
        """How many more wins the points of the card itself decided, or cost, of its takers than those of the
        reference's cards of theirs. It is counted, win by win, so hidden strength has no part in it. None with fewer
        than two takers, and where the card pays less than others, or costs less: it may be good for something else.
        """
        mine = self._paid([self.cards.index(card)])
        theirs = self._paid([self.cards.index(other) for other in reference if other != card])
        if mine is None or theirs is None:
            return None
        more = mine.value - theirs.value
        return Estimate(more, sqrt(mine.error**2 + theirs.error**2)) if more * mine.value > 0 else None

    def _paid(self, places: Sequence[int]) -> Estimate | None:
        count, total, squares = (
            float(array[:, list(places)].sum()) for array in (self.takers, self.paid, self.paid_squares)
        )
        if count < 2:
            return None
        mean = total / count
        return Estimate(mean, sqrt(max(0.0, squares / count - mean**2) / (count - 1)))

    def compare(self, card: str, reference: Collection[str]) -> Estimate | None:
        """What the card adds to its takers' chance to win, against the takers of the reference, each taken for
        independent of the others; None if either has none."""
        made = self.difference(card, reference)
        return made and Estimate(made.value, sqrt(made.own + made.others))

    def difference(self, card: str, reference: Collection[str]) -> Difference | None:
        """The same with its two variances.

        With n1, x1 and n0, x0 the takers and their differences in a stratum, w = n1 / sum(n1), M the mean of the whole
        reference and t = `PRIOR`: value = sum(w (x1 / n1 - (x0 + t M) / (n0 + t))). Its variance is the sum of those of
        its parts, with the variance that the model expects of each taker, times how much larger or smaller the squares
        of all takers of the kind are than that.
        """
        place = self.cards.index(card)
        others = [self.cards.index(other) for other in reference if other != card]
        n1, x1, v1 = (array[:, place] for array in (self.takers, self.adjusted, self.expected))
        n0, x0, v0 = (array[:, others].sum(axis=1) for array in (self.takers, self.adjusted, self.expected))
        if not n1.sum() or not n0.sum():
            return None
        scale = self.squares.sum() / self.expected.sum()
        weights = n1 / n1.sum()
        mean, mean_variance = x0.sum() / n0.sum(), scale * v0.sum() / n0.sum() ** 2
        value = x1.sum() / n1.sum() - float(weights @ ((x0 + PRIOR * mean) / (n0 + PRIOR)))
        each = scale * np.divide(v1 + v0, n1 + n0, out=np.zeros_like(n1), where=n1 + n0 > 0)
        others_variance = (
            float(weights**2 @ (each / (n0 + PRIOR))) + float(weights @ (PRIOR / (n0 + PRIOR))) ** 2 * mean_variance
        )
        return Difference(
            float(value),
            own=float(scale * v1.sum() / n1.sum() ** 2),
            others=others_variance,
            weight=sqrt(others_variance / (scale * v0.sum())),
        )
