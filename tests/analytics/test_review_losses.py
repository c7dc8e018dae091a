"""What would help most: losses by phase and source, and which of them are hardly chance."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from analytics.review_losses import largest, losses_of
from analytics.review_stats import ReviewedGame
from tests.analytics.reviewed import reviewed
from tests.cases import each

SOURCES = ["farms", "cities", "ziggurats"]


def game(number: int, player: int = 1, **lost: float) -> ReviewedGame:
    """`lost` by "phase_source"."""
    by_phase = {}
    for name, points in lost.items():
        phase, _, source = name.partition("_")
        by_phase[phase, source] = points
    return reviewed(number, player=player, by_phase=by_phase)


def test_a_cell_by_hand() -> None:
    """4, 6 and 8 points: mean 6, standard error 2 / √3; a game without a loss there counts as 0."""
    games = [game(n, end_farms=lost, middle_cities=1.0) for n, lost in enumerate((4.0, 6.0, 8.0))]
    farms, cities = losses_of(games, [], SOURCES)
    assert (farms.phase, farms.source, farms.row.games, farms.row.mine) == ("end", "farms", 3, 6.0)
    assert farms.error == pytest.approx(2 / sqrt(3), rel=1e-3)
    assert farms.q is not None
    assert (cities.row.mine, cities.error, cities.q, cities.shrunk) == (1.0, None, None, None), "nothing varies"
    assert (farms.whole_phase, cities.whole_phase) == (6.0, 1.0)
    [half, *_rest] = losses_of([*games, game(9, middle_cities=1.0)], [], SOURCES)
    assert half.row.mine == 4.5


def test_only_losses_that_are_hardly_chance_are_named_three_at_most() -> None:
    random = Random(1)
    means = {"opening_farms": 1.0, "middle_farms": 3.0, "end_farms": 2.0, "end_cities": 4.0, "end_ziggurats": -3.0}
    games = [
        game(n, middle_cities=random.gauss(0, 3), **{cell: random.gauss(mean, 1) for cell, mean in means.items()})
        for n in range(60)
    ]
    losses = losses_of(games, [], SOURCES)
    named = [(loss.phase, loss.source) for loss in largest(losses)]
    assert named == [("end", "cities"), ("middle", "farms"), ("end", "farms")]
    assert [loss.source for loss in losses if loss.row.mine < -1] == ["ziggurats"]
    assert not losses[-1].is_sure, "a gain is no loss, however sure"
    noise = [game(n, middle_cities=random.gauss(0, 3), end_farms=random.gauss(0, 3)) for n in range(60)]
    assert largest(losses_of(noise, [], SOURCES)) == []


@each(("games", "named"), [(19, 0), (20, 1)])
def test_few_games_name_no_loss(games: int, named: int) -> None:
    """Points are rounded, so a few games that are nearly alike make a t that no chance explains."""
    losses = losses_of([game(n, end_farms=3.0 + (n % 5 == 0)) for n in range(games)], [], SOURCES)
    assert losses[0].q is not None
    assert losses[0].q < 0.001
    assert len(largest(losses)) == named


@each(("won", "named"), [(-2.0, ["farms"]), (-4.0, [])])
def test_an_exchange_is_no_loss(won: float, named: list[str]) -> None:
    """3 points of farms lost per game and so many of cities won: the phase loses a point, or wins one."""
    games = [game(n, end_farms=3.0 + n % 3 - 1, end_cities=won + n % 2 - 0.5) for n in range(60)]
    losses = losses_of(games, [], SOURCES)
    assert losses[0].source == "farms"
    assert losses[0].whole_phase == pytest.approx(3.0 + won)
    assert [loss.source for loss in largest(losses)] == named


def test_few_games_are_drawn_towards_the_others_cells_more_than_many() -> None:
    random = Random(2)
    cells = {f"{phase}_{source}": random.gauss(2, 1) for phase in ("opening", "middle", "end") for source in SOURCES}
    games = [game(n, **{cell: random.gauss(mean, 4) for cell, mean in cells.items()}) for n in range(80)]

    def pulled(some: list[ReviewedGame]) -> float:
        losses = losses_of(some, [], SOURCES)
        means = [loss.row.mine for loss in losses]
        centre = sum(means) / len(means)
        return sum(abs((loss.shrunk or 0.0) - centre) for loss in losses) / sum(abs(mean - centre) for mean in means)

    assert pulled(games[:8]) < pulled(games) < 1


@pytest.mark.parametrize(("people", "compared"), [(9, False), (10, True)])
def test_nobody_is_compared_with_fewer_than_ten(people: int, compared: bool) -> None:
    mine = [game(n, end_farms=4.0 + n) for n in range(3)]
    peers = [game(100 + n, player=10 + n % people, end_farms=1.0 + n % 2) for n in range(20 * people)]
    [farms] = losses_of(mine, peers, SOURCES)
    assert farms.row.people == (people if compared else 0)
    assert farms.row.peers == (1.5 if compared else None)
    assert farms.row.difference == (3.5 if compared else None)
