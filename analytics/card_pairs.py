"""Cards that players own together: a card may win only because a strong one usually comes with it, or two cards may be
worth something only together.

Both are read from who else a taker of a card is: the takers of a card who also own another one (at any time of the
game), beside those who do not. A *bundle* is taken out of the comparison (`Kind.compare`): where the takers of a card
own a card that is found to differ more often than the takers of the other cards, the difference counts as often as
that. A *synergy* is what two cards do together beyond what each does alone:

    (takers of the card with the other - without it) - (takers of all other cards with it - without it)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.card_positions import Positions
from analytics.frames import UNIT
from analytics.intervals import RANKED_FROM
from analytics.significance import Estimate
from analytics.sums import Family

PAIRS = Family("card_pairs", {"card": "category", "other": "category"}, ("takers", "adjusted", "expected"))
"""The takers of a card who also own the other, wins minus chance and the variance that is expected of them, as in
`POSITIONS`; the pair of a card with itself has all its takers."""

Array = npt.NDArray[np.float64]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The takers of the cards of one kind by what else they own: arrays of groups x cards x cards. `groups` names
    variant and number of players."""

    cards: tuple[str, ...]
    groups: pd.DataFrame
    takers: Array
    adjusted: Array
    expected: Array

    @classmethod
    def of(cls, rows: pd.DataFrame, cards: Sequence[str]) -> Pairs:
        """From the sums of `PAIRS` by variant and number of players."""
        rows = rows[rows["card"].isin(cards) & rows["other"].isin(cards)]
        names = ["variant", "players"]
        numbers = rows.groupby(names, observed=True).ngroup().to_numpy(np.int64)
        groups = rows[names].iloc[np.unique(numbers, return_index=True)[1]].astype({"variant": "str"})
        one, other = (pd.Index(cards).get_indexer(pd.Index(rows[key].astype("str"))) for key in PAIRS.keys)
        arrays = []
        for measure in PAIRS.measures:
            array = np.zeros((len(groups), len(cards), len(cards)))
            unit = 1 if measure == "takers" else UNIT
            np.add.at(array, (numbers, one, other), rows[measure].to_numpy(np.float64) / unit)
            arrays.append(array)
        return cls(tuple(cards), groups, *arrays)

    def where(self, groups: npt.NDArray[np.bool_]) -> Pairs:
        """Only these groups."""
        measures = (getattr(self, name)[groups] for name in PAIRS.measures)
        return Pairs(self.cards, self.groups[groups], *measures)

    def both(self, one: str, other: str) -> int:
        """How many own both cards."""
        return int(self._sum([self.cards.index(one)], self.cards.index(other))[0])

    def share(self, cards: Collection[str], other: str) -> float:
        """The share of the takers of these cards who own the other; 0 without a taker."""
        places, place = [self.cards.index(card) for card in cards], self.cards.index(other)
        all_of_them = self._all(places)[0]
        return float(self._sum(places, place)[0] / all_of_them) if all_of_them else 0.0

    def owning(self, other: str, reference: Collection[str]) -> Estimate | None:
        """How much more than their chance the takers of the reference win who own the other card, against those who do
        not; None without either. Errors are in the variance that is expected of them."""
        place = self.cards.index(other)
        places = [self.cards.index(card) for card in reference if card != other]
        holders = self._sum(places, place)
        rest = self._all(places) - holders
        if not holders[0] or not rest[0]:
            return None
        return _difference(holders, rest)

    def synergy(self, one: str, other: str) -> Estimate | None:
        """What the two cards do together beyond what each does alone, the mean of how the takers of either show it;
        None where too few own both, or not all kinds of takers are there."""
        places = [self.cards.index(card) for card in (one, other)]
        rest = [place for place in range(len(self.cards)) if place not in places]
        made = []
        for mine, its in (places, places[::-1]):
            together, others = self._sum([mine], its), self._sum(rest, its)
            alone, neither = self._all([mine]) - together, self._all(rest) - others
            if min(together[0], alone[0], others[0], neither[0]) <= 0:
                return None
            with_it, without = _difference(together, alone), _difference(others, neither)
            made.append(Estimate(with_it.value - without.value, sqrt(with_it.error**2 + without.error**2)))
        # The same players stand on both sides, so the mean is hardly surer than either.
        value = (made[0].value + made[1].value) / 2
        return Estimate(value, sqrt((made[0].error ** 2 + made[1].error ** 2) / 2))

    def _sum(self, places: Sequence[int], place: int) -> Array:
        """Takers, wins minus chance and variance of the takers at these places who own the card at that one."""
        tables = (self.takers, self.adjusted, self.expected)
        return np.array([table[:, list(places), place].sum() for table in tables])

    def _all(self, places: Sequence[int]) -> Array:
        tables = (self.takers, self.adjusted, self.expected)
        return np.array([table[:, list(places), list(places)].sum() for table in tables])


@dataclass(frozen=True, slots=True)
class Kind:
    """The cards of one kind: where their takers stood, and what else they own."""

    positions: Positions
    pairs: Pairs

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards, in the order of the page."""
        return self.positions.cards

    def count(self, card: str) -> int:
        """How many took the card."""
        return self.positions.count(card)

    def where(self, by: str, name: str) -> Kind:
        """Only the games of this variant or number of players."""
        positions, pairs = (
            (part.groups[by].astype(str) == name).to_numpy(np.bool_) for part in (self.positions, self.pairs)
        )
        return Kind(self.positions.where(positions), self.pairs.where(pairs))

    def compare(
        self, card: str, reference: Sequence[str], found: Collection[str], synergies: Mapping[Pair, Estimate]
    ) -> Estimate | None:
        """What the card alone adds to its takers' chance to win (`Positions.compare`), less what comes from the cards
        that are `found` to differ, which its takers own more often, and from `synergies` with what they own."""
        made = self.positions.compare(card, reference)
        if made is None:
            return None
        value, variance = made.value, made.error**2
        for other in found:
            owning = self.pairs.owning(other, reference) if other != card else None
            if owning is not None:
                more = self.pairs.share([card], other) - self.pairs.share(reference, other)
                value, variance = value - more * owning.value, variance + self._scale * (more * owning.error) ** 2
        for pair, synergy in synergies.items():
            if card in pair:
                share = self.pairs.share([card], pair[pair[0] == card])
                value, variance = value - share * synergy.value, variance + (share * synergy.error) ** 2
        return Estimate(value, sqrt(variance))

    def synergies(self) -> dict[Pair, Estimate]:
        """What all pairs do together of which enough players own both."""
        found = {}
        for one, other in combinations(self.cards, 2):
            made = self.pairs.synergy(one, other) if self.pairs.both(one, other) >= RANKED_FROM else None
            if made is not None:
                found[one, other] = Estimate(made.value, sqrt(self._scale) * made.error)
        return found

    @property
    def _scale(self) -> float:
        """How much larger the squares of what takers win are than the variance that is expected of them."""
        return float(self.positions.squares.sum() / self.positions.expected.sum())


def _difference(some: Array, others: Array) -> Estimate:
    """The difference of the means of two groups, each given as count, sum and variance."""
    value = some[1] / some[0] - others[1] / others[0]
    return Estimate(float(value), sqrt(some[2] / some[0] ** 2 + others[2] / others[0] ** 2))
