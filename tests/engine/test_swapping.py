"""A corrected draw is swapped with a later one of the same thing, so that the moves between and behind them stay."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.browser.desk import Desk
from engine.game import CHANCE, EngineError, Game, JsonObject
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.journal import APPEND, REPLACE, Moves, Step, step_of
from engine.table.swapping import swaps_for
from engine.table.table import Table
from tests.engine.strategies import tables
from tests.engine.test_table_in_progress import EVERY_GAME, played
from tests.profiles import examples


def things_of(line: JsonObject, key: str) -> list[str]:
    """What a draw brought."""
    value: Any = line[key]
    if isinstance(value, str):
        return [value]
    return [thing for each in value for thing in ([each] if isinstance(each, str) else each)]


def slips(table: Table, number: int) -> Iterator[JsonObject]:
    """Draw `number` with one thing in the place of another one."""
    bag = table.at(number).state.bag()
    drawn = things_of(table.moves[number].action.to_json(), bag.key)
    for thing, count in bag.left.items():
        if drawn.count(thing) < count:
            for at in (at for at, other in enumerate(drawn) if other != thing):
                yield bag.drawn([*drawn[:at], thing, *drawn[at + 1 :]])


def draws_of(table: Table) -> list[int]:
    """The numbers of the draws."""
    return [number for number, move in enumerate(table.moves) if "chance" in move.action.to_json()]


def with_later(key: str, seed: int = 3) -> tuple[Table, int, JsonObject]:
    """A game of two, one of its draws, and a slip in it after which later moves would be lost without a swap."""
    table, _report = Table.of_log(simulate_game(key, 2, GAMES[key].rulesets[0], ("random",), seed))
    assert table is not None
    for number in draws_of(table):
        for line in slips(table, number):
            if swaps_for(table, number, line):
                return table, number, line
    raise AssertionError("no draw of this game can be swapped")


# The craft cards of Amyitis are all dealt at once: no later draw has the thing that was mistaken for another one.
@pytest.mark.parametrize("key", ["babylonia", "ishtar", "babylon"])
def test_all_moves_stay_after_a_swap(key: str) -> None:
    table, number, line = with_later(key)
    assert table.copy().replace(number, line).aside, "without it some would be lost"
    step = step_of(table, [], REPLACE, [line], number)
    assert not step.aside
    assert len(step.game.moves) == len(table.moves)
    assert step.game.result is not None
    moves = Moves()
    before, after = Step(table, APPEND, 0, table.lines), step
    moves.take(before)
    moves.take(after)
    assert moves.lines == step.game.lines
    changed = [at for at, (old, new) in enumerate(zip(table.lines, moves.lines, strict=True)) if old != new]
    assert changed == [number, *(at for at, _old, _new in moves.swapped)]
    assert moves.swapped == [(at, table.lines[at], moves.lines[at]) for at in changed[1:]]
    # Whoever brought the other moves has brought them; what was thrown away is told.
    assert [at for at, entry in enumerate(moves.brought) if entry is after] == changed
    assert moves.dropped == [[table.lines[at] for at in changed]]


def test_a_tile_that_was_taken_for_another_one_is_found_where_that_one_was() -> None:
    table, number, line = with_later("babylon")
    word = table.at(number).state.bag().key
    swaps = swaps_for(table, number, line)
    assert {lines[word] for lines in swaps.values()} == {table.lines[number][word]}
    assert [table.lines[at][word] for at in swaps] == [line[word]]


def test_a_page_that_has_only_the_lines_is_told_of_a_swap() -> None:
    table, number, line = with_later("babylon")
    desk = Desk()
    opened = {"header": table.header.to_json(), "lines": table.lines, "undone": [], "dropped": [], "aside": []}
    desk.answer(json.dumps({"ask": "record.open", **opened, "reason": "", "swapped": []}))
    asked = {"ask": "record.enter", "op": REPLACE, "n": number, "lines": [line]}
    answer = json.loads(desk.answer(json.dumps(asked)))["answer"]
    swaps = swaps_for(table, number, line)
    assert [(swap["n"], swap["before"]["line"], swap["after"]["line"]) for swap in answer["swapped"]] == [
        (at, table.lines[at], changed) for at, changed in swaps.items()
    ]
    assert answer["count"] == len(table.moves)


def test_what_is_no_draw_or_is_not_allowed_is_not_swapped() -> None:
    table, number, line = with_later("babylonia")
    chosen = next(number for number, move in enumerate(table.moves) if "chance" not in move.action.to_json())
    assert swaps_for(table, chosen, table.lines[chosen]) == {}
    assert swaps_for(table, number, table.lines[number]) == {}
    assert swaps_for(table, number, {**line, "tokens": [*line["tokens"], "farmer"]}) == {}
    assert swaps_for(table, number, {"chance": "draw"}) == {}


@EVERY_GAME
@given(data=st.data())
@examples(6)
def test_a_swap_is_a_legal_game_that_loses_nothing(game: Game, data: st.DataObject) -> None:
    """Whatever is corrected: with swaps every later move stays and the same things are drawn, and where nothing would
    be lost, nothing is swapped."""
    table = played(data.draw(tables(game.key)))
    draws = draws_of(table)
    if not draws:
        return
    number = data.draw(st.sampled_from(draws))
    assert table.at(number).state.to_move == CHANCE
    lines = list(slips(table, number))
    if not lines:
        return
    line = Random(data.draw(st.integers(0, 99))).choice(lines)
    key = table.at(number).state.bag().key
    try:
        without = table.copy().replace(number, line)
    except EngineError:
        assert swaps_for(table, number, line) == {}
        return
    swaps = swaps_for(table, number, line)
    step = step_of(table, [], REPLACE, [line], number)
    assert replay(step.game.log()).verdict in ("verified", "unfinished")
    if not swaps:
        assert step.aside == list(without.aside)
        return
    assert without.aside
    assert not step.aside
    new = step.game.lines[: len(table.moves)]
    changed = [at for at, (old, other) in enumerate(zip(table.lines, new, strict=True)) if old != other]
    assert changed == [number, *sorted(swaps)]
    counts = [Counter(thing for at in changed for thing in things_of(each[at], key)) for each in (table.lines, new)]
    assert counts[0] == counts[1]
