"""Direct encounter: who is level is ranked by what they did against each other (FIDE C.07, article 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from competition.tie_breaks.fide import FIDE
from competition.tie_breaks.played import Line, Played
from competition.tie_breaks.registry import Part, Parts, group_tie_break
from engine.message import Message

NOT_MET = Message("part.not_met")
HALF = Fraction(1, 2)

Met = Mapping[int, Mapping[int, list[Fraction]]]
"""What each of those who are level got against each other one of them, at each common table."""


def _behind(level: Sequence[int], played: Played) -> dict[int, Fraction]:
    """How many of those who were level are placed behind each."""
    values: dict[int, Fraction] = {}
    left = len(level)
    for same in _ranked(sorted(level), _met(level, played)):
        left -= len(same)
        values.update(dict.fromkeys(same, Fraction(left)))
    return values


@group_tie_break("direct_encounter", "DE", FIDE, values=_behind)
def direct_encounter(level: Sequence[int], played: Played) -> Mapping[int, Parts]:
    met = _met(level, played)
    rank = {id_: number for number, same in enumerate(_ranked(sorted(level), met)) for id_ in same}
    return {
        id_: Parts(
            [
                Part(Fraction(int(rank[other] > rank[id_])), others=(other,), note=_note(id_, other, met))
                for other in sorted(level)
                if other != id_
            ]
        )
        for id_ in level
    }


def _met(level: Sequence[int], played: Played) -> Met:
    met: dict[int, dict[int, list[Fraction]]] = {id_: {} for id_ in level}
    for id_, own in met.items():
        for line in played.counted(id_):
            for other in line.others:
                if other in met:
                    own.setdefault(other, []).append(_duel(line, other))
    return met


def _duel(line: Line, other: int) -> Fraction:
    """What the player of the line got against another one at this table; nothing for both if neither came."""
    assert line.table is not None
    own = line.table.seats[line.seat]
    his = next(seat for seat in line.table.seats if seat.competitor == other)
    if own.absent or his.absent:
        return Fraction(int(not own.absent))
    better, worse = (own.place or 0) < (his.place or 0), (own.place or 0) > (his.place or 0)
    return Fraction(1) if better else Fraction(0) if worse else HALF


def _ranked(group: Sequence[int], met: Met) -> list[list[int]]:
    """The group in classes, best first; those in one class stay level."""
    if len(group) < 2:
        return [list(group)] if group else []
    members = set(group)
    least: dict[int, Fraction] = {}
    most: dict[int, Fraction] = {}
    for id_ in group:
        found = [sum(results, Fraction(0)) / len(results) for other, results in met[id_].items() if other in members]
        least[id_] = sum(found, Fraction(0))
        most[id_] = least[id_] + len(group) - 1 - len(found)
    in_order = sorted(group, key=lambda id_: (-least[id_], id_))
    if least == most:
        scores = sorted(set(least.values()), reverse=True)
        if len(scores) == 1:
            return [in_order]
        return [same for score in scores for same in _ranked([i for i in in_order if least[i] == score], met)]
    # 6.3: placed is only who is alone at the top whatever the missing games bring; then the same for the next place.
    threat = [*accumulate((most[id_] for id_ in reversed(in_order)), max)][::-1]
    placed = 0
    while placed + 1 < len(group) and threat[placed + 1] < least[in_order[placed]]:
        placed += 1
    if not placed:
        return [in_order]
    return [*([id_] for id_ in in_order[:placed]), *_ranked(in_order[placed:], met)]


def _note(id_: int, other: int, met: Met) -> Message:
    if other not in met[id_]:
        return NOT_MET
    own, others = (sum(results, Fraction(0)) for results in (met[id_][other], met[other][id_]))
    return Message("part.between_them", {"own": _number(own), "other": _number(others)})


def _number(points: Fraction) -> int | float:
    return int(points) if points.denominator == 1 else float(points)
