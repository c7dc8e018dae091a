"""What is said of a card beyond its raw rate: points, verdicts, the effect of an offer, sums that add up exactly."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.card_effects import Comparison, Effect, Verdict, compare_cards, effects_beside, verdict_of
from analytics.card_offers import OFFERS, effects_of_offers
from analytics.card_pairs import PAIRS, Kind, Pairs
from analytics.card_points import ANY, CARD_AFTER, CARD_OF_SOURCE, card_of, paid_sources, points_of_cards
from analytics.card_positions import POSITIONS, Positions
from analytics.cards import CARD_FAMILIES, CARDS, card_tables, cards_sums
from analytics.facts import extract_facts
from analytics.frames import SCHEMAS, UNIT, Frames, build_frames
from analytics.games import VerifiedGame
from analytics.intervals import Interval
from analytics.model import KNOTS, SEAT_KNOTS, STATE, Model, StateModel, fit_model
from analytics.sums import Sums, add
from benchmarks.card_games import Setting, play
from engine.registry import GAMES
from engine.simulate import simulate_game
from tests.analytics.null_card import PlantedCard, tournament
from tests.cases import each
from tests.profiles import LONG

GameMaker = Callable[..., VerifiedGame]

FLAT = {name: (0.0,) * len(KNOTS) for name in STATE} | {f"seat {seat}": (0.0,) * len(SEAT_KNOTS) for seat in range(2)}
"""Weights by which everybody has the same chance."""


def sums_of(frames: Frames, model: Model) -> Sums:
    rows = cards_sums(frames, model)
    return Sums({family.name: family.table(rows[family.name]) for family in CARD_FAMILIES})


@settings(max_examples=8)
@given(st.sampled_from(["babylonia", "ishtar", "amyitis"]), st.integers(2, 4), st.integers(0, 10_000))
def test_points_go_to_cards_that_the_seat_took_and_never_exceed_its_score(key: str, players: int, seed: int) -> None:
    game = GAMES[key]
    ruleset = game.rulesets[seed % len(game.rulesets)]
    _, facts = extract_facts(simulate_game(key, players, ruleset, ["greedy", "random"], seed))
    assert facts is not None
    frames = build_frames([VerifiedGame(1, 0, 0, facts, list(range(players)), [None] * players, [0] * players)])
    cards = [card.key for card in game.components(game.component_sets[0]).cards]
    (points,) = points_of_cards(frames, cards, {})
    taken = {(row[2], row[3]) for row in facts["cards"] if row[4] == "taken"}
    assert {(seat, cards[card]) for seat, card in np.argwhere(points).tolist()} <= taken
    assert (points >= 0).all()
    assert (points.sum(axis=1) <= facts["scores"]).all()
    assert sums_of(frames, Model()).total(CARDS)["points"].sum() == points.sum()


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
    for name, table in add(CARD_FAMILIES, parts).tables.items():
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
    assert rated.interval == pytest.approx((-0.086, 0.101), abs=1e-3)
    assert table.rows[0].adjusted is None
    assert table.rows[0].verdict == Verdict.TOO_FEW


def test_a_card_that_its_owners_decline_has_a_declined_rate(make_game: GameMaker) -> None:
    cards = [[4, 0, "1", "taken", ["1", "2"]], [6, 0, "1", "declined", []], [8, 0, "1", "used", []]]
    games = [make_game([{}, {}], cards=cards), make_game([{}, {}], cards=cards[:2])]
    (table,) = card_tables(sums_of(build_frames(games), Model()), dict.fromkeys("12", "tablets"))
    first, second = table.rows
    assert (first.used, first.declined, first.declined_rate) == (1, 2, pytest.approx(2 / 3))
    assert second.declined_rate is None


def positions(**cards: list[tuple[str, int, int, int, int, float]]) -> Positions:
    """Positions of cards: for each a list of (variant, players, quarter, chance, takers, mean difference). Every taker
    stood at even chances, so that the variance of one is 1/4. No card has points of its own."""
    rows = []
    for card, strata in cards.items():
        for variant, players, quarter, chance, takers, mean in strata:
            quarters = takers * UNIT // 4
            total = round(takers * mean * UNIT)
            rows.append((variant, players, quarter, chance, card, takers, total, quarters, quarters, 0, 0, 0))
    columns = ["variant", "players", "quarter", "chance", "card", *POSITIONS.measures]
    return Positions.of(pd.DataFrame(rows, columns=columns), list(cards))


def kind(
    owned: dict[tuple[str, str], tuple[int, int, float]] | None = None,
    **cards: list[tuple[str, int, int, int, int, float]],
) -> Kind:
    """The same as a kind. `owned`: by card and other how many takers own the other when they take the card, how many
    take it later, and what the first win above their chance."""
    rows = []
    for card, strata in cards.items():
        for variant, players, _quarter, _chance, takers, mean in strata:
            rows.append((variant, players, card, card, takers, 0, round(takers * mean * UNIT), takers * UNIT // 4, 0))
    for (card, other), (takers, later, mean) in (owned or {}).items():
        rows.append(("base", 4, card, other, takers, later, round(takers * mean * UNIT), takers * UNIT // 4, 0))
    columns = ["variant", "players", "card", "other", *PAIRS.measures]
    return Kind(positions(**cards), Pairs.of(pd.DataFrame(rows, columns=columns), list(cards)))


def everywhere(takers: int, mean: float) -> list[tuple[str, int, int, int, int, float]]:
    return [("base", 4, 2, chance, takers // 2, mean) for chance in (2, 3)]


def test_like_is_compared_with_like() -> None:
    """By hand. Leaders do better than the model thinks, whatever they take: +0.1, the others -0.1. A card that leaders
    take looks 0.1 strong alone. With very many takers of others in each stratum the comparison says 0."""
    found = positions(
        a=[("base", 4, 2, 3, 90, 0.1), ("base", 4, 2, 2, 10, -0.1)],
        b=[("base", 4, 2, 3, 50_000, 0.1), ("base", 4, 2, 2, 50_000, -0.1)],
    ).compare("a", ["b"])
    assert found is not None
    assert found.value == pytest.approx(0, abs=1e-3)
    assert found.error == pytest.approx((0.25 / 100) ** 0.5, rel=0.01)


def test_a_stratum_without_others_is_as_uncertain_as_the_prior() -> None:
    """By hand: 40 takers where nobody took another card; far away 1,000 takers of another one, at 0. The value is their
    own mean, the variance 1/4 / 40 for them, 1/4 / 10 for the ten takers that the prior stands for, 1/4 / 1000."""
    found = positions(a=[("base", 4, 3, 7, 40, 0.2)], b=[("base", 4, 0, 0, 1000, 0.0)]).compare("a", ["b"])
    assert found is not None
    assert found.value == pytest.approx(0.2, abs=1e-6)
    assert found.error == pytest.approx((0.25 / 40 + 0.25 / 10 + 0.25 / 1000) ** 0.5, rel=1e-6)


def test_one_taker_is_no_certainty() -> None:
    compared = compare_cards([kind(a=[("base", 4, 2, 3, 1, -0.5)], b=everywhere(1000, 0.0))]).cards["a"]
    effect = compared.effect
    assert effect is not None
    assert compared.shrunk is None
    assert effect.interval is not None
    assert effect.interval.high - effect.interval.low > 1.9


def test_the_only_card_of_a_kind_has_nothing_to_be_compared_with() -> None:
    compared = compare_cards([kind(a=everywhere(400, 0.3))]).cards["a"]
    assert compared.effect is None
    assert verdict_of(compared, Interval(0.3, 0.4), 0.25) == Verdict.TOO_FEW


def test_a_strong_card_makes_no_other_one_look_weak() -> None:
    """Among nine cards one is worth 0.2: against all of them together the others lie 0.025 below."""
    cards = {"strong": everywhere(4000, 0.2)} | {f"c{n}": everywhere(4000, 0.0) for n in range(8)}
    compared = compare_cards([kind(None, **cards)]).cards
    assert [card for card, one in compared.items() if one.found] == ["strong"]
    for card, one in compared.items():
        assert one.effect is not None
        assert one.effect.value == pytest.approx(0.2 if card == "strong" else 0.0, abs=2e-3)


def test_a_card_that_most_take_is_what_the_others_are_compared_with() -> None:
    page = kind(common=everywhere(4000, 0.0), rare=everywhere(400, 0.2), other=everywhere(400, 0.0))
    compared = compare_cards([page]).cards
    assert [card for card, one in compared.items() if one.found] == ["rare"]
    assert verdict_of(compared["common"], Interval(0.2, 0.3), 0.25) == Verdict.NO_DIFFERENCE


def test_cards_of_all_kinds_of_a_page_are_one_list() -> None:
    """z = 2.6 is found among two cards, not among forty of other kinds."""
    two = kind(a=everywhere(400, 0.066), b=everywhere(40_000, 0.0))
    others = [kind(None, **{f"{k}{n}": everywhere(400, 0.0) for n in range(10)}) for k in "cdef"]
    assert compare_cards([two]).cards["a"].found
    assert not compare_cards([two, *others]).cards["a"].found


def test_a_card_that_depends_on_the_number_of_players_is_shown_apart() -> None:
    def both(two: float, four: float) -> list[tuple[str, int, int, int, int, float]]:
        return [("base", 2, 2, 3, 500, two), ("base", 4, 2, 3, 500, four)]

    cards = {f"c{n}": both(0.0, 0.0) for n in range(8)}
    compared = compare_cards([kind(None, card=both(0.15, 0.0), **cards)]).cards["card"]
    assert compared.by == "players"
    assert {part.name: part.verdict for part in compared.parts} == {"2": Verdict.STRONG, "4": Verdict.NO_DIFFERENCE}
    assert verdict_of(compared, Interval(0.3, 0.4), 0.25) == Verdict.DEPENDS
    alike = compare_cards([kind(None, card=both(0.15, 0.15), **cards)]).cards["card"]
    assert alike.parts == ()
    assert verdict_of(alike, Interval(0.3, 0.4), 0.25) == Verdict.STRONG


def test_a_card_that_depends_on_the_variant_is_shown_apart() -> None:
    def both(one: float, other: float) -> list[tuple[str, int, int, int, int, float]]:
        return [("base", 4, 2, 3, 500, one), ("seven_of_nine", 4, 2, 3, 500, other)]

    cards = {f"c{n}": both(0.0, 0.0) for n in range(8)}
    compared = compare_cards([kind(None, card=both(0.2, -0.2), **cards)]).cards["card"]
    assert (compared.by, compared.found) == ("variant", False)
    assert [part.verdict for part in compared.parts] == [Verdict.STRONG, Verdict.WEAK]


def test_a_card_that_comes_with_a_strong_one_is_not_called_strong() -> None:
    """By hand. "with" does nothing, but half of its takers own "strong", worth 0.3, and of the takers of the six others
    one in ten: its takers win 0.15 more than their chance, the others' 0.03."""
    others = [f"c{n}" for n in range(6)]
    cards = {"strong": everywhere(600, 0.3), "with": everywhere(600, 0.15)} | {c: everywhere(600, 0.03) for c in others}
    owned = {("with", "strong"): (300, 0, 0.3)} | {(c, "strong"): (60, 0, 0.3) for c in others}
    alone = compare_cards([kind(None, **cards)]).cards["with"]
    assert alone.found
    assert alone.effect is not None
    assert alone.effect.value == pytest.approx(0.12, abs=0.005)
    compared = compare_cards([kind(owned, **cards)])
    assert [card for card, one in compared.cards.items() if one.found] == ["strong"]
    together = compared.cards["with"].effect
    assert together is not None
    assert together.value == pytest.approx(0.0, abs=0.005)
    assert not compared.pairs


