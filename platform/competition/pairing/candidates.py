"""The candidate pairs of a round for two, with one number each: what the matching minimises.

The numbers agree with `Costs.of`; they are computed for all pairs at once because there may be millions. Every term has
its own digits, wide enough for the sum of the term over any round, so that the sum of the numbers orders rounds as
their costs do, term by term.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from competition.pairing.costs import FURTHEST, TERMS, Costs, float_distance, order_distance
from competition.pairing.seats import LIMIT, strain
from competition.records import Pair, pair_of

WEIGHT_LIMIT = 2**100
"""rustworkx calculates with 128-bit integers and is silently wrong from 2**126 on."""

WORD = 2**62
"""Terms are packed into machine words below this, and the words into one Python integer."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Edges between nodes. Nodes below the number of players are places in the line; the byes follow.

    `weights` are costs; `top` is more than any of them.
    """

    one: list[int]
    other: list[int]
    weights: list[int]
    top: int


def candidates(costs: Costs, byes: int, window: int) -> Candidates:
    """All pairs at most `window` places of the line apart that are not forbidden, and every player with every bye."""
    n = len(costs.line)
    one, other = _allowed(costs, n, window)
    columns = _meetings(costs, one, other)
    for column, values in _byes(costs).items():
        columns[column] = np.concatenate([columns[column], np.tile(values, byes)])
    length = len(one) + n * byes
    for column in TERMS:
        if len(columns[column]) < length:
            columns[column] = np.concatenate([columns[column], np.zeros(n * byes, np.int64)])
    one = np.concatenate([one, np.tile(np.arange(n), byes)])
    other = np.concatenate([other, n + np.repeat(np.arange(byes), n)])
    weights, top = _pack(list(columns.values()), one, other, n + byes)
    return Candidates(one.tolist(), other.tolist(), weights, top)


def _allowed(costs: Costs, n: int, window: int) -> tuple[Numbers, Numbers]:
    reach = min(window, n - 1)
    one = np.repeat(np.arange(n), reach)
    other = one + np.tile(np.arange(1, reach + 1), n)
    inside = other < n
    one, other = one[inside], other[inside]
    if costs.forbidden:
        free = _lookup(costs, dict.fromkeys(costs.forbidden, 1), one, other) == 0
        one, other = one[free], other[free]
    return one, other


def _lookup(costs: Costs, pairs: dict[Pair, int], one: Numbers, other: Numbers) -> Numbers:
    """The value of each edge, 0 where its pair has none."""
    at = {player: place for place, player in enumerate(costs.line)}
    n = len(at)
    known: dict[int, int] = {}
    for (a, b), value in pairs.items():
        if a in at and b in at:
            known[min(at[a], at[b]) * n + max(at[a], at[b])] = value
    if not known:
        return np.zeros(len(one), np.int64)
    keys = np.array(sorted(known), np.int64)
    values = np.array([known[key] for key in sorted(known)], np.int64)
    edges = one * n + other
    found = np.minimum(np.searchsorted(keys, edges), len(keys) - 1)
    return np.where(keys[found] == edges, values[found], 0)


def _meetings(costs: Costs, one: Numbers, other: Numbers) -> dict[str, Numbers]:
    """The terms of every pair."""
    history, line = costs.history, costs.line
    nothing = np.zeros(len(one), np.int64)
    columns: dict[str, Numbers] = dict.fromkeys(TERMS, nothing)
    columns["rematch"] = _lookup(costs, {pair: times**2 for pair, times in history.met.items()}, one, other)
    columns["discouraged"] = _lookup(costs, dict.fromkeys(costs.discouraged, 1), one, other)
    if costs.full == 2:
        seats = _seats(costs, one, other)
        columns["seat_limit"], columns["first_seat"] = seats // LIMIT, seats % LIMIT
    units = _array(costs.units[c] for c in line)
    # The line is by points except for somebody who floats past the one who is next for the bye.
    one, other = np.where(units[one] < units[other], other, one), np.where(units[one] < units[other], one, other)
    gap = units[one] - units[other]
    columns["score_gap"] = gap * gap
    if costs.full != 2:
        return columns
    down, up = _array(history.floats.get(c) == -1 for c in line), _array(history.floats.get(c) == 1 for c in line)
    columns["repeated_float"] = np.where(gap > 0, down[one] + up[other], 0)
    bracket, place, size = (_array(costs.places[c][part] for c in line) for part in range(3))
    inside = order_distance(costs.order, place[one], place[other], size[one])
    across = float_distance(place[one], size[one], place[other])
    columns["order"] = np.minimum(np.where(bracket[one] == bracket[other], inside, across), FURTHEST) ** 2
    return columns


def _seats(costs: Costs, one: Numbers, other: Numbers) -> Numbers:
    """The strain of the seats at a table of two, as `Costs.seat_strain` has it."""
    history, line = costs.history, costs.line
    first, second = _array(strain(history, c, True) for c in line), _array(strain(history, c, False) for c in line)
    forward, backward = first[one] + second[other], second[one] + first[other]
    at = {player: place for place, player in enumerate(line)}
    due = {}
    for pair in {pair_of(*players) for players in history.before if at.keys() >= set(players)}:
        starter = history.due(*pair)
        if starter is not None:
            due[pair] = 1 if at[starter] == min(at[player] for player in pair) else 2
    starts = _lookup(costs, due, one, other)
    return np.select([starts == 1, starts == 2], [forward, backward], np.minimum(forward, backward))


def _array(values: Iterable[int]) -> Numbers:
    return np.array(list(values), np.int64)


def _byes(costs: Costs) -> dict[str, Numbers]:
    rows = [dict(zip(TERMS, costs.of((player,)), strict=True)) for player in costs.line]
    return {key: _array(row[key] for row in rows) for key in ("second_bye", "bye_score", "bye_missed", "order")}


def _pack(columns: list[Numbers], one: Numbers, other: Numbers, nodes: int) -> tuple[list[int], int]:
    """One number for every edge, and a number that is more than any.

    A very large field with very uneven points could need more room than there is: then the least terms are measured
    more coarsely, and differences of points too, until the numbers fit.
    """
    coarse = 0
    while True:
        words, top = _words(columns, one, other, nodes)
        if top < WEIGHT_LIMIT:
            break
        at = (TERMS.index("order"), TERMS.index("score_gap"))[coarse % 2]
        columns[at] = columns[at] // 2
        coarse += 1
    weights: list[int] = [0] * len(one)
    for factor, word in words:
        weights = [sum_ + factor * value for sum_, value in zip(weights, word.tolist(), strict=True)]
    if top >= WEIGHT_LIMIT:
        raise AssertionError("matching weights must stay below 2**100")
    return weights, top


def _words(columns: list[Numbers], one: Numbers, other: Numbers, nodes: int) -> tuple[list[tuple[int, Numbers]], int]:
    """The terms packed into words, each with its factor, and the product of all digits."""
    words: list[tuple[int, Numbers]] = []
    place, factor = 1, 1
    word = np.zeros(len(one), np.int64)
    for column in reversed(columns):
        digits = _most(column, one, other, nodes) + 1
        if digits == 1:
            continue
        if place * digits >= WORD:
            words.append((factor, word))
            factor, place, word = factor * place, 1, np.zeros(len(one), np.int64)
        word = word + column * place
        place *= digits
    words.append((factor, word))
    return words, factor * place


def _most(column: Numbers, one: Numbers, other: Numbers, nodes: int) -> int:
    """No matching sums to more: half of what every node costs at most (each edge is counted at both its ends)."""
    most = np.zeros(nodes, np.int64)
    np.maximum.at(most, one, column)
    np.maximum.at(most, other, column)
    return int(most.sum()) // 2
