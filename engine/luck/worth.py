"""What one draw was worth: the position after it against the positions that the bag could have brought.

Both are played on by greedy bots in pairs that share all later chance (common random numbers). Playing on for a few
turns is enough and tells more: what is left of a draw after them is small, and the noise of the rest of the game would
hide it (docs/luck.md). The position is the true one, with everything that was hidden from a seat: luck is what
happened, whoever knew it. Whatever the values were that positions are given, their differences from the mean of the bag
are 0 on average, so luck can be taken from a margin without favouring anybody (Zare, "Hedging toward skill").
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from engine.game import Action, Bot, State
from engine.luck.measured import Measured
from engine.search.in_parts import InParts
from engine.search.rollouts import margin, play_on
from engine.search.winning import winning_chance

PAIRS = 64
"""Pairs of continuations of a draw."""

TO_THE_END = 16
"""So many of those with another draw are played on to the end: they say how likely each seat was to win."""


class Worth(NamedTuple):
    """What a draw was worth to each seat: points of the final margin to the best other, the standard error of that, and
    winning chance (0 to 1; empty if nothing was played on to the end). The seats of a table of two have opposite
    values.
    """

    points: tuple[float, ...]
    error: tuple[float, ...]
    chance: tuple[float, ...]


def worth_of(
    before: State[Any],
    drawn: Action,
    policy: Bot,
    measured: Measured,
    seed: str,
    pairs: int,
    to_the_end: int,
) -> InParts[Worth]:
    """`before`: the position in which `drawn` was drawn; it must not change before the last part. Chance follows from
    the seed alone. `pairs` is at least 2, `to_the_end` (of them) 0 or at least 2.
    """
    seats = range(len(before.scores))
    differences: list[list[float]] = [[] for _ in seats]
    finals: list[list[float]] = [[] for _ in seats]
    last_turn = before.turn + measured.turns
    for number in range(pairs):
        chance = f"{seed}/{number}"
        as_drawn, otherwise = before.copy(), before.copy()
        as_drawn.apply(drawn)
        otherwise.apply(otherwise.draw(Random(f"{chance}/bag")))
        for state in (as_drawn, otherwise):
            draws, bots = Random(f"{chance}/draws"), Random(f"{chance}/bots")
            play_on(state, policy, draws, bots, last_turn)
        for seat, one, other in zip(seats, margins(as_drawn), margins(otherwise), strict=True):
            differences[seat].append(one - other)
        if number < to_the_end:
            play_on(otherwise, policy, Random(f"{chance}/later draws"), Random(f"{chance}/later bots"))
            for seat, final in zip(seats, margins(otherwise), strict=True):
                finals[seat].append(final)
        yield
    points, errors = zip(*(believed(each, measured) for each in differences), strict=True)
    chances = tuple(_chance(finals[seat], points[seat]) for seat in seats if to_the_end)
    return Worth(points, errors, chances)


def margins(state: State[Any]) -> list[float]:
    """What each seat has more than the best of the others, as the position stands."""
    standing = state.standing()
    return [margin(standing, seat) for seat in range(len(standing))]


def believed(differences: Sequence[float], measured: Measured) -> tuple[float, float]:
    """What is believed of the worth of a draw in points of the final margin, and its standard error: that of the mean
    as far as it is believed, and what draws differ by as far as it is not.
    """
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((each - mean) ** 2 for each in differences) / (count - 1) / count
    share = measured.believed(count)
    error = sqrt(share**2 * variance + (measured.scale - share) ** 2 * measured.spread**2)
    return share * mean, error


def _chance(finals: Sequence[float], points: float) -> float:
    """How much likelier a seat has become to win by so many points of margin."""
    mean = sum(finals) / len(finals)
    deviation = sqrt(sum((each - mean) ** 2 for each in finals) / (len(finals) - 1))
    return winning_chance(mean + points, deviation) - winning_chance(mean, deviation)
