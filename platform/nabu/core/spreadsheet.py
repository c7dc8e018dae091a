"""Tables as flat rows, the same for API and CSV; and CSV that no spreadsheet runs as a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from itertools import chain
from typing import TypeVar

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from analytics.intervals import Interval

R = TypeVar("R", bound=HttpResponseBase)

Value = str | int | float | None

Record = dict[str, Value]
"""A row. Names of columns are for machines."""

WIDE = "\uff1d\uff0b\uff0d\uff20"
"""The same four signs as East Asian keyboards type them: some spreadsheets take them for the narrow ones (OWASP)."""

FORMULA_STARTS = ("=", "+", "-", "@", *WIDE, "\t", "\r", "\n")
CSV_TYPE = "text/csv; charset=utf-8"
PART_CHARACTERS = 60_000
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it Excel takes UTF-8 for something else and breaks names."""


def harmless(value: Value) -> Value:
    """The value; a text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection).

    Numbers stay numbers, negative ones too.
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def moment(seconds: int) -> str:
    """A moment in seconds since 1970 as text: ISO 8601, UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def csv_parts(records: Iterable[Record], columns: Sequence[str] = ()) -> Iterator[str]:
    """The rows with a header line, some thousand characters at a time. Without rows the header line is `columns`."""
    text = StringIO()
    writer = csv.writer(text)
    rows = iter(records)
    first = next(rows, None)
    writer.writerow(columns if first is None else first)
    for record in chain([] if first is None else [first], rows):
        writer.writerow([harmless(value) for value in record.values()])
        if text.tell() > PART_CHARACTERS:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def csv_text(records: Iterable[Record], columns: Sequence[str] = ()) -> str:
    """The rows with a header line. Without rows the header line is `columns`."""
    return "".join(csv_parts(records, columns))


def csv_response(records: Iterable[Record], name: str, columns: Sequence[str] = ()) -> HttpResponse:
    """The rows as a download, with `columns` where there may be none. `name` is our own, without a suffix."""
    return _download(HttpResponse(BYTE_ORDER_MARK + csv_text(records, columns), content_type=CSV_TYPE), name)


def csv_stream(records: Iterable[Record], name: str, columns: Sequence[str] = ()) -> StreamingHttpResponse:
    """The same bytes for any number of rows, which are made while they are sent.

    The first ones are made here, so that what goes wrong at the beginning is an error page.
    """
    parts = csv_parts(records, columns)
    return _download(
        StreamingHttpResponse(chain([BYTE_ORDER_MARK + next(parts)], parts), content_type=CSV_TYPE),
        name,
    )


def _download(response: R, name: str) -> R:
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
