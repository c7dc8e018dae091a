"""Who gets which prize: prizes for places, shared or by the tie-breaks, and special prizes.

Pure: a ranking and a list of prizes in, a list of allotments with reasons out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal

from competition.records import Competitor, Points
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
    points: Points | None = None
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
    """A prize, who gets it, how much each of them (None: the thing itself), and why."""

    prize: Prize
    competitors: tuple[Competitor, ...]
    amount: Decimal | None
    why: Message


def allot_prizes(
    ranking: Sequence[Ranked],
    prizes: Sequence[Prize],
    sharing: str = BY_ORDER,
    *,
    several_special: bool = False,
    pooled: bool = True,
) -> list[Allotment]:
    """The prizes in the order of the list.

    Prizes for places come from the places taken: who is level shares equally what these places get together. Cents that
    cannot be divided go one each to those who share, in the order of the ranking; the next prize that the same people
    share goes on where the last one stopped, so nobody has more than a cent more than another. Special prizes come
    next, each by itself, in the order of the list; unless `several_special`, nobody gets two of them, and the prize
    goes to the next who can have it. A place nobody has taken gives nothing.

    Not `pooled` is how it was before: each place was divided by itself, and what was left of a division was nobody's.
    """
    result: list[Allotment] = []
    special: set[int] = set()
    dealt: Counter[int] = Counter()
    for prize in prizes:
        lines = [line for line in ranking if prize.is_for(line.competitor)]
        if prize.only and not several_special:
            lines = [line for line in lines if line.competitor.id not in special]
        ahead = 0
        for group in _level(lines, sharing):
            places = range(max(prize.place_from, ahead + 1), min(prize.place_to, ahead + len(group)) + 1)
            if prize.amount is None:
                found = [_thing(prize, place, group, ahead) for place in places]
            elif not pooled:
                found = [_by_itself(prize, prize.amount, place, group, ahead) for place in places]
            elif places:
                start = 0 if prize.only else dealt[ahead]
                found, left = _shares(prize, int(prize.amount * 100) * len(places), places[0], group, ahead, start)
                dealt[ahead] += 0 if prize.only else left
            else:
                found = []
            result += found
            if prize.only:
                special.update(competitor.id for allotment in found for competitor in allotment.competitors)
            ahead += len(group)
    return result


def _shares(
    prize: Prize, cents: int, place: int, group: Sequence[Ranked], ahead: int, start: int
) -> tuple[list[Allotment], int]:
    """The allotments of these cents among the group, and how many could not be divided: they are dealt from `start`."""
    each, left = divmod(cents, len(group))
    more = {(start + at) % len(group) for at in range(left)}
    why = _why(prize, place, group, ahead)
    if left:
        why = Message("prize.odd_cents", {"why": why})
    found = []
    for extra in (1, 0):
        getting = tuple(line.competitor for at, line in enumerate(group) if (at in more) == bool(extra))
        if getting:
            found.append(Allotment(prize, getting, Decimal(each + extra).scaleb(-2), why))
    return found, left


def _by_itself(prize: Prize, amount: Decimal, place: int, group: Sequence[Ranked], ahead: int) -> Allotment:
    each = (amount / len(group)).quantize(CENT, ROUND_FLOOR)
    return Allotment(prize, tuple(line.competitor for line in group), each, _why(prize, place, group, ahead))


def _level(lines: Sequence[Ranked], sharing: str) -> list[list[Ranked]]:
    """The lines in groups of those who share."""
    groups: list[list[Ranked]] = []
    for line in lines:
        if groups and _is_level(groups[-1][-1], line, sharing):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _is_level(one: Ranked, other: Ranked, sharing: str) -> bool:
    same_points = one.points is not None and (one.stage, one.points) == (other.stage, other.points)
    return one.place == other.place or (sharing == BY_POINTS and same_points)


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