def test_a_pair_that_does_something_together_is_named_and_neither_card_alone() -> None:
    """By hand. Of 1,000 takers of "second" 400 own "first", and these win 0.3 more than their chance; nobody else does,
    and of the takers of every other card 100 own "first" for nothing. So the pair brings 0.3, each card alone 0."""
    others = [f"c{n}" for n in range(6)]
    cards = {"first": everywhere(1000, 0.12), "second": everywhere(1000, 0.12)}
    cards |= {c: everywhere(1000, 0.0) for c in others}
    owned = {(c, o): (100, 0, 0.0) for c in others for o in ["first", *others] if c != o}
    owned |= {("second", o): (100, 0, 0.12) for o in others}
    owned |= {("first", o): (0, 100, 0.0) for o in others}
    owned |= {("second", "first"): (400, 0, 0.3), ("first", "second"): (0, 400, 0.0)}
    compared = compare_cards([kind(owned, **cards)])
    (pair,) = compared.pairs
    assert pair.cards == ("first", "second")
    assert pair.effect.value == pytest.approx(0.3, abs=0.01)
    assert pair.effect.count == 400
    assert not any(one.found for one in compared.cards.values())
    for card in pair.cards:
        alone = compared.cards[card].effect
        assert alone is not None
        assert alone.value == pytest.approx(0.0, abs=0.005)


