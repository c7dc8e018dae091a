"""Numbers as the dashboards show them. What is not known is a dash, never a zero."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.formats import number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from analytics.intervals import Interval

register = template.Library()

UNKNOWN = "–"
SPACE = "\N{NO-BREAK SPACE}"


@register.filter
def points(value: float | None) -> str:
    """One decimal: 12.3."""
    return UNKNOWN if value is None else _minus(value, 1)


@register.filter
def signed(value: float | None) -> str:
    """One decimal with its sign: +1.2, −0.4."""
    return UNKNOWN if value is None else _with_sign(value, 1)


@register.filter
def whole_signed(value: float | None) -> str:
    """A whole number with its sign: +12, −4."""
    return UNKNOWN if value is None else _with_sign(value, 0)


@register.filter
def percent(value: float | None) -> str:
    """A share as a whole percentage: 27%."""
    return UNKNOWN if value is None else percentage(_minus(100 * value, 0))


@register.filter
def percent_points(value: float | None) -> str:
    """A difference of two shares in percentage points, with its sign: +3.1."""
    return UNKNOWN if value is None else _with_sign(100 * value, 1)


@register.filter
def percent_points_size(value: float | None) -> str:
    """The size of such a difference, without a sign: 3.1."""
    return UNKNOWN if value is None else _minus(abs(100 * value), 1)


@register.filter
def points_span(interval: Interval | None) -> str:
    """An interval of points: "11.2 to 13.4"."""
    return "" if interval is None else _span(_minus(interval.low, 1), _minus(interval.high, 1))


@register.filter
def percent_span(interval: Interval | None) -> str:
    """An interval of shares: "24 to 31%"."""
    if interval is None:
        return ""
    return _span(_minus(100 * interval.low, 0), percentage(_minus(100 * interval.high, 0)))


@register.filter
def percent_fine(value: float | None) -> str:
    """A share with one decimal: 27.1%."""
    return UNKNOWN if value is None else percentage(_minus(100 * value, 1))


@register.filter
def percent_points_span(interval: Interval | None) -> str:
    """An interval of a difference of shares, in percentage points: "−2.1 to +2.9"."""
    return "" if interval is None else _span(percent_points(interval.low), percent_points(interval.high))


@register.filter
def whole_signed_span(interval: Interval | None) -> str:
    """An interval of a difference in whole numbers: "−12 to +30"."""
    return "" if interval is None else _span(_with_sign(interval.low, 0), _with_sign(interval.high, 0))


@register.filter
def four_decimals(value: float | None) -> str:
    """A small number with its sign if it is negative: 0.1017, −0.0175."""
    return UNKNOWN if value is None else _minus(value, 4)


@register.filter
def fine(value: float | None) -> str:
    """Three digits that matter, at least one decimal and at most three: 54.7, 2.31, 0.042."""
    return UNKNOWN if value is None else _minus(value, _fine_decimals(value))


@register.filter
def fine_signed(value: float | None) -> str:
    """The same with its sign."""
    return UNKNOWN if value is None else _with_sign(value, _fine_decimals(value))


@register.filter
def fine_signed_span(interval: Interval | None) -> str:
    """An interval of a difference, both ends with as many decimals as the larger one has: "−0.21 to +0.03"."""
    if interval is None:
        return ""
    decimals = _fine_decimals(max(abs(interval.low), abs(interval.high)))
    return _span(*(_with_sign(end, decimals) for end in interval))


@register.filter
def probability(value: float | None) -> str:
    """A p-value or a q-value: 0.34, 0.012, < 0.001."""
    if value is None:
        return UNKNOWN
    if value < 0.001:
        return f"<{SPACE}{_minus(0.001, 3)}"
    return _minus(value, 3 if value < 0.1 else 2)


@register.filter
def bar_width(value: float | None, largest: float) -> str:
    """How wide the bar of a value is in its cell, in hundredths of that of the largest one."""
    return "0" if not value or value < 0 or not largest else f"{min(100.0, 100 * value / largest):.0f}"


def percentage(number: str) -> str:
    """A number with its percent sign as the reader's language writes it: 27%, in German 27 % without a line break."""
    return _("%(percent)s%%").replace(" ", SPACE) % {"percent": number}


def equals(value: float | None) -> str:
    """What stands behind the letter p or q: "= 0.34", "< 0.001"."""
    found = probability(value)
    return found if found.startswith("<") else f"= {found}"


def _span(low: str, high: str) -> str:
    return _("%(low)s to %(high)s") % {"low": low, "high": high}


def _number(value: float, decimals: int) -> str:
    """The number as the reader's language writes it."""
    return _formatted(value, decimals, get_language())


@lru_cache(maxsize=4096)
def _formatted(rounded: float, decimals: int, _language: str) -> str:
    """Remembered: a table has hundreds of numbers, and Django looks the rules of the language up for each."""
    return number_format(rounded, decimals)


def _fine_decimals(value: float) -> int:
    return 1 if abs(value) >= 10 or value == 0 else 2 if abs(value) >= 0.1 else 3


def _with_sign(value: float, decimals: int) -> str:
    return f"{'+' if round(value, decimals) > 0 else ''}{_minus(value, decimals)}"


def _minus(value: float, decimals: int) -> str:
    """The number rounded (Django's own function cuts digits off), with a real minus sign, and none before a zero."""
    rounded = round(value, decimals)
    return f"−{_number(-rounded, decimals)}" if rounded < 0 else _number(abs(rounded), decimals)
