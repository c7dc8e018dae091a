"""The anatomy of a game: whatever is shown of it sums to the verified scores, for every game and any log."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.anatomy import Places, anatomy_of, points_by_place
from analytics.anatomy_board import board_figure
from analytics.anatomy_chances import chances_of_game, decided_at, milestones
from analytics.facts import Facts, extract_facts
from analytics.figures.anatomy import AnatomyWords, course_figure, game_sources_figure, lead_figure
from analytics.frames import build_frames
from analytics.games import VerifiedGame
from analytics.model import LEAST_GAMES, NO_MODEL, fit_model
from analytics.places import reader_of
from engine.registry import GAMES
from engine.simulate import simulate_game
from tests.analytics.figures.drawn import check

WORDS = AnatomyWords()


@cache
def facts_of(key: str, players: int, seed: int, bot: str) -> Facts:
    game = GAMES[key]
    _report, facts = extract_facts(simulate_game(key, players, game.rulesets[0], (bot,), seed))
    assert facts is not None
    return facts


def address(turn: int) -> str:
    return f"?turn={turn}"


@settings(max_examples=24)
@given(
    key=st.sampled_from(sorted(GAMES)),
    players=st.sampled_from([2, 3, 4]),
    seed=st.integers(0, 3),
    bot=st.sampled_from(["random", "greedy"]),
)
def test_everything_sums_to_the_verified_score(key: str, players: int, seed: int, bot: str) -> None:
    game, facts = GAMES[key], facts_of(key, players, seed, bot)
    names, titles = facts["seats"], {source.key: source.title for source in game.sources}
    anatomy = anatomy_of(facts, list(titles))
    scores = facts["scores"]

    assert [sum(row.points[seat] for row in anatomy.sources) for seat in range(players)] == scores
    assert sum(row.total for row in anatomy.sources) == sum(scores)
    bars = game_sources_figure(anatomy, names, titles, WORDS)
    assert [sum(trace["x"][at] for trace in bars.data) for at in range(players)] == [
        scores[seat] for seat in anatomy.ranking
    ]

    assert list(anatomy.moments[-1].scores) == scores
    assert [sum(moment.gained[seat] for moment in anatomy.moments) for seat in range(players)] == scores
    course = course_figure(anatomy, names, address, WORDS)
    if anatomy.counted_at_once:
        assert not course.data
        assert not anatomy.swings
    else:
        assert [trace["y"][-1] for trace in course.data] == [scores[seat] for seat in anatomy.ranking]
        assert all(trace["x"][-1] == facts["turns"] for trace in course.data)

    assert anatomy.lead is not None
    winner, second = anatomy.ranking[:2]
    assert anatomy.lead.margin == scores[winner] - scores[second]
    waterfall = lead_figure(anatomy.lead, names, titles, WORDS)
    if waterfall.data:
        assert sum(sum(trace["x"]) for trace in waterfall.data[:-1]) == anatomy.lead.margin
        assert waterfall.data[-1]["x"] == [anatomy.lead.margin]

    reader = reader_of(key)
    assert reader is not None
    board = reader.board(facts, game.components(facts["components"]))
    places = points_by_place(facts, reader.place, own_boards=board.own)
    assert [on_boards(places, seat) + places.elsewhere[seat] for seat in range(players)] == scores
    cells = {(round(x, 3), round(y, 3)) for x, y in board.cells}
    for row in places.rows:
        assert row.place.between or (round(row.place.x, 3), round(row.place.y, 3)) in cells
        assert row.board is None or row.points[row.board] == row.total
    for seat in (None, *range(players)):
        figure = board_figure(places, board, names, seat, WORDS)
        json.dumps(figure.to_json(), allow_nan=False)
    for each in (bars, course, waterfall):
        check(each)


def test_a_place_names_the_line_that_gave_most_there_at_once() -> None:
    facts = facts_of("babylonia", 3, 0, "greedy")
    reader = reader_of("babylonia")
    assert reader is not None
    rows = points_by_place(facts, reader.place, own_boards=False).rows
    assert rows
    for row in rows:
        there = [
            (line, points)
            for line, _t, _s, _k, points, cause in facts["score_events"]
            if reader.place(cause) == row.place
        ]
        most = max(points for _line, points in there)
        assert row.line == next(line for line, points in there if points == most)


def on_boards(places: Places, seat: int) -> int:
    return sum(row.points[seat] for row in places.rows)


def test_a_game_that_is_scored_at_its_end_has_no_course() -> None:
    assert anatomy_of(facts_of("babylon", 2, 0, "greedy"), [s.key for s in GAMES["babylon"].sources]).counted_at_once


def test_the_largest_swing_is_what_a_seat_gained_on_the_best_of_the_others() -> None:
    facts = deepcopy(facts_of("babylonia", 3, 0, "greedy"))
    facts["score_events"] = [
        [5, 2, 0, "city_tiles", 6, "city 0806"],
        [5, 2, 0, "city_nobles", 2, "city 0806"],
        [5, 2, 1, "city_nobles", 5, "city 0806"],
        [9, 4, 2, "ziggurat", 4, "ziggurat 0812"],
    ]
    facts["scores"], facts["places"], facts["winners"] = [8, 5, 4], [1, 2, 3], [0]
    anatomy = anatomy_of(facts, ["city_tiles", "city_nobles", "ziggurat"])
    assert [(swing.seat, swing.points, swing.ahead, swing.line) for swing in anatomy.swings] == [
        (2, 4, 4, 9),
        (0, 8, 3, 5),
    ]
    assert anatomy.swings[1].sources == (("city_tiles", 6), ("city_nobles", 2))
    assert [(moment.turn, moment.line, moment.scores) for moment in anatomy.moments] == [
        (2, 5, (8, 5, 0)),
        (4, 9, (8, 5, 4)),
    ]
    assert anatomy.lead is not None
    assert [(step.source, step.start, step.end) for step in anatomy.lead.steps] == [
        ("city_tiles", 0, 6),
        ("city_nobles", 6, 3),
    ]


def test_every_cause_that_names_a_place_is_read() -> None:
    """Only sources that no board has are elsewhere."""
    nowhere = {
        "babylonia": {"card1"},
        "ishtar": {"trees"} | {s.key for s in GAMES["ishtar"].sources if s.key.startswith(("fountain", "skill"))},
        "amyitis": {"sale", "palace", "banker", "marduk", "amyitis_card", "stock"},
        "babylon": {"decoration_sets", "flower_sets", "highest_level"},
    }
    for key in GAMES:
        reader = reader_of(key)
        assert reader is not None
        for _line, _turn, _seat, source, _points, cause in facts_of(key, 4, 0, "greedy")["score_events"]:
            assert (reader.place(cause) is None) == (source in nowhere[key]), (source, cause)


def test_chances_begin_with_the_model_and_end_with_the_result() -> None:
    """Over a hundred games of two, so that a model is fitted; every line of a game sums to one."""
    games = [
        VerifiedGame(
            number, 1, 1_790_000_000 + number, facts_of("babylonia", 2, number, "random"), [1, 2], [None, None], [0, 0]
        )
        for number in range(LEAST_GAMES)
    ]
    frames = build_frames(games)
    assert chances_of_game(NO_MODEL, frames, 3) == []
    course = chances_of_game(fit_model(frames, None), frames, 3)
    facts = games[3].facts
    assert [point.turn for point in course] == list(range(facts["turns"] + 1))
    assert all(sum(point.chances) == pytest.approx(1) for point in course)
    assert [point.chances.index(max(point.chances)) for point in course[-1:]] == facts["winners"]
    turn = decided_at(course, facts["winners"][0])
    assert all(point.chances[facts["winners"][0]] > 0.5 for point in course if turn is None or point.turn > turn)
    shown = milestones(course)
    assert shown[0] == course[0]
    assert shown[-1] == course[-1]
    assert len(shown) == 6
