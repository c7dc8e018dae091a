"""Whom a matrix of permissions asks: everybody in the long profile, some in turn in the short one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.profiles import LONG

VISITOR = "visitor"
PLAYING = {"player", "opponent", "other player", "stranger"}


def asked(rows: Sequence[Sequence[str]], people: Sequence[str]) -> list[Sequence[str]]:
    """For each row, what each of these people gets, those who are asked.

    Rows that are alike are guarded by the same few functions: the first of them asks everybody; each later one the
    visitor, and of those accounts that get the same answer one, in turn: one that has a role somewhere, if there is
    one, since what refuses a director refuses who only plays. So every answer of every row is still asked for, every
    kind of row by everybody, and a row that has not its like is not shortened.
    """
    if LONG:
        return [people for _row in rows]
    before: Counter[tuple[str, ...]] = Counter()
    found = []
    for row in rows:
        turn = before[tuple(row)]
        before[tuple(row)] += 1
        found.append(_some_of(row, people, turn) if turn else people)
    return found


def _some_of(row: Sequence[str], people: Sequence[str], turn: int) -> Sequence[str]:
    groups: dict[str, list[str]] = {}
    for who, answer in zip(people, row, strict=True):
        if who != VISITOR:
            groups.setdefault(answer, []).append(who)
    with_roles = [[who for who in group if who not in PLAYING] or group for group in groups.values()]
    chosen = {VISITOR, *(group[turn % len(group)] for group in with_roles)}
    return [who for who in people if who in chosen]
