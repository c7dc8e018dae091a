"""Points of a season: a table added up by hand, and what holds for any events."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from competition.season import PLACE_POINTS, TAKING_PART, event_points, season

FIRST, SECOND, THIRD, FOURTH = 101, 102, 103, 104

PLACES = st.dictionaries(st.integers(1, 12), st.integers(1, 12), max_size=12)


def test_two_events_added_up_by_hand() -> None:
    """First event: 12 + 1, then two share 10 and 8 (9 + 1 each), then 7 + 1. Second: 13, 11 and 9."""
    events = [(1, {FIRST: 1, SECOND: 2, THIRD: 2, FOURTH: 4}), (2, {SECOND: 1, FIRST: 2, FOURTH: 3})]
    lines = season(events)
    assert [(line.place, line.player, line.points) for line in lines] == [
        (1, FIRST, 24),
        (2, SECOND, 23),
        (3, FOURTH, 17),
        (4, THIRD, 10),
    ]
    assert [(score.event, score.place, score.points) for score in lines[1].events] == [(1, 2, 10), (2, 1, 13)]


def test_equal_points_share_the_place_and_the_next_one_is_left_out() -> None:
    lines = season([(1, {FIRST: 1, SECOND: 2, THIRD: 3}), (2, {SECOND: 1, FIRST: 2})])
    assert [(line.place, line.player) for line in lines] == [(1, FIRST), (1, SECOND), (3, THIRD)]


def test_a_shared_place_at_the_end_of_the_list_shares_what_is_left() -> None:
    places = {player: min(player, 10) for player in range(1, 13)}
    assert {event_points(places)[player] for player in (10, 11, 12)} == {TAKING_PART + Fraction(1, 3)}


@given(st.lists(PLACES, max_size=4))
def test_no_point_is_lost_or_made(events: list[dict[int, int]]) -> None:
    """The season gives out what its events give out; who is ahead in the only event is not behind in the season."""
    lines = season(list(enumerate(events)))
    given_out = sum(sum(PLACE_POINTS[: len(places)]) + TAKING_PART * len(places) for places in events)
    assert sum(line.points for line in lines) == given_out
    assert all(line.points == sum(score.points for score in line.events) for line in lines)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    for places in events:
        points = event_points(places)
        assert all(points[a] >= points[b] for a in places for b in places if places[a] <= places[b])
