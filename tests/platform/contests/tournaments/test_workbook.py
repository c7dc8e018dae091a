"""Lists in spreadsheet files: what becomes of their cells, and files that would fill the memory."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nabu.contests.tournaments.imports.player_list import ListedPlayer, read_player_list
from nabu.contests.tournaments.imports.workbook import MOST_OF_A_PART, MOST_UNPACKED, is_workbook, read_workbook
from nabu.core.errors import Refused
from tests.cases import each
from tests.profiles import examples

SHEET, SHARED = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
ROWS = [["Name", "Club/City", "RtgI"], ["Berg, Anna", "SC Bonn", 1800.0], ["Bo\nCem", None, 1700]]


def workbook(rows: Sequence[Sequence[Any]] = ROWS, change: Callable[[Any], object] = lambda book: None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    change(book)
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def with_parts(data: bytes, parts: dict[str, Callable[[bytes], bytes]]) -> bytes:
    """The archive with some of its parts changed, or new ones."""
    written = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for name in {*old.namelist(), *parts}:
            content = old.read(name) if name in old.namelist() else b""
            new.writestr(name, parts.get(name, bytes)(content))
    return written.getvalue()


PLAIN = workbook()


def test_a_list_is_read_as_if_its_cells_had_been_pasted() -> None:
    sheet = read_workbook(workbook())
    assert sheet.text == "Name\tClub/City\tRtgI\nBerg, Anna\tSC Bonn\t1800\nBo Cem\t\t1700\n"
    assert read_player_list(sheet.text).players == (
        ListedPlayer(2, "Berg, Anna", "SC Bonn", 1800),
        ListedPlayer(3, "Bo Cem", rating=1700),
    )


def test_rows_keep_their_numbers_and_a_comma_in_a_single_column_separates_nothing() -> None:
    sheet = read_workbook(workbook([[None], ["Berg, Anna"], [], ["Sin, Ada"]]))
    assert [(player.row, player.name) for player in read_player_list(sheet.text).players] == [
        (2, "Berg, Anna"),
        (4, "Sin, Ada"),
    ]


def test_numbers_days_and_errors() -> None:
    row = [1850, 1850.0, 2.5, 0.1 + 0.2, True, date(2026, 3, 1), datetime(2026, 3, 1, 18, 30), "#N/A", "007"]
    cells = read_workbook(workbook([row, ["end"]])).text.split("\n")[0].split("\t")
    assert cells == ["1850", "1850", "2.5", "0.3", "True", "2026-03-01", "2026-03-01 18:30:00", "", "007"]


def test_a_formula_is_what_it_showed_and_one_without_a_value_is_counted() -> None:
    data = workbook([["Name", "Rating"], ["Ana", "=1500+300"], ["Bo", "=1500+200"]])
    sheet = read_workbook(data)
    assert sheet.text == "Name\tRating\nAna\t\nBo\t\n"
    assert sheet.notes[0].startswith("2 cells with formulas have no value in the file and were left empty.")
    saved = with_parts(data, {SHEET: lambda xml: xml.replace(b"</f><v />", b"</f><v>1800</v>", 1)})
    sheet = read_workbook(saved)
    assert sheet.text == "Name\tRating\nAna\t1800\nBo\t\n"
    assert sheet.notes[0].startswith("1 cell with a formula has no value")


def test_merged_cells_count_once_and_a_merged_headline_is_skipped() -> None:
    def merge(book: Any) -> None:
        book.active.merge_cells("A1:C1")
        book.active.merge_cells("B3:B4")

    sheet = read_workbook(workbook([["Cup of Ur"], *ROWS], merge))
    assert [(p.row, p.name, p.club) for p in read_player_list(sheet.text).players] == [
        (3, "Berg, Anna", "SC Bonn"),
        (4, "Bo Cem", ""),
    ]


def test_the_first_visible_sheet_with_something_in_it_is_read_and_named() -> None:
    def arrange(book: Any) -> None:
        book.active.sheet_state = "hidden"
        book.create_sheet("Cover")
        book.create_sheet("Players").append(["Ea"])

    sheet = read_workbook(workbook(ROWS, arrange))
    assert (sheet.text, sheet.notes) == ("Ea\t\n", ("Only the sheet “Players” was read.",))


def test_cells_far_away_make_no_grid() -> None:
    """In a grid these two corners are 17 thousand million cells."""

    def far(book: Any) -> None:
        book.active["XFD1048576"] = "x"

    sheet = read_workbook(workbook(ROWS, far))
    assert sheet.text == read_workbook(workbook()).text
    assert sheet.notes == ("Only the first 20000 rows and 100 columns of the sheet were read.",)


TOO_LARGE = "This spreadsheet is too large"
UNREADABLE = "This spreadsheet cannot be read"
LAUGHS = b'<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@each(
    ("data", "message"),
    [
        (with_parts(workbook(), {SHEET: lambda xml: b" " * (MOST_UNPACKED + 1)}), TOO_LARGE),
        (with_parts(workbook(), {SHARED: lambda xml: b" " * (MOST_UNPACKED + 1)}), TOO_LARGE),
        (with_parts(workbook(), {"xl/styles.xml": lambda xml: b" " * (MOST_OF_A_PART + 1)}), TOO_LARGE),
        (with_parts(workbook(), {f"xl/{n}.xml": bytes for n in range(500)}), TOO_LARGE),
        (with_parts(workbook(), {SHEET: lambda xml: LAUGHS + xml.replace(b"SC Bonn", b"&b;")}), UNREADABLE),
        (with_parts(workbook(), {SHEET: lambda xml: xml[:-20]}), UNREADABLE),
        (with_parts(workbook(), {"xl/workbook.xml": lambda xml: b"<a"}), UNREADABLE),
        (b"PK\x03\x04rest", UNREADABLE),
        (b"\xd0\xcf\x11\xe0 an old workbook, or one with a password", UNREADABLE),
        (workbook([]), "This spreadsheet is empty"),
    ],
)
def test_what_is_too_large_or_broken_is_refused_in_a_sentence(data: bytes, message: str) -> None:
    assert is_workbook(data)
    with pytest.raises(Refused, match=message):
        read_workbook(data)


def test_entities_are_refused_by_the_parser_of_the_library() -> None:
    assert openpyxl.DEFUSEDXML is True


def test_pictures_do_not_count() -> None:
    data = with_parts(workbook(), {"xl/media/image1.png": lambda png: b" " * (2 * MOST_UNPACKED)})
    assert read_workbook(data).text == read_workbook(workbook()).text


@given(st.integers(0, 10**6), st.binary(max_size=6))
@examples(30)
def test_a_damaged_file_is_read_or_refused(at: int, piece: bytes) -> None:
    at %= len(PLAIN)
    with suppress(Refused):
        read_workbook(PLAIN[:at] + piece + PLAIN[at + len(piece) :])
