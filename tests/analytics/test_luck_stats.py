"""Luck over a player's games, and which games it has decided."""

from __future__ import annotations

import pytest

from analytics.figures.luck import MOST_SHOWN, LuckWords, luck_figure
from analytics.intervals import mean_interval
from analytics.luck_stats import SeatLuck, luck_total


def played(margin: int, luck: float, error: float = 1.0) -> SeatLuck:
    return SeatLuck(margin, luck, error, luck, 0.0, 0.0, 0.0, margin - luck)


def test_luck_decides_a_game_that_would_surely_have_ended_the_other_way() -> None:
    assert played(5, 7.5).decided == 1  # 2.5 points behind without it
    assert played(5, 6.9).decided == 0  # 1.9 points behind: within two errors
    assert played(5, 7.5, error=2.0).decided == 0
    assert played(-5, -7.5).decided == -1
    assert played(-5, 7.5).decided == 0, "lost with good luck"
    assert played(0, 9.0).decided == 0


def test_the_total_is_in_points_a_game() -> None:
    games = [played(5, 7.5), played(4, -2.0), played(-5, -7.5), played(-9, 3.0), played(0, 1.0)]
    total = luck_total(games)
    assert (total.games, total.sample) == (5, "tiny")
    assert (total.wins, total.wins_decided, total.losses, total.losses_decided) == (2, 1, 2, 1)
    assert total.luck.value == pytest.approx(0.4)
    assert total.margin.value == pytest.approx(-1.0)
    assert total.adjusted.value == pytest.approx(-1.4)
    assert total.luck.interval == mean_interval([7.5, -2.0, -7.5, 3.0, 1.0])
    assert luck_total(games[:1]).luck.interval is None
    with pytest.raises(ValueError, match="no game"):
        luck_total([])


def test_the_figure_has_both_margins_of_the_latest_games() -> None:
    count = MOST_SHOWN + 2
    games = [(at, played(at - 20, 2.0)) for at in range(1, count + 1)]
    raw, adjusted = luck_figure(games, lambda number: f"/{number}/", LuckWords()).data
    assert raw["x"] == adjusted["x"] == list(range(3, count + 1))
    assert [one - other for one, other in zip(raw["y"], adjusted["y"], strict=True)] == [2.0] * MOST_SHOWN
    assert raw["customdata"][0]["href"] == "/3/"
    assert not luck_figure([], str, LuckWords()).data
