"""Small parts of English sentences."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, one: str, many: str) -> str:
    """`1 city`, `2 cities`."""
    return f"{count} {one if count == 1 else many}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