def test_those_who_take_the_other_card_later_make_a_pair_look_smaller_and_are_counted() -> None:
    """By hand. 300 of 1,000 takers of "a" own "b" and win 0.2 more; of the other 700 half take "b" later and win the
    same, 0.1 in the mean. The difference of 0.1 is half of what the pair does."""
    cards = {"a": everywhere(1000, 0.13)} | {card: everywhere(1000, 0.0) for card in "bcde"}
    owned = {(one, other): (100, 0, 0.0) for one in "cde" for other in "bcde" if one != other}
    owned |= {("a", "b"): (300, 350, 0.2)} | {("a", other): (100, 0, 0.13) for other in "cde"}
    together = kind(owned, **cards).pairs.synergies()["a", "b"]
    assert together.value == pytest.approx(0.2, abs=0.01)


def test_of_a_source_that_all_have_a_cause_may_be_paid_by_a_card() -> None:
    """Everybody harvests fields; who owns c1 harvests at the end too."""
    frames = play(Setting(bonus=(("c1", 8.0),)), 200, 1).frames
    events = frames.score_events
    events["source"] = events["source"].astype(str).replace("bonus", "harvest").astype("category")
    assert paid_sources(frames) == {("harvest", "the end"): ("c1",)}
    points = points_of_cards(frames, ["c1"], paid_sources(frames))
    assert points.sum() == events.loc[events["cause"] == "the end", "points"].sum()


