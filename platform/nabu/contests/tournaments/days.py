"""The days of an event in the reader's language."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import pgettext


def days_in_words(first: date | None, last: date | None) -> str:
    """The first day, or all of them: "12 to 14 December 2026", "30 November to 2 December 2026"; empty without one."""
    if first is None:
        return ""
    if last is None or last == first:
        return date_format(first, "DATE_FORMAT")
    ends = date_format(last, "DATE_FORMAT")
    if (first.year, first.month) == (last.year, last.month):
        return pgettext("days of one month", "%(first)s to %(last)s") % {"first": first.day, "last": ends}
    begins = date_format(first, "MONTH_DAY_FORMAT" if first.year == last.year else "DATE_FORMAT")
    return pgettext("days", "%(first)s to %(last)s") % {"first": begins, "last": ends}
