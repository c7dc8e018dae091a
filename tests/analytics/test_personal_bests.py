"""A player's best games."""

from __future__ import annotations

from analytics.personal_bests import Course, personal_bests
from analytics.player_stats import PlayedGame
from tests.analytics.played import game

BASE, LONG = Course("base", 30, 5), Course("long", 40, 5)


def bests_of(
    games: list[PlayedGame], courses: dict[int, Course]
) -> list[tuple[int, str, int, dict[str, tuple[float, int]]]]:
    """Players, variant, games, and value and game of each best."""
    return [
        (one.players, one.variant, one.games, {best.kind: (best.value, best.game.game_id) for best in one.bests})
        for one in personal_bests(games, courses)
    ]


def test_each_number_of_players_and_each_variant_has_bests_of_its_own() -> None:
    games = [game(1, score=90), game(2, score=120), game(3, score=150), game(4, score=300, players=4)]
    courses = {1: BASE, 2: BASE, 3: LONG, 4: BASE}
    assert bests_of(games, courses) == [
        (2, "base", 2, {"score": (120, 2)}),
        (2, "long", 1, {"score": (150, 3)}),
        (4, "base", 1, {"score": (300, 4)}),
    ]


def test_the_bests_of_wins_count_games_won_alone() -> None:
    """Game 3 is shared: its margin is ahead of nobody who won. Game 2 was the least expected."""
    games = [
        game(1, win=1.0, score=80, chance=0.6),
        game(2, win=1.0, score=70, chance=0.3),
        game(3, win=0.5, score=99, chance=0.1),
        game(4, score=60, chance=0.05),
    ]
    courses = {1: Course("base", 30, 8), 2: Course("base", 28, 3), 3: Course("base", 20, 40), 4: Course("base", 10, 50)}
    [(_players, _variant, _games, found)] = bests_of(games, courses)
    assert found == {"score": (99, 3), "margin": (8, 1), "turns": (28, 2), "upset": (0.3, 2)}


def test_what_says_nothing_is_left_out() -> None:
    """All games lasted equally long; no win had less than an even share; of an unrated table no chance is known."""
    games = [game(1, win=1.0, chance=0.5), game(2, win=1.0, chance=0.2, expected=None)]
    [(*_rest, found)] = bests_of(games, {1: BASE, 2: BASE})
    assert found.keys() == {"score", "margin"}


def test_the_earliest_of_equally_good_games_holds_the_record() -> None:
    games = [game(2, at=20, score=100), game(1, at=30, score=100), game(3, at=10, score=99)]
    [(*_rest, found)] = bests_of(games, dict.fromkeys((1, 2, 3), BASE))
    assert found["score"] == (100, 2)
