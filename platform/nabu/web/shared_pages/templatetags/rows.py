"""Addresses and numbers in the rows of long tables: each kind is worked out once, not once a row."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from django import template
from django.template.defaultfilters import floatformat
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language

from competition.points import in_cents

register = template.Library()

PROBE = 970_000_001
"""A number that stands in no address by itself."""


@register.simple_tag
def address(name: str, *numbers: int) -> str:
    """{% address 'players:detail' player.pk %}: what {% url %} says, for addresses with nothing but numbers in them."""
    return _pattern(get_script_prefix(), name, len(numbers)).format(*numbers)


@lru_cache(maxsize=64)
def _pattern(prefix: str, name: str, count: int) -> str:
    probes = [PROBE + index for index in range(count)]
    found = reverse(name, args=probes).replace("{", "{{").replace("}", "}}")
    for probe in probes:
        found = found.replace(str(probe), "{}")
    return found


@register.filter
def decimals(value: float | Decimal | Fraction, most: int) -> str:
    """What floatformat says with a negative argument: at most so many decimals, none for a whole number."""
    return _formatted(value, -most, get_language())


@register.filter
def fixed(value: float | Decimal | Fraction, places: int) -> str:
    """Always so many decimals, so that a column lines up."""
    return _formatted(value, places, get_language())


@lru_cache(maxsize=8192)
def _formatted(value: float | Decimal | Fraction, places: int, language: str | None) -> str:
    if isinstance(value, Fraction):
        value = in_cents(value)
    return str(floatformat(value, places))
