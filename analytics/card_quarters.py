"""What taking a card adds to P(win), by quarter of the game: is it strong, or merely early or late?"""

from __future__ import annotations

from collections.abc import Mapping

from analytics.card_effects import Effect
from analytics.cards import CHOICES
from analytics.frames import UNIT
from analytics.intervals import UNRANKED_BELOW, moments, moments_interval
from analytics.sums import Sums

QUARTERS = range(4)

LEAST_TAKINGS = UNRANKED_BELOW
"""Below so many takings a quarter says nothing about a card."""


def effects_by_quarter(sums: Sums, kinds: Mapping[str, str]) -> dict[str, tuple[Effect | None, ...]]:
    """For each card that was taken, the mean of wins minus P(win) just before its takings, in each quarter, minus the
    mean of all cards of its kind in that quarter. None below `LEAST_TAKINGS`.

    Every taking counts, also a second one by the same player, and takings count as independent: the intervals are a
    little too narrow where several cards are taken in one game. The error of the mean of the kind is left out.
    """
    table = sums.total(CHOICES).astype({"card": "str"})
    table = table[table["taken"] > 0].assign(kind=lambda rows: rows["card"].map(dict(kinds)))
    whole = table.groupby(["kind", "quarter"])[["taken", "taken_adjusted"]].sum().to_dict("index")
    found: dict[str, list[Effect | None]] = {}
    for row in table.to_dict("records"):
        effects = found.setdefault(row["card"], [None for _ in QUARTERS])
        sample = moments(row["taken"], row["taken_adjusted"], row["taken_squares"], unit=UNIT)
        if sample is None or row["taken"] < LEAST_TAKINGS:
            continue
        of_kind = whole[row["kind"], row["quarter"]]
        mean = of_kind["taken_adjusted"] / UNIT / of_kind["taken"]
        interval = moments_interval(sample)
        effects[row["quarter"]] = Effect(
            sample.mean - mean,
            interval and type(interval)(interval.low - mean, interval.high - mean),
            row["taken"],
        )
    return {card: tuple(effects) for card, effects in found.items()}
