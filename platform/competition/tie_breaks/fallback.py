"""What decides when nothing else does: a lot that everybody can draw again, or the seed."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from competition.seeded_draw import draw_number
from competition.tie_breaks.own import NABU
from competition.tie_breaks.played import Played
from competition.tie_breaks.registry import Part, Parts, tie_break


def _lot(competitor: int, played: Played) -> Fraction:
    return Fraction(draw_number(played.lot, "standings", competitor), 1 << 64)


@tie_break(
    "lot",
    "LOT",
    _("Lot"),
    NABU,
    _(
        "A lot drawn with the tournament's printed text: a number from 0 to 1 that anybody can compute again and that "
        "never changes. The higher one is ahead."
    ),
    value=_lot,
)
def lot(competitor: int, played: Played) -> Parts:
    return Parts([Part(_lot(competitor, played))])


@tie_break(
    "seed",
    "SEED",
    _("Seed"),
    NABU,
    _("The better seed in this stage; lower is better."),
    lower_is_better=True,
)
def seed(competitor: int, played: Played) -> Parts:
    return Parts([Part(Fraction(played.competitors[competitor].seed))])
