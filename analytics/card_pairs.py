"""Cards that players own together: a card may win only because a strong one usually comes with it, or two cards may be
worth something only together.

Both are read from what a taker of a card owns when taking it. What somebody takes later would not do: those who play
well take more of some cards than of others. A *bundle* is taken out of the comparison (`Kind.compare`): where the
takers of a card own a card that is found to differ more often than the takers of the other cards, the difference counts
as often as that. A *synergy* is what two cards do together beyond what each does alone:

    (takers of the card with the other - without it) - (takers of another card with it - without it)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, permutations
from math import hypot, pi, sqrt
from statistics import median

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.card_positions import Positions
from analytics.frames import UNIT
from analytics.intervals import RANKED_FROM, Z95
from analytics.significance import Estimate, normal_prior
from analytics.sums import Family

PAIRS = Family(
    "card_pairs", {"card": "category", "other": "category"}, ("takers", "later", "adjusted", "expected", "products")
)
"""The takers of a card who then own the other, with wins minus chance and the variance that is expected of them, as in
`POSITIONS`; the pair of a card with itself has all its takers. `later`: those who took the other one later.
`products` sums, in millionths, wins minus chance of each taking times those of each taking of the other card in the
same game, whoever took it; a pair stands there once."""

PRODUCT_UNIT = 10**6

ABSORBED = 0.07
"""By about so much of itself a value is too small: what a card brings is in part expected already of those who usually
take it. Measured in games of which the truth is known: 0.03 to 0.09 (docs/statistics-truth.md)."""

MANY_PAIRS = 15
"""So many pairs say how their values scatter."""

NORMAL_QUARTILE = 0.6745

LEAST_EACH = 5
"""Fewer takers with another card, or without it, say nothing of the other card."""

Array = npt.NDArray[np.float64]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The takers of the cards of one kind by what else they own: arrays of groups x cards x cards. `groups` names
    variant and number of players."""

    cards: tuple[str, ...]
    groups: pd.DataFrame
    takers: Array
    later: Array
    adjusted: Array
    expected: Array
    products: Array

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
            unit = {"adjusted": UNIT, "expected": UNIT, "products": PRODUCT_UNIT}.get(measure, 1)
            np.add.at(array, (numbers, one, other), rows[measure].to_numpy(np.float64) / unit)
            arrays.append(array)
        return cls(tuple(cards), groups, *arrays)

    def where(self, groups: npt.NDArray[np.bool_]) -> Pairs:
        """Only these groups."""
        measures = (getattr(self, name)[groups] for name in PAIRS.measures)
        return Pairs(self.cards, self.groups[groups], *measures)

    def both(self, one: str, other: str) -> int:
        """How many own both cards, in whichever order they took them."""
        places = self.cards.index(one), self.cards.index(other)
        return int(self.takers[:, *places].sum() + self.takers[:, *places[::-1]].sum())

    def share(self, cards: Collection[str], other: str, *, later: bool = False) -> float:
        """The share of the takers of these cards who own the other when they take them, or also `later`; 0 without a
        taker."""
        places, place = [self.cards.index(card) for card in cards], self.cards.index(other)
        all_of_them, with_it = self._all(places)[0], self._sum(places, place)[0]
        if later:
            with_it += self.later[:, places, place].sum()
        return float(with_it / all_of_them) if all_of_them else 0.0

    def shared(self, card: str, reference: Collection[str], own: float, other: float) -> float:
        """What the variance of a comparison is larger, or smaller, because takings of the same game are no independent
        ones: only one of them wins, and two may be by the same player. `own` and `other` are the weights of a taker of
        the card and of one of the reference."""
        weights = np.zeros(len(self.cards))
        weights[[self.cards.index(one) for one in reference]] = -other
        weights[self.cards.index(card)] = own
        together = self.products.sum(axis=0)
        return float(2 * weights @ np.triu(together, 1) @ weights + weights**2 @ np.diag(together))

    def owning(self, other: str, reference: Collection[str]) -> Estimate | None:
        """How much more than their chance the takers of the reference win who own the other card, against those who do
        not; None with too few of either. Errors are in the variance that is expected of them."""
        place = self.cards.index(other)
        places = [self.cards.index(card) for card in reference if card != other]
        holders = self._sum(places, place)
        rest = self._all(places) - holders
        return _difference(holders, rest)

    def synergies(self) -> dict[Pair, Estimate]:
        """What all pairs do together beyond what each does alone, of which enough players own both: the mean of what
        the takers of either show, weighted by how surely."""
        more = self._more_together()
        found = {}
        for one, other in combinations(self.cards, 2):
            made = [more[pair] for pair in ((one, other), (other, one)) if pair in more]
            if made and self.both(one, other) >= RANKED_FROM:
                weights = [1 / its.error**2 for its in made]
                value = sum(weight * its.value for weight, its in zip(weights, made, strict=True)) / sum(weights)
                found[one, other] = Estimate(value, 1 / sqrt(sum(weights)))
        return found

    def _more_together(self) -> dict[Pair, Estimate]:
        """By card and other: what owning the other is worth to the takers of the card, less what it is worth to those
        of the other cards, and less what owning a card is usually worth to the takers of this one. The latter is there
        because those who own a card lead, and to them points are worth less, or more; it is drawn towards what it is
        for all cards, as far as chance explains the differences. Both are medians, because a pair may do something."""
        worth = {pair: made for pair in permutations(self.cards, 2) if (made := self._worth(*pair))}
        than_others = {}
        for (card, other), made in worth.items():
            its = [of_it for (one, owned), of_it in worth.items() if owned == other and one != card]
            if its:
                than_others[card, other] = _less(made, _median(its))
        by_card = {
            card: [(other, its) for (one, other), its in than_others.items() if one == card] for card in self.cards
        }
        prior = normal_prior([_median([its for _, its in row]) for row in by_card.values() if row])
        found = {}
        for (card, other), made in than_others.items():
            rest = [its for third, its in by_card[card] if third != other]
            if rest and prior:
                usual = _median(rest)
                # What is surely there is taken off whole (Efron and Morris (1971), limited translation).
                sure = abs(usual.value - prior.mean) > Z95 * usual.error
                found[card, other] = _less(made, usual if sure else prior.shrink(usual))
        return found

    def _worth(self, card: str, other: str) -> Estimate | None:
        """How much more the takers of the card win who own the other when they take it, than those who do not. Of
        these some take it later, and win by both as well; the difference is by so much too small."""
        mine, its = self.cards.index(card), self.cards.index(other)
        together, later = self._sum([mine], its), self.later[:, mine, its].sum()
        alone = self._all([mine]) - together
        made = _difference(together, alone)
        if made is None or alone[0] <= later:
            return None
        scale = float(alone[0] / (alone[0] - later))
        return Estimate(scale * made.value, scale * made.error)

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
        """What the card alone adds to its takers' chance to win (`Positions.compare`), less what comes from the
        cards `found` to differ, which its takers own more often, and from `synergies` with what they own in the end."""
        made = self.positions.difference(card, reference)
        if made is None:
            return None
        value, alone = made.value, made.own + made.others
        shared = self.pairs.shared(card, reference, 1 / self.count(card), made.weight)
        # Two cards of one player make it smaller, but they are mostly taken in other positions, where they count less.
        variance = alone + max(0.0, shared)
        for other in found:
            owning = self.pairs.owning(other, reference) if other != card else None
            if owning is not None:
                more = self.pairs.share([card], other) - self.pairs.share(reference, other)
                value, variance = value - more * owning.value, variance + self._scale * (more * owning.error) ** 2
        for pair, synergy in synergies.items():
            if card in pair:
                share = self.pairs.share([card], pair[pair[0] == card], later=True)
                value, variance = value - share * synergy.value, variance + (share * synergy.error) ** 2
        return Estimate(value, hypot(sqrt(variance), ABSORBED * value))

    def synergies(self) -> dict[Pair, Estimate]:
        """What pairs of cards do together (`Pairs.synergies`).

        Most pairs do nothing, so where values scatter more than their errors say (takings of the same game are no
        independent ones), the errors are too small by that much (Efron (2004), JASA 99, 96-104: an empirical null).
        """
        found = {
            pair: Estimate(its.value, sqrt(self._scale) * its.error) for pair, its in self.pairs.synergies().items()
        }
        if len(found) < MANY_PAIRS:
            return found
        middle = median(abs(its.value) / its.error for its in found.values()) / NORMAL_QUARTILE
        return {pair: Estimate(its.value, max(1.0, middle) * its.error) for pair, its in found.items()}

    @property
    def _scale(self) -> float:
        """How much larger the squares of what takers win are than the variance that is expected of them."""
        return float(self.positions.squares.sum() / self.positions.expected.sum())


def _difference(some: Array, others: Array) -> Estimate | None:
    """The difference of the means of two groups, each given as count, sum and variance; None with fewer than
    `LEAST_EACH` in either, or where nothing was open any more."""
    if min(some[0], others[0]) < LEAST_EACH or min(some[2], others[2]) <= 0:
        return None
    value = some[1] / some[0] - others[1] / others[0]
    return Estimate(float(value), sqrt(some[2] / some[0] ** 2 + others[2] / others[0] ** 2))


def _less(one: Estimate, other: Estimate) -> Estimate:
    return Estimate(one.value - other.value, sqrt(one.error**2 + other.error**2))


def _median(estimates: Sequence[Estimate]) -> Estimate:
    """The weighted median of estimates; its variance is pi / 2 of the mean's, as of normal values."""
    ranked = sorted(estimates)
    weights = [1 / its.error**2 for its in ranked]
    middle = bisect_left(list(accumulate(weights)), sum(weights) / 2)
    return Estimate(ranked[middle].value, sqrt(pi / 2 / sum(weights)))