def test_a_source_from_which_only_owners_score_is_paid_by_their_card(make_game: GameMaker) -> None:
    """Everybody farms; who owns card 1 scores from "tithe" too."""
    games = [
        make_game([{"farms": 5, "tithe": 4}, {"farms": 6}], cards=[[1, 0, "1", "taken", ["1", "2"]]])
        if number % 2
        else make_game([{"farms": 5}, {"farms": 6}], cards=[[1, 1, "2", "taken", ["1", "2"]]])
        for number in range(80)
    ]
    frames = build_frames(games)
    paid = paid_sources(frames)
    assert paid == {("tithe", ANY): ("1",)}
    points = points_of_cards(frames, ["1", "2"], paid)
    assert points[1].tolist() == [[4, 0], [0, 0]]
    assert points.sum() == 160


@each(
    ("effect", "found", "hidden", "provisional", "raw", "verdict"),
    [
        ((0.02, 0.12), True, 0.0, 0.0, (0.3, 0.4), Verdict.STRONG),
        ((-0.12, -0.02), True, 0.0, 0.0, (0.3, 0.4), Verdict.WEAK),
        ((0.02, 0.12), True, 0.03, 0.0, (0.3, 0.4), Verdict.UNCLEAR),
        ((-0.12, -0.02), True, 0.03, 0.0, (0.3, 0.4), Verdict.UNCLEAR),
        ((0.02, 0.12), True, 0.0, 0.6, (0.3, 0.4), Verdict.UNCLEAR),
        ((0.02, 0.12), False, 0.0, 0.0, (0.3, 0.4), Verdict.LOOKS_STRONG),
        ((-0.05, 0.05), False, 0.0, 0.0, (0.1, 0.2), Verdict.LOOKS_WEAK),
        ((-0.05, 0.05), False, 0.0, 0.0, (0.2, 0.3), Verdict.NO_DIFFERENCE),
    ],
)
def test_a_verdict_needs_more_than_chance_and_hidden_strength(
    effect: tuple[float, float],
    found: bool,
    hidden: float,
    provisional: float,
    raw: tuple[float, float],
    verdict: Verdict,
) -> None:
    made = Effect(sum(effect) / 2, Interval(*effect), 100)
    compared = Comparison(effect=made, p=0.01, found=found, hidden=hidden)
    assert verdict_of(compared, Interval(*raw), 0.25, provisional) == verdict


