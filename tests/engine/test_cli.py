"""`python -m engine`: verify, simulate and show, as GAMELOG describes the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engine import ENGINE_VERSION
from engine.cli import main
from engine.log.lines import MOST_BYTES
from engine.log.replay import replay
from engine.simulate import simulate_game
from tests.cases import each
from tests.engine.logs_by_hand import EXAMPLES, START, header, log, place, words_of
from tests.profiles import LONG, pairs

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent / "examples/babylonia"
KEYS = ["file", "verdict", "code", "line", "turn", "seat", "reason", "scores", "winners", "sources", "engine"]


def run(*arguments: object) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "engine", *map(os.fspath, map(str, arguments))]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False)


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, output and errors of the command in this process."""
    try:
        code = main([str(argument) for argument in arguments])
    except SystemExit as error:
        code = int(error.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


# verify


def test_a_folder_of_right_logs_exits_0() -> None:
    done = run("verify", FOLDER)
    assert done.returncode == 0
    assert done.stderr == b""
    *lines, last = done.stdout.decode().splitlines()
    assert last == "6 of 6 verified"
    assert [line.split(": ")[0] for line in lines] == [str(path) for path in sorted(FOLDER.glob("*.jsonl"))]
    assert lines[0] == f"{FOLDER / 'p2-base-007.jsonl'}: verified, scores 55, 74"


def test_json_is_one_object_a_log_with_exactly_these_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = {
        "a.jsonl": EXAMPLES["p3-seven-023"],
        "b.jsonl": log(*START, place(1, "F0313")),
        "c.jsonl": log(*START),
        "d.jsonl": b"",
        "e.jsonl": log(header(game="chess")),
        "f.jsonl": log(header(seats=["Žofie", "李"]), *START[1:], b"nonsense"),
    }
    for name, data in logs.items():
        (tmp_path / name).write_bytes(data)
    code, out, err = call(capsys, "verify", "--json", tmp_path)
    assert (code, err) == (1, "")
    found = [json.loads(line) for line in out.splitlines()]
    assert len(found) == len(logs)
    for verdict, (name, data) in zip(found, logs.items(), strict=True):
        assert list(verdict) == KEYS
        report = replay(data)
        assert verdict["file"] == str(tmp_path / name)
        assert verdict["engine"] == ENGINE_VERSION
        for key in KEYS[1:-1]:
            assert verdict[key] == getattr(report, key), (name, key)
    assert [verdict["verdict"] for verdict in found] == [
        "verified", "rejected", "unfinished", "unreadable", "rejected", "unreadable",
    ]  # fmt: skip


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_one_log_that_is_not_verified_exits_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: list[str]
) -> None:
    good, unfinished = tmp_path / "good.jsonl", tmp_path / "unfinished.jsonl"
    good.write_bytes(EXAMPLES["p2-base-007"])
    unfinished.write_bytes(log(*START))
    assert call(capsys, "verify", good, *as_json)[0] == 0
    assert call(capsys, "verify", good, good, *as_json)[0] == 0
    code, out, _ = call(capsys, "verify", good, unfinished, *as_json)
    assert code == 1
    if not as_json:
        assert out.splitlines()[1] == (
            f"{unfinished}: unfinished, line 3: the log ends in turn 1: seat 0 places a token, scores 0, 0"
        )
        assert out.splitlines()[2] == "1 of 2 verified"


def test_a_file_may_have_any_name_and_a_folder_is_searched_for_logs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = tmp_path / "round 1" / "table ä"
    deep.mkdir(parents=True)
    (deep / "game.jsonl").write_bytes(EXAMPLES["p2-base-007"])
    (deep / "notes.txt").write_bytes(EXAMPLES["p2-base-007"])
    (deep / "folder.jsonl").mkdir()
    code, out, _ = call(capsys, "verify", "--json", tmp_path)
    assert code == 0
    assert [json.loads(line)["file"] for line in out.splitlines()] == [str(deep / "game.jsonl")]
    assert call(capsys, "verify", deep / "notes.txt")[0] == 0


def test_nothing_to_verify_is_a_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("no log")
    for arguments in (["verify"], ["verify", tmp_path], ["verify", tmp_path / "none.jsonl"], [], ["replay"]):
        code, out, err = call(capsys, *arguments)
        assert (code, out) == (2, ""), arguments
        assert err
    code, _, err = call(capsys, "verify", FOLDER, tmp_path / "none.jsonl")
    assert code == 2
    assert err == f"{tmp_path / 'none.jsonl'}: no such file or folder\n"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that cannot be read even by root")
def test_an_unreadable_file_is_named_and_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "verify", "/proc/self/mem")
    assert (code, out) == (2, "")
    assert err.startswith("/proc/self/mem: ")
    assert len(err.splitlines()) == 1


