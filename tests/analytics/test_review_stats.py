"""Reviewed games of one player as numbers: the course, and the comparison with others."""

from __future__ import annotations

from random import Random

import pytest

from analytics.figures.reviews import ReviewWords, course_figure, phases_figure, sources_figure
from analytics.intervals import mean_interval
from analytics.review_stats import ALL, OTHERS, RECENT, ReviewedGame, by_phase, by_source, course_of, reviewed_game
from tests.analytics.reviewed import reviewed

TITLES = {ALL: "All", "opening": "Opening", "middle": "Middle", "end": "End", "farms": "Farms", OTHERS: "Others"}


def game(
    number: int, accuracy: float, *, player: int = 1, players: int = 2, farms: float = 1.0, others: float = 0.0
) -> ReviewedGame:
    return reviewed(
        number,
        player=player,
        players=players,
        accuracy=accuracy,
        by_phase={("end", "farms"): farms},
        phases={"opening": accuracy, "end": accuracy},
        sources={"farms": farms, OTHERS: others},
    )


def test_a_seat_without_a_decision_is_no_game() -> None:
    parts = ("luck", "luck_error", "own", "others", "setup", "seat", "decisions")
    luck = {"margin": -3, **dict.fromkeys(parts, 1.5)}
    phase = {"decisions": 0, "accuracy": None, "lost": 0, "sources": {}}
    seat = {
        "decisions": 0, "accuracy": None, "accuracy_error": None, "lost": 0, "doubtful": 0, "costly": 0,
        "phases": {"opening": phase, "middle": phase, "end": phase}, "sources": {}, "others": 0,
    }  # fmt: skip
    assert reviewed_game(1, 7, 1, 2, seat, luck) is None
    some = seat | {"decisions": 3, "accuracy": 90.0}
    some["phases"] = {
        **seat["phases"],
        "end": {**phase, "decisions": 3, "accuracy": 90.0, "lost": 1.25, "sources": {"farms": 1.5}},
    }
    found = reviewed_game(1, 7, 1, 2, some, luck)
    assert found is not None
    assert found.phases == {"end": 90.0}
    assert found.by_phase == {("end", "farms"): 1.5}
    assert found.lost_in == {"opening": 0, "middle": 0, "end": 1.25}, "with those given to others"
    assert found.player == 7
    assert (found.luck.margin, found.luck.luck, found.luck.adjusted) == (-3, 1.5, -4.5)


def test_the_course_goes_from_the_first_game_with_the_mean_of_the_latest() -> None:
    games = [game(number, 70.0 + number) for number in range(15)]
    course = course_of(list(reversed(games)))
    assert [point.game.game_id for point in course] == list(range(15))
    assert course[0].games == 1
    assert course[0].interval is None, "one game has no spread"
    last = [70.0 + number for number in range(15 - RECENT, 15)]
    assert course[-1].mean == pytest.approx(sum(last) / RECENT)
    assert course[-1].interval == mean_interval(last)


def test_an_accuracy_is_never_above_100() -> None:
    rows = by_phase([game(1, 100.0), game(2, 90.0)], [])
    assert all(row.interval is not None and row.interval.high == 100.0 for row in rows)


def test_an_accuracy_is_never_shown_below_0_but_a_mean_is_that_of_what_was_measured() -> None:
    """By hand: −30 and 50 are 10 in the mean; clipped first they would be 25."""
    course = course_of([game(1, -30.0), game(2, 50.0)])
    assert [point.game.accuracy for point in course] == [0.0, 50.0]
    assert [point.mean for point in course] == [0.0, 10.0]
    assert course[-1].interval is not None
    assert course[-1].interval.low == 0.0
    whole = by_phase([game(1, -30.0), game(2, 10.0)], [])[0]
    assert (whole.mine, whole.interval and whole.interval.low) == (0.0, 0.0)
    assert by_phase([game(1, -30.0), game(2, 50.0)], [])[0].mine == 10.0


