"""A season: points for the places in several events, added up by the rules of the season. Ties share in both.

The best results of a player count, and a line can be drawn below those who qualify. Only where the line cuts through
equal points do the tie-breaks of the season decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from competition.invalid_config import InvalidInput
from engine.message import Message

PLACE_POINTS = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
"""Points for the places of an event in a season without rules of its own, from the first; none for later places."""

TAKING_PART = 1
"""Points for everybody who played in an event of such a season, whatever the place."""

MOST_POINTS, MOST_PLACES, MOST_BANDS, MOST_EVENTS, MOST_QUALIFYING = 10_000, 128, 4, 200, 1024
"""Limits of what the rules of a season may say."""


class Formula(StrEnum):
    """Where the points of a place come from."""

    LIST = "list"
    """Points by place from a list, or from several by the size of the field."""

    SIZE = "size"
    """The size of the field less the place, and one more: the last of 20 gets 1, the first 20."""

    BEATEN = "beaten"
    """The percentage of the others that finished behind: the first gets 100, the last 0."""


@dataclass(frozen=True, slots=True)
class Band:
    """Points by place, from the first, in events of at most `up_to` players; None: of any size."""

    up_to: int | None
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """How a season counts.

    `bands` are the lists of `Formula.LIST` from the smallest field on, the last one for any size. `best`: how many
    results of a player count, None for all. `fewest`: in how many events somebody has to play to be ranked.
    `line`: how many qualify for a final; None: there is no line.
    """

    formula: Formula = Formula.LIST
    bands: tuple[Band, ...] = (Band(None, PLACE_POINTS),)
    taking_part: int = TAKING_PART
    best: int | None = None
    fewest: int = 1
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """An event with its day and the places of its players, who are its field."""

    event: int
    day: date
    places: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class EventScore:
    """What one event gave a player: the place in a field of `size`, the points, and whether they count."""

    event: int
    place: int
    points: Fraction
    size: int
    counts: bool = True


class SeasonTieBreak(StrEnum):
    """What tells apart who has the same points at the line, in this order; more is better."""

    FIRST_PLACES = "first_places"
    BEST_RESULT = "best_result"
    EVENTS = "events"
    LAST_EVENT = "last_event"


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player in the season, with the events in order of time. `place` None: too few events to be ranked.

    `tie_breaks` are values by `SeasonTieBreak`, empty where nobody has the same points or the season has no line.
    """

    place: int | None
    player: int
    points: Fraction
    events: tuple[EventScore, ...]
    tie_breaks: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Qualification:
    """Who is above the line, in order.

    `shared` are those with the same points on both sides of the line, in order, and `decided_by` is the tie-break that
    drew it between them. If none does, `undecided` are those who stay level: they compete for `seats` seats, and are
    not among `qualified`.
    """

    qualified: tuple[int, ...]
    shared: tuple[int, ...] = ()
    decided_by: SeasonTieBreak | None = None
    undecided: tuple[int, ...] = ()
    seats: int = 0


def check_rules(rules: SeasonRules) -> None:
    """Raises InvalidInput for rules that no season can have, with the first thing that is wrong."""
    limits = tuple(band.up_to for band in rules.bands)
    numbers = [number for number in limits[:-1] if number is not None]
    ascending = len(numbers) == len(limits) - 1 and numbers == sorted(set(numbers)) and all(n > 0 for n in numbers)
    if not 1 <= len(rules.bands) <= MOST_BANDS or limits[-1] is not None or not ascending:
        raise InvalidInput(Message("season.bands", {"most": MOST_BANDS}))
    for band in rules.bands:
        if not 1 <= len(band.points) <= MOST_PLACES or not all(0 <= amount <= MOST_POINTS for amount in band.points):
            raise InvalidInput(Message("season.points", {"places": MOST_PLACES, "points": MOST_POINTS}))
        if list(band.points) != sorted(band.points, reverse=True):
            raise InvalidInput(Message("season.falling"))
    if not 0 <= rules.taking_part <= MOST_POINTS:
        raise InvalidInput(Message("season.taking_part", {"points": MOST_POINTS}))
    if not 1 <= rules.fewest <= MOST_EVENTS or (rules.best is not None and not 1 <= rules.best <= MOST_EVENTS):
        raise InvalidInput(Message("season.events", {"most": MOST_EVENTS}))
    if rules.line is not None and not 1 <= rules.line <= MOST_QUALIFYING:
        raise InvalidInput(Message("season.line", {"most": MOST_QUALIFYING}))


