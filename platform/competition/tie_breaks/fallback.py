"""What decides when nothing else does: a lot that everybody can draw again, or the seed."""

from __future__ import annotations

from fractions import Fraction

from competition.seeded_draw import draw_number
from competition.tie_breaks.own import NABU
from competition.tie_breaks.played import Played
from competition.tie_breaks.registry import Part, Parts, tie_break


def _lot(competitor: int, played: Played) -> Fraction:
    return Fraction(draw_number(played.lot, "standings", competitor), 1 << 64)


@tie_break(
    "lot",
    "LOT",
    NABU,
    value=_lot,
)
def lot(competitor: int, played: Played) -> Parts:
    return Parts([Part(_lot(competitor, played))])


@tie_break(
    "seed",
    "SEED",
    NABU,
    lower_is_better=True,
)
def seed(competitor: int, played: Played) -> Parts:
    return Parts([Part(Fraction(played.competitors[competitor].seed))])
