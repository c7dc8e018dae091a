"""Direct encounter: who is level is ranked by what they did against each other (FIDE C.07, article 6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.tournaments.records import Pair, pair_of
from nabu.tournaments.tie_breaks.fide import FIDE
from nabu.tournaments.tie_breaks.played import Line, Played
from nabu.tournaments.tie_breaks.registry import Part, Parts, Text, group_tie_break

NOT_MET = gettext_lazy("not met")
HALF = Fraction(1, 2)


@group_tie_break(
    "direct_encounter",
    "DE",
    gettext_lazy("Direct encounter"),
    FIDE,
    gettext_lazy(
        "Only those who are level, and only what they did against each other: 1 for the better place at a common "
        "table, a half for the same place, the average if they met more often. It ranks them if all have met, else "
        "only whoever is first whatever the missing games would bring. The value counts who is placed behind."
    ),
)
def direct_encounter(level: Sequence[int], played: Played) -> Mapping[int, Parts]:
    duels = _duels(level, played)
    classes = _ranked(sorted(level), duels)
    rank = {id_: number for number, same in enumerate(classes) for id_ in same}
    result = {}
    for id_ in level:
        parts = []
        for other in sorted(level):
            if other != id_:
                behind = rank[other] > rank[id_]
                parts.append(Part(Fraction(int(behind)), others=(other,), note=_note(id_, other, duels)))
        result[id_] = Parts(parts)
    return result


def _duels(level: Sequence[int], played: Played) -> dict[Pair, list[Fraction]]:
    """For each pair that met, what the one with the smaller id got at each common table."""
    group = set(level)
    duels: dict[Pair, list[Fraction]] = defaultdict(list)
    for id_ in level:
        for line in played.counted(id_):
            for other in line.others:
                if id_ < other and other in group:
                    duels[pair_of(id_, other)].append(_duel(line, other))
    return duels


def _duel(line: Line, other: int) -> Fraction:
    assert line.table is not None
    own = line.table.seats[line.seat]
    his = next(seat for seat in line.table.seats if seat.competitor == other)
    if own.absent != his.absent:
        return Fraction(int(his.absent))
    if own.absent:
        return Fraction(0)
    better, worse = (own.place or 0) < (his.place or 0), (own.place or 0) > (his.place or 0)
    return Fraction(1) if better else Fraction(0) if worse else HALF


def _between(id_: int, other: int, duels: Mapping[Pair, list[Fraction]]) -> Fraction | None:
    """What `id_` got against `other`, averaged over their meetings; None if they never met."""
    met = duels.get(pair_of(id_, other))
    if not met:
        return None
    average = sum(met, Fraction(0)) / len(met)
    return average if id_ < other else 1 - average


def _ranked(group: list[int], duels: Mapping[Pair, list[Fraction]]) -> list[list[int]]:
    """The group in classes, best first; those in one class stay level."""
    if len(group) < 2:
        return [group] if group else []
    least: dict[int, Fraction] = {}
    missing: dict[int, int] = {}
    for id_ in group:
        found = [_between(id_, other, duels) for other in group if other != id_]
        least[id_] = sum((one for one in found if one is not None), Fraction(0))
        missing[id_] = found.count(None)
    in_order = sorted(group, key=lambda id_: (-least[id_], id_))
    if not any(missing.values()):
        scores = sorted(set(least.values()), reverse=True)
        if len(scores) == 1:
            return [group]
        return [same for score in scores for same in _ranked([i for i in group if least[i] == score], duels)]
    # 6.3: placed is only who is alone at the top whatever the missing games bring; then the same for the next place.
    placed = 0
    for index, id_ in enumerate(in_order):
        if any(least[other] + missing[other] >= least[id_] for other in in_order[index + 1 :]):
            break
        placed += 1
    if not placed:
        return [group]
    return [*([id_] for id_ in in_order[:placed]), *_ranked(sorted(in_order[placed:]), duels)]


def _note(id_: int, other: int, duels: Mapping[Pair, list[Fraction]]) -> Text:
    met = duels.get(pair_of(id_, other))
    if not met:
        return NOT_MET
    own = sum((one if id_ < other else 1 - one for one in met), Fraction(0))
    return _("%(own)s : %(other)s between them") % {"own": f"{float(own):g}", "other": f"{float(len(met) - own):g}"}
