"""Tie-breaks of Go: sums of the opponents' scores, as in the tournament system rules of the European Go Federation."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from competition.tie_breaks.played import GAME, Line, Played
from competition.tie_breaks.registry import Part, Parts, tie_break

EGF = _("EGF tournament system rules, Swiss")
NO_OPPONENT = _("no opponent: 0")


def _sos(competitor: int, played: Played) -> Fraction:
    total = sum(_average(line, played) for line in played.games(competitor))
    return Fraction(total, played.unit * played.share)


def _average(line: Line, played: Played) -> int:
    return sum(played.score[other] for other in line.others) * (played.share // len(line.others))


@tie_break(
    "sos",
    "SOS",
    _("Sum of opponents' scores"),
    EGF,
    _(
        "The points of all opponents played, added up; a round without an opponent adds nothing. At a table of more "
        "than two the average of the others counts."
    ),
    value=_sos,
)
def sos(competitor: int, played: Played) -> Parts:
    return Parts(
        [
            Part(Fraction(_average(line, played), played.unit * played.share), line.round, line.others)
            if line.kind == GAME
            else Part(Fraction(0), line.round, note=NO_OPPONENT)
            for line in played.lines[competitor]
        ]
    )


@tie_break(
    "sosos",
    "SOSOS",
    _("Sum of opponents' SOS"),
    EGF,
    _("The SOS of all opponents played, added up; at a table of more than two the average of the others counts."),
)
def sosos(competitor: int, played: Played) -> Parts:
    found = played.once("sos", lambda: {id_: _sos(id_, played) for id_ in played.competitors})
    return Parts(
        [
            Part(
                sum((found[other] for other in line.others), Fraction(0)) / len(line.others),
                line.round,
                line.others,
            )
            for line in played.games(competitor)
        ]
    )
