"""The second rating: cases by hand, the likelihood it climbs, and what must hold of any rating that knows ties."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.ratings.elo import START, expectation
from competition.ratings.prediction import NATURAL
from competition.ratings.uncertainty import (
    DRIFT,
    DRIFT_A_DAY,
    PROVISIONAL_ABOVE,
    SPREAD,
    SkillEstimate,
    conservative_strength,
    is_provisional,
    rested,
    update_estimates,
)
from tests.cases import each

NEWCOMER = SkillEstimate()


@each(
    ("places", "gains", "curvatures"),
    [
        # Of two equals each is drawn first with 1/2: 1 - 1/2, 0 - 1/2; and p (1 - p).
        ([1, 2], [1 / 2, -1 / 2], [1 / 4, 1 / 4]),
        # Of three with 1/3, then of two with 1/2.
        ([1, 2, 3], [2 / 3, 1 / 6, -5 / 6], [2 / 9, 2 / 9 + 1 / 4, 2 / 9 + 1 / 4]),
        # Two are drawn: one of three, then, half of each of the two being left, with 1/2 of 1/2 + 1/2 + 1.
        ([1, 1, 3], [5 / 12, 5 / 12, -5 / 6], [2 / 9 + 3 / 16, 2 / 9 + 3 / 16, 2 / 9 + 1 / 4]),
        # One is drawn, then one of the two who share the last place: 1/2 each.
        ([1, 2, 2], [2 / 3, -1 / 3, -1 / 3], [2 / 9, 2 / 9 + 1 / 4, 2 / 9 + 1 / 4]),
        ([1, 1], [0, 0], [1 / 4, 1 / 4]),
        ([1, 1, 1, 1], [0] * 4, [3 * 3 / 16] * 4),
    ],
)
def test_newcomers_by_hand(places: list[int], gains: list[float], curvatures: list[float]) -> None:
    """Sigma is at its most, so that the drift of a game adds nothing."""
    for estimate, gain, curvature in zip(
        update_estimates([NEWCOMER] * len(places), places), gains, curvatures, strict=True
    ):
        variance = 1 / (1 / 120**2 + curvature / NATURAL**2)
        assert estimate.mu == pytest.approx(START + variance * gain / NATURAL)
        assert estimate.sigma == pytest.approx(variance**0.5)


def test_two_newcomers_in_numbers() -> None:
    """1 / (1 / 14400 + 0.25 / 30177.9) = 12865: the winner gains 12865 * 0.5 / 173.72 points."""
    won, lost = update_estimates([NEWCOMER, NEWCOMER], [1, 2])
    assert (won.mu, lost.mu) == (pytest.approx(1537.03, abs=0.01), pytest.approx(1462.97, abs=0.01))
    assert won.sigma == lost.sigma == pytest.approx(113.43, abs=0.01)


def test_the_scale_is_that_of_elo() -> None:
    """Two well-known players gain and lose around Elo's expectation."""
    known = [SkillEstimate(1700, 1e-6), SkillEstimate(1600, 1e-6)]
    up, down = update_estimates(known, [1, 2])[0].mu - 1700, 1700 - update_estimates(known, [2, 1])[0].mu
    assert down / (up + down) == pytest.approx(expectation(1700, 1600))


estimates = st.builds(SkillEstimate, st.floats(500, 2500), st.floats(5, SPREAD))


@st.composite
def games(draw: st.DrawFn) -> tuple[list[SkillEstimate], list[int]]:
    n = draw(st.integers(2, 4))
    before = draw(st.lists(estimates, min_size=n, max_size=n))
    scores = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    return before, [1 + sum(other > score for other in scores) for score in scores]


@given(games(), st.randoms(use_true_random=False))
def test_order_of_players_does_not_matter(game: tuple[list[SkillEstimate], list[int]], rng: Random) -> None:
    before, places = game
    order = list(range(len(before)))
    rng.shuffle(order)
    straight = update_estimates(before, places)
    assert update_estimates([before[i] for i in order], [places[i] for i in order]) == [straight[i] for i in order]


@given(estimates, st.lists(st.integers(1, 3), min_size=2, max_size=4))
def test_equals_stay_equal_and_a_better_place_is_never_worse(before: SkillEstimate, scores: list[int]) -> None:
    places = [1 + sum(other > score for other in scores) for score in scores]
    after = update_estimates([before] * len(places), places)
    for place, estimate in zip(places, after, strict=True):
        for other_place, other in zip(places, after, strict=True):
            if place == other_place:
                assert estimate == other
            elif place < other_place:
                assert estimate.mu > other.mu


