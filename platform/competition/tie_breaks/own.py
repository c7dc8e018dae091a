"""Tie-breaks for games at tables, as this platform defines them: shares, places, victory points."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from competition.tie_breaks.played import GAME, Played
from competition.tie_breaks.registry import Part, Parts, mean, tie_break
from engine.message import Message

NABU = Message("tie_break.of_this_platform", {"number": 1})
NABU_2 = Message("tie_break.of_this_platform", {"number": 2})
"""What a stage was made with stays with it: what replaces a tie-break of Nabu 1 has a key of its own."""

NO_GAME = Message("part.no_game")
NOBODY_SCORED = Message("part.nobody_scored")
POINTS_PER_GAME = Message("part.points_per_game")


def _vp_average(competitor: int, played: Played, *, by_size: bool) -> Fraction:
    """The same as the parts in one fraction: without reducing it after each game it is several times as fast."""
    above, below, games = 0, 1, 0
    for line in played.lines[competitor]:
        if line.kind == GAME:
            own, total = (line.score, line.scores) if line.scores > 0 else (1, line.came)
            own *= line.came if by_size else 1
            above, below, games = above * total + own * below, below * total, games + 1
    return Fraction(above, below * games) if games else Fraction(0)


def _vp_parts(competitor: int, played: Played, *, by_size: bool) -> Parts:
    """The share of the table's victory points in each game; `by_size`: times the number of players."""
    parts = []
    for line in played.games(competitor):
        value = Fraction(line.score, line.scores) if line.scores > 0 else Fraction(1, line.came)
        value *= line.came if by_size else 1
        parts.append(Part(value, line.round, line.others, note=None if line.scores > 0 else NOBODY_SCORED))
    return mean(parts)


@tie_break("vp_relative", "VP×", NABU_2, value=partial(_vp_average, by_size=True))
def vp_relative(competitor: int, played: Played) -> Parts:
    return _vp_parts(competitor, played, by_size=True)


@tie_break("vp_share", "VP%", NABU, value=partial(_vp_average, by_size=False), replaced=True)
def vp_share(competitor: int, played: Played) -> Parts:
    return _vp_parts(competitor, played, by_size=False)


def _averages(played: Played) -> tuple[dict[int, int], int]:
    """Points a game of everybody, times a whole number that makes all of them whole, and that number."""
    made = {id_: (score, len(played.lines[id_])) for id_, score in played.score.items()}
    for id_ in played.irregular:
        points = [line.points for line in played.games(id_)]
        made[id_] = sum(points), len(points)
    common = math.lcm(1, *{games for _points, games in made.values() if games})
    averages = {id_: points * (common // games) if games else 0 for id_, (points, games) in made.items()}
    return averages, common * played.unit


def _met(played: Played) -> dict[int, tuple[int, int]]:
    """For everybody the averages of all who were met, added up, and how many they were."""
    averages, _common = played.once("averages", lambda: _averages(played))
    total, meetings = dict.fromkeys(averages, 0), dict.fromkeys(averages, 0)
    for ids in played.came:
        together = sum([averages[id_] for id_ in ids])
        for id_ in ids:
            total[id_] += together - averages[id_]
            meetings[id_] += len(ids) - 1
    return {id_: (total[id_], meetings[id_]) for id_ in averages}


def _opponents(competitor: int, played: Played) -> Fraction:
    total, meetings = played.once("met", lambda: _met(played))[competitor]
    return Fraction(total, played.once("averages", lambda: _averages(played))[1] * max(1, meetings))


@tie_break(
    "opponents",
    "OPP",
    NABU,
    value=_opponents,
)
def opponents(competitor: int, played: Played) -> Parts:
    averages, common = played.once("averages", lambda: _averages(played))
    return mean(
        [
            Part(Fraction(averages[other], common), line.round, (other,), note=POINTS_PER_GAME)
            for line in played.games(competitor)
            for other in line.others
        ]
    )


def _wins(competitor: int, played: Played) -> Fraction:
    return Fraction(len([True for line in played.lines[competitor] if line.firsts]))


@tie_break("wins", "W", NABU, value=_wins)
def wins(competitor: int, played: Played) -> Parts:
    return Parts(
        [Part(Fraction(1), line.round, line.others) for line in played.lines[competitor] if line.won or line.shared]
    )


@tie_break(
    "average_place",
    "PL",
    NABU,
    lower_is_better=True,
)
def average_place(competitor: int, played: Played) -> Parts:
    games = played.games(competitor)
    if not games:
        return Parts([Part(Fraction(played.seats + 1), note=NO_GAME)])
    return mean([Part(Fraction(line.place), line.round, line.others) for line in games])


@tie_break("vp_total", "VP", NABU)
def vp_total(competitor: int, played: Played) -> Parts:
    return Parts([Part(Fraction(line.score), line.round, line.others) for line in played.games(competitor)])


@tie_break("vp_margin", "VP±", NABU)
def vp_margin(competitor: int, played: Played) -> Parts:
    parts = []
    for line in played.games(competitor):
        others = Fraction(line.scores - line.score, len(line.others))
        parts.append(Part(line.score - others, line.round, line.others))
    return Parts(parts)
