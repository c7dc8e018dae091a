"""The figures of cards, seats and variants: what they draw is what the tables say."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from analytics.cards import CARD_FAMILIES, CardTable, card_tables, cards_sums
from analytics.families import sums_of
from analytics.figures.cards import cards_figure, drawn_cards
from analytics.figures.seats import seats_figure
from analytics.figures.variants import differences_figure, scores_figure
from analytics.frames import Frames, build_frames
from analytics.games import VerifiedGame
from analytics.intervals import RANKED_FROM
from analytics.model import NO_MODEL, Model, fit_model
from analytics.seats import seat_table
from analytics.sums import Cells, Sums
from analytics.variants_stats import compare, variant_rows
from tests.analytics.figures.drawn import check, names_of
from tests.analytics.null_card import PlantedCard, tournament

GameMaker = Callable[..., VerifiedGame]

KINDS = dict.fromkeys(("null", "planted", "rare"), "tablets")
TITLES = {"null": "A card of <b>the leader</b>", "planted": "Ten points", "rare": "Hardly ever seen"}


def card_sums(frames: Frames, model: Model) -> Sums:
    """The sums of the cards alone: the made-up tournaments have nothing else."""
    parts = cards_sums(frames, model)
    return Sums({family.name: family.table(parts[family.name]) for family in CARD_FAMILIES})


@pytest.fixture(scope="module")
def planted() -> Sums:
    cards = {
        "null": PlantedCard("leader"),
        "planted": PlantedCard("anybody", 10),
        "rare": PlantedCard("last", share=0.05),
    }
    frames = tournament(cards, 800, 4, 7).frames
    return card_sums(frames, fit_model(frames, None))


def only_table(sums: Sums) -> CardTable:
    (table,) = card_tables(sums, KINDS)
    return table


def test_cards_with_enough_takers_stand_in_the_order_of_their_effect(planted: Sums) -> None:
    rows = drawn_cards(only_table(planted))
    figure = cards_figure(rows, TITLES, games=lambda card: f"/{card}/")
    check(figure)
    assert [row.card for row in rows][0] == "planted"
    assert {row.takers.sample for row in rows} == {"enough"}
    drawn = {at: x for trace in figure.data for at, x in zip(trace["y"], trace["x"], strict=True)}
    assert drawn == pytest.approx({at: 100 * row.adjusted.value for at, row in enumerate(rows) if row.adjusted})
    assert "<b>the" not in json.dumps(figure.to_json())
    assert figure.data[0]["customdata"][0]["href"] == "/planted/"
    for trace in figure.data:
        if trace["marker"]["symbol"] == "circle":
            ends = zip(trace["x"], trace["error_x"]["array"], trace["error_x"]["arrayminus"], strict=True)
            assert min((x + up) * (x - down) for x, up, down in ends) > 0, "what is said to differ does not cross zero"


def test_without_a_model_the_raw_numbers_stand_alone_with_their_intervals() -> None:
    frames = tournament({"null": PlantedCard("leader")}, 60, 4, 1).frames
    figure = cards_figure(drawn_cards(only_table(card_sums(frames, NO_MODEL))), TITLES)
    check(figure)
    (raw,) = figure.data
    assert raw["error_x"]["array"][0] > 0
    assert raw["marker"]["symbol"] == "circle-open", "no verdict, no answer"


def test_a_quarter_with_few_takers_is_silent_and_the_others_have_the_effect(planted: Sums) -> None:
    rows = {row.card: row for row in only_table(planted).rows}
    assert set(rows["rare"].quarters) == {None}
    assert all(effect.count >= RANKED_FROM for row in rows.values() for effect in row.quarters if effect)
    ends = [effect.interval for effect in rows["planted"].quarters if effect and effect.interval]
    assert ends
    assert all(interval.high > 0 for interval in ends)


def test_seats_are_dots_around_the_even_share(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 1}, {"ziggurat": 2}], winners=[n % 4 // 3]) for n in range(40)]
    figure = seats_figure(seat_table(sums_of(build_frames(games), NO_MODEL), 2))
    check(figure)
    drawn = {at: x for trace in figure.data for at, x in zip(trace["y"], trace["x"], strict=True)}
    assert drawn == {0: 0.75, 1: 0.25}
    assert [shape["x0"] for shape in figure.layout["shapes"] if shape["type"] == "line"] == [0.5]
    assert sum(shape.get("name") == "row-seat" for shape in figure.layout["shapes"]) == 2
    assert "75%, for seat 1" in figure.alt
    assert seats_figure(None).data == []


def test_variants_are_compared_in_standard_deviations_and_in_shares(make_game: GameMaker) -> None:
    games = [
        make_game(
            [{"ziggurat": 10 + n % 3, "farm_value": 5}, {"ziggurat": 4}], turns=30 + more + n % 5, ruleset=ruleset
        )
        for ruleset, more in (("base", 0), ("seven_of_nine", 3))
        for n in range(30)
    ]
    sums = sums_of(build_frames(games), NO_MODEL)
    first, second = (sums.where(Cells(variant=key)) for key in ("base", "seven_of_nine"))
    found = compare(first, second, ["ziggurat", "farm_value"])
    titles = {row.key: row.key for row in found.measures}
    figure = differences_figure(found.measures, titles)
    check(figure)
    turns = found.measures[0]
    assert figure.data[0]["x"] == [turns.effect]
    assert turns.interval is not None
    assert turns.effect is not None
    half = figure.data[0]["error_x"]["array"][0]
    assert turns.interval.low / 3 == pytest.approx((turns.effect - half) / turns.effect)
    scores = scores_figure(variant_rows(sums), {"base": "Base", "seven_of_nine": "<i>New</i>"})
    check(scores)
    assert names_of(scores) == ["Base", "&lt;i&gt;New&lt;/i&gt;"]
