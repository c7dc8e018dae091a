"""What it does to a player to find a card on offer: an experiment, where a shuffle has dealt the offer and only there.

What is on offer later in a game was left by others, and in many games a player is only offered what the player can pay.
So this looks at the first taking of each game alone, at kinds of which everything that lies out can be taken (`DEALT`),
and at cards that lay out in some of the games of a variant and not in others. It needs no model of who takes
what; P(win) before the taking only makes the error small.
"""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt

import pandas as pd

from analytics.card_effects import Effect
from analytics.frames import UNIT
from analytics.intervals import normal_interval
from analytics.sums import Family

OFFERS = Family(
    "offers",
    {"card": "category"},
    ("offered", "offered_adjusted", "offered_squares", "first", "first_adjusted", "first_squares"),
)
"""First takings of a game with the card on offer, and those at which it was taken: how many, and in units the wins of
the taker minus P(win) just before, and their squares. Each is the taking of exactly one card, so all of a kind are the
sum of `first...` over its cards. Only games with a model of their state."""

DEALT = frozenset({"ziggurat cards"})
"""Kinds of which everything that lies out can be taken. Ishtar's tree cards and skills and Amyitis' court cards have a
price or a condition, so who is offered one is not left to chance."""


def effects_of_offers(sums: pd.DataFrame, cards: Collection[str]) -> dict[str, Effect]:
    """For each card of a kind that a shuffle dealt, what it adds to the chance to win of whoever takes first that it is
    on offer. `sums` are those of `OFFERS` by variant and number of players (the strata).

    In each stratum: the mean difference of the first takings with the card on offer, minus that of those without it;
    together with weights n1 n0 / (n1 + n0), which make the error small. Games are independent. A card that was on offer
    in all games of each stratum, or in none, has no entry.
    """
    rows = sums[sums["card"].isin(cards)]
    whole = (
        rows.groupby(["variant", "players"], observed=True)[["first", "first_adjusted", "first_squares"]]
        .sum()
        .T.to_dict("list")
    )
    found: dict[str, list[tuple[float, float, float, int]]] = {}
    for row in rows.to_dict("records"):
        n, all_adjusted, all_squares = whole[row["variant"], row["players"]]
        n1, n0 = row["offered"], n - row["offered"]
        if not n1 or not n0:
            continue
        mean1 = row["offered_adjusted"] / UNIT / n1
        mean0 = (all_adjusted - row["offered_adjusted"]) / UNIT / n0
        variance1 = row["offered_squares"] / UNIT / n1 - mean1**2
        variance0 = (all_squares - row["offered_squares"]) / UNIT / n0 - mean0**2
        weight = n1 * n0 / (n1 + n0)
        variance = weight**2 * max(0.0, variance1 / n1 + variance0 / n0)
        found.setdefault(str(row["card"]), []).append((weight, weight * (mean1 - mean0), variance, n1))
    effects = {}
    for card, parts in sorted(found.items()):
        weights, difference, variances, offered = (sum(column) for column in zip(*parts, strict=True))
        value, error = difference / weights, sqrt(variances) / weights
        effects[card] = Effect(value, normal_interval(value, error) if error > 0 else None, int(offered))
    return effects
