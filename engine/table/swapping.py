"""A draw that was entered wrong, corrected: a later draw of the same thing was entered wrong too, and swaps with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.game import CHANCE, Action, EngineError, JsonObject, State
from engine.table.table import Table

MOST_THINGS = 8
"""A draw that differs in more things is another draw, not one with a slip in it."""

_Draws = dict[int, tuple[State[Any], str]]
"""Later draws that can be reached: by the number of their move the position before it, and the word that is drawn."""


def swaps_for(table: Table, number: int, line: JsonObject) -> dict[int, JsonObject]:
    """What else is changed when draw `number` becomes this line, so that all later moves stay: number of a later draw
    -> its new line. There what came instead of the wrong thing takes its place.

    Empty if nothing has to be swapped, if no swap keeps all later moves, or if the move is not a draw or the line not
    allowed there.
    """
    before = table.at(number).state
    if before.to_move != CHANCE:
        return {}
    key = before.bag().key
    old = table.moves[number].action.to_json()
    more, less = _difference(old.get(key), line.get(key))
    if not more or len(more) != len(less) or len(more) > MOST_THINGS:
        return {}
    try:
        before.apply(table.read(line))
    except EngineError:
        return {}
    return _search(table, before, number, list(zip(more, less, strict=True)))


def _search(table: Table, after: State[Any], number: int, pairs: list[tuple[str, str]]) -> dict[int, JsonObject]:
    """Swap one thing after the other, each where the game then gets furthest."""
    actions = [move.action for move in table.moves]
    swaps: dict[int, JsonObject] = {}
    reached, draws = _replay(after, actions, number + 1)
    while reached < len(actions):
        best: tuple[int, int, Action, tuple[str, str]] | None = None
        for at, (state, key) in draws.items():
            for pair in dict.fromkeys(pairs):
                changed = _exchanged(table, actions[at], key, pair)
                if changed is None:
                    continue
                found, _later = _replay(state, [*actions[:at], changed, *actions[at + 1 :]], at)
                if found > (best[0] if best else reached):
                    best = found, at, changed, pair
        if best is None:
            return {}
        _found, at, changed, pair = best
        actions[at] = changed
        swaps[at] = changed.to_json()
        pairs.remove(pair)
        reached, draws = _replay(after, actions, number + 1)
    return swaps


def _replay(start: State[Any], actions: Sequence[Action], since: int) -> tuple[int, _Draws]:
    """How many of the actions stay allowed if they go on from this position, and the draws on the way, with the one at
    which it ends."""
    state, draws = start.copy(), {}
    for at in range(since, len(actions)):
        if state.to_move == CHANCE:
            draws[at] = state.copy(), state.bag().key
        try:
            state.apply(actions[at])
        except EngineError:
            return at, draws
    return len(actions), draws


def _exchanged(table: Table, action: Action, key: str, pair: tuple[str, str]) -> Action | None:
    """The same draw with the second thing of the pair in the place of the first; None if it has not brought that."""
    thing, other = pair
    line = action.to_json()
    if thing not in _things(line.get(key)):
        return None
    try:
        return table.read({**line, key: _put(line[key], thing, other)})
    except EngineError:
        return None


def _put(value: Any, thing: str, other: str) -> Any:
    """The value of a draw with one thing in the place of another, once."""
    if isinstance(value, str):
        return other
    for at, each in enumerate(value):
        if thing in _things(each):
            return [*value[:at], _put(each, thing, other), *value[at + 1 :]]
    return value


def _difference(old: Any, new: Any) -> tuple[list[str], list[str]]:
    """What a draw brings more, and what it brings no more."""
    before, after = Counter(_things(old)), Counter(_things(new))
    return list((after - before).elements()), list((before - after).elements())


def _things(value: Any) -> list[str]:
    """All things that the value of a draw names: it is one, a list, or a list of groups."""
    if isinstance(value, str):
        return [value]
    return [thing for each in value for thing in _things(each)] if isinstance(value, list) else []
