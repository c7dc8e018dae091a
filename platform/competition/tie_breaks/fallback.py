"""What decides when nothing else does: a lot that everybody can draw again, or the seed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from competition.seeded_draw import draw_number
from competition.tie_breaks.own import NABU
from competition.tie_breaks.played import Played
from competition.tie_breaks.registry import Part, Parts, Ratio, tie_break


def _lots(competitors: Iterable[int], played: Played) -> dict[int, Ratio]:
    return {id_: (draw_number(played.lot, "standings", id_), 1 << 64) for id_ in competitors}


@tie_break(
    "lot",
    "LOT",
    NABU,
    at_once=_lots,
)
def lot(competitor: int, played: Played) -> Parts:
    return Parts([Part(Fraction(*_lots([competitor], played)[competitor]))])


@tie_break(
    "seed",
    "SEED",
    NABU,
    lower_is_better=True,
)
def seed(competitor: int, played: Played) -> Parts:
    return Parts([Part(Fraction(played.competitors[competitor].seed))])
