"""Where points come from: figures are valid for plotly, small, and safe with any name."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.families import sums_of
from analytics.figures.parts import MOST_BARS
from analytics.figures.sources import at_the_end, contrast_figure, course_figure, sources_figure, winners_course_figure
from analytics.frames import Frames, build_frames, points_by_source
from analytics.games import VerifiedGame
from analytics.model import NO_MODEL
from analytics.sources import PlayerSources, SourceCourse, course, sources_by_player, winners_against_rest
from tests.analytics.figures.drawn import check

GameMaker = Callable[..., VerifiedGame]
SOURCES = {"farm_value": "Farms with a number", "ziggurat": "Tokens next to ziggurats", "card1": "Card 1"}
NAMES = {number: f"Player {number}" for number in range(100)}


def by_player(frames: Frames, sources: Sequence[str]) -> list[PlayerSources]:
    return sources_by_player(points_by_source(frames, sources), sources)


def test_sources_of_players_stack_up_to_their_mean_score(make_game: GameMaker) -> None:
    games = [make_game([{"farm_value": 10, "ziggurat": 20}, {"ziggurat": 5}]) for _ in range(3)]
    rows = by_player(build_frames(games), list(SOURCES))
    figure = sources_figure(rows, NAMES, SOURCES)
    check(figure)
    assert [key.words for key in figure.keys] == ["Farms with a number", "Tokens next to ziggurats"]
    assert figure.data[0]["customdata"][0]["text"] == "Player 1<br>Farms with a number 10.0"
    assert [sum(parts) for parts in zip(*(trace["x"] for trace in figure.data), strict=True)] == [30, 5]
    assert "Player 1" in figure.alt
    assert "20.0 of 30.0" in figure.alt


def test_sources_stand_behind_their_drawings(make_game: GameMaker) -> None:
    icons = {key: f"/{key}.svg" for key in SOURCES}
    frames = build_frames([make_game([{"farm_value": 10, "ziggurat": 20}, {"ziggurat": 5}]) for _ in range(3)])
    contrast = winners_against_rest(sums_of(frames, NO_MODEL), list(SOURCES))
    rows = contrast_figure(contrast, SOURCES, icons=icons)
    check(rows)
    order = [row.source for row in contrast.sources if row.source in ("farm_value", "ziggurat")]
    assert [(one["source"], one["y"]) for one in rows.layout["images"]] == [
        (f"/{key}.svg", place) for place, key in enumerate(order)
    ]
    keys = sources_figure(by_player(frames, list(SOURCES)), NAMES, SOURCES, icons=icons).keys
    assert [key.icon for key in keys] == ["/farm_value.svg", "/ziggurat.svg"]
    columns = course_figure(course(sums_of(frames, NO_MODEL), list(SOURCES)), SOURCES, icons=icons)
    check(columns)
    labels = [one["y"] for one in columns.layout["annotations"] if one.get("name") == "side-label"]
    drawings = [(one["source"], one["y"]) for one in columns.layout["images"]]
    assert drawings == list(zip(["/farm_value.svg", "/ziggurat.svg"], labels, strict=True))


def test_many_players_are_cut_to_what_fits(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 5}, {"ziggurat": 4}], player_ids=[2 * n, 2 * n + 1]) for n in range(40)]
    figure = sources_figure(by_player(build_frames(games), list(SOURCES)), NAMES, SOURCES)
    assert len(figure.data[0]["y"]) == MOST_BARS


def test_negative_points_stand_to_the_left_of_zero(make_game: GameMaker) -> None:
    games = [make_game([{"farm_value": 10, "ziggurat": -4}, {"ziggurat": 5}]) for _ in range(3)]
    figure = sources_figure(by_player(build_frames(games), list(SOURCES)), NAMES, SOURCES)
    check(figure)
    assert figure.layout["barmode"] == "relative", "in a plain stack plotly draws them over the positive ones"
    assert figure.layout["xaxis"]["range"][0] < -4
    assert [shape["x0"] for shape in figure.layout["shapes"]] == [0]
    assert [trace["x"] for trace in figure.data] == [[10, 0], [-4, 5]]


@settings(max_examples=8)
@given(st.lists(st.dictionaries(st.sampled_from(list(SOURCES)), st.integers(-30, 60)), min_size=2, max_size=4))
def test_any_points_give_valid_figures(make_game_of: GameMaker, points: list[dict[str, int]]) -> None:
    frames = build_frames([make_game_of(points) for _ in range(2)])
    rows = by_player(frames, list(SOURCES))
    check(sources_figure(rows, NAMES, SOURCES))
    check(contrast_figure(winners_against_rest(sums_of(frames, NO_MODEL), list(SOURCES)), SOURCES))
    for row in rows:
        assert sum(share.mean for share in row.sources) == pytest.approx(row.mean_score)
        assert (row.sources[0].share is None) == (row.mean_score <= 0)


def test_twelve_sources_look_different_and_their_names_do_not_touch(make_game: GameMaker) -> None:
    titles = {f"s{number}": f"Points of the source number {number}" for number in range(12)}
    frames = build_frames([make_game([dict.fromkeys(titles, 3), dict.fromkeys(titles, 2)], turns=8)])
    figure = sources_figure(by_player(frames, list(titles)), NAMES, titles)
    assert len({json.dumps(trace["marker"]) for trace in figure.data}) == 12, "no two look alike"
    assert len(figure.keys) == 12
    columns = course_figure(course(sums_of(frames, NO_MODEL), list(titles)), titles)
    check(columns)
    labels = [one["text"].replace("<br>", " ") for one in columns.layout["annotations"]]
    assert sum("number" in label for label in labels) == 12


def test_a_name_cannot_bring_markup_into_a_figure(make_game: GameMaker) -> None:
    game = make_game([{"ziggurat": 5}, {"ziggurat": 4}])
    names = {1: "<b>%{x}</b>&amp;", 2: "=1+1"}
    figure = sources_figure(by_player(build_frames([game]), list(SOURCES)), names, SOURCES)
    check(figure)
    assert "<b>" not in json.dumps(figure.to_json())
    assert "%{x}</" not in json.dumps(figure.to_json())


def test_what_winners_make_more_of_is_drawn_with_its_interval(make_game: GameMaker) -> None:
    games = [make_game([{"farm_value": 1, "ziggurat": 20}, {"ziggurat": 5}]) for _ in range(3)]
    figure = contrast_figure(winners_against_rest(sums_of(build_frames(games), NO_MODEL), list(SOURCES)), SOURCES)
    check(figure)
    assert sorted(value for trace in figure.data for value in trace["x"]) == [1, 15]
    assert "Tokens next to ziggurats: +15.0" in figure.alt


def test_the_course_stacks_up_to_the_winners_and_the_others(make_game: GameMaker) -> None:
    """Of eight turns, two to a quarter, winners make 20 points in turn 2 and the others 5 in turn 1."""
    games = [make_game([{"farm_value": 1, "ziggurat": 20}, {"ziggurat": 5}], turns=8) for _ in range(3)]
    rows = course(sums_of(build_frames(games), NO_MODEL), list(SOURCES))
    figure = course_figure(rows, SOURCES)
    check(figure)
    assert [trace["y"] for trace in figure.data] == [[1, 0, 0, 0, 0, 0, 0, 0], [20, 0, 0, 0, 5, 0, 0, 0]]
    assert "in the 1st quarter: +16.0" in figure.alt
    small = winners_course_figure(rows, SOURCES)
    check(small)
    assert [trace["y"] for trace in small.data] == [[1, 0, 0, 0], [20, 0, 0, 0]]


def test_points_that_come_at_the_end_are_one_column_for_the_winners_and_one_for_the_others() -> None:
    rows = [
        SourceCourse("farm_value", (0.5, 0.0, 0.0, 12.0), (0.0, 0.0, 0.0, 8.0)),
        SourceCourse("ziggurat", (0.0, 0.0, 0.0, 30.0), (0.0, 0.0, 0.5, 20.0)),
    ]
    assert at_the_end(rows)
    for figure in (course_figure(rows, SOURCES), winners_course_figure(rows, SOURCES)):
        check(figure)
        assert [trace["y"] for trace in figure.data] == [[12.5, 8.0], [30.0, 20.5]]
        assert figure.layout["xaxis"]["ticktext"] == ["Winners", "All others"]
        assert "winners make 42.5 points per game, all others 28.5" in figure.alt
    earlier = [SourceCourse("farm_value", (2.0, 0.0, 0.0, 8.0), (0.0, 0.0, 0.0, 8.0))]
    assert not at_the_end(earlier)


def test_small_sources_are_one_piece_of_the_columns_and_a_single_one_keeps_its_name() -> None:
    def row(source: str, points: float) -> SourceCourse:
        return SourceCourse(source, (points, 0.0, 0.0, points), (points, 0.0, 0.0, points))

    few = course_figure([row("farm_value", 0.2), row("ziggurat", 20.0)], SOURCES)
    assert len(few.data) == 2
    keys = list(SOURCES)
    figure = course_figure([row(keys[0], 0.2), row(keys[1], 0.3), row(keys[2], 20.0)], SOURCES)
    check(figure)
    assert [trace["y"][0] for trace in figure.data] == [20.0, 0.5]
    assert "other" in figure.layout["annotations"][1]["text"]


def test_nothing_to_draw_is_a_valid_figure() -> None:
    frames = build_frames([])
    sums = sums_of(frames, NO_MODEL)
    for figure in (
        sources_figure(by_player(frames, list(SOURCES)), NAMES, SOURCES),
        contrast_figure(winners_against_rest(sums, list(SOURCES)), SOURCES),
        course_figure(course(sums, list(SOURCES)), SOURCES),
    ):
        check(figure)
        assert figure.data == []
