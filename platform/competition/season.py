"""A season: points for the places in several events, added up. Ties share in both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

PLACE_POINTS = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
"""Points for the places of an event, from the first; none for later places."""

TAKING_PART = 1
"""Points for everybody who played in an event, whatever the place."""


@dataclass(frozen=True, slots=True)
class EventScore:
    """What one event gave a player: the place in it, and the points."""

    event: int
    place: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player in the season, with the events in their order."""

    place: int
    player: int
    points: Fraction
    events: tuple[EventScore, ...]


def event_points(places: Mapping[int, int]) -> dict[int, Fraction]:
    """The points of each player by place in one event; whoever shares a place shares the points of all places in it.

    Three players on place 2 share the points of places 2, 3 and 4.
    """
    sharing = Counter(places.values())
    taken = {}
    before = 0
    for place in sorted(sharing):
        covered = sum(PLACE_POINTS[before : before + sharing[place]])
        taken[place] = TAKING_PART + Fraction(covered, sharing[place])
        before += sharing[place]
    return {player: taken[place] for player, place in places.items()}


def season(events: Sequence[tuple[int, Mapping[int, int]]]) -> list[SeasonLine]:
    """The table over events with the places of their players, most points first; equal points share the place."""
    scores: dict[int, list[EventScore]] = {}
    for event, places in events:
        for player, points in event_points(places).items():
            scores.setdefault(player, []).append(EventScore(event, places[player], points))
    totals = {player: _sum(score.points for score in found) for player, found in scores.items()}
    holding = Counter(totals.values())
    lines = []
    for player in sorted(totals, key=lambda each: (-totals[each], each)):
        place = 1 + sum(count for total, count in holding.items() if total > totals[player])
        lines.append(SeasonLine(place, player, totals[player], tuple(scores[player])))
    return lines


def _sum(points: Iterable[Fraction]) -> Fraction:
    return sum(points, Fraction(0))
