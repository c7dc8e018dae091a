"""Tie-breaks of Go: sums of the opponents' scores, as in the tournament system rules of the European Go Federation."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from competition.tie_breaks.played import GAME, Line, Played
from competition.tie_breaks.registry import Part, Parts, Ratio, fractions_of, tie_break
from engine.message import Message

EGF = Message("rules.egf")
NO_OPPONENT = Message("part.no_opponent")


def _sos(competitors: Iterable[int], played: Played) -> dict[int, Ratio]:
    below = played.unit * played.share
    return {id_: (sum(_average(line, played) for line in played.games(id_)), below) for id_ in competitors}


def _average(line: Line, played: Played) -> int:
    return sum(played.score[other] for other in line.others) * (played.share // len(line.others))


@tie_break(
    "sos",
    "SOS",
    EGF,
    at_once=_sos,
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


@tie_break("sosos", "SOSOS", EGF)
def sosos(competitor: int, played: Played) -> Parts:
    found = played.once("sos", lambda: fractions_of(_sos(played.competitors, played)))
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