@given(games())
def test_a_game_teaches_something(game: tuple[list[SkillEstimate], list[int]]) -> None:
    before, places = game
    for old, new in zip(before, update_estimates(before, places), strict=True):
        assert 0 < new.sigma**2 < old.sigma**2 + DRIFT**2


@given(games())
def test_what_one_gains_the_others_lose(game: tuple[list[SkillEstimate], list[int]]) -> None:
    """Not in points, but in what the game says: the changes divided by what is not known of each player."""
    before, places = game
    after = update_estimates(before, places)
    assert sum((new.mu - old.mu) / new.sigma**2 for old, new in zip(before, after, strict=True)) == pytest.approx(
        0, abs=1e-9
    )


@given(games(), st.floats(-300, 300))
def test_only_differences_count(game: tuple[list[SkillEstimate], list[int]], points: float) -> None:
    before, places = game
    moved = update_estimates([SkillEstimate(each.mu + points, each.sigma) for each in before], places)
    for here, there in zip(update_estimates(before, places), moved, strict=True):
        assert (there.mu, there.sigma) == (pytest.approx(here.mu + points), pytest.approx(here.sigma))


@given(st.lists(estimates, min_size=2, max_size=4))
def test_it_climbs_the_likelihood(before: list[SkillEstimate]) -> None:
    """Of Plackett and Luce's model without shared places, in the given order, differentiated by small steps."""

    def likelihood(strengths: list[float]) -> float:
        left = [strengths[number:] for number in range(len(strengths))]
        return -sum(log(sum(exp(one - rest[0]) for one in rest)) for rest in left)

    places, step = list(range(1, len(before) + 1)), 1e-3
    after = update_estimates(before, places)
    strengths = [estimate.mu / NATURAL for estimate in before]
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        up, down = ([s + side * (i == number) for i, s in enumerate(strengths)] for side in (step, -step))
        slope = (likelihood(up) - likelihood(down)) / (2 * step)
        bend = (likelihood(up) - 2 * likelihood(strengths) + likelihood(down)) / step**2
        spread = min(SPREAD**2, old.sigma**2 + DRIFT**2)
        assert 1 / new.sigma**2 == pytest.approx(1 / spread - bend / NATURAL**2, rel=1e-3)
        assert new.mu - old.mu == pytest.approx(new.sigma**2 * slope / NATURAL, rel=1e-3, abs=1e-3)


@given(estimates, st.integers(0, 2000), st.integers(0, 2000))
def test_after_a_break_less_is_known(estimate: SkillEstimate, days: int, more: int) -> None:
    away = rested(estimate, days)
    assert away.mu == estimate.mu
    assert estimate.sigma <= away.sigma <= SPREAD
    assert rested(away, more).sigma == pytest.approx(rested(estimate, days + more).sigma)
    assert rested(estimate, -days) == rested(estimate, 0)


def test_a_break_in_numbers() -> None:
    """3 points a day, squares add up: 40 after 100 days is the root of 1600 + 9 * 100."""
    assert rested(SkillEstimate(1600, 40), 100).sigma == 50
    assert DRIFT_A_DAY == 3
    known = SkillEstimate(1600, 40)
    assert not is_provisional(rested(known, 200).sigma)
    assert is_provisional(rested(known, 450).sigma)


def test_provisional_ends_and_caution_fades() -> None:
    """Sooner at larger tables, because a game of four says more than a game of two."""
    needed = []
    for n in (2, 3, 4):
        others, estimate, games = [SkillEstimate(START, 50)] * (n - 1), NEWCOMER, 0
        while is_provisional(estimate.sigma):
            places = [1 + (games + player) % n for player in range(n)]
            estimate = update_estimates([estimate, *others], places)[0]
            games += 1
        needed.append(games)
    assert needed == [14, 9, 7]
    assert is_provisional(NEWCOMER.sigma)
    proven, lucky = SkillEstimate(1500, 50), update_estimates([NEWCOMER, NEWCOMER], [1, 2])[0]
    assert lucky.mu > proven.mu
    assert conservative_strength(lucky) < conservative_strength(proven)
    assert not is_provisional(PROVISIONAL_ABOVE)


def test_lists_must_fit() -> None:
    with pytest.raises(ValueError, match="at least two"):
        update_estimates([NEWCOMER], [1])
