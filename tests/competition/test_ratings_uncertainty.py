"""The second rating: reference numbers of openskill, and what must hold of any rating that knows ties."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from competition.ratings.elo import START, expectation
from competition.ratings.uncertainty import (
    DRIFT,
    PROVISIONAL_ABOVE,
    SPREAD,
    SkillEstimate,
    conservative_strength,
    is_provisional,
    update_estimates,
)
from tests.cases import each

NEWCOMER = SkillEstimate()


@each(
    ("places", "mus"),
    [
        ([1, 2], [27.635389, 22.364611]),
        ([1, 2, 3, 4], [32.906168, 27.635389, 22.364611, 17.093832]),
        ([1, 1, 3, 4], [30.270779, 30.270779, 22.364611, 17.093832]),
        ([1, 2, 2, 4], [32.906168, 25, 25, 17.093832]),
    ],
)
def test_openskill_still_computes_what_it_did(places: list[int], mus: list[float]) -> None:
    """With its own constants. Another number here means that a new openskill makes another rating of the journal."""
    model = BradleyTerryFull()
    after = model.rate([[model.rating()] for _ in places], ranks=[float(place) for place in places])
    assert [rating.mu for [rating] in after] == pytest.approx(mus, abs=1e-6)


def test_the_scale_is_that_of_elo() -> None:
    """openskill's own numbers in another unit; and two well-known players gain and lose around Elo's expectation."""
    model = BradleyTerryFull(mu=25, sigma=25 / 3, beta=25 / 3, tau=25 / 300)
    theirs = model.rate([[model.rating()] for _ in range(3)], ranks=[1.0, 2.0, 2.0])
    ours = update_estimates([NEWCOMER] * 3, [1, 2, 2])
    points = SPREAD / (25 / 3)
    assert [estimate.mu for estimate in ours] == pytest.approx([START + points * (r.mu - 25) for [r] in theirs])
    assert [estimate.sigma for estimate in ours] == pytest.approx([points * r.sigma for [r] in theirs])
    known = [SkillEstimate(1700, 1e-6), SkillEstimate(1600, 1e-6)]
    up, down = update_estimates(known, [1, 2])[0].mu - 1700, 1700 - update_estimates(known, [2, 1])[0].mu
    assert down / (up + down) == pytest.approx(expectation(1700, 1600), abs=1e-4)
    assert pytest.approx(SPREAD / 100) == DRIFT


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


def test_provisional_ends_and_caution_fades() -> None:
    """Sooner at larger tables, because a game of four says more than a game of two."""
    needed = []
    for n in (2, 3, 4):
        others, estimate, games = [SkillEstimate(START, 50)] * (n - 1), NEWCOMER, 0
        while is_provisional(estimate.sigma):
            estimate = update_estimates(
                [estimate, *others], list(range(1, n + 1)) if games % 2 else list(range(n, 0, -1))
            )[0]
            games += 1
        needed.append(games)
    assert needed == [20, 10, 7]
    assert is_provisional(NEWCOMER.sigma)
    proven, lucky = SkillEstimate(1500, 50), update_estimates([NEWCOMER, NEWCOMER], [1, 2])[0]
    assert lucky.mu > proven.mu
    assert conservative_strength(lucky) < conservative_strength(proven)
    assert not is_provisional(PROVISIONAL_ABOVE)


def test_lists_must_fit() -> None:
    with pytest.raises(ValueError, match="at least two"):
        update_estimates([NEWCOMER], [1])
