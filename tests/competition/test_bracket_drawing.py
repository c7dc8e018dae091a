"""How a bracket is drawn: heights, lines, sheets of paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.brackets.drawing import BracketColumn, BracketSeat, BracketSection, BracketSlot, draw, sheets
from competition.formats import get_format
from competition.records import ChartSection, Competitor
from tests.competition.english import english

SEAT = BracketSeat(None, "", None, "somebody", "", False)


def sections(players: int, key: str = "single_elimination", **settings: object) -> list[BracketSection]:
    fmt = get_format(key)
    people = [Competitor(n, f"P{n}", n) for n in range(1, players + 1)]
    return [plain(section) for section in fmt.chart(fmt.read_config(settings), people, [])]


def plain(section: ChartSection) -> BracketSection:
    """Without names: only the shape matters here."""
    return BracketSection(
        english(section.title),
        tuple(
            BracketColumn(
                english(column.title),
                tuple(
                    BracketSlot(s.round, s.slot, english(s.name), None, (SEAT,) * len(s.seats), s.feeds)
                    for s in column.slots
                ),
            )
            for column in section.columns
        ),
    )


def test_four_players() -> None:
    """Two semi-finals at 0 and 1, the final between them; both lines end in its middle."""
    (section,) = sections(4)
    drawing = draw(section)
    semis, final = drawing.columns
    assert [top for top, _slot in semis.slots] == ["0", "1"]
    assert [top for top, _slot in final.slots] == ["0.5"]
    assert semis.lines == "M0 0.5H1V1H2M0 1.5H1V1H2"
    assert (final.lines, drawing.rows) == ("", "2")


def test_the_third_place_stands_under_the_final() -> None:
    (section,) = sections(8, third_place=True)
    tops = {slot.name: float(top) for column in draw(section).columns for top, slot in column.slots}
    assert tops["Final"] == 1.5
    assert tops["Third place"] == 2.75


def test_tables_that_are_made_anew_stand_in_the_middle_without_lines() -> None:
    (section,) = sections(27, "pod_elimination", table_size=4)
    drawing = draw(section)
    assert not any(column.lines for column in drawing.columns)
    assert [top for top, _slot in drawing.columns[-1].slots] == [f"{(float(drawing.rows) - 1) / 2:g}"]
    assert sheets(section) == [section]
    assert drawing.fits_a_sheet, "seven tables of four"
    (large,) = sections(64, "pod_elimination", table_size=4)
    assert not draw(large).fits_a_sheet, "sixteen tables of four are twice as high as sixteen of two"


BRACKETS = st.tuples(st.integers(2, 140), st.sampled_from(["single_elimination", "double_elimination"]))


@given(BRACKETS)
def test_slots_never_overlap_and_every_line_ends_at_a_slot(bracket: tuple[int, str]) -> None:
    for section in sections(*bracket):
        drawing = draw(section)
        middles = [{float(top) + 0.5 for top, _slot in column.slots} for column in drawing.columns]
        for at, column in enumerate(drawing.columns):
            tops = sorted(float(top) for top, _slot in column.slots)
            assert all(lower - upper >= 1 for upper, lower in zip(tops, tops[1:], strict=False)), column.title
            assert not tops or 0 <= tops[0] <= tops[-1] <= float(drawing.rows) - 1
            for line in filter(None, column.lines.split("M0 ")):
                start, end = line.removesuffix("H2").split("H1V")
                assert float(start) in middles[at]
                assert float(end) in middles[at + 1]


@given(BRACKETS)
def test_sheets_fit_and_show_every_slot(bracket: tuple[int, str]) -> None:
    for section in sections(*bracket):
        parts = sheets(section)
        shown = {slot.place for part in parts for column in part.columns for slot in column.slots}
        assert shown == {slot.place for column in section.columns for slot in column.slots}
        for part in parts:
            assert draw(part).fits_a_sheet
            assert float(draw(part).rows) <= 16
            assert len(part.columns) <= 6


@pytest.mark.parametrize(("players", "number"), [(32, 1), (64, 3), (128, 5)])
def test_a_large_bracket_is_cut_into_branches_and_what_they_lead_to(players: int, number: int) -> None:
    """Sixteen matches on a sheet: 64 players fill two sheets, 128 four; the last sheet has the end of it."""
    (section,) = sections(players)
    parts = sheets(section)
    assert len(parts) == number
    assert [column.title for column in parts[-1].columns][-1] == "Final"
