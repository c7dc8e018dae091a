"""The board over many games: points per game by place, the player's and the winners', by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from analytics.frames import UNIT, Frames, build_frames
from analytics.games import VerifiedGame
from analytics.heat_map import heat_map
from analytics.heat_map_board import HeatWords, difference_figure, heat_figure
from analytics.intervals import mean_interval
from analytics.places import HEXAGON, Board, Place, reader_of
from tests.analytics.conftest import GameMaker
from tests.analytics.test_player_stats import ANA, BEN, CEM
from tests.cases import each

READER = reader_of("babylonia")
BOARD = Board(((0.0, 0.0), (1.5, 0.9)), HEXAGON, own=False)


def game(make: GameMaker, mine: dict[str, int], theirs: dict[str, int], **more: Any) -> VerifiedGame:
    """A game of two: points by cause for Ana and for another, with the scores that follow."""
    points = [sum(mine.values()), sum(theirs.values())]
    made = make([{"city_nobles": points[0]}, {"city_nobles": points[1]}], **more)
    made.facts["score_events"] = [
        [2, 1, seat, "city_nobles", value, cause]
        for seat, of_seat in enumerate((mine, theirs))
        for cause, value in of_seat.items()
    ]
    return made


def test_places_by_hand(make_game: GameMaker) -> None:
    """Ana makes 6 and 2 at 0806 and loses the second game, whose winner makes 8 there and 4 at 1010; a card is nowhere.
    Per game: 4 against (0 + 8) / 2 = 4 of the others at 0806, 0 against (3 + 4) / 2 at 1010. The winners made (6 + 8)
    / 2 = 7 at 0806 and (0 + 4) / 2 at 1010."""
    assert READER is not None
    frames = build_frames(
        [
            game(make_game, {"city 0806": 6}, {"city 1010": 3}, player_ids=[ANA, BEN]),
            game(make_game, {"city 0806": 2, "card 1": 5}, {"city 0806": 8, "farm 1010": 4}, player_ids=[ANA, CEM]),
        ]
    )
    found = heat_map(frames, ANA, READER.place)
    assert found is not None
    assert (found.games, found.wins, found.elsewhere, found.sample) == (2, 1.0, (2.5, 0.0, 0.0), "tiny")
    rows = {row.place.name: row for row in found.rows}
    assert [row.place.name for row in found.rows] == ["1010", "0806"], "the largest difference first"
    assert [(row.mine, row.others, row.winners, row.difference) for row in (rows["0806"], rows["1010"])] == [
        (4.0, 4.0, 7.0, 0.0),
        (0.0, 3.5, 2.0, -3.5),
    ]
    assert rows["0806"].interval == pytest.approx(mean_interval([6.0, -6.0]))
    assert heat_map(frames, 99, READER.place) is None


def test_a_shared_win_counts_as_the_mean_of_the_winners(make_game: GameMaker) -> None:
    assert READER is not None
    frames = build_frames([game(make_game, {"city 0806": 6}, {"city 1010": 6}, winners=[0, 1])])
    found = heat_map(frames, ANA, READER.place)
    assert found is not None
    assert found.wins == 0.5
    assert {row.place.name: (row.mine, row.winners) for row in found.rows} == {"0806": (6.0, 3.0), "1010": (0.0, 3.0)}


def test_the_player_is_compared_with_the_mean_of_the_others(make_game: GameMaker) -> None:
    """At tables of three the others make 2 and 5 there, whoever won."""
    assert READER is not None
    made = make_game([{"city_nobles": 6}, {"city_nobles": 2}, {"city_nobles": 5}])
    found = heat_map(build_frames([made]), ANA, READER.place)
    assert found is not None
    assert [(row.mine, row.others, row.winners, row.difference) for row in found.rows] == [(6.0, 3.5, 6.0, 2.5)]


@each(("games", "sure"), [(19, False), (20, True)])
def test_few_games_name_no_place(make_game: GameMaker, games: int, sure: bool) -> None:
    assert READER is not None
    played = [game(make_game, {"city 0806": 1}, {"city 0806": 4 + (n % 5 == 0)}) for n in range(games)]
    found = heat_map(build_frames(played), ANA, READER.place)
    assert found is not None
    assert [row.is_sure for row in found.rows] == [sure]


def test_among_equals_a_place_is_rarely_named() -> None:
    """Three players draw their points at twenty places from one distribution, forty games a time. Whoever has most
    wins, so a comparison with the winners names a place mostly; with the others it does in at most one time of ten."""
    assert READER is not None
    rng, games, places, repeats = np.random.default_rng(1), 40, 20, 40
    ids, seats = np.repeat(np.arange(games), 3), np.tile(np.arange(3), games)
    causes = pd.Categorical.from_codes(
        np.tile(np.arange(places), 3 * games), [f"city {4 + number:02d}06" for number in range(places)]
    )
    named = 0
    for _repeat in range(repeats):
        points = rng.poisson(1.5, (3 * games, places)) * rng.integers(0, 2, (3 * games, places)) * 2
        scores = points.sum(axis=1).reshape(games, 3)
        best = scores == scores.max(axis=1, keepdims=True)
        wins = (UNIT * best // best.sum(axis=1, keepdims=True)).ravel()
        people = pd.DataFrame({"game_id": ids, "seat": seats, "player_id": seats + 1, "win": wins})
        events = pd.DataFrame(
            {"game_id": ids.repeat(places), "seat": seats.repeat(places), "points": points.ravel(), "cause": causes}
        )
        table = pd.DataFrame({"game_id": np.arange(games), "players": 3})
        found = heat_map(Frames({"games": table, "player_games": people, "score_events": events}), ANA, READER.place)
        assert found is not None
        assert len(found.rows) == places
        named += any(row.is_sure for row in found.rows)
    assert named <= repeats / 10


def test_only_a_place_that_stands_out_among_all_is_sure(make_game: GameMaker) -> None:
    """Ana loses every game; the others make 9 to 11 points more at 0806, and more or less as many elsewhere."""
    assert READER is not None
    games = [
        game(make_game, {"city 0806": 1, "city 1010": n % 3}, {"city 0806": 10 + n % 3, "city 1010": (n + 1) % 3})
        for n in range(30)
    ]
    found = heat_map(build_frames(games), ANA, READER.place)
    assert found is not None
    assert [(row.place.name, row.is_sure) for row in found.rows] == [("0806", True), ("1010", False)]


def test_the_figures_have_the_numbers_of_the_rows(make_game: GameMaker) -> None:
    assert READER is not None
    frames = build_frames([game(make_game, {"city 0806": 2}, {"city 0806": 8, "farm 1010": 4})])
    found = heat_map(frames, ANA, READER.place)
    assert found is not None
    words = HeatWords()
    mine = heat_figure([(row.place, row.mine) for row in found.rows], BOARD, 8.0, words)
    difference = difference_figure([(row.place, row.difference) for row in found.rows], BOARD, words)
    assert mine.data[-1]["text"] == ["2.0"]
    assert difference.data[-1]["text"] == ["−6.0", "−4.0"]
    assert "0806" in difference.alt
    wide = heat_figure(
        [(row.place, row.mine) for row in found.rows], Board(((0, 0), (40, 0)), HEXAGON, False), 8.0, words
    )
    assert wide.data[-1]["text"] == [""], "no room on a phone"
    assert heat_figure([(found.rows[0].place, 0.0)], BOARD, 8.0, words).data == []


def test_steps_of_a_tenth_of_a_point_and_less_differ() -> None:
    place = Place("0101", 0.0, 0.0)
    for most, first in ((0.2, "0.00–0.04"), (2.0, "0.0–0.4")):
        keys = [key.words for key in heat_figure([(place, most)], BOARD, most, HeatWords()).keys]
        assert keys[0] == first
        assert len(set(keys)) == len(keys)
