"""The typed tables say what the facts say, and their parts fit together."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from analytics.facts import extract_facts
from analytics.frames import (
    SCHEMAS,
    UNIT,
    Frames,
    band_of,
    build_frames,
    concat_frames,
    lead_changes,
    no_frames,
    points_by_source,
)
from analytics.games import VerifiedGame
from engine.simulate import simulate_game

GameMaker = Callable[..., VerifiedGame]


def typed_right(frames: Frames) -> None:
    for name, table in frames.tables().items():
        assert {column: str(kind) for column, kind in table.dtypes.items()} == dict(SCHEMAS[name])


def test_the_tables_of_a_played_game_agree_with_its_facts() -> None:
    _report, facts = extract_facts(simulate_game("babylonia", 4, "seven_of_nine", ["greedy"], 3))
    assert facts is not None
    game = VerifiedGame(7, 3, 1_793_500_000, facts, [9, 8, 7, 6], [1500.0, None, 1400.0, 1600.0], [4, 0, 2, 1], 77)
    frames = build_frames([game])
    typed_right(frames)
    (row,) = frames.games.to_dict("records")
    assert (row["game_id"], row["tournament_id"], row["month"], row["variant"]) == (7, 3, 202611, "seven_of_nine")
    assert (row["players"], row["turns"], row["band"], row["fingerprint"]) == (4, facts["turns"], 0, 77)
    best, second, *_rest = sorted(facts["scores"], reverse=True)
    assert row["margin"] == best - second
    assert frames.player_games["score"].tolist() == facts["scores"]
    assert frames.player_games["player_id"].tolist() == [9, 8, 7, 6]
    assert frames.player_games["win"].sum() == UNIT
    assert math.isnan(frames.player_games["rating"][1])
    assert len(frames.score_events) == len(facts["score_events"])
    taken = [row for row in facts["cards"] if row[4] == "taken"]
    assert frames.offers["taken"].sum() == len(taken) > 0
    assert len(frames.offers) == sum(len(row[5]) for row in taken)
    assert frames.turns[["line", "turn", "seat"]].values.tolist() == facts["turns_begun"]
    assert frames.openings[["line", "seat", "number", "opening"]].values.tolist() == facts["openings"]
    lines = [int(line) for line in frames.score_events["line"]]
    assert lines == sorted(lines)


def test_frames_without_games_are_typed_and_add_nothing(make_game: GameMaker) -> None:
    typed_right(no_frames())
    one, other = (build_frames([make_game([{"ziggurat": 3}, {"farm_value": 2}])]) for _ in range(2))
    both = concat_frames([no_frames(), one, no_frames(), other])
    typed_right(both)
    assert both.games["game_id"].tolist() == [1, 2]
    assert both.of_games([2]).score_events["game_id"].unique().tolist() == [2]
    assert both.without_games([2]).games["game_id"].tolist() == [1]
    assert len(concat_frames([])) == 0


def test_a_shared_win_is_shared_and_a_margin_is_over_the_others(make_game: GameMaker) -> None:
    frames = build_frames([make_game([{"ziggurat": 8}, {"ziggurat": 8}, {"ziggurat": 3}]), make_game([{}, {}])])
    assert frames.player_games["win"].tolist() == [UNIT // 2, UNIT // 2, 0, UNIT // 2, UNIT // 2]
    assert frames.games["margin"].tolist() == [5, 0]


def test_the_band_is_that_of_the_mean_and_unknown_with_one_unknown() -> None:
    assert [band_of([rating, rating]) for rating in (1399.9, 1400, 1499, 1500, 1600)] == [1, 2, 2, 3, 4]
    assert band_of([1300, 1700]) == 3
    assert band_of([1500, None]) == band_of([]) == 0


def test_the_lead_changes_when_somebody_else_leads_alone(make_game: GameMaker) -> None:
    """Points of one line count together, and a tie in between is no change."""
    game = make_game([{}, {}])
    game.facts["score_events"] = [[n, n, seat, "ziggurat", points, ""] for n, (seat, points) in enumerate(
        [(0, 3), (1, 3), (0, 1), (1, 4), (0, 3), (0, 5)])]  # fmt: skip
    assert lead_changes(game.facts) == 2
    game.facts["score_events"] = [[1, 1, 0, "ziggurat", 3, ""], [1, 1, 1, "ziggurat", 4, ""]]
    assert lead_changes(game.facts) == 0


def test_points_by_source_need_known_sources(make_game: GameMaker) -> None:
    frames = build_frames([make_game([{"ziggurat": 8}, {"ziggurat": 4, "farm_value": 1}])])
    table = points_by_source(frames, ["ziggurat", "farm_value"])
    assert table[["ziggurat", "farm_value"]].values.tolist() == [[8, 0], [4, 1]]
    with pytest.raises(ValueError, match="ziggurat"):
        points_by_source(frames, ["farm_value"])
