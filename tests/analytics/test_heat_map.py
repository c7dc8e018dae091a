"""The board over many games: points per game by place, the player's and the winners', by hand."""

from __future__ import annotations

from typing import Any

import pytest

from analytics.frames import build_frames
from analytics.games import VerifiedGame
from analytics.heat_map import heat_map
from analytics.heat_map_board import HeatWords, difference_figure, heat_figure
from analytics.intervals import mean_interval
from analytics.places import HEXAGON, Board, reader_of
from tests.analytics.conftest import GameMaker
from tests.analytics.test_player_stats import ANA, BEN, CEM

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
    Per game: 4 against (6 + 8) / 2 = 7 at 0806, 0 against 2 at 1010."""
    assert READER is not None
    frames = build_frames(
        [
            game(make_game, {"city 0806": 6}, {"city 1010": 3}, player_ids=[ANA, BEN]),
            game(make_game, {"city 0806": 2, "card 1": 5}, {"city 0806": 8, "farm 1010": 4}, player_ids=[ANA, CEM]),
        ]
    )
    found = heat_map(frames, ANA, READER.place)
    assert found is not None
    assert (found.games, found.wins, found.elsewhere, found.sample) == (2, 1.0, (2.5, 0.0), "tiny")
    rows = {row.place.name: row for row in found.rows}
    assert [row.place.name for row in found.rows] == ["0806", "1010"], "the largest difference first"
    assert (rows["0806"].mine, rows["0806"].winners, rows["0806"].difference) == (4.0, 7.0, -3.0)
    assert rows["0806"].interval == pytest.approx(mean_interval([0.0, -6.0]))
    assert (rows["1010"].mine, rows["1010"].winners, rows["1010"].difference) == (0.0, 2.0, -2.0)
    assert heat_map(frames, 99, READER.place) is None


def test_a_shared_win_counts_as_the_mean_of_the_winners(make_game: GameMaker) -> None:
    assert READER is not None
    frames = build_frames([game(make_game, {"city 0806": 6}, {"city 1010": 6}, winners=[0, 1])])
    found = heat_map(frames, ANA, READER.place)
    assert found is not None
    assert found.wins == 0.5
    assert {row.place.name: (row.mine, row.winners) for row in found.rows} == {"0806": (6.0, 3.0), "1010": (0.0, 3.0)}


def test_only_a_place_that_stands_out_among_all_is_sure(make_game: GameMaker) -> None:
    """Ana loses every game; the winners make 9 to 11 points more at 0806, and more or less as many elsewhere."""
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