def test_points_that_a_card_paid_are_no_hidden_strength() -> None:
    """What the card's own points surely decided is enough, in the same direction."""
    effect = Effect(0.07, Interval(0.02, 0.12), 100)
    for paid, verdict in (
        ((0.01, 0.05), Verdict.STRONG),
        ((-0.01, 0.05), Verdict.UNCLEAR),
        ((-0.05, -0.01), Verdict.UNCLEAR),
    ):
        decided = Effect(sum(paid) / 2, Interval(*paid), 100)
        compared = Comparison(effect=effect, p=0.01, found=True, hidden=0.03, decided=decided)
        assert verdict_of(compared, Interval(0.3, 0.4), 0.25) == verdict


def test_a_dealt_card_is_compared_within_variant_and_number_of_players() -> None:
    """By hand. At tables of two first takers do 0.4 better whatever lies out; there the card is dealt more often. With
    it minus without is 0.1 in both."""
    columns = ["variant", "players", "card", *OFFERS.measures]
    rows = [
        # Offered and first takings, with a sum and a sum of squares each.
        ["seven", 4, "1", 10, 1 * UNIT, 10 * UNIT, 5, 0, 5 * UNIT],
        ["seven", 2, "1", 30, 15 * UNIT, 30 * UNIT, 5, 0, 5 * UNIT],
        ["seven", 4, "2", 40, 1 * UNIT, 40 * UNIT, 35, 1 * UNIT, 35 * UNIT],
        ["seven", 2, "2", 40, 19 * UNIT, 40 * UNIT, 35, 19 * UNIT, 35 * UNIT],
    ]
    found = effects_of_offers(pd.DataFrame(rows, columns=columns), ["1", "2"])
    assert list(found) == ["1"], "card 2 lay out in every game: nothing to compare with"
    assert found["1"].value == pytest.approx(0.1)
    assert found["1"].count == 40
    assert found["1"].interval is not None
    assert found["1"].interval.low < 0 < found["1"].interval.high


def test_only_where_a_shuffle_deals_everything_on_offer_is_it_an_experiment() -> None:
    """The printed cards 1 to 7 lie out in every game of Babylonia's base rules, seven of nine are dealt otherwise; the
    cards of other games have a price."""
    made = {("babylonia", "base"): False, ("babylonia", "seven_of_nine"): True}
    made |= {("ishtar", "base"): False, ("amyitis", "base"): False}
    for (key, ruleset), dealt in made.items():
        games = []
        for number in range(24 if LONG else 14):
            _, facts = extract_facts(simulate_game(key, 2, ruleset, ["greedy"], number))
            assert facts is not None
            games.append(VerifiedGame(number, 0, 0, facts, [1, 2], [None, None], [0, 0]))
        frames = build_frames(games)
        game = GAMES[key]
        kinds = {card.key: card.kind for card in game.components(game.component_sets[0]).cards}
        model = Model(state={2: StateModel({"": 40.0}, 20.0, (FLAT, FLAT))})
        tables = card_tables(sums_of(frames, model), kinds)
        assert any(row.offer for table in tables for row in table.rows) == dealt, (key, ruleset)