def place_points(size: int, rules: SeasonRules) -> list[Fraction]:
    """The points of the places 1 to `size` of an event with so many players, without those for taking part."""
    if rules.formula is Formula.SIZE:
        return [Fraction(size - above) for above in range(size)]
    if rules.formula is Formula.BEATEN:
        others = max(1, size - 1)
        return [Fraction(100 * (size - 1 - above), others) for above in range(size)]
    band = next(band for band in rules.bands if band.up_to is None or size <= band.up_to)
    return [Fraction(band.points[above]) if above < len(band.points) else Fraction(0) for above in range(size)]


def event_points(places: Mapping[int, int], rules: SeasonRules) -> dict[int, Fraction]:
    """The points of each player by place in one event; whoever shares a place shares the points of all places in it.

    Three players on place 2 share the points of places 2, 3 and 4.
    """
    of_place = place_points(len(places), rules)
    sharing = Counter(places.values())
    taken = {}
    before = 0
    for place in sorted(sharing):
        covered = sum(of_place[before : before + sharing[place]], Fraction(0))
        taken[place] = rules.taking_part + covered / sharing[place]
        before += sharing[place]
    return {player: taken[place] for player, place in places.items()}


def season(events: Sequence[SeasonEvent], rules: SeasonRules) -> list[SeasonLine]:
    """The table over events in any order, most points first; equal points share the place.

    With a line, those who share a place are in the order of the tie-breaks. Whoever played too few events comes last.
    """
    in_time = sorted(events, key=lambda each: (each.day, each.event))
    scores: dict[int, list[EventScore]] = {}
    for each in in_time:
        for player, points in event_points(each.places, rules).items():
            scores.setdefault(player, []).append(EventScore(each.event, each.places[player], points, len(each.places)))
    counted = {player: _counted(found, rules.best) for player, found in scores.items()}
    totals = {player: _total(found) for player, found in counted.items()}
    ranked = {player for player, found in counted.items() if len(found) >= rules.fewest}
    holding = Counter(totals[player] for player in ranked)
    places: dict[Fraction, int] = {}
    ahead = 0
    for total in sorted(holding, reverse=True):
        places[total] = 1 + ahead
        ahead += holding[total]
    last = in_time[-1].event if in_time else 0
    lines = []
    for player, total in totals.items():
        level = rules.line is not None and player in ranked and holding[total] > 1
        ties = _tie_breaks(counted[player], last) if level else ()
        place = places[total] if player in ranked else None
        lines.append(SeasonLine(place, player, total, tuple(counted[player]), ties))
    lines.sort(key=lambda line: (line.place is None, -line.points, [-value for value in line.tie_breaks], line.player))
    return lines


def qualification(lines: Sequence[SeasonLine], rules: SeasonRules) -> Qualification | None:
    """Who is above the line of a table as `season` makes it; None where there is no line."""
    if rules.line is None:
        return None
    ranked = [line for line in lines if line.place is not None]
    players = tuple(line.player for line in ranked)
    if len(ranked) <= rules.line:
        return Qualification(players)
    above, below = ranked[rules.line - 1], ranked[rules.line]
    if above.points != below.points:
        return Qualification(players[: rules.line])
    shared = tuple(line.player for line in ranked if line.points == above.points)
    for key, mine, other in zip(SeasonTieBreak, above.tie_breaks, below.tie_breaks, strict=True):
        if mine != other:
            return Qualification(players[: rules.line], shared, key)
    level = [line for line in ranked if line.points == above.points and line.tie_breaks == above.tie_breaks]
    sure = players[: players.index(level[0].player)]
    return Qualification(sure, shared, None, tuple(line.player for line in level), rules.line - len(sure))


def _counted(scores: Sequence[EventScore], best: int | None) -> list[EventScore]:
    """The scores of a player, in order of time, with the best of them marked; of equal ones the earlier count."""
    if best is None or len(scores) <= best:
        return list(scores)
    order = sorted(range(len(scores)), key=lambda at: (-scores[at].points, at))
    counts = set(order[:best])
    return [
        EventScore(score.event, score.place, score.points, score.size, at in counts) for at, score in enumerate(scores)
    ]


def _total(scores: Sequence[EventScore]) -> Fraction:
    return sum((score.points for score in scores if score.counts), Fraction(0))


def _tie_breaks(scores: Sequence[EventScore], last: int) -> tuple[Fraction, ...]:
    """In the order of `SeasonTieBreak`: first places that count, shared ones too; the most points from one event;
    events played; points of the last event of the season."""
    return (
        Fraction(sum(score.counts and score.place == 1 for score in scores)),
        max(score.points for score in scores),
        Fraction(len(scores)),
        sum((score.points for score in scores if score.event == last), Fraction(0)),
    )
