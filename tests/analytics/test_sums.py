"""Sums are a group: parts add up in any order, what was added can be taken out again, and cells select."""

from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from analytics.sums import Cells, Family, Sums, add, subtract
from tests.profiles import examples

CARDS = Family("cards", {"card": "category"}, ("taken", "points"))
PLAIN = Family("plain", {}, ("games",))
BOTH = (CARDS, PLAIN)

CELL_VALUES = st.tuples(
    st.sampled_from(["base", "seven"]),
    st.sampled_from([2, 4]),
    st.integers(0, 4),
    st.sampled_from([202610, 202611]),
    st.integers(1, 3),
    st.booleans(),
)
NUMBERS = st.integers(-(10**12), 10**12)
CARD_ROWS = st.lists(st.tuples(CELL_VALUES, st.sampled_from("abc"), NUMBERS, NUMBERS), max_size=6)


def sums(rows: list[tuple[tuple[str, int, int, int, int, bool], str, int, int]]) -> Sums:
    """The sums of these rows: a cell, a card, and two numbers."""
    cards = pd.DataFrame([(*cell, card, one, two) for cell, card, one, two in rows], columns=list(CARDS.schema))
    plain = pd.DataFrame([(*cell, 1) for cell, *_rest in rows], columns=list(PLAIN.schema))
    return Sums({CARDS.name: CARDS.table(cards), PLAIN.name: PLAIN.table(plain)})


def plain(found: Sums) -> list[list[object]]:
    """Everything in it."""
    return [found.tables[family.name].values.tolist() for family in BOTH]


PARTS = CARD_ROWS.map(sums)
CHOICES = [
    Cells(),
    Cells(variant="base"),
    Cells(players=4, band=1),
    Cells(since=202611),
    Cells(proof=2),
    Cells(counts=True),
]


@examples(10)
@given(CARD_ROWS, CARD_ROWS)
def test_parts_add_up_in_any_order_and_are_taken_out_again(first: list, second: list) -> None:
    one, two, together = sums(first), sums(second), sums(first + second)
    assert plain(add(BOTH, [one, two])) == plain(add(BOTH, [two, Sums(), one])) == plain(together)
    assert plain(subtract(BOTH, together, two)) == plain(one)
    assert plain(subtract(BOTH, one, one)) == [[], []]


@examples(10)
@given(PARTS, st.sampled_from(CHOICES))
def test_cells_of_a_sum_are_the_sum_of_the_cells(one: Sums, cells: Cells) -> None:
    rest = subtract(BOTH, one, one.where(cells))
    assert plain(rest.where(cells)) == [[], []]


@examples(10)
@given(CARD_ROWS)
def test_totals_leave_the_cells_out(rows: list) -> None:
    found = sums(rows).total(CARDS)
    by_hand: dict[str, int] = {}
    for _cell, card, taken, _points in rows:
        by_hand[card] = by_hand.get(card, 0) + taken
    assert {card: taken for card, taken in zip(found["card"], found["taken"], strict=True) if taken} == {
        card: taken for card, taken in by_hand.items() if taken
    }
    assert sums(rows).total(PLAIN)["games"].tolist() == [len(rows)]
    by_players = sums(rows).total(CARDS, ["players"])
    assert by_players["taken"].sum() == sum(by_hand.values())


def test_sums_of_nothing_have_totals() -> None:
    assert Sums().total(CARDS).empty
    assert Sums().total(PLAIN)["games"].tolist() == [0]
    assert Sums().total(PLAIN, ["variant"]).empty


def test_who_changes_a_total_changes_it_for_nobody_else() -> None:
    found = sums([(("base", 2, 0, 202610, 3, True), "a", 1, 7), (("seven", 4, 0, 202610, 3, True), "a", 2, 5)])
    read = found.total(CARDS)
    read["points"] = 0
    assert found.total(CARDS)["points"].tolist() == [12]
    assert found.where(Cells(players=4)).total(CARDS)["points"].tolist() == [5]
