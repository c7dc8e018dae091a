"""What can be said of the cards of a page: which differ from the others, whether the same everywhere, and a verdict."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import fsum, inf

from analytics.card_pairs import Kind, Pair
from analytics.hidden_strength import SHIFT
from analytics.intervals import RANKED_FROM, Interval, t975
from analytics.power import REACH, Z80
from analytics.significance import (
    P_BELOW,
    Q_BELOW,
    Estimate,
    chi_square_p,
    normal_p,
    normal_prior,
    q_values,
    student_p,
    student_quantile,
)

WRONG_BELOW = Q_BELOW
"""On so many pages at most a card is called strong or weak that is not."""

SAME_ABOVE = 0.10
"""A card that differs is taken to differ everywhere alike if the differences between variants or numbers of players
have at least this p-value. Lenient, because a page that shows them apart without need does little harm."""

MANY_PROVISIONAL = 0.5
"""Where more takers than this have hardly any rated games, their strength is not known."""


class Verdict(StrEnum):
    """What can be said of a card."""

    STRONG = "strong"
    WEAK = "weak"
    DEPENDS = "depends on the number of players or the variant"
    UNCLEAR = "differs, but hidden strength may be why"
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
class Part:
    """A card in one variant or with one number of players: `name` is the key of the variant or the number."""

    name: str
    effect: Effect
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Comparison:
    """A card against the others of its kind.

    `effect` is against all that are not found to differ, `p` allows for looking at all cards of the page; both are None
    where nobody can be compared. `shrunk`: the effect drawn towards the mean of the kind; None with few
    takers, where it would say no more than that mean, and say it surely. `found`: it differs.
    `smallest`: what would have been found in four of five such samples. `hidden`: what the takers' chance would differ
    by if they were stronger by `SHIFT` standard deviations of what no log shows. `decided`: how many more of its
    takers' wins its own points decided than those of the other cards (`Positions.decided`). `parts`: variants or
    numbers of players in which the card is not the same, `by` which of the two; empty where it is.
    """

    effect: Effect | None = None
    p: float | None = None
    found: bool = False
    shrunk: Effect | None = None
    smallest: float | None = None
    hidden: float = 0.0
    decided: Effect | None = None
    by: str = ""
    parts: tuple[Part, ...] = field(default=())


def effect_of(estimate: Estimate, takers: int) -> Effect:
    """The estimate with its t interval, the takers being the sample; a chance to win can change by 1 at most."""
    half = t975(max(1, takers - 1)) * estimate.error
    return Effect(estimate.value, Interval(max(-1.0, estimate.value - half), min(1.0, estimate.value + half)), takers)


@dataclass(frozen=True, slots=True)
class CardPair:
    """Two cards that do something together which neither does alone: by how much, with how many owners of both."""

    cards: Pair
    effect: Effect


@dataclass(frozen=True, slots=True)
class Compared:
    """What can be said of the cards of a page, by card, and of pairs of them."""

    cards: Mapping[str, Comparison]
    pairs: tuple[CardPair, ...]


def compare_cards(kinds: Sequence[Kind]) -> Compared:
    """All cards of a page, kind by kind, each against the others of its kind that are not found to differ.

    Cards with fewer than `RANKED_FROM` takers have an effect and no p-value. A card that more took than all in its
    reference is not found to differ, whatever its effect: there the others differ from it.

    Pairs are named by q-values over all pairs of the page (Benjamini and Hochberg); what is found of a single card is
    asked again, more leniently, whether it holds without each of the others.
    """
    together = [kind.synergies() for kind in kinds]
    every = [(number, pair) for number, found in enumerate(together) for pair in found]
    q = q_values([_normal_p(together[number][pair]) for number, pair in every])
    found = {one for one, its in zip(every, q, strict=True) if its <= Q_BELOW}
    named = set(found)
    while True:
        page = _Page(
            kinds, [{pair: its for pair, its in of.items() if (n, pair) in named} for n, of in enumerate(together)]
        )
        page.step_down()
        doubted = {
            (number, pair)
            for number, pair in every
            if any((number, card) in page.found for card in pair)
            and _normal_p(together[number][pair]) < SAME_ABOVE / max(1, len(kinds[number].cards) - 1)
        }
        if doubted <= named:
            break
        named |= doubted
    pairs = [
        CardPair(pair, effect_of(together[number][pair], kinds[number].pairs.both(*pair)))
        for number, pair in sorted(found)
    ]
    return Compared(page.comparisons(), tuple(pairs))


def effects_beside(kinds: Sequence[Kind], found: Collection[str], pairs: Collection[Pair]) -> dict[str, Effect]:
    """What cards that were found in more games add in these ones, compared as there: against all cards but the `found`
    ones, without what these bring, and without what the `pairs` do together. Only cards with enough takers."""
    page = _Page(kinds, [{pair: its for pair, its in kind.synergies().items() if pair in pairs} for kind in kinds])
    page.found = {(number, card): 0.0 for number, kind in enumerate(kinds) for card in kind.cards if card in found}
    made = {one: page.estimate(*one) for one in page.found if one in page.ranked()}
    return {
        card: effect_of(estimate, kinds[number].count(card)) for (number, card), estimate in made.items() if estimate
    }


@dataclass(slots=True)
class _Page:
    """The cards of all kinds and what has been found of them so far: `found` with their p-values, `adjusted` those of
    the others, `limit` below which one more would be found."""

    kinds: Sequence[Kind]
    synergies: Sequence[Mapping[Pair, Estimate]]
    found: dict[tuple[int, str], float] = field(default_factory=dict)
    adjusted: dict[tuple[int, str], float] = field(default_factory=dict)
    limit: float = WRONG_BELOW

    def step_down(self) -> None:
        """Find the cards that differ.

        A card that differs from the others moves the mean against which these are compared, and lends its wins to those
        that come with it. The comparison therefore goes down step by step, with Holm's limits (1979, Scand. J. Stat. 6,
        65-70): of the m cards not yet found, the one with the smallest p-value differs if that is at most `WRONG_BELOW`
        / m; it leaves the reference, what its owners owe to it is taken out, and the rest are compared anew, until none
        is found. So at most one page in ten calls a card different that is not. At last each found card has to hold
        beside the other ones: of two that come together the wrong one may have been found first.
        """
        ranked = self.ranked()
        level = 0.0
        while True:
            tested = {}
            for number, card in sorted(ranked - self.found.keys()):
                made, kind = self.estimate(number, card), self.kinds[number]
                if made and kind.count(card) <= sum(map(kind.count, self.reference(number, card))):
                    tested[number, card] = _p(made, kind.count(card))
            self.limit = min(P_BELOW, WRONG_BELOW / max(1, len(tested)))
            self.adjusted = {one: max(level, min(1.0, p * len(tested))) for one, p in tested.items()}
            best = min(tested, key=lambda one: tested[one], default=None)
            if best is None or tested[best] > self.limit:
                break
            level = self.found[best] = self.adjusted[best]
        while len(self.found) > 1:
            again = {one: self._again(*one) for one in self.found}
            worst = max(again, key=lambda one: again[one])
            if again[worst] <= self.limit:
                break
            del self.found[worst]
            self.adjusted[worst] = min(1.0, again[worst] * (1 + len(self.adjusted)))

    def ranked(self) -> set[tuple[int, str]]:
        """The cards with enough takers."""
        return {
            (n, card) for n, kind in enumerate(self.kinds) for card in kind.cards if kind.count(card) >= RANKED_FROM
        }

    def reference(self, number: int, card: str) -> list[str]:
        """The cards that this one is compared with: neither those found to differ nor those of pairs that do something
        together, whose takers win more than the others for it."""
        paired = {one for pair in self.synergies[number] for one in pair}
        return [
            other
            for other in self.kinds[number].cards
            if other != card and other not in paired and (number, other) not in self.found
        ]

    def estimate(self, number: int, card: str) -> Estimate | None:
        """What the card alone adds."""
        return self._of(self.kinds[number], number, card)

    def comparisons(self) -> dict[str, Comparison]:
        """What is said of each card."""
        compared: dict[str, Comparison] = {}
        ranked = self.ranked()
        for number, kind in enumerate(self.kinds):
            estimates = {card: made for card in kind.cards if (made := self.estimate(number, card))}
            prior = normal_prior([made for card, made in estimates.items() if (number, card) in ranked])
            splits = {by: _split(kind, by) for by in ("players", "variant")}
            for card in kind.cards:
                made, one = estimates.get(card), (number, card)
                if made is None:
                    compared[card] = Comparison()
                    continue
                hidden = SHIFT * kind.positions.hidden(card)
                # A card that is not found to differ at all is looked at more strictly, because there are many of them.
                below = SAME_ABOVE if one in self.found else WRONG_BELOW / len(kind.cards)
                by, parts = self._parts(splits, one, below) if one in ranked else ("", ())
                compared[card] = Comparison(
                    effect=effect_of(made, kind.count(card)),
                    p=self.found.get(one, self.adjusted.get(one, 1.0)) if one in ranked else None,
                    found=one in self.found,
                    shrunk=effect_of(prior.shrink(made), kind.count(card)) if prior and one in ranked else None,
                    smallest=_smallest(made.error, self.limit, hidden),
                    hidden=hidden,
                    decided=_decided(kind, card, self.reference(*one)),
                    by=by,
                    parts=parts,
                )
        return compared

    def _again(self, number: int, card: str) -> float:
        made = self.estimate(number, card)
        return 1.0 if made is None else _p(made, self.kinds[number].count(card))

    def _of(self, kind: Kind, number: int, card: str) -> Estimate | None:
        found = [other for its, other in self.found if its == number]
        return kind.compare(card, self.reference(number, card), found, self.synergies[number])

    def _parts(
        self, splits: Mapping[str, Mapping[str, Kind]], one: tuple[int, str], below: float
    ) -> tuple[str, tuple[Part, ...]]:
        """The numbers of players, or else the variants, between which the card differs with a p-value below this.

        Cochran's Q (1954, Biometrics 10, 101-129): the squares of the differences from the weighted mean, in errors,
        are chi-square.
        """
        for by, parts in splits.items():
            made: dict[str, tuple[Estimate, Kind]] = {}
            for name, part in parts.items():
                estimate = self._of(part, *one) if part.count(one[1]) >= RANKED_FROM else None
                if estimate is not None:
                    made[name] = estimate, part
            if len(made) < 2:
                continue
            weights = [1 / its.error**2 for its, _ in made.values()]
            mean = fsum(w * its.value for w, (its, _) in zip(weights, made.values(), strict=True)) / fsum(weights)
            excess = fsum(w * (its.value - mean) ** 2 for w, (its, _) in zip(weights, made.values(), strict=True))
            if chi_square_p(excess, len(made) - 1) < below:
                reference = self.reference(*one)
                return by, tuple(_part(name, *its, one[1], reference, len(made)) for name, its in made.items())
        return "", ()


def verdict_of(compared: Comparison, raw: Interval | None, usual: float | None, provisional: float = 0.0) -> Verdict:
    """The verdict on a card whose takers win at a rate with the interval `raw`, where takers of any card of its kind
    usually win at the rate `usual`, and of whom the share `provisional` has hardly any rated games.

    Strong or weak: it differs from the others (see `compare_cards`), by more than hidden strength could bring.
    Otherwise a raw rate that is surely above or below the usual one misleads. Par would be no measure: who takes a card
    is ahead already, so nearly every card would look strong.
    """
    if compared.p is None or compared.effect is None or raw is None or usual is None:
        return Verdict.TOO_FEW
    if compared.parts:
        return Verdict.DEPENDS
    if compared.found:
        return _direction(compared.effect, compared.hidden, compared.decided, provisional)
    if raw.low > usual:
        return Verdict.LOOKS_STRONG
    return Verdict.LOOKS_WEAK if raw.high < usual else Verdict.NO_DIFFERENCE


def _direction(effect: Effect, hidden: float, decided: Effect | None, provisional: float = 0.0) -> Verdict:
    """Strong or weak, unless what nobody sees may be why: the effect is larger than that could bring, or the card's own
    points surely go the same way."""
    assert effect.interval is not None
    nearest = min(abs(effect.interval.low), abs(effect.interval.high))
    paid = decided.interval if decided else None
    by_itself = paid is not None and (paid.low > 0 if effect.value > 0 else paid.high < 0)
    if not by_itself and (nearest <= hidden or provisional > MANY_PROVISIONAL):
        return Verdict.UNCLEAR
    return Verdict.STRONG if effect.value > 0 else Verdict.WEAK


def _decided(kind: Kind, card: str, reference: Sequence[str]) -> Effect | None:
    made = kind.positions.decided(card, reference)
    return made and effect_of(made, kind.count(card))


def _smallest(error: float, limit: float, hidden: float) -> float:
    """The true difference that is called strong or weak in four of five samples with this standard error: it has to
    pass the limit of the list, and its interval what hidden strength could bring."""
    return max((student_quantile(limit, inf) + Z80) * error, hidden + REACH * error)


def _split(kind: Kind, by: str) -> dict[str, Kind]:
    """The takers apart by number of players or by variant."""
    names = sorted(set(kind.positions.groups[by].astype(str)))
    return {name: kind.where(by, name) for name in names}


def _part(name: str, estimate: Estimate, part: Kind, card: str, reference: Sequence[str], parts: int) -> Part:
    effect = effect_of(estimate, part.count(card))
    differs = _p(estimate, part.count(card)) * parts <= P_BELOW
    decided, hidden = _decided(part, card, reference), SHIFT * part.positions.hidden(card)
    verdict = _direction(effect, hidden, decided) if differs else Verdict.NO_DIFFERENCE
    return Part(name, effect, verdict)


def _p(estimate: Estimate, takers: int) -> float:
    """Student's p-value, with the takers as the sample: the normal one is too small for few of them."""
    return student_p(estimate.value / estimate.error, max(1, takers - 1))


def _normal_p(estimate: Estimate) -> float:
    return normal_p(estimate.value / estimate.error)
