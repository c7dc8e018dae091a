"""Standings of a stage: points first, then tie-breaks in order; and the ranking over several stages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from competition.records import Competitor, TableRecord, check_points, check_results
from competition.tie_breaks import TIE_BREAKS, Played
from competition.tie_breaks.played import BYE, GAME, REQUESTED
from competition.tie_breaks.registry import Ratio

DEFAULT_TIE_BREAKS = ("vp_relative", "opponents", "wins", "lot")


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    `points` are those of all rounds less the penalty. `games` counts games really played, without byes and forfeits;
    `wins` counts first places, also shared ones and by forfeit. `tie_breaks` has a value by key; one that only looks
    at those who are level (direct encounter) is missing where nobody was, and `level` has by its key who they were.
    `record` is what all of it was computed from, so that every value can be shown as a sum.
    """

    place: int
    competitor: Competitor
    points: Fraction
    games: int
    byes: int
    wins: int
    tie_breaks: dict[str, float] = field(default_factory=dict)
    level: dict[str, tuple[int, ...]] = field(default_factory=dict)
    record: Played | None = field(default=None, repr=False, compare=False)


def up_to_round(tables: Iterable[TableRecord], number: int) -> list[TableRecord]:
    """The tables of the rounds up to this one: what the standings after it are made from."""
    return [table for table in tables if table.round <= number]


def standings(
    competitors: Sequence[Competitor],
    tables: Sequence[TableRecord],
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
    lot: str = "",
    *,
    predetermined: bool = False,
) -> list[Standing]:
    """The competitors in order of points and the named tie-breaks. Equal in all of them share a place.

    Who is disqualified comes after all others. The order of the arguments' items never matters. `lot` seeds the
    tie-break of that name; `predetermined`: all games are fixed beforehand (see `Played`). Raises InvalidInput.
    """
    check_results(competitors, tables)
    check_points(competitors, tables)
    return ranked(Played(competitors, tables, lot, predetermined=predetermined), tie_breaks)


def ranked(played: Played, tie_breaks: Sequence[str]) -> list[Standing]:
    """The standings from what is already prepared."""
    competitors = played.competitors
    points, below = _points(played)
    columns: list[list[int]] = [
        [competitor.disqualified for competitor in competitors.values()],
        [-points[id_] for id_ in competitors],
    ]
    values: dict[str, dict[int, float]] = {}
    levels: dict[int, dict[str, tuple[int, ...]]] = {}
    for key in tie_breaks:
        tie_break = TIE_BREAKS[key]
        ratios: dict[int, Ratio] = {}
        if tie_break.of_group is None:
            ratios = tie_break.ratios(competitors, played)
        else:
            for level in _level(competitors, columns):
                ratios |= tie_break.ratios(level, played)
                for id_ in level:
                    levels.setdefault(id_, {})[key] = level
        values[key] = {id_: above / under for id_, (above, under) in ratios.items()}
        whole = _whole(ratios, values[key])
        sign = 1 if tie_break.lower_is_better else -1
        columns.append([sign * whole.get(id_, 0) for id_ in competitors])
    return _rows(played, points, below, columns, values, levels)


def _points(played: Played) -> tuple[dict[int, int], int]:
    """Everybody's points less penalties as whole numbers, which compare faster than fractions, and what they are
    multiples of 1 / of.
    """
    penalties = {id_: Fraction(c.penalty) for id_, c in played.competitors.items() if c.penalty}
    scale = lcm(*(penalty.denominator for penalty in penalties.values()))
    below = played.unit * scale
    points = {id_: score * scale for id_, score in played.score.items()}
    for id_, penalty in penalties.items():
        points[id_] -= int(penalty * below)
    return points, below


def _level(competitors: Iterable[int], columns: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Those who share all that was decided so far with somebody, together."""
    together: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for id_, key in zip(competitors, zip(*columns, strict=True), strict=True):
        together[key].append(id_)
    return [tuple(sorted(ids)) for ids in together.values() if len(ids) > 1]


def _whole(ratios: Mapping[int, Ratio], floats: Mapping[int, float]) -> dict[int, int]:
    """A whole number for each value, larger for a larger one: it compares faster than a fraction.

    Rounding to a float keeps the order of fractions, so only those that round to the same one are compared exactly.
    """
    if len({under for _above, under in ratios.values()}) == 1:
        return {id_: above for id_, (above, _under) in ratios.items()}
    by_float: dict[float, list[int]] = defaultdict(list)
    for id_, rounded in floats.items():
        by_float[rounded].append(id_)
    whole: dict[int, int] = {}
    for number in sorted(by_float):
        alike, rank = by_float[number], len(whole)
        exact = {id_: Fraction(*ratios[id_]) for id_ in alike} if len(alike) > 1 else {alike[0]: Fraction(0)}
        in_order = sorted(set(exact.values()))
        whole.update({id_: rank + in_order.index(value) for id_, value in exact.items()})
    return whole


def _rows(
    played: Played,
    points: Mapping[int, int],
    below: int,
    columns: Sequence[Sequence[int]],
    values: Mapping[str, Mapping[int, float]],
    levels: Mapping[int, dict[str, tuple[int, ...]]],
) -> list[Standing]:
    """A line for each competitor, in the order of the columns; equal in all of them share a place."""
    seeds = [competitor.seed for competitor in played.competitors.values()]
    amounts = {whole: Fraction(whole, below) for whole in set(points.values())}
    rows: list[Standing] = []
    last: list[int] = []
    for index, (*key, _seed, id_) in enumerate(sorted(zip(*columns, seeds, played.competitors, strict=True)), start=1):
        lines = played.lines[id_]
        kinds = [line.kind for line in lines] if id_ in played.irregular else []
        rows.append(
            Standing(
                place=rows[-1].place if key == last else index,
                competitor=played.competitors[id_],
                points=amounts[points[id_]],
                games=kinds.count(GAME) if kinds else len(lines),
                byes=kinds.count(BYE) + kinds.count(REQUESTED) if kinds else 0,
                wins=len([True for line in lines if line.firsts]),
                tie_breaks={name: found[id_] for name, found in values.items() if id_ in found},
                level=levels.get(id_, {}),
                record=played,
            )
        )
        last = key
    return rows


def final_ranking(stages: Sequence[Sequence[Standing]]) -> list[tuple[int, Standing]]:
    """The ranking over several stages: for each competitor the index of the stage that decided, and the place overall.

    `stages` are the standings in the order in which the stages were played. Whoever reached a later stage is ahead of
    whoever did not; who is disqualified in any of them comes after all others.
    """
    out = {line.competitor.id for stage in stages for line in stage if line.competitor.disqualified}
    result: list[tuple[int, Standing]] = []
    listed: set[int] = set()
    for disqualified in (False, True):
        for index in reversed(range(len(stages))):
            left = [
                line
                for line in stages[index]
                if line.competitor.id not in listed and (line.competitor.id in out) == disqualified
            ]
            ahead, place = len(result), 0
            for number, line in enumerate(left):
                if not number or line.place != left[number - 1].place:
                    place = ahead + number + 1
                result.append((index, line if line.place == place else replace(line, place=place)))
                listed.add(line.competitor.id)
    return result
