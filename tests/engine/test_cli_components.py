"""`python -m engine components`, and sets of one's own in the other commands."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from engine.registry import GAMES

EVERY_GAME = pytest.mark.parametrize("key", GAMES)


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, output, errors."""
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


def own_set(capsys: pytest.CaptureFixture[str], folder: Path, key: str, **changes: Any) -> Path:
    """An exported set under a name of its own."""
    file = folder / f"{key}.json"
    assert call(capsys, "components", "--game", key, "--export", file)[0] == 0
    data = json.loads(file.read_text("utf-8")) | {"name": "checked-by-us"} | changes
    file.write_text(json.dumps(data), "utf-8")
    return file


@EVERY_GAME
def test_export_correct_check_simulate_verify_show(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = own_set(capsys, tmp_path, key)
    code, out, _ = call(capsys, "components", "--game", key, "--check", file)
    assert code == 0
    assert "checked-by-us fits; sha256 " in out
    logs = tmp_path / "logs"
    assert call(capsys, "simulate", "--game", key, "--components", file, "--out", logs, "--games", 2)[0] == 0
    assert call(capsys, "verify", logs, "--components", file)[0] == 0
    code, out, _ = call(capsys, "verify", logs)
    assert code == 1
    assert "bad_setup" in out
    assert "has not been loaded; load it first" in out
    first = sorted(logs.iterdir())[0]
    assert call(capsys, "show", first, "--svg", tmp_path / "a.svg", "--components", file)[0] == 0
    assert call(capsys, "show", first, "--svg", tmp_path / "b.svg")[0] == 2


@EVERY_GAME
def test_the_exported_set_and_schema_are_those_of_the_game(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built_in = GAMES[key].components(GAMES[key].component_sets[0])
    assert call(capsys, "components", "--game", key, "--export", tmp_path / "set.json")[0] == 0
    assert json.loads((tmp_path / "set.json").read_text("utf-8")) == built_in.data
    code, out, _ = call(capsys, "components", "--game", key, "--check", tmp_path / "set.json")
    assert (code, built_in.sha256 in out) == (0, True)
    assert call(capsys, "components", "--game", key, "--schema", tmp_path / "schema.json")[0] == 0
    assert "$schema" in json.loads((tmp_path / "schema.json").read_text("utf-8"))


def test_every_problem_of_a_set_is_a_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = own_set(capsys, tmp_path, "babylonia", rack={"limit": 99}, name="A name")
    code, out, err = call(capsys, "components", "--game", "babylonia", "--check", file)
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 3
    assert all(line.startswith(f"{file}: $.") for line in err.splitlines())
    code, _, err = call(capsys, "simulate", "--components", file, "--out", tmp_path / "logs")
    assert code == 2
    assert f"{file}: $.name" in err
    assert not (tmp_path / "logs").exists()


def test_wrong_games_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours = own_set(capsys, tmp_path, "babylonia")
    code, _, err = call(capsys, "components", "--game", "ishtar", "--check", ours)
    assert code == 2
    assert "a component set of babylonia, not of ishtar" in err
    code, _, err = call(capsys, "simulate", "--game", "ishtar", "--components", ours, "--out", tmp_path / "logs")
    assert code == 2
    assert "is one set of ishtar" in err
    for arguments in (
        ["components", "--game", "ishtar", "--check", tmp_path / "none.json"],
        ["verify", tmp_path, "--components", tmp_path / "none.json"],
        ["components", "--game", "ishtar", "--export", tmp_path / "no folder" / "set.json"],
    ):
        code, out, err = call(capsys, *arguments)
        assert (code, out) == (2, "")
        assert "No such file" in err


def test_without_the_package_that_checks_the_command_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = own_set(capsys, tmp_path, "babylonia")
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    code, _, err = call(capsys, "components", "--game", "babylonia", "--check", ours)
    assert code == 2
    assert "use .venv/bin/python" in err
