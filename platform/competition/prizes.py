"""Who gets which prize: prizes for places, shared or by the tie-breaks, and special prizes.

Pure: a ranking and a list of prizes in, a list of allotments with reasons out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal

from competition.records import Competitor
from engine.message import Message

BY_ORDER, BY_POINTS = "order", "points"
"""How prizes are shared: only by those who share a place, or by all who have the same points."""

UNRATED, CLUB = "unrated", "club:"
CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a final ranking. `stage` is the number of the stage that decided.

    `points` are None where places are not decided by points (a bracket).
    """

    place: int
    competitor: Competitor
    points: Decimal | None = None
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for each of some places. `amount` is for each place; None: a thing, which cannot be divided.

    `only` is empty for the places of everybody, "unrated", or "club:" with the club's name; the places are then those
    among the ones it is for.
    """

    title: str
    place_from: int = 1
    place_to: int = 1
    amount: Decimal | None = None
    only: str = ""

    def is_for(self, competitor: Competitor) -> bool:
        """Whether the competitor can get this prize. Nobody who is disqualified can."""
        if competitor.disqualified:
            return False
        if self.only == UNRATED:
            return competitor.rating is None
        if self.only.startswith(CLUB):
            return competitor.club == self.only.removeprefix(CLUB)
        return not self.only


@dataclass(frozen=True, slots=True)
class Allotment:
    """A prize of one place, who gets it, how much each of them (None: the thing itself), and why."""

    prize: Prize
    competitors: tuple[Competitor, ...]
    amount: Decimal | None
    why: Message


def allot_prizes(
    ranking: Sequence[Ranked], prizes: Sequence[Prize], sharing: str = BY_ORDER, *, several_special: bool = False
) -> list[Allotment]:
    """The prizes in the order of the list, each place by itself.

    Prizes for places come from the places taken: who is level shares equally what these places get together. Whole
    cents are paid; what is left of a division is nobody's. Special prizes come next, in the order of the list; unless
    `several_special`, nobody gets two of them, and the prize goes to the next who can have it. A place nobody has taken
    gives nothing.
    """
    result: list[Allotment] = []
    special: set[int] = set()
    for prize in prizes:
        lines = [line for line in ranking if prize.is_for(line.competitor)]
        if prize.only and not several_special:
            lines = [line for line in lines if line.competitor.id not in special]
        groups = _level(lines, sharing)
        for place in range(prize.place_from, prize.place_to + 1):
            allotment = _allot(prize, place, groups)
            if allotment is not None:
                result.append(allotment)
                if prize.only:
                    special.update(competitor.id for competitor in allotment.competitors)
    return result


def _level(lines: Sequence[Ranked], sharing: str) -> list[list[Ranked]]:
    """The lines in groups of those who share."""
    groups: list[list[Ranked]] = []
    for line in lines:
        if groups and _shares(groups[-1][-1], line, sharing):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _shares(one: Ranked, other: Ranked, sharing: str) -> bool:
    same_points = one.points is not None and (one.stage, one.points) == (other.stage, other.points)
    return one.place == other.place or (sharing == BY_POINTS and same_points)


def _allot(prize: Prize, place: int, groups: Sequence[Sequence[Ranked]]) -> Allotment | None:
    ahead = 0
    for group in groups:
        if ahead < place <= ahead + len(group):
            if prize.amount is None:
                return _thing(prize, place, group, ahead)
            each = (prize.amount / len(group)).quantize(CENT, ROUND_FLOOR)
            return Allotment(prize, tuple(line.competitor for line in group), each, _why(prize, place, group, ahead))
        ahead += len(group)
    return None


def _thing(prize: Prize, place: int, group: Sequence[Ranked], ahead: int) -> Allotment:
    """A thing goes by the order of the ranking; whoever really shares the place has to be asked."""
    line = group[place - ahead - 1]
    together = [other for other in group if other.place == line.place]
    if len(together) == 1:
        why = _why(prize, place, together, place - 1)
        return Allotment(prize, (line.competitor,), None, why)
    why = Message("prize.not_divisible", {"names": _names(together)})
    return Allotment(prize, tuple(other.competitor for other in together), None, why)


def _why(prize: Prize, place: int, group: Sequence[Ranked], ahead: int) -> Message:
    shared = len(group) > 1
    among = "_unrated" if prize.only == UNRATED else "_club" if prize.only else ""
    return Message(
        f"prize.{'shared' if shared else 'place'}{among}",
        {
            "names": _names(group),
            **({"first": ahead + 1, "last": ahead + len(group)} if shared else {"place": place}),
            **({"club": prize.only.removeprefix(CLUB)} if among == "_club" else {}),
        },
    )


def _names(group: Sequence[Ranked]) -> tuple[str, ...]:
    return tuple(line.competitor.name for line in group)
