"""A game in progress: whatever is done and taken back, the record is a legal game and nothing of it is lost."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE, BadShape, EngineError, Game, IllegalAction, JsonObject
from engine.log.header import read_header
from engine.log.replay import replay
from engine.log.write import line_of
from engine.registry import GAMES
from engine.steps import Step
from engine.table.choices import Choices, Draw, Node, line_of_path
from engine.table.table import Table
from tests.engine import strategies
from tests.engine.strategies import choose, tables
from tests.profiles import examples

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def begin(drawn: strategies.Table) -> Table:
    """A table without moves."""
    return Table(read_header(line_of(drawn.header()).rstrip()))


def played(drawn: strategies.Table, most: int = 400) -> Table:
    """A table with so many moves of a game, or fewer if it ends before."""
    table = begin(drawn)
    rng = Random(drawn.seed + 1)
    while table.result is None and len(table.moves) < most:
        table.apply(choose(drawn, table.state, rng).to_json())
    return table


def everything(table: Table) -> tuple[Any, ...]:
    """What makes two tables the same."""
    return table.state.to_json(), table.moves, table.scores, table.sources(), table.log()


@EVERY_GAME
@given(data=st.data())
@examples(6)
def test_its_log_is_a_log(game: Game, data: st.DataObject) -> None:
    """What a table writes is verified, and read back it is the same table."""
    table = played(data.draw(tables(game.key)), most=5000)
    log = table.log()
    report = replay(log)
    assert report.verdict == ("verified" if table.result else "unfinished")
    assert report.scores == list(table.scores)
    assert report.sources == table.sources()
    again, verdict = Table.of_log(log)
    assert again is not None
    assert verdict == report
    assert everything(again) == everything(table)
    for number, move in enumerate(table.moves[::29]):
        assert table.sources(number * 29 + 1)[0] is not None
        assert sum(sum(seat.values()) for seat in table.sources(number * 29 + 1)) == sum(move.scores)


@EVERY_GAME
@given(data=st.data())
@examples(10)
def test_undo_and_redo_give_the_same_table(game: Game, data: st.DataObject) -> None:
    table = played(data.draw(tables(game.key)))
    before = everything(table)
    count = data.draw(st.integers(0, len(table.moves)))
    at = table.at(count)
    assert everything(table) == before
    undone = table.undo_to(count)
    assert len(table.moves) == count
    assert everything(at) == everything(table)
    assert table.apply_all(undone) == len(undone)
    assert everything(table) == before


@EVERY_GAME
@given(data=st.data())
@examples(10)
def test_a_changed_move_keeps_what_is_still_allowed(game: Game, data: st.DataObject) -> None:
    """Kept and aside are all that followed; the first one aside is refused there, for the reason that is given."""
    table = played(data.draw(tables(game.key)))
    number = data.draw(st.integers(0, len(table.moves) - 1))
    old, there = table.lines, table.at(number)
    if there.state.to_move == CHANCE:
        line = there.state.draw(Random(data.draw(st.integers(0, 99)))).to_json()
    else:
        line = data.draw(st.sampled_from(list(there.state.legal_actions()))).to_json()
    replaced = table.replace(number, line)
    there.apply(line)
    kept = len(table.moves)
    assert [*table.lines[:number], *table.lines[number + 1 :], *replaced.aside] == old[:number] + old[number + 1 :]
    there.apply_all(old[number + 1 : kept])
    assert everything(there) == everything(table)
    if replaced.aside:
        refused = table.check(replaced.aside[0])
        assert refused is not None
        assert refused.message == replaced.reason
    else:
        assert replaced.reason is None


@EVERY_GAME
@given(data=st.data())
@examples(6)
def test_what_is_refused_changes_nothing(game: Game, data: st.DataObject) -> None:
    table = played(data.draw(tables(game.key)))
    before = everything(table)
    number = data.draw(st.integers(0, len(table.moves) - 1))
    later = table.at(number).state.to_move
    for line in (
        {"seat": later + 1 if later >= 0 else 0, "do": "no such thing"},
        {"seat": 7, **{key: value for key, value in table.lines[number].items() if key not in ("seat", "chance")}},
        {},
    ):
        assert isinstance(table.check(line), EngineError)
        with pytest.raises((BadShape, IllegalAction)):
            table.apply(line)
        with pytest.raises((BadShape, IllegalAction)):
            table.replace(number, line)
    for wrong in (-1, len(table.moves) + 1):
        with pytest.raises(ValueError, match="does not exist"):
            table.undo_to(wrong)
        with pytest.raises(ValueError, match="does not exist"):
            table.at(wrong)
    with pytest.raises(ValueError, match="does not exist"):
        table.replace(len(table.moves), table.lines[0])
    assert everything(table) == before


@EVERY_GAME
@given(data=st.data())
@examples(6)
def test_forced_is_what_nobody_can_choose(game: Game, data: st.DataObject) -> None:
    drawn = data.draw(tables(game.key))
    table, rng = begin(drawn), Random(drawn.seed + 1)
    while table.result is None and len(table.moves) < 300:
        forced = table.forced()
        if table.state.to_move >= 0:
            possible = list(table.state.legal_actions())
            assert (forced is not None) == (len(possible) == 1)
            assert forced is None or table.read(forced) == possible[0]
        elif forced is not None:
            assert all(table.read(forced) == table.state.draw(Random(seed)) for seed in range(8))
        move = table.apply(forced or choose(drawn, table.state, rng).to_json())
        assert move.forced == (forced is not None)
    table = begin(drawn)
    table.apply_forced()
    assert all(move.forced for move in table.moves)
    assert table.forced() is None


def leaves(tree: list[Node], path: tuple[Step, ...] = ()) -> list[tuple[Step, ...]]:
    """Every path of a tree."""
    found = []
    for node in tree:
        here = (*path, node.step)
        found += leaves(node.next, here) if node.next else [here]
    return found


@EVERY_GAME
@given(data=st.data(), every=st.integers(1, 30))
@examples(6)
def test_the_tree_leads_to_every_action_and_to_nothing_else(game: Game, data: st.DataObject, every: int) -> None:
    drawn = data.draw(tables(game.key))
    table, rng = begin(drawn), Random(drawn.seed + 1)
    while table.result is None and len(table.moves) < 400:
        if len(table.moves) % every == 0:
            check_choices(table)
        table.apply(choose(drawn, table.state, rng).to_json())
    if table.result:
        assert table.choices() is None


def check_choices(table: Table) -> None:
    """The choices of a position are its legal actions."""
    choices = table.choices()
    if isinstance(choices, Draw):
        assert table.state.to_move == CHANCE
        assert choices.labels.keys() == choices.bag.left.keys()
        return
    assert isinstance(choices, Choices)
    assert choices.seat == table.state.to_move
    lines: list[JsonObject] = [line_of_path(choices.seat, path) for path in leaves(choices.tree)]
    actions = [table.read(line) for line in lines]
    assert len(actions) == len(set(actions))
    assert set(actions) == set(table.state.legal_actions())


def test_a_log_that_breaks_the_rules_gives_the_game_up_to_there() -> None:
    drawn = strategies.Table(GAMES["babylonia"], 2, "base", {}, 5, 0.1)
    lines = played(drawn).log().splitlines(keepends=True)
    table, report = Table.of_log(b"".join([*lines[:20], lines[3], *lines[20:]]))
    assert table is not None
    assert (report.verdict, report.line) == ("rejected", 21)
    assert len(table.moves) == 19
    assert table.check(table.lines[2]) is not None
    assert Table.of_log(b"no log") == (None, replay(b"no log"))


def test_a_physical_table_has_no_draws() -> None:
    """With hidden chance the players draw behind their screens, and the record goes on without it."""
    drawn = strategies.Table(GAMES["babylonia"], 3, "base", {}, 7, 0.3)
    table = Table(read_header(line_of({**drawn.header(), "chance": "hidden"}).rstrip()))
    rng = Random(1)
    while table.result is None:
        assert table.state.to_move != CHANCE
        check_choices(table)
        table.apply(table.state.legal_actions().sample(rng).to_json())
    assert replay(table.log()).verdict == "verified"