def test_a_huge_file_is_too_large_and_not_read_to_its_end(tmp_path: Path) -> None:
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.write(EXAMPLES["p2-base-007"])
        file.truncate(20 * 1024**3)  # A sparse file: it takes no room on the disk.
    done = run("verify", "--json", huge)
    assert done.returncode == 1
    verdict = json.loads(done.stdout)
    assert (verdict["verdict"], verdict["code"], verdict["line"]) == ("unreadable", "too_large", None)
    small = tmp_path / "small.jsonl"
    small.write_bytes(b"\n" * MOST_BYTES)
    assert json.loads(run("verify", "--json", small).stdout)["code"] == "too_large"


def test_output_survives_names_and_locales_of_any_kind(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/game-\xff.jsonl"
    try:
        Path(os.fsdecode(name)).write_bytes(EXAMPLES["p2-base-007"])
    except OSError:
        pytest.skip("this file system takes no such name")
    (tmp_path / "naïve-李.jsonl").write_bytes(log(*START, {"seat": 0, "do": "place", "token": "李", "hex": "0313"}))
    no_json: list[str] = []
    for encoding, as_json in pairs(("ascii", "utf-8"), (no_json, ["--json"])):
        done = subprocess.run(
            [sys.executable, "-m", "engine", "verify", str(tmp_path), *as_json],
            cwd=ROOT,
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            check=False,
        )
        assert done.returncode == 1, done.stderr.decode()
        assert done.stderr == b""
        lines = done.stdout.splitlines()
        assert len(lines) == (2 if as_json else 3)
        for line in lines if as_json else []:
            assert list(json.loads(line)) == KEYS


def test_a_log_cannot_print_lines_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sly.jsonl"
    path.write_bytes(
        log(*START, {"seat": 0, "do": "place", "token": "farmer", "hex": "x\nother.jsonl: verified\x1b[1A"})
    )
    code, out, _ = call(capsys, "verify", path)
    assert code == 1
    assert len(out.splitlines()) == 2
    assert "\x1b" not in out


PEAK = """
import resource, subprocess, sys
code = subprocess.run([sys.executable, "-m", "engine", "verify", sys.argv[1]], stdout=subprocess.DEVNULL).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(code, peak // 1024 if sys.platform == "darwin" else peak)
"""


def peak_memory(folder: Path) -> int:
    """The most memory that verifying this folder took, in KiB."""
    done = subprocess.run([sys.executable, "-c", PEAK, str(folder)], cwd=ROOT, capture_output=True, check=True)
    code, peak = map(int, done.stdout.split())
    assert code == 0
    return peak


def test_memory_does_not_grow_with_the_number_of_logs(tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    games = [words_of(simulate_game("babylonia", 2, "base", ["random"], seed)) for seed in range(100 if LONG else 40)]
    logs = [log({**first, "meta": "x" * 250_000}, *rest) for first, *rest in games]
    for folder, count in ((few, 5), (many, 200)):
        folder.mkdir()
        for number in range(count):
            (folder / f"{number}.jsonl").write_bytes(logs[number % len(logs)])
    growth = peak_memory(many) - peak_memory(few)
    # 200 logs hold 50 MB; what may grow are the remembered lines, of which there is a limit.
    assert growth < 20 * 1024, f"{growth} KiB more for 200 logs than for 5"


# simulate


def simulate(capsys: pytest.CaptureFixture[str], out: Path, *more: object) -> tuple[int, str, str]:
    return call(capsys, "simulate", "--game", "babylonia", "--out", out, *more)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_seed_writes_the_same_bytes_in_every_process(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--players", 3, "--games", 4, "--bots", "greedy,random", "--ruleset", "seven_of_nine")
    assert simulate(capsys, tmp_path / "a", *options, "--seed", 7)[0] == 0
    done = run("simulate", *options, "--seed", 7, "--out", tmp_path / "b")
    assert done.returncode == 0, done.stderr
    assert simulate(capsys, tmp_path / "c", *options, "--seed", 8)[0] == 0
    one, same, other = contents(tmp_path / "a"), contents(tmp_path / "b"), contents(tmp_path / "c")
    assert len(one) == 4
    assert one == same
    assert not set(one.values()) & set(other.values())
    assert len(set(one.values())) == 4


def test_simulated_games_verify_and_bots_take_the_seats_in_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = simulate(
        capsys, tmp_path / "new" / "folder", "--players", 4, "--games", 3, "--bots", "greedy, random",
        "--switch", "card2_same_turn=false", "--switch", "card5_noble_count=1", "--switch", "first_round_limits=none",
    )  # fmt: skip
    assert (code, err) == (0, "")
    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert [path.name for path in files] == [f"babylonia-p4-base-s1-{number:04}.jsonl" for number in (1, 2, 3)]
    for path in files:
        first = words_of(path.read_bytes())[0]
        assert first["seats"] == ["greedy 1", "random 2", "greedy 3", "random 4"]
        assert first["ruleset"]["switches"] == {
            "card2_same_turn": False, "card5_noble_count": 1, "first_round_limits": "none",
        }  # fmt: skip
    printed = out.splitlines()
    assert printed[0] == f"3 games written to {tmp_path / 'new' / 'folder'}"
    assert [line.split(":")[0] for line in printed[1:5]] == [
        "seat 0 (greedy)", "seat 1 (random)", "seat 2 (greedy)", "seat 3 (random)",
    ]  # fmt: skip
    assert call(capsys, "verify", tmp_path)[0] == 0


def test_an_existing_folder_is_added_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    for seed in (1, 2, 1):
        assert simulate(capsys, tmp_path, "--seed", seed)[0] == 0
    assert sorted(contents(tmp_path)) == [
        "babylonia-p2-base-s1-0001.jsonl", "babylonia-p2-base-s2-0001.jsonl", "mine.txt",
    ]  # fmt: skip
    assert (tmp_path / "mine.txt").read_text() == "keep"


@each(
    ("options", "words"),
    [
        (["--bots", "genius"], ["unknown bot genius", "random", "greedy"]),
        (["--bots", "random,genius"], ["unknown bot genius"]),
        (["--bots", ""], ["unknown bot"]),
        (["--game", "chess"], ["chess", "babylonia"]),
        (["--switch", "no_such_switch=true"], ["unknown switch", "no_such_switch"]),
        (["--switch", "card2_same_turn=maybe"], ["card2_same_turn", "maybe"]),
        (["--switch", "card2_same_turn=1"], ["card2_same_turn"]),
        (["--switch", "minimum_tokens=may_pass"], ["minimum_tokens", "may_pass"]),
        (["--switch", "card2_same_turn"], ["NAME=VALUE"]),
        (["--ruleset", "expert"], ["unknown ruleset", "expert", "seven_of_nine"]),
        (["--players", "5"], ["players, not 5"]),
        (["--players", "1"], ["players, not 1"]),
        (["--players", "0"], ["players, not 0"]),
        (["--players", "-3"], ["players, not -3"]),
        (["--players", "two"], ["two"]),
        (["--games", "0"], ["at least 1"]),
        (["--games", "-1"], ["at least 1"]),
        (["--seed", "x"], ["x"]),
    ],
)
def test_what_does_not_exist_is_refused_in_plain_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: list[str]
) -> None:
    code, out, err = simulate(capsys, tmp_path / "out", *options)
    assert (code, out) == (2, "")
    for word in words:
        assert word in err
    assert "Traceback" not in err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    code, _, err = simulate(capsys, tmp_path / "file")
    assert code == 2
    assert err.startswith(f"{tmp_path / 'file'}: ")
    assert call(capsys, "simulate")[0] == 2, "--out is needed"


# show


def svg_of(path: Path) -> Any:
    return ElementTree.parse(path).getroot()


def test_show_draws_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, picture = FOLDER / "p4-base-031.jsonl", tmp_path / "last.svg"
    code, out, err = call(capsys, "show", game, "--svg", picture)
    assert (code, out, err) == (0, f"{picture} written\n", "")
    assert svg_of(picture).tag == "{http://www.w3.org/2000/svg}svg"
    early = tmp_path / "early.svg"
    assert call(capsys, "show", game, "--turn", 3, "--svg", early)[0] == 0
    assert early.read_bytes() != picture.read_bytes()
    assert svg_of(early).tag == svg_of(picture).tag


def test_show_refuses_what_it_cannot_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, picture = FOLDER / "p2-base-007.jsonl", tmp_path / "picture.svg"
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"no log")
    for arguments, words in (
        ((game, "--turn", 999, "--svg", picture), "no turn 999"),
        ((game, "--turn", -1, "--svg", picture), "no turn -1"),
        ((broken, "--svg", picture), "no position"),
        ((tmp_path / "none.jsonl", "--svg", picture), "none.jsonl"),
        ((tmp_path, "--svg", picture), str(tmp_path)),
        ((game, "--svg", tmp_path / "no" / "folder.svg"), "folder.svg"),
        ((game,), "--svg"),
    ):
        code, out, err = call(capsys, "show", *arguments)
        assert (code, out) == (2, ""), arguments
        assert words in err
        assert not picture.exists()


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_a_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "b.jsonl").write_bytes(simulate_game("babylonia", 2, "base", ["random"], 1))
    code, out, err = call(capsys, "verify", tmp_path)
    assert code == 2
    assert "a.jsonl: No such file" in err
    assert "b.jsonl: verified" in out
    assert "1 of 1 verified" in out


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    """`verify FOLDER | head -1` once ended in a traceback."""
    for number in range(40):
        (tmp_path / f"{number:02}.jsonl").write_bytes(b"{}\n" * 3)
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "engine", "verify", tmp_path],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert b"unreadable" in process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=60), errors) == (1, b"")
