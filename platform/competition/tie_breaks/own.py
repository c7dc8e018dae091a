"""Tie-breaks for games at tables, as this platform defines them: shares, places, victory points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from competition.tie_breaks.played import GAME, Played
from competition.tie_breaks.registry import Part, Parts, Ratio, mean, tie_break
from engine.message import Message

NABU = Message("tie_break.of_this_platform", {"number": 1})
NABU_2 = Message("tie_break.of_this_platform", {"number": 2})
"""What a stage was made with stays with it: what replaces a tie-break of Nabu 1 has a key of its own."""

NO_GAME = Message("part.no_game")
NOBODY_SCORED = Message("part.nobody_scored")
POINTS_PER_GAME = Message("part.points_per_game")


def _vp_averages(competitors: Iterable[int], played: Played, *, by_size: bool) -> dict[int, Ratio]:
    """The same as the parts in one fraction each: without reducing it after each game it is several times as fast."""
    found: dict[int, Ratio] = {}
    for id_ in competitors:
        above, below, games = 0, 1, 0
        for _round, kind, _points, _table, _seat, _firsts, score, scores, came in played.lines[id_]:
            if kind == GAME:
                own, total = (score, scores) if scores > 0 else (1, came)
                if by_size:
                    own *= came
                above, below, games = above * total + own * below, below * total, games + 1
        found[id_] = above, below * max(1, games)
    return found


def _vp_parts(competitor: int, played: Played, *, by_size: bool) -> Parts:
    """The share of the table's victory points in each game; `by_size`: times the number of players."""
    parts = []
    for line in played.games(competitor):
        value = Fraction(line.score, line.scores) if line.scores > 0 else Fraction(1, line.came)
        value *= line.came if by_size else 1
        parts.append(Part(value, line.round, line.others, note=None if line.scores > 0 else NOBODY_SCORED))
    return mean(parts)


@tie_break("vp_relative", "VP×", NABU_2, at_once=partial(_vp_averages, by_size=True))
def vp_relative(competitor: int, played: Played) -> Parts:
    return _vp_parts(competitor, played, by_size=True)


@tie_break("vp_share", "VP%", NABU, at_once=partial(_vp_averages, by_size=False), replaced=True)
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


def _opponents(competitors: Iterable[int], played: Played) -> dict[int, Ratio]:
    """For everybody the averages of all who were met, added up, over how many they were."""
    averages, common = played.once("averages", lambda: _averages(played))
    total, meetings = dict.fromkeys(averages, 0), dict.fromkeys(averages, 0)
    for ids in played.came:
        own = [averages[id_] for id_ in ids]
        together, others = sum(own), len(ids) - 1
        for id_, average in zip(ids, own, strict=True):
            total[id_] += together - average
            meetings[id_] += others
    return {id_: (total[id_], common * max(1, meetings[id_])) for id_ in competitors}


@tie_break(
    "opponents",
    "OPP",
    NABU,
    at_once=_opponents,
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


def _wins(competitors: Iterable[int], played: Played) -> dict[int, Ratio]:
    return {id_: (len([True for line in played.lines[id_] if line.firsts]), 1) for id_ in competitors}


@tie_break("wins", "W", NABU, at_once=_wins)
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
