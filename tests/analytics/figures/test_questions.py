"""The figures of cards, seats and variants: what they draw is what the tables say."""

from __future__ import annotations

import json
from collections.abc import Callable

import plotly.graph_objects as go
import pytest

from analytics.cards import CARD_FAMILIES, CardTable, card_tables, cards_sums
from analytics.families import sums_of
from analytics.figures.cards import CardWords, cards_figure
from analytics.figures.parts import Figure
from analytics.figures.seats import seats_figure
from analytics.figures.variants import differences_figure, mix_figure
from analytics.frames import Frames, build_frames
from analytics.games import VerifiedGame
from analytics.intervals import RANKED_FROM
from analytics.model import NO_MODEL, Model, fit_model
from analytics.seats import seat_table
from analytics.sums import Cells, Sums
from analytics.variants_stats import compare
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


def check(figure: Figure) -> None:
    """Plotly accepts it, it goes into JSON, and its sentence has no open place."""
    go.Figure(figure.to_json())
    json.dumps(figure.to_json(), allow_nan=False)
    assert "{" not in figure.alt


def test_cards_show_raw_beside_adjusted_in_the_order_of_the_table(planted: Sums) -> None:
    table = only_table(planted)
    figure = cards_figure(table, TITLES)
    check(figure)
    raw = next(trace for trace in figure.data if trace["mode"] == "markers")
    assert raw["x"] == pytest.approx([100 * (row.takers.above or 0) for row in table.rows])
    drawn = {
        at: x
        for trace in figure.data
        if trace["mode"] == "markers" and "error_x" in trace
        for at, x in zip(trace["y"], trace["x"], strict=True)
    }
    assert drawn == pytest.approx({at: 100 * row.adjusted.value for at, row in enumerate(table.rows) if row.adjusted})
    assert "<b>" not in json.dumps(figure.to_json())
    for trace in figure.data:
        if trace.get("name") == CardWords().differs:
            ends = [(x - half) * (x + half) for x, half in zip(trace["x"], trace["error_x"]["array"], strict=True)]
            assert min(ends) > 0, "what is said to differ does not cross zero"


def test_without_a_model_the_raw_numbers_stand_alone_with_their_intervals() -> None:
    frames = tournament({"null": PlantedCard("leader")}, 60, 4, 1).frames
    figure = cards_figure(only_table(card_sums(frames, NO_MODEL)), TITLES)
    check(figure)
    (raw,) = figure.data
    assert raw["error_x"]["array"][0] > 0


def test_a_quarter_with_few_takers_is_silent_and_the_others_have_the_effect(planted: Sums) -> None:
    rows = {row.card: row for row in only_table(planted).rows}
    assert set(rows["rare"].quarters) == {None}
    assert all(effect.count >= RANKED_FROM for row in rows.values() for effect in row.quarters if effect)
    ends = [effect.interval for effect in rows["planted"].quarters if effect and effect.interval]
    assert ends
    assert all(interval.high > 0 for interval in ends)


def test_seats_are_bars_around_the_even_share(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 1}, {"ziggurat": 2}], winners=[n % 4 // 3]) for n in range(40)]
    figure = seats_figure(seat_table(sums_of(build_frames(games), NO_MODEL), 2))
    check(figure)
    bars, par = figure.data
    assert bars["x"] == [0.75, 0.25]
    assert par["x"] == [0.5, 0.5]
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
    mix = mix_figure(found.sources, ("Base", "<i>New</i>"), {"ziggurat": "Ziggurats", "farm_value": "Farms"})
    check(mix)
    assert "<i>" not in json.dumps(mix.to_json())
    assert [sum(trace["x"]) for trace in mix.data] == pytest.approx([1, 1])
