"""Points of a season: tables added up by hand, the line of a final, and what holds for any events."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.invalid_config import InvalidInput
from competition.season import (
    PLACE_POINTS,
    TAKING_PART,
    Band,
    Formula,
    Qualification,
    SeasonEvent,
    SeasonRules,
    SeasonTieBreak,
    check_rules,
    event_points,
    place_points,
    qualification,
    season,
)
from competition.season_sums import season_sum, tie_break_sums
from competition.tie_breaks import TIE_BREAKS, ratings

FIRST, SECOND, THIRD, FOURTH = 101, 102, 103, 104
START = date(2026, 1, 5)
OF_THE_YEAR = SeasonRules()
"""A season without rules of its own."""

PLACES = st.dictionaries(st.integers(1, 12), st.integers(1, 12), max_size=12)


def ranked(places: dict[int, int]) -> dict[int, int]:
    """The places as a ranking: equal ones shared, none left out but for that."""
    return {player: 1 + sum(other < place for other in places.values()) for player, place in places.items()}


def held(*events: dict[int, int]) -> list[SeasonEvent]:
    """Events with these places, one a week, numbered from 1."""
    return [SeasonEvent(n, START + timedelta(weeks=n), places) for n, places in enumerate(events, start=1)]


EVENTS = st.lists(PLACES.map(ranked), max_size=4).map(lambda events: held(*events))
RULES = st.builds(
    SeasonRules,
    formula=st.sampled_from(Formula),
    bands=st.sampled_from([(Band(None, (5, 3, 1)),), (Band(4, (4, 2)), Band(None, (9, 6, 3)))]),
    taking_part=st.integers(0, 2),
    best=st.none() | st.integers(1, 3),
    fewest=st.integers(1, 3),
    line=st.none() | st.integers(1, 6),
)


def test_two_events_added_up_by_hand() -> None:
    """First event: 12 + 1, then two share 10 and 8 (9 + 1 each), then 7 + 1. Second: 13, 11 and 9."""
    lines = season(held({FIRST: 1, SECOND: 2, THIRD: 2, FOURTH: 4}, {SECOND: 1, FIRST: 2, FOURTH: 3}), OF_THE_YEAR)
    assert [(line.place, line.player, line.points) for line in lines] == [
        (1, FIRST, 24),
        (2, SECOND, 23),
        (3, FOURTH, 17),
        (4, THIRD, 10),
    ]
    assert [(score.event, score.place, score.points) for score in lines[1].events] == [(1, 2, 10), (2, 1, 13)]


def test_equal_points_share_the_place_and_the_next_one_is_left_out() -> None:
    lines = season(held({FIRST: 1, SECOND: 2, THIRD: 3}, {SECOND: 1, FIRST: 2}), OF_THE_YEAR)
    assert [(line.place, line.player) for line in lines] == [(1, FIRST), (1, SECOND), (3, THIRD)]


def test_a_shared_place_at_the_end_of_the_list_shares_what_is_left() -> None:
    places = {player: min(player, 10) for player in range(1, 13)}
    assert {event_points(places, OF_THE_YEAR)[player] for player in (10, 11, 12)} == {TAKING_PART + Fraction(1, 3)}


def test_best_two_of_three_with_a_tie_at_the_line_by_hand() -> None:
    """10, 6, 3, 1 by place, nothing for taking part, two best results, two go to the final.

    First event: FIRST 10, SECOND and THIRD share 6 and 3 (9/2 each), FOURTH 1. Second: SECOND 10, FIRST 6, THIRD 3.
    Third: THIRD 10, FOURTH 6, FIRST 3, SECOND 1. Best two: FIRST 10 + 6 (3 dropped), SECOND 10 + 9/2 (1 dropped),
    THIRD 10 + 9/2 (3 dropped), FOURTH 6 + 1. SECOND and THIRD have 29/2, one first place, 10 as best result and three
    events each; the last event decides, 10 against 1.
    """
    rules = SeasonRules(bands=(Band(None, (10, 6, 3, 1)),), taking_part=0, best=2, line=2)
    events = held(
        {FIRST: 1, SECOND: 2, THIRD: 2, FOURTH: 4},
        {SECOND: 1, FIRST: 2, THIRD: 3},
        {THIRD: 1, FOURTH: 2, FIRST: 3, SECOND: 4},
    )
    lines = season(events, rules)
    assert [(line.place, line.player, line.points) for line in lines] == [
        (1, FIRST, 16),
        (2, THIRD, Fraction(29, 2)),
        (2, SECOND, Fraction(29, 2)),
        (4, FOURTH, 7),
    ]
    assert [(score.points, score.counts) for score in lines[0].events] == [(10, True), (6, True), (3, False)]
    assert [list(line.tie_breaks) for line in lines] == [[], [1, 10, 3, 10], [1, 10, 3, 1], []]
    assert qualification(lines, rules) == Qualification((FIRST, THIRD), (THIRD, SECOND), SeasonTieBreak.LAST_EVENT)
    titles = {1: "January", 2: "February", 3: "March"}
    points = season_sum(lines[1], titles)
    assert [(term.value, term.used) for term in points.terms] == [(Fraction(9, 2), True), (3, False), (10, True)]
    sums = tie_break_sums(lines[1], titles, 3)
    assert {key: found.value for key, found in sums.items() if found} == dict(
        zip(SeasonTieBreak, (1, 10, 3, 10), strict=True)
    )
    assert set(tie_break_sums(lines[0], titles, 3).values()) == {None}, "nobody else has 16"


def test_who_is_level_in_everything_at_the_line_is_left_to_the_club() -> None:
    """FIRST is sure; SECOND and THIRD shared second place, and one seat is left."""
    rules = SeasonRules(line=2)
    lines = season(held({FIRST: 1, SECOND: 2, THIRD: 2, FOURTH: 4}), rules)
    assert qualification(lines, rules) == Qualification((FIRST,), (SECOND, THIRD), None, (SECOND, THIRD), 1)
    assert qualification(lines, replace(rules, line=3)) == Qualification((FIRST, SECOND, THIRD))
    assert qualification(lines, replace(rules, line=9)) == Qualification((FIRST, SECOND, THIRD, FOURTH))
    assert qualification(lines, OF_THE_YEAR) is None


def test_too_few_events_are_not_ranked_and_do_not_qualify() -> None:
    rules = SeasonRules(fewest=2, line=2)
    lines = season(held({FIRST: 1, SECOND: 2}, {SECOND: 1, THIRD: 2}), rules)
    assert [(line.place, line.player) for line in lines] == [(1, SECOND), (None, FIRST), (None, THIRD)]
    found = qualification(lines, rules)
    assert found is not None
    assert found.qualified == (SECOND,)


@pytest.mark.parametrize(
    ("formula", "size", "expected"),
    [
        (Formula.SIZE, 4, [4, 3, 2, 1]),
        (Formula.BEATEN, 5, [100, 75, 50, 25, 0]),
        (Formula.BEATEN, 4, [100, Fraction(200, 3), Fraction(100, 3), 0]),
        (Formula.BEATEN, 1, [0]),
        (Formula.LIST, 3, [4, 2, 0]),
        (Formula.LIST, 4, [4, 2, 0, 0]),
        (Formula.LIST, 5, [9, 6, 3, 0, 0]),
    ],
)
def test_points_by_the_size_of_the_field(formula: Formula, size: int, expected: list[Fraction]) -> None:
    """Lists: up to four players 4 and 2, above that 9, 6 and 3."""
    rules = SeasonRules(formula=formula, bands=(Band(4, (4, 2)), Band(None, (9, 6, 3))))
    assert place_points(size, rules) == expected


@pytest.mark.parametrize(
    "wrong",
    [
        {"bands": ()},
        {"bands": (Band(8, (1,)),)},
        {"bands": (Band(8, (1,)), Band(8, (1,)), Band(None, (1,)))},
        {"bands": (Band(0, (1,)), Band(None, (1,)))},
        {"bands": (Band(None, (1,)), Band(None, (1,)))},
        {"bands": tuple(Band(n or None, (1,)) for n in (2, 4, 6, 8, 0))},
        {"bands": (Band(None, ()),)},
        {"bands": (Band(None, (3, 4)),)},
        {"bands": (Band(None, (10_001,)),)},
        {"taking_part": -1},
        {"best": 0},
        {"fewest": 0},
        {"line": 0},
    ],
)
def test_impossible_rules_are_refused(wrong: dict[str, object]) -> None:
    check_rules(OF_THE_YEAR)
    with pytest.raises(InvalidInput):
        check_rules(replace(OF_THE_YEAR, **wrong))  # type: ignore[arg-type]


@given(EVENTS)
def test_no_point_is_lost_or_made(events: list[SeasonEvent]) -> None:
    """The season gives out what its events give out; who is ahead in the only event is not behind in the season."""
    lines = season(events, OF_THE_YEAR)
    given_out = sum(sum(PLACE_POINTS[: len(each.places)]) + TAKING_PART * len(each.places) for each in events)
    assert sum(line.points for line in lines) == given_out
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    for each in events:
        points = event_points(each.places, OF_THE_YEAR)
        assert all(points[a] >= points[b] for a in each.places for b in each.places if each.places[a] <= each.places[b])


@given(EVENTS, RULES, st.randoms())
def test_a_total_is_the_sum_of_its_best_results_in_any_order_of_events(
    events: list[SeasonEvent], rules: SeasonRules, random: object
) -> None:
    lines = season(events, rules)
    shuffled = list(events)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert season(shuffled, rules) == lines
    for line in lines:
        best = sorted((score.points for score in line.events), reverse=True)[: rules.best]
        assert line.points == sum(best) == sum(score.points for score in line.events if score.counts)
        assert (line.place is None) == (len(line.events) < rules.fewest)
        if line.place is not None:
            others = [other for other in lines if other.place is not None]
            assert line.place == 1 + sum(other.points > line.points for other in others)


@given(EVENTS.filter(bool), RULES)
def test_another_event_never_lowers_a_sum(events: list[SeasonEvent], rules: SeasonRules) -> None:
    before = {line.player: line.points for line in season(events[:-1], rules)}
    after = {line.player: line.points for line in season(events, rules)}
    assert all(after[player] >= points for player, points in before.items())


@given(EVENTS, RULES)
def test_nobody_above_the_line_has_fewer_points_than_somebody_below(
    events: list[SeasonEvent], rules: SeasonRules
) -> None:
    lines = season(events, rules)
    found = qualification(lines, rules)
    if found is None:
        assert rules.line is None
        return
    ranked_lines = {line.player: line for line in lines if line.place is not None}
    assert len(found.qualified) + found.seats == min(rules.line or 0, len(ranked_lines))
    assert found.seats < max(1, len(found.undecided))
    below = ranked_lines.keys() - {*found.qualified, *found.undecided}
    keys = {player: (line.points, line.tie_breaks) for player, line in ranked_lines.items()}
    assert all(keys[above] >= keys[player] for above in found.qualified for player in below | {*found.undecided})


def test_no_other_tie_break_reads_ratings() -> None:
    """The places of an event without these are kept while ratings change."""
    assert {key for key, each in TIE_BREAKS.items() if each.parts and each.parts.__module__ == ratings.__name__} == (
        ratings.FROM_RATINGS
    )
    readers = [path.name for path in Path(ratings.__file__).parent.glob("*.py") if ".rating" in path.read_text()]
    assert readers == ["ratings.py"]
