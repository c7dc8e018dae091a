"""How many tables of which size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """Table sizes, the fullest first, and how many competitors get a bye."""

    tables: tuple[int, ...]
    byes: int


def table_sizes(players: int, table_size: int, allowed: Sequence[int]) -> Sizes:
    """As few byes as possible; then as few free chairs as possible, many on one table counting more (squared).

    For tables of four that is (-n mod 4) tables of three and the rest of four. Five players are a table of three and
    one of two, or a table of four and a bye where the game does not allow two. `allowed` are the numbers of players
    that the game allows; tables are never larger than `table_size`.
    """
    usable = [size for size in sorted(set(allowed), reverse=True) if 2 <= size <= table_size]
    for byes in range(players + 1):
        split = _split(players - byes, table_size, usable)
        if split is not None:
            return Sizes(split, byes)
    return Sizes((), players)


def _split(players: int, table_size: int, usable: Sequence[int]) -> tuple[int, ...] | None:
    """The best way to seat exactly so many, or None. Smaller tables are tried up to once round the full size."""
    if not players:
        return ()
    if not usable:
        return None
    best: tuple[int, tuple[int, ...]] | None = None
    full, smaller = usable[0], usable[1:]
    for counts in _counts(smaller, full):
        rest = players - sum(size * count for size, count in zip(smaller, counts, strict=True))
        if rest < 0 or rest % full:
            continue
        tables = [full] * (rest // full)
        for size, count in zip(smaller, counts, strict=True):
            tables += [size] * count
        cost = sum((table_size - size) ** 2 for size in tables)
        if best is None or cost < best[0]:
            best = (cost, tuple(tables))
    return best[1] if best else None


def _counts(smaller: Sequence[int], full: int) -> list[tuple[int, ...]]:
    """Every number of smaller tables below `full`: more of one size could always be merged into full tables."""
    counts: list[tuple[int, ...]] = [()]
    for _size in smaller:
        counts = [(*head, count) for head in counts for count in range(full)]
    return counts
