"""Cards in games of which the truth is known: right sizes, honest intervals, hardly any false alarm, and no verdict
where the log cannot tell.

Long profile before an issue is closed: `python -m benchmarks.statistics_truth cards`.
"""

from __future__ import annotations

import pytest

from analytics.card_effects import Verdict
from benchmarks.card_games import CARDS, Setting, effects_of, play, sized
from benchmarks.truth_cards import (
    LEADERS,
    RATING_POINTS,
    SCENARIOS,
    STRONG,
    Scenario,
    card_rows,
    depends_rows,
    pages_rows,
)
from tests.profiles import LONG

PAGES, MIXED_PAGES, PAGES_OF_NINE = (4, 6, 6) if LONG else (3, 3, 3)
"""So many pages of each scenario: of three, two with a false alarm are one too many."""


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_what_is_claimed_of_cards_holds(scenario: Scenario) -> None:
    missed = [row for row in card_rows(PAGES, (300,), scenarios=[scenario]) if not row.met]
    assert not missed


def test_a_designer_finds_the_strong_card_among_nine_and_no_other() -> None:
    found = {}
    for seed in range(PAGES_OF_NINE):
        rows = pages_rows(play(sized(LEADERS, (("c1", 0.20),)), 500, 100 + seed).frames, None)
        for row in rows:
            if row.verdict in (Verdict.STRONG, Verdict.WEAK):
                found.setdefault(row.card, []).append(row.verdict)
    assert found.pop("c1") == [Verdict.STRONG] * PAGES_OF_NINE
    assert sum(map(len, found.values())) <= 1, "one page in ten may call another card something"


def test_a_card_that_depends_on_the_number_of_players_is_not_called_strong() -> None:
    missed = [row for row in depends_rows(MIXED_PAGES, (500,)) if not row.met]
    assert not missed


@pytest.mark.parametrize(("noise", "hidden"), [(0.0, False), (10_000.0, True)])
def test_strength_that_the_ratings_do_not_know_is_seen(noise: float, hidden: bool) -> None:
    setting = Setting(strong=STRONG.strong, skill=STRONG.skill, noise=noise)
    rows = pages_rows(play(setting, 1000, 3).frames, RATING_POINTS)
    assert any(row.compared.hidden for row in rows) == hidden
    assert {row.card for row in rows} == set(CARDS)


def test_bonuses_are_sized_as_they_are_asked_for() -> None:
    effects = effects_of(sized(LEADERS, (("c1", 0.10), ("c2", -0.10))), 40_000 if LONG else 15_000, 9)
    assert effects["c1"] == pytest.approx(0.10, abs=0.012)
    assert effects["c2"] == pytest.approx(-0.10, abs=0.012)
    assert {effects[card] for card in CARDS[2:]} == {0.0}
