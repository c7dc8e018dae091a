"""Correcting single cells of a pasted list: what was not touched is read as before, whatever is typed."""

from __future__ import annotations

import csv

from hypothesis import given
from hypothesis import strategies as st

from nabu.contests.tournaments.imports.cells import COLUMNS, corrected, read_cells

TITLED = "Name;Club;Rating\r\nEnlil;Nippur;1850\r\n\r\nEa;Eridu;much\r\n"


def test_only_the_line_of_the_row_changes() -> None:
    assert corrected(TITLED, {4: {"rating": "990"}}) == TITLED.replace("much", "990")


def test_without_a_change_the_text_stays() -> None:
    assert corrected(TITLED, {}) == TITLED


def test_a_row_of_blanks_is_left_out_and_the_numbers_of_the_others_stay() -> None:
    assert corrected(TITLED, {2: {"name": "", "club": "", "rating": ""}}) == TITLED.replace("Enlil;Nippur;1850", "")


def test_a_name_without_a_comma_does_not_tear_the_other_names_apart() -> None:
    text = corrected("Blake, Ann\nBlake, Ann\n", {2: {"name": "Madonna"}})
    assert [values["name"] for _number, values in read_cells(text).values()] == ["Blake, Ann", "Madonna"]


def test_a_rating_that_is_none_does_not_turn_the_other_ratings_into_clubs() -> None:
    text = corrected("Ana,1500\nAna,1600\n", {2: {"name": "Bo", "rating": "much"}})
    assert [values for _number, values in read_cells(text).values()] == [
        {"name": "Ana", "rating": "1500"},
        {"name": "Bo", "rating": "much"},
    ]


def test_a_cell_of_several_lines_stays_one_cell() -> None:
    text = corrected('Sin, Ada\n"Bel,\nAna"\n', {1: {"name": "Ea"}})
    assert [values["name"] for _number, values in read_cells(text).values()] == ["Ea", "Bel,\nAna"]


cell = st.text(st.sampled_from("ab1 ,;\t\"'=é"), max_size=6) | st.sampled_from(["a@b.c", "a <a@b.c>"])


@given(st.lists(st.lists(cell, min_size=1, max_size=4), min_size=1, max_size=5), st.data())
def test_what_is_typed_is_what_is_read(rows: list[list[str]], data: st.DataObject) -> None:
    text = "\n".join(";".join(row) for row in rows)
    try:
        before = dict(read_cells(text).values())
    except csv.Error:
        return
    if not before:
        return
    number = data.draw(st.sampled_from(sorted(before)))
    typed = {column: data.draw(cell).strip() for column in read_cells(text).columns.values()}
    after = [values for _number, values in read_cells(corrected(text, {number: typed})).values()]
    wanted = [values if row != number else typed for row, values in before.items()]

    def bare(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        """Without what reading takes away: empty cells, and the apostrophe before a formula."""
        stripped = [{column: text.strip("'\t ") for column, text in values.items()} for values in rows]
        filled = [{column: text for column, text in values.items() if text} for values in stripped]
        return [values for values in filled if values]

    assert bare(after) == bare(wanted)
    assert set(read_cells(text).columns.values()) <= {*COLUMNS, "surname", "first_name"}
