"""What the pages in docs/ say about the engine holds."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from engine.game import Game, Switch
from engine.log import lines
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import play
from tests.cases import each

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
    shared, *games = re.split(r"\*\*`(\w+)/`\*\*", text[text.index("## Where things live") :])
    named = set(re.findall(r"`((?:log/)?\w+\.py)`", shared))
    assert named == files_in("") | {f"log/{name}" for name in files_in("log")}
    tables = dict(zip(games[::2], games[1::2], strict=True))
    assert tables.keys() == GAMES.keys()
    for key, table in tables.items():
        assert set(re.findall(r"`(\w+\.py)`", table.split("\n## ")[0])) == files_in(key)


def files_in(folder: str) -> set[str]:
    """The modules there; __init__ and __main__ only lead to the others."""
    return {path.name for path in (ROOT / "engine" / folder).glob("*.py") if "__" not in path.name}


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


@each("key", GAMES)
def test_every_score_source_has_its_line(key: str) -> None:
    section = LOG_PAGE.split(f"\n## {GAMES[key].title.split(':')[0]}\n")[1].split("\n## ")[0]
    for source in GAMES[key].sources:
        assert f"`{source.key}`" in section


def written(option: str | int | bool) -> str:
    return (
        str(option).lower() if isinstance(option, bool) else str(option) if isinstance(option, int) else f'"{option}"'
    )


def page_of(game: Game) -> str:
    """The page with the rules of a game."""
    return (ROOT / "docs" / f"{game.key}.md").read_text("utf-8")


@each(
    ("game", "switch"),
    [(game, switch) for game in GAMES.values() for switch in game.switches],
)
def test_every_switch_is_on_the_page_with_its_options_and_default(game: Game, switch: Switch) -> None:
    default = written(switch.default)
    rest = [f"`{written(option)}`" for option in switch.options if written(option) != default]
    options = " ".join([f"**`{default}`**", *rest])
    assert f"| `{switch.name}` | {options} | " in page_of(game)


@each("game", GAMES.values())
def test_no_switch_on_the_page_is_unknown(game: Game) -> None:
    named = re.findall(r"^\| `([a-z0-9_]+)` \| \*\*`", page_of(game), re.MULTILINE)
    assert sorted(named) == sorted(switch.name for switch in game.switches)


@each("game", GAMES.values())
def test_every_action_and_draw_of_a_log_has_its_line(game: Game) -> None:
    """The words of lines that bots write stand in the game's section of the page."""
    section = LOG_PAGE.split(f"\n## {game.title.split(':')[0]}\n")[1].split("\n## ")[0]
    for players in game.player_counts:
        log = play(game.key, players, game.rulesets[0], ["random"], 1).log
        for words in map(json.loads, log.splitlines()[1:-1]):
            key = "do" if "do" in words else "chance"
            assert re.search(rf'`(seat`, `)?{key}: "{words[key]}"`', section), words


@each("game", GAMES.values())
def test_example_logs_verify(game: Game) -> None:
    logs = sorted((ROOT / "tests" / "engine" / "examples" / game.key).glob("*.jsonl"))
    reports = [replay(path.read_bytes()) for path in logs]
    assert {report.verdict for report in reports} == {"verified"}
    assert {len(report.scores) for report in reports} == set(game.player_counts)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_on_the_page_is_that_of_the_component_set(players: int) -> None:
    board = GAMES["babylonia"].components("babylonia-2019").boards[players]
    row = rf"^\| {players} \| \w+ \| {len(board.in_play)} \| {len(board.ziggurats)} \| {len(board.tile_slots)} \|"
    assert re.search(row, BABYLONIA_PAGE, re.MULTILINE)
    for hex_number in (*board.ziggurats, *board.tile_slots):
        assert board.ids[hex_number] in BABYLONIA_PAGE
