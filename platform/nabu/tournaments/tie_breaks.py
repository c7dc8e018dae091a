"""The registry of tie-breaks: each has a key, a name, a definition in words, and one small function.

Values are exact fractions, more is better. A new tie-break is one function with the decorator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from nabu.tournaments.records import Competitor, TableRecord


@dataclass(frozen=True, slots=True)
class Played:
    """What a tie-break may look at: all competitors, and by competitor the confirmed games (byes left out)."""

    competitors: Mapping[int, Competitor]
    games: Mapping[int, Sequence[TableRecord]]
    points: Mapping[int, Fraction]
    """Points won in games, byes left out."""


Function = Callable[[int, Played], Fraction]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A named way to tell apart who has the same points."""

    key: str
    name: str | Promise
    definition: str | Promise
    value: Function


TIE_BREAKS: dict[str, TieBreak] = {}


def tie_break(key: str, name: str | Promise, definition: str | Promise) -> Callable[[Function], Function]:
    """Put the function into the registry."""

    def register(function: Function) -> Function:
        TIE_BREAKS[key] = TieBreak(key, name, definition, function)
        return function

    return register


@tie_break(
    "vp_share",
    _("Share of victory points"),
    _("The player's share of all victory points scored at the table, averaged over the games played."),
)
def vp_share(competitor: int, played: Played) -> Fraction:
    shares = []
    for table in played.games[competitor]:
        scores = {seat.competitor: seat.score or 0 for seat in table.seats}
        total = sum(scores.values())
        shares.append(Fraction(scores[competitor], total) if total > 0 else Fraction(1, len(scores)))
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


@tie_break(
    "opponents",
    _("Opponents' average points"),
    _("The points per game of everybody met, averaged over all meetings. Byes do not count."),
)
def opponents(competitor: int, played: Played) -> Fraction:
    met = [
        seat.competitor for table in played.games[competitor] for seat in table.seats if seat.competitor != competitor
    ]
    if not met:
        return Fraction(0)
    return sum((played.points[other] / len(played.games[other]) for other in met), Fraction(0)) / len(met)


@tie_break("wins", _("Wins"), _("First places at tables; a shared first place counts for each who shares it."))
def wins(competitor: int, played: Played) -> Fraction:
    return Fraction(
        sum(
            seat.place == 1
            for table in played.games[competitor]
            for seat in table.seats
            if seat.competitor == competitor
        )
    )


@tie_break("seed", _("Seed"), _("The better seed in this stage. It decides only when all else is equal."))
def seed(competitor: int, played: Played) -> Fraction:
    return Fraction(-played.competitors[competitor].seed)
