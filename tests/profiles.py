"""The two profiles of the tests: the short one runs with every change, the long one by hand (docs/operating.md)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product
from typing import TypeVar

from hypothesis import settings

One = TypeVar("One")
Other = TypeVar("Other")

LONG = os.environ.get("NABU_HYPOTHESIS") == "long"
"""Whether this is the long profile (tests/conftest.py)."""

SHORT = 36
"""The scale of `examples`: with the 12 examples of the short profile (tests/conftest.py) it gives a third of what a
test asks for."""


def examples(short: int, long: int | None = None) -> settings:
    """So many examples in the short profile, and in the long one as many times more as everywhere, or `long`."""
    if LONG and long is not None:
        return settings(max_examples=long)
    return settings(max_examples=max(1, short * settings().max_examples // SHORT))


def pairs(ones: Iterable[One], others: Iterable[Other]) -> list[tuple[One, Other]]:
    """Cases of a test: in the long profile each of these with each of those. In the short one they go by turns, so that
    each of both comes at least once."""
    first, second = list(ones), list(others)
    if LONG:
        return list(product(first, second))
    return [(first[n % len(first)], second[n % len(second)]) for n in range(max(len(first), len(second)))]
