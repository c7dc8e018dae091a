"""Tables of two at which everybody meets everybody: the Berger tables (FIDE Handbook C.05, annex 1)."""

from __future__ import annotations

from functools import lru_cache

Game = tuple[int, int]
"""Two numbers, the first has the first seat."""


@lru_cache(maxsize=64)
def berger(players: int) -> tuple[tuple[Game, ...], ...]:
    """The rounds for so many players, numbered from 1. For an odd number the last number + 1 is nobody: a rest.

    In round r (from 0) the last number meets a = (r * n / 2) mod (n - 1) + 1; the others meet around a: a + i sits
    first against a - i. The last number sits first in every second round.
    """
    last = players + players % 2
    circle = last - 1
    rounds = []
    for number in range(circle):
        middle = number * (last // 2) % circle
        games = [(middle + 1, last) if number % 2 == 0 else (last, middle + 1)]
        games += [((middle + step) % circle + 1, (middle - step) % circle + 1) for step in range(1, last // 2)]
        rounds.append(tuple(games))
    return tuple(rounds)


@lru_cache(maxsize=64)
def double_berger(players: int) -> tuple[tuple[Game, ...], ...]:
    """Everybody twice, the second time with the seats exchanged.

    The last two rounds of the first half are exchanged, as the annex recommends, so that nobody has the same seat three
    times in a row.
    """
    first = list(berger(players))
    again = [tuple((second, one) for one, second in games) for games in first]
    if len(first) > 1:
        first[-2:] = reversed(first[-2:])
    return (*first, *again)
