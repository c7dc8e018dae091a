"""From sums to what can be said of a card: its effect, how it compares with the other cards of its kind, a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from enum import StrEnum
from math import fsum, hypot, sqrt
from typing import NamedTuple

import pandas as pd

from analytics.frames import UNIT
from analytics.intervals import Interval, normal_interval, t975
from analytics.significance import Q_BELOW, Estimate, normal_p, normal_prior, q_values


class Verdict(StrEnum):
    """What can be said of a card."""

    STRONG = "strong"
    WEAK = "weak"
    LOOKS_STRONG = "looks strong but is not"
    LOOKS_WEAK = "looks weak but is not"
    NO_DIFFERENCE = "no difference found"
    TOO_FEW = "too few"


@dataclass(frozen=True, slots=True)
class Effect:
    """A difference in P(win), the mean over `count` takers or moments, with its interval; None where there is too
    little to learn one from."""

    value: float
    interval: Interval | None
    count: int


@dataclass(frozen=True, slots=True)
class Total:
    """A sum of differences over takers, in units, with what its interval needs: over the games, n takers and a sum of
    differences x in each, `takers_squared` sums n^2, `cross` sums n x and `squares` sums x^2 (all of x in units).

    The mean is a ratio of two sums over games, sum(x) / sum(n); its variance is that of a ratio estimator (Cochran,
    Sampling Techniques, 1977, section 6.3): sum((x - mean n)^2) * games / (games - 1) / sum(n)^2.
    """

    games: int
    takers: int
    takers_squared: int
    difference: int
    cross: int
    squares: int

    @property
    def mean(self) -> float:
        """The mean over the takers, of which there must be one."""
        return self.difference / UNIT / self.takers

    @property
    def variance(self) -> float:
        """The variance of the sum (not of the mean), one being one win. A single game shows no spread: its square."""
        if self.games < 2:
            return self.squares / UNIT
        mean = self.mean
        spread = self.squares / UNIT - 2 * mean * self.cross / UNIT + mean**2 * self.takers_squared
        return max(0.0, spread) * self.games / (self.games - 1)

    @property
    def estimate(self) -> Estimate | None:
        """The mean over the takers with its standard error; None without a taker."""
        return Estimate(self.mean, sqrt(self.variance) / self.takers) if self.takers else None

    @property
    def effect(self) -> Effect | None:
        """The mean over the takers with its t interval; None without a taker."""
        found = self.estimate
        if found is None:
            return None
        if self.games < 2 or not found.error:
            return Effect(found.value, None, self.takers)
        half = t975(self.games - 1) * found.error
        return Effect(found.value, Interval(found.value - half, found.value + half), self.takers)


def together(totals: Iterable[Total]) -> Total:
    """The totals of several cards as one."""
    parts = [astuple(total) for total in totals]
    return Total(*(sum(values) for values in zip(*parts, strict=True))) if parts else Total(0, 0, 0, 0, 0, 0)


class Comparison(NamedTuple):
    """A card against the others of its kind. All None without a model of the state; an unranked card has no `q`."""

    adjusted: Effect | None
    against_kind: Effect | None
    shrunk: Effect | None
    q: float | None


def compare_with_kind(adjusted: Mapping[str, Total], ranked: Sequence[str]) -> dict[str, Comparison]:
    """Each card of a kind against the others. `ranked` are the cards with a sample that is large enough for a verdict;
    q-values are found among them, and the scatter of true effects for shrinkage too."""
    kind = together(adjusted.values())
    variance = fsum(total.variance for total in adjusted.values() if total.takers)
    against = {card: _against_others(total, kind, variance) for card, total in adjusted.items()}
    tested = {card: found for card in ranked if (found := against[card]) is not None and found.error > 0}
    q = dict(zip(tested, q_values([normal_p(one.value / one.error) for one in tested.values()]), strict=True))
    estimates = {card: found for card, total in adjusted.items() if (found := total.estimate) is not None}
    prior = normal_prior([estimates[card] for card in ranked if card in estimates])
    compared = {}
    for card, total in adjusted.items():
        shrunk = prior.shrink(estimates[card]) if prior is not None and card in estimates else None
        compared[card] = Comparison(
            total.effect, _effect(against[card], total.takers), _effect(shrunk, total.takers), q.get(card)
        )
    return compared


def verdict_of(compared: Comparison, raw: Interval | None, par: float | None) -> Verdict:
    """The verdict on a card whose takers win at a rate with the interval `raw`, beside `par`.

    Strong or weak: q is small among the cards of the kind, and the interval of the difference does not hold 0.
    Otherwise a raw rate that is surely above or below par misleads.
    """
    difference = compared.against_kind
    if compared.q is None or difference is None or difference.interval is None or raw is None or par is None:
        return Verdict.TOO_FEW
    if compared.q <= Q_BELOW and difference.interval.low > 0:
        return Verdict.STRONG
    if compared.q <= Q_BELOW and difference.interval.high < 0:
        return Verdict.WEAK
    if raw.low > par:
        return Verdict.LOOKS_STRONG
    return Verdict.LOOKS_WEAK if raw.high < par else Verdict.NO_DIFFERENCE


def difference_of_offers(choices: pd.DataFrame) -> dict[str, Effect]:
    """What it does to a player to be offered each card of a kind. `choices` are sums of `CHOICES` for its cards, by
    variant, number of players and quarter (the strata).

    In each stratum: the mean adjusted difference of the moments with the card on offer, minus that of the moments of
    the kind without it; together with weights n1 n0 / (n1 + n0), which make the error small. Moments count as
    independent. A card without such a pair of moments has no entry.
    """
    columns = ["variant", "players", "quarter", "card", "offered", "offered_adjusted", "offered_squares"]
    columns += ["taken", "taken_adjusted", "taken_squares"]
    rows = [
        (row[:3], row[3], row[4:7], row[7:]) for row in zip(*(choices[name].tolist() for name in columns), strict=True)
    ]
    whole: dict[tuple[str | int, ...], tuple[int, ...]] = {}
    for stratum, _card, _offered, taken in rows:
        before = whole.get(stratum, (0, 0, 0))
        whole[stratum] = tuple(a + b for a, b in zip(before, taken, strict=True))
    found: dict[str, tuple[float, float, float, int]] = {}
    for stratum, card, (n1, adjusted, squares), _taken in rows:
        moments, all_adjusted, all_squares = whole[stratum]
        n0 = moments - n1
        if not n1 or not n0:
            continue
        mean1, mean0 = adjusted / UNIT / n1, (all_adjusted - adjusted) / UNIT / n0
        variance1, variance0 = squares / UNIT / n1 - mean1**2, (all_squares - squares) / UNIT / n0 - mean0**2
        weight = n1 * n0 / (n1 + n0)
        weights, difference, variance, offered = found.get(card, (0.0, 0.0, 0.0, 0))
        found[card] = (
            weights + weight,
            difference + weight * (mean1 - mean0),
            variance + weight**2 * max(0.0, variance1 / n1 + variance0 / n0),
            offered + n1,
        )
    effects = {}
    for card, (weights, difference, variance, offered) in sorted(found.items()):
        value, error = difference / weights, sqrt(variance) / weights
        effects[card] = Effect(value, normal_interval(value, error) if error > 0 else None, offered)
    return effects


def _against_others(card: Total, kind: Total, variance: float) -> Estimate | None:
    """The mean of a card minus that of the takers of all others; of the card alone if nobody took another. `kind` is
    the total of all cards, `variance` the sum of their variances."""
    mine = card.estimate
    others = kind.takers - card.takers
    if mine is None or not others:
        return mine
    mean = (kind.difference - card.difference) / UNIT / others
    error = sqrt(max(0.0, variance - card.variance)) / others
    return Estimate(mine.value - mean, hypot(mine.error, error))


def _effect(estimate: Estimate | None, count: int) -> Effect | None:
    if estimate is None:
        return None
    interval = normal_interval(estimate.value, estimate.error) if estimate.error > 0 else None
    return Effect(estimate.value, interval, count)
