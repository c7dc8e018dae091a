"""The cells of a spreadsheet file (.xlsx) as the text that a list comes in.

A workbook is a ZIP archive of XML, so a small file can unpack to gigabytes, and two cells can span 17 thousand million.
Sizes are checked in the directory of the archive before anything is unpacked (Python reads no more of a member than it
says there), defusedxml refuses entities, and rows are streamed up to a limit, never laid out as a grid.
"""

from __future__ import annotations

import csv
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from io import BytesIO, StringIO
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nabu.contests.tournaments.imports.cells import MOST_COLUMNS
from nabu.core.errors import Refused

BEGINNINGS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How .xlsx and every other ZIP archive begins; and .xls, which is not read, nor are workbooks with a password."""

MOST_PARTS = 500
MOST_UNPACKED = 6 * 2**20
"""Of XML; pictures are never unpacked. The worst file of this size takes five seconds of CPU time."""

MOST_OF_A_PART = 512 * 2**10
"""So large one part may be when it is unpacked, other than those that hold the cells."""

SHEETS = "xl/worksheets/"
CELLS = (SHEETS, "xl/sharedStrings.xml")
MOST_LINES = 20_000

ERRORS = frozenset({"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"})
"""What a formula that cannot be calculated shows."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a sheet, separated by tabs, and what should be known about how it was read, in sentences."""

    text: str
    notes: tuple[str, ...]


def is_workbook(data: bytes) -> bool:
    """Whether it is a file of a spreadsheet program, of whatever version."""
    return data.startswith(BEGINNINGS)


def read_workbook(data: bytes) -> Sheet:
    """The first visible sheet that has a cell with something in it. Raises Refused; takes any bytes."""
    has_formulas = _check(data)
    try:
        with warnings.catch_warnings(action="ignore"):  # about what openpyxl would lose when it saves the file
            return _read(data, has_formulas=has_formulas)
    except Refused:
        raise
    except Exception:  # whatever its parsers raise for a file that is broken
        raise Refused(_not_readable()) from None


def _check(data: bytes) -> bool:
    """Whether there are formulas in it. Raises Refused for what is no workbook or too large."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = [part for part in archive.infolist() if part.filename.endswith((".xml", ".rels"))]
            _check_sizes(parts)
            return any(b"<f" in archive.read(part) for part in parts if part.filename.startswith(SHEETS))
    except Refused:
        raise
    except Exception:  # as below
        raise Refused(_not_readable()) from None


def _check_sizes(parts: Sequence[zipfile.ZipInfo]) -> None:
    if not any(part.filename == "xl/workbook.xml" for part in parts):
        raise Refused(_not_readable())
    too_large = any(part.file_size > MOST_OF_A_PART and not part.filename.startswith(CELLS) for part in parts)
    if too_large or len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Refused(_("This spreadsheet is too large. Copy its cells and paste them below."))


def _not_readable() -> str:
    return _("This spreadsheet cannot be read. Save it as .xlsx or CSV, or copy its cells and paste them below.")


def _read(data: bytes, *, has_formulas: bool) -> Sheet:
    # Imported here: few requests need it, and it is as large as the rest of the import together.
    import openpyxl

    book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    visible = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    for sheet in visible:
        rows = [_texts(row) for row in _rows(sheet)]
        if any(map(any, rows)):
            notes = _about(sheet, len(visible))
            if has_formulas:
                formulas = openpyxl.load_workbook(BytesIO(data), read_only=True, keep_links=False)
                notes += _about_formulas(rows, _rows(formulas[sheet.title]))
            return Sheet(_tabbed(rows), tuple(notes))
    raise Refused(_("This spreadsheet is empty."))


def _rows(sheet: Any) -> Iterable[Sequence[object]]:
    rows: Iterable[Sequence[object]] = sheet.iter_rows(max_row=MOST_LINES, max_col=MOST_COLUMNS, values_only=True)
    return rows


def _texts(row: Sequence[object]) -> list[str]:
    return [_text(value) for value in row]


def _text(value: object) -> str:
    """A cell on one line. Whole numbers have no decimals, days no time of day."""
    if value is None or (isinstance(value, str) and value in ERRORS):
        return ""
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return " ".join(str(value).split())


def _about(sheet: Any, sheets: int) -> list[str]:
    notes = []
    if sheets > 1:
        notes.append(_("Only the sheet “%(name)s” was read.") % {"name": sheet.title})
    if (sheet.max_row or 0) > MOST_LINES or (sheet.max_column or 0) > MOST_COLUMNS:
        notes.append(
            _("Only the first %(rows)s rows and %(columns)s columns of the sheet were read.")
            % {"rows": MOST_LINES, "columns": MOST_COLUMNS}
        )
    return notes


def _about_formulas(texts: Sequence[Sequence[str]], rows: Iterable[Sequence[object]]) -> list[str]:
    """Formulas are read as what they showed when the file was saved; some programs save no such value."""
    empty = sum(
        not text and isinstance(formula, str) and formula.startswith("=")
        for line, row in zip(texts, rows, strict=False)
        for text, formula in zip(line, row, strict=False)
    )
    if not empty:
        return []
    return [
        ngettext(
            "%(count)s cell with a formula has no value in the file and was left empty. Save the file once more in a "
            "spreadsheet program.",
            "%(count)s cells with formulas have no value in the file and were left empty. Save the file once more in a "
            "spreadsheet program.",
            empty,
        )
        % {"count": empty}
    ]


def _tabbed(rows: Sequence[Sequence[str]]) -> str:
    """The rows at their places, all of one width: a tab in each says that commas separate nothing."""
    width = max(2, *(at + 1 for row in rows for at, text in enumerate(row) if text))
    last = max(number for number, row in enumerate(rows, start=1) if any(row))
    written = StringIO()
    csv.writer(written, delimiter="\t", lineterminator="\n").writerows(
        [*row[:width], *[""] * (width - len(row))] for row in rows[:last]
    )
    return written.getvalue()