def test_players_are_compared_at_tables_of_the_same_size() -> None:
    """At tables of four everybody is less accurate: who plays only there is not worse."""
    rng = Random(1)
    mine = [game(number, 80 + rng.gauss(0, 3), players=4) for number in range(30)]
    peers = [game(100 + n, 80 + rng.gauss(0, 3), player=10 + n % 12, players=4) for n in range(60)]
    peers += [game(200 + n, 95 + rng.gauss(0, 3), player=10 + n % 12, players=2) for n in range(60)]
    whole = by_phase(mine, peers)[0]
    assert whole.difference_interval is not None
    assert whole.difference_interval.low < 0 < whole.difference_interval.high
    assert (whole.games, whole.people, whole.peer_games) == (30, 12, 60)
    assert whole.peers == pytest.approx(sum(one.accuracy for one in peers[:60]) / 60), "of tables of four alone"


@pytest.mark.parametrize(("people", "compared"), [(9, False), (10, True)])
def test_the_ten_others_sit_at_tables_of_the_players_size(people: int, compared: bool) -> None:
    """Any number of others at tables of two, and so many at those of four, where the player sits."""
    mine = [game(n, 90.0 + n, players=4) for n in range(3)]
    peers = [game(100 + n, 80.0 + n % 3, player=50 + n, players=2) for n in range(20)]
    peers += [game(200 + n, 70.0 + n % 3, player=10 + n, players=4) for n in range(people)]
    rows = by_phase(mine, peers)
    assert [(row.people, row.peer_games) for row in rows] == [(people, people) if compared else (0, 0)] * 3
    assert [row.peers is not None for row in rows] == [row.q is not None for row in rows] == [compared] * 3


def test_a_real_difference_is_found_and_noise_is_drawn_to_zero() -> None:
    rng = Random(2)
    mine = [game(n, 90, farms=6 + rng.gauss(0, 2), others=rng.gauss(0, 2)) for n in range(40)]
    peers = [game(100 + n, 90, player=9 + n, farms=2 + rng.gauss(0, 2), others=rng.gauss(0, 2)) for n in range(200)]
    farms, others = by_source(mine, peers, ["farms"])
    assert (farms.key, others.key) == ("farms", OTHERS)
    assert farms.q is not None
    assert farms.q < 0.001
    for row in (farms, others):
        assert row.shrunk is not None
        assert row.difference is not None
        assert abs(row.shrunk) < abs(row.difference)
        assert row.shrunk * row.difference > 0


def test_a_phase_without_a_decision_has_no_row() -> None:
    assert [row.key for row in by_phase([game(1, 90.0)], [])] == [ALL, "opening", "end"]


def test_without_peers_nothing_is_compared() -> None:
    for row in by_phase([game(1, 90.0), game(2, 80.0)], []):
        assert (row.peers, row.difference, row.q, row.peer_games) == (None, None, None, 0)


def test_sources_begin_where_most_is_lost() -> None:
    mine = [game(1, 90, farms=2, others=9), game(2, 90, farms=3, others=9)]
    rows = by_source(mine, [], ["cities", "farms"])
    assert [row.key for row in rows] == ["farms", "cities", OTHERS]


def test_figures_say_what_they_show() -> None:
    games = [game(number, 80.0 + number, farms=number) for number in range(4)]
    words = ReviewWords()
    course = course_figure(course_of(games), lambda number: f"/{number}/", words)
    assert "81.5" in course.alt
    assert course.data[0]["customdata"][0]["href"] == "/0/"
    others = [game(100 + number, 80.0 + number, player=9 + number) for number in range(10)]
    phases = phases_figure(by_phase(games, others), "Ana", TITLES, words)
    assert len(phases.data) == 2
    sources = sources_figure(by_source(games, [], ["farms"]), "Ana", TITLES, words)
    assert "Farms, 1.5 points" in sources.alt
    assert not sources_figure([], "Ana", TITLES, words).data
    assert not course_figure([], str, words).data
