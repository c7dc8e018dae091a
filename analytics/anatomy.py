"""One game taken apart: where the points of each seat came from, when, and what the winner had that the second had not.

Everything is read off the score events of one game, so every table here sums to the verified scores. Tuples of numbers
are by seat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from analytics.facts import Facts
from analytics.places import Place

MOST_SWINGS = 6


@dataclass(frozen=True, slots=True)
class SourcePoints:
    """What one source gave each seat."""

    source: str
    points: tuple[int, ...]

    @property
    def total(self) -> int:
        """What it gave all of them."""
        return sum(self.points)


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn in which somebody scored: its first scoring line, what each seat gained, and the scores after it."""

    turn: int
    line: int
    gained: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Swing:
    """One action of the log by which a seat gained on the others.

    `points` is what the seat made by it, `ahead` how much more than the one of the others who made most by it.
    `sources` says where the points of the seat came from.
    """

    line: int
    turn: int
    seat: int
    points: int
    ahead: int
    sources: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A source in the comparison of two seats: it takes the lead of the first one from `start` to `end`."""

    source: str
    start: int
    end: int

    @property
    def difference(self) -> int:
        """How many points more the first seat made from it."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Lead:
    """From zero to the margin between the winner and the second, source by source, the largest gain first.

    With more than one winner they are the first two of them, and the margin is what lies between these.
    """

    winner: int
    second: int
    steps: tuple[Step, ...]
    margin: int


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """What a place on a board gave each seat. `board` is the seat whose board it is on, None for a common one.

    `line` is the line of the log that gave most there at once, the first of equal ones.
    """

    place: Place
    board: int | None
    points: tuple[int, ...]
    sources: tuple[str, ...]
    line: int

    @property
    def total(self) -> int:
        """What it gave all of them."""
        return sum(self.points)


@dataclass(frozen=True, slots=True)
class Places:
    """The points by place, the most first. `elsewhere` is what has no place on a board: both sum to the scores."""

    rows: tuple[PlacePoints, ...]
    elsewhere: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardStep:
    """Something that happened to a card. `others` are the cards that could have been taken instead."""

    line: int
    turn: int
    seat: int
    card: str
    what: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Anatomy:
    """One game taken apart. `ranking` lists the seats in order of place.

    `counted_at_once`: all points were made by one action, as in games that are scored at their end; there is no course
    to look at then, and `swings` is empty.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    ranking: tuple[int, ...]
    turns: int
    sources: tuple[SourcePoints, ...]
    moments: tuple[Moment, ...]
    counted_at_once: bool
    swings: tuple[Swing, ...]
    lead: Lead | None
    cards: tuple[CardStep, ...]


def anatomy_of(facts: Facts, sources: Sequence[str]) -> Anatomy:
    """Take a game apart. `sources` are the keys in the order of the game; those that gave no point are left out.

    Raises ValueError if a score event has another source.
    """
    table = _points_by_source(facts, sources)
    places = tuple(facts["places"])
    ranking = tuple(sorted(range(facts["players"]), key=lambda seat: (places[seat], seat)))
    at_once = len({row[0] for row in facts["score_events"]}) < 2
    return Anatomy(
        scores=tuple(facts["scores"]),
        places=places,
        ranking=ranking,
        turns=facts["turns"],
        sources=table,
        moments=_moments(facts),
        counted_at_once=at_once,
        swings=() if at_once else _swings(facts),
        lead=_lead(table, ranking[0], ranking[1]) if len(ranking) > 1 else None,
        cards=tuple(
            CardStep(line, turn, seat, card, what, tuple(other for other in offered if other != card))
            for line, turn, seat, card, what, offered in facts["cards"]
        ),
    )


def points_by_place(facts: Facts, read: Callable[[str], Place | None], *, own_boards: bool) -> Places:
    """The points by place. `read` gives the place that a cause names; `own_boards`: every seat has its own board."""
    elsewhere = [0] * facts["players"]
    points: dict[tuple[Place, int | None], list[int]] = {}
    sources: defaultdict[tuple[Place, int | None], dict[str, None]] = defaultdict(dict)
    most: dict[tuple[Place, int | None], tuple[int, int]] = {}
    for line, _turn, seat, source, value, cause in facts["score_events"]:
        place = read(cause)
        if place is None:
            elsewhere[seat] += value
            continue
        key = (place, seat if own_boards else None)
        points.setdefault(key, [0] * facts["players"])[seat] += value
        sources[key][source] = None
        most[key] = max(most.get(key, (value, -line)), (value, -line))
    rows = [
        PlacePoints(place, board, tuple(values), tuple(sources[place, board]), -most[place, board][1])
        for (place, board), values in points.items()
    ]
    rows.sort(key=lambda row: (-row.total, row.place.name, -1 if row.board is None else row.board))
    return Places(tuple(rows), tuple(elsewhere))


def _points_by_source(facts: Facts, sources: Sequence[str]) -> tuple[SourcePoints, ...]:
    points = {source: [0] * facts["players"] for source in sources}
    for _line, _turn, seat, source, value, _cause in facts["score_events"]:
        if source not in points:
            raise ValueError(f"unknown score source: {source}")
        points[source][seat] += value
    return tuple(SourcePoints(source, tuple(values)) for source, values in points.items() if any(values))


def _moments(facts: Facts) -> tuple[Moment, ...]:
    scores = [0] * facts["players"]
    moments = []
    for turn, rows in groupby(facts["score_events"], key=lambda row: row[1]):
        gained, first = [0] * facts["players"], None
        for line, _turn, seat, _source, value, _cause in rows:
            first = line if first is None else first
            gained[seat] += value
            scores[seat] += value
        assert first is not None
        moments.append(Moment(turn, first, tuple(gained), tuple(scores)))
    return tuple(moments)


def _swings(facts: Facts) -> tuple[Swing, ...]:
    """The actions after which a seat is furthest ahead of where it was, the largest first, then in order of the log."""
    swings = []
    for line, rows in groupby(facts["score_events"], key=lambda row: row[0]):
        events = list(rows)
        gained = [0] * facts["players"]
        for _line, _turn, seat, _source, value, _cause in events:
            gained[seat] += value
        best = max(range(len(gained)), key=lambda seat: gained[seat])
        ahead = gained[best] - max((value for seat, value in enumerate(gained) if seat != best), default=0)
        by_source: defaultdict[str, int] = defaultdict(int)
        for _line, _turn, seat, source, value, _cause in events:
            if seat == best:
                by_source[source] += value
        swings.append(Swing(line, events[0][1], best, gained[best], ahead, tuple(by_source.items())))
    swings = [swing for swing in swings if swing.ahead > 0]
    return tuple(sorted(swings, key=lambda swing: (-swing.ahead, swing.line))[:MOST_SWINGS])


def _lead(table: Sequence[SourcePoints], winner: int, second: int) -> Lead:
    differences = [(row.source, row.points[winner] - row.points[second]) for row in table]
    differences = sorted((pair for pair in differences if pair[1]), key=lambda pair: -pair[1])
    steps, at = [], 0
    for source, difference in differences:
        steps.append(Step(source, at, at + difference))
        at += difference
    return Lead(winner, second, tuple(steps), at)
