"""The null card: one that does nothing, but is taken by whoever leads, shows no effect; one that does is found and
sized right; and the intervals hold the truth as often as they say.

Long profile before an issue is closed: `NABU_HYPOTHESIS=long pytest tests/analytics/test_null_card.py`.
"""

from __future__ import annotations

import pytest

from analytics.card_effects import Effect, Verdict
from analytics.cards import CARD_FAMILIES, CardRow, card_tables, cards_sums
from analytics.intervals import Z95
from analytics.model import fit_model
from analytics.sums import Sums
from tests.analytics.null_card import PlantedCard, Tournament, tournament
from tests.profiles import LONG

SEEDS = 300 if LONG else 8
RATING_POINTS = 150.0
NULL_CARDS = {
    "leader": PlantedCard("leader"),
    "early leader": PlantedCard("leader", last=3),
    "late leader": PlantedCard("leader", first=7),
    "last": PlantedCard("last"),
    "anybody": PlantedCard("anybody"),
}


def rows_of(played: Tournament) -> dict[str, CardRow]:
    model = fit_model(played.frames, RATING_POINTS)
    rows = cards_sums(played.frames, model)
    sums = Sums({family.name: family.table(rows[family.name]) for family in CARD_FAMILIES})
    (table,) = card_tables(sums, dict.fromkeys(played.effects, "cards"))
    return {row.card: row for row in table.rows}


def error(effect: Effect) -> float:
    assert effect.interval is not None
    return (effect.interval.high - effect.interval.low) / 2 / Z95


@pytest.mark.parametrize("players", [2, 4])
def test_cards_that_do_nothing_have_no_adjusted_effect(players: int) -> None:
    """Raw, they look very strong or very weak; the ratings explain a part of it, the state explains the rest. A card
    that anybody takes stands at par, and looks weak among those that leaders take."""
    rows = rows_of(tournament(NULL_CARDS, 600, players, seed=1))
    for card, away in (("leader", 1), ("early leader", 1), ("late leader", 1), ("last", -1)):
        row = rows[card]
        assert row.takers.above is not None
        assert row.rated is not None
        assert row.adjusted is not None
        assert away * row.takers.above > 0.13
        assert 0.08 < away * row.rated.value < away * row.takers.above
        assert abs(row.adjusted.value) < 2 * error(row.adjusted)
        assert row.verdict == (Verdict.LOOKS_STRONG if away > 0 else Verdict.LOOKS_WEAK)
    assert rows["anybody"].verdict == Verdict.LOOKS_WEAK
    assert abs(rows["anybody"].takers.above or 0) < 0.05


def test_a_planted_effect_is_found_and_sized_right() -> None:
    cards = NULL_CARDS | {"planted": PlantedCard("leader", points=6, share=0.3)}
    played = tournament(cards, 900, 4, seed=5)
    rows = rows_of(played)
    row, truth = rows["planted"], played.effects["planted"]
    assert row.adjusted is not None
    assert truth > 0.15
    assert abs(row.adjusted.value - truth) < 2 * error(row.adjusted)
    assert row.takers.above is not None
    assert row.takers.above > 2 * truth, "raw it looks much stronger than it is"
    assert row.verdict == Verdict.STRONG
    assert next(iter(rows)) == "planted", "the strongest stands on top"
    assert all(rows[card].verdict != Verdict.STRONG for card in NULL_CARDS)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """95 % of the intervals hold it; so many can be missed by chance (three standard errors)."""
    intervals = []
    cards = NULL_CARDS | {"planted": PlantedCard("anybody", points=6, share=0.5)}
    for seed in range(SEEDS):
        played = tournament(cards, 300, 3 + seed % 2, seed=100 + seed)
        for card, row in rows_of(played).items():
            assert row.adjusted is not None
            assert row.adjusted.interval is not None
            intervals.append((row.adjusted.interval, played.effects[card]))
    held = sum(interval.low <= truth <= interval.high for interval, truth in intervals) / len(intervals)
    assert abs(held - 0.95) < 3 * (0.95 * 0.05 / len(intervals)) ** 0.5
