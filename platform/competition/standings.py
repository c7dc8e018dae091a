"""Standings of a stage: points first, then tie-breaks in order; and the ranking over several stages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from competition.invalid_config import InvalidInput
from competition.records import Competitor, TableRecord, check_points, check_results
from competition.tie_breaks import TIE_BREAKS, Played
from competition.tie_breaks.played import BYE, GAME, REQUESTED
from engine.message import Message

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
    points: Decimal
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
    unknown = next((key for key in tie_breaks if key not in TIE_BREAKS), None)
    if unknown is not None:
        raise InvalidInput(Message("config.unknown_tie_break", {"key": unknown}))
    check_results(competitors, tables)
    check_points(competitors, tables)
    return ranked(Played(competitors, tables, lot, predetermined=predetermined), tie_breaks)


def ranked(played: Played, tie_breaks: Sequence[str]) -> list[Standing]:
    """The standings from what is already prepared."""
    points = {id_: Decimal(score) / played.unit - _penalty(played, id_) for id_, score in played.score.items()}
    keys: dict[int, tuple[object, ...]] = {
        id_: (competitor.disqualified, -points[id_]) for id_, competitor in played.competitors.items()
    }
    values: dict[str, dict[int, Fraction]] = {}
    floats: dict[str, dict[int, float]] = {}
    levels: dict[int, dict[str, tuple[int, ...]]] = {}
    for key in tie_breaks:
        if TIE_BREAKS[key].of_group is None:
            values[key] = TIE_BREAKS[key].values(played.competitors, played)
        else:
            values[key] = {}
            for level in _level(keys):
                values[key].update(TIE_BREAKS[key].values(level, played))
                for id_ in level:
                    levels.setdefault(id_, {})[key] = level
        floats[key] = {id_: value.numerator / value.denominator for id_, value in values[key].items()}
        ranks = _ranks(values[key], floats[key], lower_is_better=TIE_BREAKS[key].lower_is_better)
        keys = {id_: (*own, ranks.get(id_, 0)) for id_, own in keys.items()}
    return _rows(played, points, keys, floats, levels)


def _penalty(played: Played, competitor: int) -> Decimal:
    return played.competitors[competitor].penalty


def _level(keys: Mapping[int, tuple[object, ...]]) -> list[tuple[int, ...]]:
    """Those who share all that was decided so far with somebody, together."""
    together: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for id_, key in keys.items():
        together[key].append(id_)
    return [tuple(sorted(ids)) for ids in together.values() if len(ids) > 1]


def _ranks(values: Mapping[int, Fraction], floats: Mapping[int, float], *, lower_is_better: bool) -> dict[int, int]:
    """A small whole number for each value, smaller is ahead: it compares faster than a fraction.

    Rounding to a float keeps the order of fractions, so only those that round to the same one are compared exactly.
    """
    by_float: dict[float, list[int]] = defaultdict(list)
    for id_, rounded in floats.items():
        by_float[rounded].append(id_)
    ranks: dict[int, int] = {}
    for number in sorted(by_float, reverse=not lower_is_better):
        alike = by_float[number]
        first, rank = values[alike[0]], len(ranks)
        if len(alike) == 1 or all(values[id_] == first for id_ in alike):
            ranks.update(dict.fromkeys(alike, rank))
            continue
        exact = sorted({values[id_] for id_ in alike}, reverse=not lower_is_better)
        ranks.update({id_: rank + exact.index(values[id_]) for id_ in alike})
    return ranks


def _rows(
    played: Played,
    points: Mapping[int, Decimal],
    keys: Mapping[int, tuple[object, ...]],
    floats: Mapping[str, Mapping[int, float]],
    levels: Mapping[int, dict[str, tuple[int, ...]]],
) -> list[Standing]:
    seeds = {id_: competitor.seed for id_, competitor in played.competitors.items()}
    rows: list[Standing] = []
    for index, id_ in enumerate(sorted(keys, key=lambda id_: (keys[id_], seeds[id_], id_)), start=1):
        same = rows and keys[id_] == keys[rows[-1].competitor.id]
        lines = played.lines[id_]
        kinds = [line.kind for line in lines] if id_ in played.irregular else []
        rows.append(
            Standing(
                place=rows[-1].place if same else index,
                competitor=played.competitors[id_],
                points=points[id_],
                games=kinds.count(GAME) if kinds else len(lines),
                byes=kinds.count(BYE) + kinds.count(REQUESTED),
                wins=len([True for line in lines if line.firsts]),
                tie_breaks={key: found[id_] for key, found in floats.items() if id_ in found},
                level=levels.get(id_, {}),
                record=played,
            )
        )
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