def test_a_card_that_pays_less_than_others_may_be_good_for_something_else() -> None:
    """By hand, shares of a win in units: the points of "pays" decided a quarter of its takers' wins, "costs" cost a
    tenth, "helps" pays nothing."""
    rows = []
    for card, mean in (("pays", 0.25), ("costs", -0.1), ("helps", 0.0)):
        paid = round(400 * mean * UNIT)
        squares = round(400 * abs(mean) * UNIT)
        rows.append(("base", 4, 2, 3, card, 400, 0, 100 * UNIT, 100 * UNIT, 0, paid, squares))
    columns = ["variant", "players", "quarter", "chance", "card", *POSITIONS.measures]
    found = Positions.of(pd.DataFrame(rows, columns=columns), ["pays", "costs", "helps"])
    more, less = found.decided("pays", ["helps"]), found.decided("costs", ["helps"])
    assert more is not None
    assert (more.value, more.error) == pytest.approx((0.25, (0.25 * 0.75 / 399) ** 0.5))
    assert less is not None
    assert less.value == pytest.approx(-0.1)
    assert found.decided("helps", ["pays"]) is None
    assert found.decided("costs", ["costs", "helps"]) is not None
    assert found.decided("pays", []) is None, "nobody to compare with"


def test_what_costs_less_than_others_is_no_proof_of_weakness() -> None:
    rows = [
        ("base", 4, 2, 3, card, 400, 0, 100 * UNIT, 100 * UNIT, 0, -paid * UNIT, paid * UNIT)
        for card, paid in (("costs", 24), ("costs more", 72))
    ]
    columns = ["variant", "players", "quarter", "chance", "card", *POSITIONS.measures]
    found = Positions.of(pd.DataFrame(rows, columns=columns), ["costs", "costs more"])
    assert found.decided("costs", ["costs more"]) is None
    more = found.decided("costs more", ["costs"])
    assert more is not None
    assert more.value == pytest.approx(-0.12)


def test_points_do_not_depend_on_which_games_are_counted_together() -> None:
    """Single games lack some of the cards that pay; one has points of theirs and none of the cards."""
    made = play(Setting(bonus=(("c1", 5.0), ("c9", 5.0))), 40, 3).frames
    paid = {("bonus", ANY): ("c1", "c9")}
    whole = points_of_cards(made, ["c1", "c9"], paid)
    assert whole.sum(axis=(0, 1)).min() > 0
    single = [
        points_of_cards(build_like(made.of_games([game])), ["c1", "c9"], paid)
        for game in made.games["game_id"].tolist()
    ]
    assert np.concatenate(single).tolist() == whole.tolist()
    nobody = Frames({**made.tables(), "card_events": made.card_events[:0]})
    assert points_of_cards(build_like(nobody), ["c1", "c9"], paid).sum() == 0


def build_like(frames: Frames) -> Frames:
    """These games as if no others were known: without the categories that they do not use."""
    tables = {}
    for name in SCHEMAS:
        table = getattr(frames, name).copy()
        for column in table.select_dtypes("category"):
            table[column] = table[column].cat.remove_unused_categories()
        tables[name] = table
    return Frames(tables)


def test_a_part_of_the_games_is_compared_as_all_of_them() -> None:
    """By hand: two cards of three are worth 0.2. Against the third alone each adds 0.2; if the other one stayed in the
    reference, 0.1."""
    page = kind(one=everywhere(400, 0.2), other=everywhere(400, 0.2), third=everywhere(400, 0.0))
    part = effects_beside([page], {"one", "other"}, set())
    assert {card: round(effect.value, 3) for card, effect in part.items()} == {"one": 0.2, "other": 0.2}
    few = kind(one=everywhere(20, 0.2), other=everywhere(400, 0.2), third=everywhere(400, 0.0))
    assert effects_beside([few], {"one", "other"}, set()).keys() == {"other"}


def test_takers_in_games_that_are_decided_say_nothing_of_a_pair() -> None:
    """Their chance was 0 or 1, so nothing can vary."""
    cards = {card: everywhere(400, 0.0) for card in "abcd"}
    page = kind(None, **cards)
    pairs = page.pairs
    pairs.takers[0, 0, 1], pairs.expected[0, 0, 1] = 40, 0.0
    assert ("a", "b") not in pairs.synergies()
    assert pairs.owning("b", ["a", "c"]) is None
