"""Rows with mistakes, corrected in the preview: their fields, what was typed into them, and the list with it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competition.trf.reader import NAME, printable_lines
from nabu.contests.tournaments.imports.cells import Cells, corrected, read_cells
from nabu.contests.tournaments.imports.plain_text import BYTE_ORDER_MARK
from nabu.contests.tournaments.imports.report_files import is_trf, player_lines
from nabu.contests.tournaments.imports.result_table import Where, where_of

MOST_FIELDS = 1500
"""So many fields a preview has at most: a request carries 2,000 values (`DATA_UPLOAD_MAX_NUMBER_FIELDS`)."""

LABELS: dict[str, str | Promise] = {
    "name": _("Name"),
    "surname": _("Surname"),
    "first_name": _("First name"),
    "club": _("Club"),
    "rating": _("Rating"),
    "fide_id": _("FIDE ID"),
    "seed": _("Seed"),
    "fixed_table": _("Fixed table"),
    "note": _("Note"),
    "email": _("E-mail"),
    "round": _("Round"),
    "table": _("Table"),
    "place": _("Place"),
    "score": _("Score"),
    "absent": _("Absent"),
    "stand_in": _("Stand-in"),
    "requested": _("Requested bye"),
}

LEAVE_OUT = "leave_out"
"""The box of a row that is not to be imported."""

PLACES = {"name": NAME, "fide_id": slice(57, 68)}
"""Where a line of a report file has what can be corrected in it; the rest of the line are its games."""

Changes = Mapping[int, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a row. `wrong`: the mistake of the row is in it. `most`: how many characters it takes at most."""

    name: str
    label: str | Promise
    value: str
    wrong: bool = False
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a row; `leave_out` is the name of the box, empty where rows cannot be left out."""

    fields: tuple[Field, ...]
    leave_out: str = ""


def fields_of(text: str, wrong: Sequence[tuple[int, str]]) -> dict[int, Fields]:
    """Fields for the rows with a mistake, given with the columns of the mistakes; for as many rows as a request takes.

    A row over several lines has none: its quotation mark has to be closed in the list.
    """
    if is_trf(text):
        return _fields_of_report(text, wrong)
    table = read_cells(text.removeprefix(BYTE_ORDER_MARK))
    rows, columns = dict(table.values()), table.columns.values()
    found = {}
    for row, column in wrong[: MOST_FIELDS // (len(table.columns) + 1)]:
        values = rows.get(row, {})
        if any("\n" in value or "\r" in value for value in values.values()):
            continue
        fields = [Field(_name(row, c), LABELS[c], values.get(c, ""), _is_at(c, column)) for c in columns]
        found[row] = Fields(tuple(fields), _name(row, LEAVE_OUT))
    return found


def changes_in(posted: Mapping[str, str]) -> Changes:
    """What was typed into the fields of the rows."""
    changes: dict[int, dict[str, str]] = {}
    for name, value in posted.items():
        match = re.fullmatch(r"row-([0-9]{1,6})-([a-z_]+)", name)
        if match and match[2] in LABELS:
            leave_out = _name(int(match[1]), LEAVE_OUT) in posted
            changes.setdefault(int(match[1]), {})[match[2]] = "" if leave_out else str(value)
    return changes


def with_changes(text: str, changes: Changes) -> str:
    """The list or report file with what was typed. Raises csv.Error."""
    if not changes:
        return text
    if is_trf(text):
        return _corrected_report(text, changes)
    return corrected(text, _handed_down(read_cells(text.removeprefix(BYTE_ORDER_MARK)), changes))


def _handed_down(table: Cells, changes: Changes) -> Changes:
    """The changes, and the round and table of a row of results that is left out written into the row below."""
    if not table.is_results:
        return changes
    found = dict(changes)
    above, is_below = Where(), False
    for number, values in table.values():
        typed = {**values, **changes.get(number, {})}
        is_left_out = not any(typed.values())
        above = where_of(values if is_left_out else typed, above)
        if is_below and not is_left_out:
            found[number] = {**changes.get(number, {}), "round": above.round, "table": above.table}
        is_below = is_left_out
    return found


def _fields_of_report(text: str, wrong: Sequence[tuple[int, str]]) -> dict[int, Fields]:
    lines, found = printable_lines(text), player_lines(text)
    return {
        row: Fields(
            tuple(
                Field(_name(row, c), LABELS[c], lines[found[row]][at].strip(), c == column, at.stop - at.start)
                for c, at in PLACES.items()
            )
        )
        for row, column in wrong[: MOST_FIELDS // len(PLACES)]
        if row in found
    }


def _corrected_report(text: str, changes: Changes) -> str:
    lines, found = printable_lines(text), player_lines(text)
    for row, values in changes.items():
        for column, value in values.items():
            if row in found and column in PLACES:
                at = PLACES[column]
                width = at.stop - at.start
                line = lines[found[row]].ljust(at.stop)
                lines[found[row]] = line[: at.start] + " ".join(value.split())[:width].ljust(width) + line[at.stop :]
    return "\n".join(lines)


def _is_at(column: str, wrong: str) -> bool:
    return column == wrong or (wrong == "name" and column in ("surname", "first_name"))


def _name(row: int, column: str) -> str:
    return f"row-{row}-{column}"
