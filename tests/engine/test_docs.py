"""What the pages in docs/ say about the engine holds."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from engine.babylonia.switches import SWITCHES
from engine.game import Switch
from engine.log import lines
from engine.log.replay import replay
from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
ENGINE_PAGE = ROOT / "docs" / "engine.md"
LOG_PAGE = (ROOT / "docs" / "game-log.md").read_text("utf-8")
BABYLONIA_PAGE = (ROOT / "docs" / "babylonia.md").read_text("utf-8")


def test_the_worked_example_of_the_engine_runs() -> None:
    result = doctest.testfile(str(ENGINE_PAGE), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 20
    assert result.failed == 0


def test_the_page_of_the_engine_names_files_that_exist_and_all_of_them() -> None:
    text = ENGINE_PAGE.read_text("utf-8")
    named = set(re.findall(r"`((?:log/)?\w+\.py)`", text))
    there = {path.name for path in (ROOT / "engine" / "babylonia").glob("*.py")}
    there |= {str(path.relative_to(ROOT / "engine")) for path in (ROOT / "engine").glob("*.py")}
    there |= {f"log/{path.name}" for path in (ROOT / "engine" / "log").glob("*.py")}
    # __init__ and __main__ only lead to the others.
    assert named == {name for name in there if "__" not in name}


def fragment() -> bytes:
    found = re.search(r"```jsonl\n(.*?)```", LOG_PAGE, re.DOTALL)
    assert found
    return found.group(1).encode()


def test_the_fragment_of_a_log_has_the_verdict_that_the_page_gives() -> None:
    report = replay(fragment())
    assert (report.verdict, report.line, report.turn, report.scores) == ("unfinished", 12, 3, [0, 1])
    report = replay(fragment().replace(b'"0311"', b'"0113"'))
    assert (report.verdict, report.code, report.line) == ("rejected", "illegal_action", 12)
    assert "a token stands on the hex" in (report.reason or "")


def test_the_limits_on_the_page_are_those_of_the_reader() -> None:
    for limit in (lines.MOST_BYTES, lines.MOST_HEADER_BYTES, lines.MOST_LINE_BYTES, lines.MOST_LINES):
        assert f"{limit:,}" in LOG_PAGE
    assert f"| {lines.DEEPEST} levels |" in LOG_PAGE


@pytest.mark.parametrize("key", GAMES)
def test_every_score_source_has_its_line(key: str) -> None:
    for source in GAMES[key].sources:
        assert f"`{source.key}`" in LOG_PAGE


def written(option: str | int | bool) -> str:
    return (
        str(option).lower() if isinstance(option, bool) else str(option) if isinstance(option, int) else f'"{option}"'
    )


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_switch_is_on_the_page_with_its_options_and_default(switch: Switch) -> None:
    default = written(switch.default)
    rest = [f"`{written(option)}`" for option in switch.options if written(option) != default]
    options = " ".join([f"**`{default}`**", *rest])
    assert f"| `{switch.name}` | {options} | " in BABYLONIA_PAGE


def test_no_switch_on_the_page_is_unknown() -> None:
    named = re.findall(r"^\| `([a-z0-9_]+)` \| \*\*`", BABYLONIA_PAGE, re.MULTILINE)
    assert sorted(named) == sorted(switch.name for switch in SWITCHES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_on_the_page_is_that_of_the_component_set(players: int) -> None:
    board = GAMES["babylonia"].components("babylonia-2019").boards[players]
    row = rf"^\| {players} \| \w+ \| {len(board.in_play)} \| {len(board.ziggurats)} \| {len(board.tile_slots)} \|"
    assert re.search(row, BABYLONIA_PAGE, re.MULTILINE)
    for hex_number in (*board.ziggurats, *board.tile_slots):
        assert board.ids[hex_number] in BABYLONIA_PAGE
