"""Whether a finding holds in parts of the games, with parts that can be worked out by hand."""

from __future__ import annotations

import pandas as pd

from analytics.card_effects import Effect
from analytics.frames import UNIT
from analytics.intervals import Interval
from analytics.stability import Holds, Stability, games_of_strongest, halves_of
from tests.cases import each


def effect(value: float, half: float = 0.05) -> Effect:
    return Effect(value, Interval(value - half, value + half), 100)


@each(
    ("first", "second", "without", "holds"),
    [
        (effect(0.08), effect(0.12), effect(0.1), Holds.EVERYWHERE),
        # The difference of two intervals of +-0.05 is known to +-0.0707.
        (effect(0.06), effect(0.13), effect(0.1), Holds.EVERYWHERE),
        (effect(0.06), effect(0.14), effect(0.1), Holds.CHANGES),
        (effect(0.08), effect(0.12), effect(0.049), Holds.ONE_PLAYER),
        (effect(-0.01), effect(0.05), effect(0.1), Holds.UNKNOWN),
        (None, effect(0.05), effect(0.1), Holds.UNKNOWN),
        (effect(0.08), effect(0.12), None, Holds.EVERYWHERE),
    ],
)
def test_a_finding_holds_if_no_part_says_otherwise(
    first: Effect | None, second: Effect | None, without: Effect | None, holds: Holds
) -> None:
    assert Stability(effect(0.1), first, second, without).holds == holds


def test_a_card_that_is_weak_holds_as_one_that_is_strong_does() -> None:
    assert Stability(effect(-0.1), effect(-0.08), effect(-0.12), effect(-0.09)).holds == Holds.EVERYWHERE
    assert Stability(effect(-0.1), effect(-0.08), effect(-0.12), effect(-0.02)).holds == Holds.ONE_PLAYER


def test_the_halves_are_of_the_time_not_of_the_numbers_of_games() -> None:
    games = pd.DataFrame({"game_id": [1, 2, 3, 4, 5], "finished_at": [50, 10, 40, 20, 30]})
    first, second = halves_of(games)
    assert first.tolist() == [2, 4]
    assert second.tolist() == [5, 3, 1]


def test_the_strongest_has_won_most_above_an_even_share_in_enough_games() -> None:
    """Player 1 wins 6 of 10 at tables of two, 1 above par; player 2 wins 5 of 10 at tables of four, 2.5 above; player
    9 wins all of nine games, too few."""
    rows = []
    for game in range(10):
        rows += [(game, 0, 1, game < 6), (game, 1, 100 + game, game >= 6)]
        rows += [(20 + game, seat, 2 if seat == 0 else 200 + seat, seat == (game >= 5)) for seat in range(4)]
    rows += [(40 + game, seat, 9 if seat == 0 else 300, seat == 0) for game in range(9) for seat in range(2)]
    people = pd.DataFrame(rows, columns=["game_id", "seat", "player_id", "won"])
    people["win"] = people["won"].astype(int) * UNIT
    assert games_of_strongest(people).tolist() == list(range(20, 30))
    assert games_of_strongest(people[people["game_id"] >= 40]).tolist() == []
