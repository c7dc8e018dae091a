"""A log on the page that shows it: through the desk, as a page asks, it says what `replay` says."""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.browser.desk import Desk
from engine.component_files import library_of, read_component_file
from engine.game import EngineError
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.table import Table
from tests.cases import each

EXAMPLES = sorted((Path(__file__).parent / "examples").rglob("*.jsonl"))
LOG = next(path for path in EXAMPLES if path.parent.name == "babylonia").read_bytes()

WRONG: list[Any] = [None, 7, [], {}]


def asked(desk: Desk, name: str, **values: Any) -> Any:
    """What the desk answers; a refusal is raised with its sentence."""
    answer = json.loads(desk.answer(json.dumps({"ask": f"log.{name}", **values})))
    if "refused" in answer:
        raise EngineError(answer["refused"])
    return answer["answer"]


def coded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def verified(content: bytes, components: bytes | None = None, desk: Desk | None = None) -> Any:
    brought = {} if components is None else {"components": coded(components)}
    return asked(desk or Desk(), "verify", bytes=coded(content), **brought)


def damaged() -> dict[str, bytes]:
    """Logs with something wrong, by what it is."""
    lines = LOG.splitlines(keepends=True)
    header = json.loads(lines[0])
    unknown = json.dumps({**header, "components": "mine", "components_sha256": "0" * 64}).encode() + b"\n"
    return {
        "nothing": b"",
        "rubbish": bytes(range(256)) * 40,
        "gzip": b"\x1f\x8b\x08\x00" + bytes(200),
        "byte order mark": b"\xef\xbb\xbf" + LOG,
        "cr lf": LOG.replace(b"\n", b"\r\n"),
        "half": b"".join(lines[: len(lines) // 2]),
        "half a line": LOG[: len(LOG) // 2],
        "a line twice": b"".join([*lines[:9], lines[8], *lines[9:]]),
        "no draws": b"".join(line for line in lines if b'"chance":"draw"' not in line),
        "another result": LOG.replace(b'"winners":[', b'"winners":[1,', 1),
        "something behind": LOG.rstrip(b"\n") + b"\n" + lines[3],
        "unknown game": LOG.replace(header["game"].encode(), b"chess", 1),
        "unknown set": unknown + b"".join(lines[1:]),
        "three lists deep": b'{"gamelog":1,"game":[[[]]]}\n',
        "too large": b"x" * (4 * 1024 * 1024 + 1),
    }


@each("path", EXAMPLES)
def test_a_page_says_of_an_example_what_the_replay_says(path: Path) -> None:
    desk, content = Desk(), path.read_bytes()
    found, report = verified(content, desk=desk), replay(content)
    assert found["report"] == json.loads(json.dumps(report.to_json()))
    assert found["words"]["title"] == {"verified": "Verified", "unfinished": "Unfinished"}[report.verdict]
    table, _report = Table.of_log(content)
    assert table is not None
    assert found["moves"] == len(table.moves)
    words = asked(desk, "moves")
    assert [move["line"] for move in words["moves"]] == table.lines
    assert words["ending"]
    assert asked(desk, "picture", move=3)["svg"] == table.at(3).screen_picture(table.header.seats)
    assert asked(desk, "picture", move=3, whole=True)["svg"] == table.at(3).picture(table.header.seats)


@each(("name", "content"), lambda: damaged().items())
def test_a_page_says_of_a_damaged_log_what_the_replay_says(name: str, content: bytes) -> None:
    found, report = verified(content), replay(content)
    assert found["report"] == json.loads(json.dumps(report.to_json()))
    assert (found["moves"] is None) == (report.turn is None)
    assert found["reason"] or report.verdict == "verified"
    assert found["code_words"] or not report.code
    assert bool(found["missing_set"]) == (name == "unknown set")


def test_an_unknown_game_is_told_as_that_and_not_as_a_broken_rule() -> None:
    found = verified(damaged()["unknown game"])
    assert (found["report"]["verdict"], found["report"]["code"]) == ("rejected", "bad_setup")
    assert found["words"]["title"] == "Unknown game"
    assert "breaks the rules" not in found["words"]["meaning"]


def test_another_version_of_the_rules_gets_a_remark() -> None:
    first, rest = LOG.split(b"\n", 1)
    header = json.loads(first)
    other = json.dumps({**header, "rules": 99}).encode() + b"\n" + rest
    assert "rules version 99" in verified(other)["remark"]
    assert verified(other)["report"]["verdict"] == verified(LOG)["report"]["verdict"]
    assert verified(LOG)["remark"] == ""


def test_an_edition_is_called_by_its_title() -> None:
    assert verified(LOG)["edition"] == "Babylonia (Reiner Knizia, 2019)"
    assert verified(damaged()["unknown set"])["edition"] == "mine"
    assert verified(b"")["edition"] == ""


def test_the_next_log_takes_the_place_of_the_one_before() -> None:
    desk = Desk()
    verified(LOG, desk=desk)
    assert verified(b"{}", desk=desk)["moves"] is None
    with pytest.raises(AssertionError, match="no log"):
        asked(desk, "moves")


def test_seats_are_counted_from_one() -> None:
    lines = LOG.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"seat":1,"do"' in line)
    found = verified(b"".join([*lines[:at], lines[at].replace(b'"seat":1', b'"seat":0'), *lines[at + 1 :]]))
    assert found["report"]["code"] == "out_of_turn"
    assert found["report"]["seat"] == 0
    assert "seat 1: " in found["reason"]
    assert found["failing_seat"] == json.loads(lines[0])["seats"][0]


@each("key", GAMES)
def test_a_game_with_a_set_that_is_brought_along(key: str) -> None:
    """The set is asked for, and with its file the game is replayed; what is reconstructed in it is said."""
    game = GAMES[key]
    file, content = played_with_own_set(key)
    found = verified(content)
    sha256 = json.loads(content.splitlines()[0])["components_sha256"]
    assert found["missing_set"] == {"name": "mine", "sha256": sha256}
    assert found["words"]["tone"] == "yellow"
    desk = Desk()
    found = verified(content, file, desk)
    assert found["report"] == json.loads(
        json.dumps(replay(content, library=library_of(read_component_file(file))).to_json())
    )
    assert (found["report"]["verdict"], found["missing_set"]) == ("verified", None)
    assert found["note"] == verified(simulate_game(key, 2, game.rulesets[0], ["random"], 1))["note"]
    assert asked(desk, "picture", move=2)["svg"]


@cache
def played_with_own_set(key: str) -> tuple[bytes, bytes]:
    """A component file that is not built in, and the log of a game with it."""
    game = GAMES[key]
    data = {**game.components(game.component_sets[0]).data, "name": "mine"}
    log = simulate_game(key, 2, game.rulesets[0], ["random"], 1, components=game.read_components(data))
    return json.dumps(data).encode(), log


def hostile_sets() -> dict[str, bytes]:
    """Component files that are none, by what is wrong with them."""
    data = json.loads(played_with_own_set("babylonia")[0])
    return {
        "nothing": b"",
        "rubbish": b"\x00\xff" * 99,
        "a list": b"[]",
        "no game": b"{}",
        "a game that is a list": b'{"game":[]}',
        "unknown game": b'{"game":"chess"}',
        "only a game": b'{"game":"babylonia","name":"mine"}',
        "deep": b'{"game":' + b"[" * 5000 + b"]" * 5000 + b"}",
        "large": b'{"game":"' + b"x" * 1024 * 1024 + b'"}',
        **{
            f"{section} is {wrong!r}": json.dumps({**data, section: wrong}).encode()
            for section in data
            if section != "game"
            for wrong in WRONG
        },
    }


@each(("name", "file"), lambda: hostile_sets().items())
def test_a_wrong_component_file_gets_a_sentence(name: str, file: bytes) -> None:
    """Or, where the engine can read it all the same, it is another set than the log names."""
    _file, log = played_with_own_set("babylonia")
    with pytest.raises(EngineError) as refused:
        verified(log, file)
    assert len(refused.value.reason) < 400
    assert "component" in refused.value.reason


def test_a_set_that_fails_in_the_middle_of_the_game_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its digest is right, and its values are such that the engine stumbles."""
    file, log = played_with_own_set("babylonia")
    desk = Desk()
    verified(log, file, desk)

    def stumble(*_values: Any) -> str:
        raise TypeError("a text is no number")

    monkeypatch.setattr(type(GAMES["babylonia"]), "show", stumble)
    with pytest.raises(EngineError, match="cannot play with this component file"):
        asked(desk, "picture", move=1)
    verified(LOG, desk=desk)
    with pytest.raises(TypeError):  # no file was brought: the fault is the engine's
        asked(desk, "picture", move=1)


def test_an_example_of_each_game_is_made_here() -> None:
    for key, game in GAMES.items():
        bots = {"players": 2, "ruleset": game.rulesets[0], "bots": ["greedy"], "seed": 1}
        log = asked(Desk(), "simulate", game=key, **bots)["log"]
        assert verified(log.encode())["words"]["title"] == "Verified"
