"""Tables as flat rows, the same for API and CSV; and CSV that no spreadsheet runs as a formula."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from django.http import HttpResponse

from analytics.intervals import Interval

Value = str | int | float | None

Record = dict[str, Value]
"""A row. Names of columns are for machines."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it Excel takes UTF-8 for something else and breaks names."""


def harmless(value: Value) -> Value:
    """The value; a text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection).

    Numbers stay numbers, negative ones too.
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def csv_text(records: Sequence[Record]) -> str:
    """The rows with a header line; no rows give an empty text."""
    text = StringIO()
    if records:
        writer = csv.writer(text)
        writer.writerow(records[0])
        writer.writerows([harmless(value) for value in record.values()] for record in records)
    return text.getvalue()


def csv_response(records: Sequence[Record], name: str) -> HttpResponse:
    """The rows as a download. `name` is our own, without a suffix."""
    response = HttpResponse(BYTE_ORDER_MARK + csv_text(records), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def ends(name: str, interval: Interval | None) -> Record:
    """The two ends of an interval as columns."""
    return {
        f"{name}_low": number(interval.low if interval else None),
        f"{name}_high": number(interval.high if interval else None),
    }


def number(value: float | None) -> float | None:
    """As many digits as a reader may want, so that every way of reading gives the same."""
    return None if value is None else round(float(value), 6)
