"""Card rates: denominators, par for mixed player counts, small samples, and a card that does nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.cards import CARD_FAMILIES, CardTable, card_tables, cards_sums
from analytics.frames import build_frames
from analytics.games import VerifiedGame
from analytics.model import NO_MODEL
from analytics.sums import Sums

GameMaker = Callable[..., VerifiedGame]

TABLETS = ["1", "2", "3"]


def sums_of(games: list[VerifiedGame]) -> Sums:
    """The sums of the families of cards, without a model."""
    rows = cards_sums(build_frames(games), NO_MODEL)
    return Sums({family.name: family.table(rows[family.name]) for family in CARD_FAMILIES})


def card_table(games: list[VerifiedGame]) -> CardTable:
    """The table of a game whose cards are all of one kind."""
    (table,) = card_tables(sums_of(games), dict.fromkeys(TABLETS, "tablets"))
    return table


def game(make_game: GameMaker, players: int, winners: list[int], takings: list[tuple[int, str]]) -> VerifiedGame:
    """A game in which these seats took these cards, one each ten turns, from an offer of all three."""
    offer = list(TABLETS)
    rows = []
    for number, (seat, card) in enumerate(takings, start=1):
        rows.append([10 * number, seat, card, "taken", list(offer)])
        offer.remove(card)
    return make_game([{} for _ in range(players)], winners=winners, cards=rows)


def test_counts_and_rates_of_a_card(make_game: GameMaker) -> None:
    games = [game(make_game, 4, [0], [(0, "1")]) for _ in range(30)]
    games += [game(make_game, 4, [1], [(0, "1"), (2, "2")]) for _ in range(50)]
    games += [game(make_game, 4, [1], [(3, "3")]) for _ in range(20)]
    table = card_table(games)
    row = {row.card: row for row in table.rows}
    assert (row["1"].offered, row["1"].taken, row["1"].taken_rate) == (100, 80, 0.8)
    assert (row["1"].takers.wins, row["1"].takers.rate, row["1"].takers.par) == (30, 0.375, 0.25)
    assert row["1"].takers.above == pytest.approx(0.125)
    assert row["1"].takers.interval == pytest.approx((0.277, 0.484), abs=1e-3)
    assert (row["2"].offered, row["2"].taken, row["2"].mean_turn) == (100, 50, 20)
    assert (row["3"].offered, row["3"].taken) == (100, 20)


def test_small_samples_are_marked_and_not_ranked(make_game: GameMaker) -> None:
    games = [game(make_game, 2, [1], [(0, "3")]) for _ in range(30)]
    games += [game(make_game, 2, [0], [(0, "2")]) for _ in range(29)]
    games += [game(make_game, 2, [0], [(0, "1")]) for _ in range(19)]
    rows = card_table(games).rows
    assert [(row.card, row.takers.sample) for row in rows] == [("3", "enough"), ("1", "tiny"), ("2", "small")]
    tiny = rows[1].takers
    assert (tiny.count, tiny.wins, tiny.rate, tiny.par, tiny.above) == (19, 19, 1, 0.5, 0.5)
    assert tiny.interval == pytest.approx((0.832, 1), abs=1e-3)


def test_a_card_that_nobody_took_has_no_rate(make_game: GameMaker) -> None:
    row = {row.card: row for row in card_table([game(make_game, 2, [0], [(0, "1")])]).rows}["2"]
    assert (row.taken, row.taken_rate, row.mean_turn) == (0, 0, None)
    assert row.takers.rate is row.takers.interval is row.takers.par is row.takers.above is None


def test_ranked_cards_stand_in_order_of_wins_above_expectation(make_game: GameMaker) -> None:
    games = [game(make_game, 4, [number % 3], [(0, "1"), (1, "2")]) for number in range(72)]
    games += [game(make_game, 2, [0 if number % 4 else 1], [(0, "3")]) for number in range(100)]
    rows = card_table(games).rows
    # Cards 1 and 2 win 33 % at tables of four (+8 points), card 3 wins 75 % at tables of two (+25 points).
    assert [row.card for row in rows] == ["3", "1", "2"]
    assert rows[0].takers.above == pytest.approx(0.25)
    assert rows[1].takers.above == pytest.approx(1 / 3 - 1 / 4)


def test_par_makes_different_player_counts_comparable(make_game: GameMaker) -> None:
    games = [game(make_game, 2, [number % 2], [(0, "1")]) for number in range(40)]
    games += [game(make_game, 4, [number % 4], [(0, "1")]) for number in range(40)]
    (row,) = (row for row in card_table(games).rows if row.card == "1")
    assert row.takers.rate == pytest.approx(0.375)
    assert row.takers.above == pytest.approx(0)


def test_a_shared_win_is_split(make_game: GameMaker) -> None:
    games = [game(make_game, 3, [0, 1], [(0, "1")]) for _ in range(20)]
    (row,) = (row for row in card_table(games).rows if row.card == "1")
    assert row.takers.wins == 10


def test_the_takers_of_any_card_are_counted_once_for_each_card(make_game: GameMaker) -> None:
    games = [game(make_game, 2, [0], [(0, "1"), (0, "2"), (1, "3")]) for _ in range(10)]
    any_card = card_table(games).any_card
    assert (any_card.count, any_card.wins, any_card.par) == (30, 20, 0.5)


def test_used_and_declined_are_not_taken(make_game: GameMaker) -> None:
    rows = [[5, 0, "2", "taken", ["1", "2"]], [6, 0, "2", "declined", []], [9, 0, "2", "used", []]]
    table = card_table([make_game([{}, {}], cards=rows)])
    assert [(row.card, row.offered, row.taken, row.mean_turn) for row in table.rows] == [
        ("1", 1, 0, None),
        ("2", 1, 1, 5),
    ]


def test_games_without_takings_have_no_rows(make_game: GameMaker) -> None:
    table = card_table([make_game([{}, {}])])
    assert (table.rows, table.any_card.count) == ((), 0)


def test_no_games_give_an_empty_table() -> None:
    assert card_table([]).rows == ()


def test_a_seat_that_takes_a_card_several_times_is_one_taker(make_game: GameMaker) -> None:
    rows = [[turn, 0, "1", "taken", ["1", "2"]] for turn in (4, 8, 12)] + [[6, 1, "2", "taken", ["1", "2"]]]
    table = card_table([make_game([{}, {}, {}], winners=[0], cards=rows) for _ in range(10)])
    row = {row.card: row for row in table.rows}["1"]
    assert (row.offered, row.taken, row.takers.count, row.takers.wins, row.mean_turn) == (10, 10, 10, 10, 4)
    assert (table.any_card.count, table.any_card.wins) == (20, 10)


def test_copies_of_a_card_have_several_takers_in_one_game(make_game: GameMaker) -> None:
    rows = [[4, 0, "1", "taken", ["1"]], [6, 1, "1", "taken", ["1"]], [9, 0, "1", "taken", ["1"]]]
    (row,) = card_table([make_game([{}, {}, {}], winners=[2], cards=rows) for _ in range(5)]).rows
    assert (row.offered, row.taken, row.taken_rate) == (5, 5, 1)
    assert (row.takers.count, row.takers.wins, row.mean_turn) == (10, 0, 5)


def test_cards_are_compared_with_cards_of_their_kind(make_game: GameMaker) -> None:
    rows = [[4, 0, "1", "taken", ["1", "2"]], [6, 1, "T", "taken", ["T", "U"]]]
    games = [make_game([{}, {}], winners=[0], cards=rows) for _ in range(3)]
    kinds = {"T": "trees", "1": "tablets", "U": "trees", "2": "tablets", "X": "wells"}
    trees, tablets, wells = card_tables(sums_of(games), kinds)
    assert [(table.kind, [row.card for row in table.rows]) for table in (trees, tablets)] == [
        ("trees", ["T", "U"]),
        ("tablets", ["1", "2"]),
    ]
    assert (trees.any_card.rate, tablets.any_card.rate) == (0, 1)
    assert (wells.kind, wells.rows, wells.any_card.count) == ("wells", (), 0)


def test_a_taken_card_was_on_offer_even_if_the_log_offers_nothing(make_game: GameMaker) -> None:
    (row,) = card_table([make_game([{}, {}], cards=[[4, 0, "1", "taken", []]])]).rows
    assert (row.offered, row.taken) == (1, 1)


TAKINGS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from("123abc"), st.sets(st.sampled_from("123abc"))))


@settings(max_examples=10)
@given(st.lists(TAKINGS, max_size=6))
def test_whatever_is_taken_the_counts_fit_each_other(make_game_of: GameMaker, games: list[Any]) -> None:
    kinds = {"1": "tablets", "2": "tablets", "3": "tablets", "a": "trees", "b": "trees", "c": "trees"}
    made = [
        make_game_of(
            [{}] * 4,
            winners=[number % 4],
            cards=[[turn, seat, card, "taken", sorted(offer)] for turn, (seat, card, offer) in enumerate(takings, 1)],
        )
        for number, takings in enumerate(games)
    ]
    tables = card_tables(sums_of(made), kinds)
    for table in tables:
        for row in table.rows:
            assert kinds[row.card] == table.kind
            assert 0 <= row.taken <= row.offered <= len(games)
            assert row.taken <= row.takers.count <= 4 * row.taken
            assert row.takers.wins <= row.taken
        assert table.any_card.count == sum(row.takers.count for row in table.rows)
    taken = {(number, card) for number, takings in enumerate(games) for _, card, _ in takings}
    assert sum(row.taken for table in tables for row in table.rows) == len(taken)


def test_without_cards_there_are_no_tables(make_game: GameMaker) -> None:
    assert card_tables(sums_of([make_game([{}, {}])]), {}) == []


def test_an_unknown_card_is_not_dropped_silently(make_game: GameMaker) -> None:
    rows = [[5, 0, "9", "taken", ["9"]]]
    with pytest.raises(ValueError, match="9"):
        card_table([make_game([{}, {}], cards=rows)])


def test_a_card_taken_at_random_without_effect_lies_at_par(make_game: GameMaker) -> None:
    """Mixed tables, winner and taker drawn independently: par must lie inside the interval of the rate."""
    rng = Random(7)
    games = []
    for _ in range(1500):
        players = rng.choice((2, 3, 4))
        games.append(game(make_game, players, [rng.randrange(players)], [(rng.randrange(players), "1")]))
    takers = next(row for row in card_table(games).rows if row.card == "1").takers
    assert takers.above is not None
    assert takers.interval is not None
    assert takers.par is not None
    assert takers.interval.low < takers.par < takers.interval.high
    assert abs(takers.above) < 0.04
