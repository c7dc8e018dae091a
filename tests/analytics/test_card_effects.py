"""What is said of a card beyond its raw rate: points, verdicts, the effect of an offer, sums that add up exactly."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.card_effects import (
    Comparison,
    Effect,
    Total,
    Verdict,
    compare_with_kind,
    difference_of_offers,
    verdict_of,
)
from analytics.card_points import CARD_AFTER, CARD_OF_SOURCE, card_of, points_of_cards
from analytics.cards import CARDS, CHOICES, card_tables, cards_sums
from analytics.facts import extract_facts
from analytics.frames import UNIT, Frames, build_frames
from analytics.games import VerifiedGame
from analytics.intervals import Interval
from analytics.model import Model, fit_model
from analytics.sums import Sums, add
from engine.registry import GAMES
from engine.simulate import simulate_game
from tests.analytics.null_card import PlantedCard, tournament

pytestmark = pytest.mark.no_database

GameMaker = Callable[..., VerifiedGame]


def sums_of(frames: Frames, model: Model) -> Sums:
    rows = cards_sums(frames, model)
    return Sums({family.name: family.table(rows[family.name]) for family in (CARDS, CHOICES)})


@settings(max_examples=8)
@given(st.sampled_from(["babylonia", "ishtar", "amyitis"]), st.integers(2, 4), st.integers(0, 10_000))
def test_points_go_to_cards_that_the_seat_took_and_never_exceed_its_score(key: str, players: int, seed: int) -> None:
    game = GAMES[key]
    ruleset = game.rulesets[seed % len(game.rulesets)]
    _, facts = extract_facts(simulate_game(key, players, ruleset, ["greedy", "random"], seed))
    assert facts is not None
    frames = build_frames([VerifiedGame(1, 0, 0, facts, list(range(players)), [None] * players, [0] * players)])
    points = points_of_cards(frames)
    taken = {(row[2], row[3]) for row in facts["cards"] if row[4] == "taken"}
    assert set(zip(points["seat"], points["card"], strict=True)) <= taken
    for seat, of_seat in points.groupby("seat")["points"].sum().items():
        assert 0 < of_seat <= facts["scores"][int(str(seat))]
    assert sums_of(frames, Model()).total(CARDS)["points"].sum() == points["points"].sum()


def test_a_source_that_names_a_card_belongs_to_one_game_only() -> None:
    for source in (*CARD_OF_SOURCE, *CARD_AFTER):
        owners = [game for game in GAMES.values() if source in {one.key for one in game.sources}]
        assert len(owners) == 1, source
        cards = {card.key for card in owners[0].components(owners[0].component_sets[0]).cards}
        assert CARD_OF_SOURCE.get(source, next(iter(cards))) in cards


def test_points_of_a_card_are_read_from_source_and_cause() -> None:
    assert card_of("city_nobles_card8", "city 0806") == "8"
    assert card_of("city_nobles_cards8_9", "city 0806") is None
    assert card_of("trees", "tree card TR05") == "TR05"
    assert card_of("skill_e", "skill E") == "E"
    assert card_of("palace", "palace-4") == "palace-4"
    assert card_of("amyitis_card", "Amyitis card") is None


def test_sums_of_single_games_add_up_to_the_sums_of_all_exactly() -> None:
    frames = tournament({"a": PlantedCard("leader"), "b": PlantedCard("anybody", 4)}, 120, 3, seed=2).frames
    model = fit_model(frames, 150.0)
    few = frames.of_games(range(12))
    parts = [sums_of(few.of_games([game]), model) for game in range(12)]
    whole = sums_of(few, model)
    for name, table in add((CARDS, CHOICES), parts).tables.items():
        pd.testing.assert_frame_equal(table, whole.tables[name], check_categorical=False)
        assert len(table)


def test_wins_above_what_the_ratings_led_to_expect(make_game: GameMaker) -> None:
    """Takers rated e-fold as strong as the other one win 3 of 4: expected e/(e+1) = 0.731."""
    games = [
        make_game([{}, {}], winners=[int(number % 4 == 0)], ratings=[1600, 1500], cards=[[5, 0, "1", "taken", ["1"]]])
        for number in range(80)
    ]
    (table,) = card_tables(sums_of(build_frames(games), Model(temperature=100.0)), {"1": "tablets"})
    rated = table.rows[0].rated
    assert rated is not None
    assert rated.value == pytest.approx(0.75 - 0.7310586, abs=1e-6)
    assert rated.interval == pytest.approx((-0.078, 0.116), abs=1e-3)
    assert table.rows[0].adjusted is None
    assert table.rows[0].verdict == Verdict.TOO_FEW


def test_a_card_that_its_owners_decline_has_a_declined_rate(make_game: GameMaker) -> None:
    cards = [[4, 0, "1", "taken", ["1", "2"]], [6, 0, "1", "declined", []], [8, 0, "1", "used", []]]
    games = [make_game([{}, {}], cards=cards), make_game([{}, {}], cards=cards[:2])]
    (table,) = card_tables(sums_of(build_frames(games), Model()), dict.fromkeys("12", "tablets"))
    first, second = table.rows
    assert (first.used, first.declined, first.declined_rate) == (1, 2, pytest.approx(2 / 3))
    assert second.declined_rate is None


def test_several_takers_of_a_game_count_as_one_observation() -> None:
    """Two takers in each of four games, always alike: the error is that of four values, not of eight."""
    values = [1, 1, 0, -1]
    sums = [2 * value * UNIT for value in values]
    total = Total(4, 8, 16, sum(sums), sum(2 * s for s in sums), sum(4 * v * v * UNIT for v in values))
    assert total.mean == 0.25
    assert total.estimate is not None
    assert total.estimate.error == pytest.approx((sum((v - 0.25) ** 2 for v in values) / 3 / 4) ** 0.5)


def test_the_only_card_of_a_kind_is_compared_with_zero() -> None:
    total = Total(100, 100, 100, 20 * UNIT, 20 * UNIT, 30 * UNIT)
    compared = compare_with_kind({"1": total}, ["1"])["1"]
    assert compared.adjusted is not None
    assert compared.against_kind is not None
    assert compared.against_kind.value == compared.adjusted.value == 0.2


def test_a_card_is_compared_with_the_others_of_its_kind() -> None:
    strong = Total(100, 100, 100, 30 * UNIT, 30 * UNIT, 40 * UNIT)
    plain = Total(100, 100, 100, 10 * UNIT, 10 * UNIT, 30 * UNIT)
    compared = compare_with_kind({"1": strong, "2": plain, "3": plain}, ["1", "2", "3"])
    against = compared["1"].against_kind
    assert against is not None
    assert against.value == pytest.approx(0.2)
    assert compared["1"].q is not None
    assert compared["1"].q < 0.02
    shrunk = compared["1"].shrunk
    assert shrunk is not None
    assert 0.1 < shrunk.value < 0.3


@pytest.mark.parametrize(
    ("difference", "q", "raw", "verdict"),
    [
        ((0.02, 0.12), 0.04, (0.3, 0.4), Verdict.STRONG),
        ((-0.12, -0.02), 0.04, (0.3, 0.4), Verdict.WEAK),
        ((0.02, 0.12), 0.14, (0.3, 0.4), Verdict.LOOKS_STRONG),
        ((-0.01, 0.12), 0.09, (0.3, 0.4), Verdict.LOOKS_STRONG),
        ((-0.05, 0.05), 0.9, (0.1, 0.2), Verdict.LOOKS_WEAK),
        ((-0.05, 0.05), 0.9, (0.2, 0.3), Verdict.NO_DIFFERENCE),
        ((-0.05, 0.05), None, (0.2, 0.3), Verdict.TOO_FEW),
    ],
)
def test_a_verdict_needs_a_small_q_and_an_interval_without_zero(
    difference: tuple[float, float], q: float | None, raw: tuple[float, float], verdict: Verdict
) -> None:
    effect = Effect(sum(difference) / 2, Interval(*difference), 100)
    assert verdict_of(Comparison(effect, effect, effect, q), Interval(*raw), 0.25) == verdict


def test_an_offer_is_compared_within_its_stratum() -> None:
    """Late moments go better than early ones whatever is on offer; the card is offered more often late, and adds 0.1.

    By hand: in each quarter with the card (0.1 or 0.5) minus without (0 or 0.4) is 0.1.
    """
    columns = ["variant", "players", "card", "quarter", *CHOICES.measures]
    rows = [
        # (offered, taken) moments, with a difference each of `mean`; squares make a variance of about 1.
        ["base", 4, "1", 0, 10, 1 * UNIT, 10 * UNIT, 5, 0, 5 * UNIT],
        ["base", 4, "1", 3, 30, 15 * UNIT, 30 * UNIT, 5, 0, 5 * UNIT],
        ["base", 4, "2", 0, 0, 0, 0, 35, 1 * UNIT, 35 * UNIT],
        ["base", 4, "2", 3, 0, 0, 0, 35, 19 * UNIT, 35 * UNIT],
    ]
    effect = difference_of_offers(pd.DataFrame(rows, columns=columns))["1"]
    assert effect.value == pytest.approx(0.1)
    assert effect.count == 40
    assert effect.interval is not None
    assert effect.interval.low < 0 < effect.interval.high
