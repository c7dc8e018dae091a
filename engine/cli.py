"""The command line: verify logs, simulate games, show a position. The same code that the platform's workers run."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.component_files import library_of, read_component_file, schema_of
from engine.components import Library
from engine.game import BadComponents, BadSetup, ComponentSet, Game, JsonObject
from engine.log.lines import MOST_BYTES
from engine.log.replay import replay
from engine.log.report import Report
from engine.picture import position_svg
from engine.registry import GAMES
from engine.simulate import play

ALL_VERIFIED, NOT_ALL_VERIFIED, USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 all verified or done, 1 not all verified, 2 usage."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        command: int = options.run(options)
    except ModuleNotFoundError as error:
        if error.name != "jsonschema":
            raise
        return _complain("component sets are checked with the package jsonschema: use .venv/bin/python")
    return command


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True)

    verify = commands.add_parser("verify", help="replay logs and print a verdict for each")
    verify.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a log, or a folder of *.jsonl logs")
    verify.add_argument("--json", action="store_true", help="one JSON object per log, one per line")
    _add_components(verify)
    verify.set_defaults(run=_verify)

    simulate = commands.add_parser("simulate", help="let bots play and write one log per game")
    simulate.add_argument("--game", choices=GAMES, default=next(iter(GAMES)))
    simulate.add_argument("--players", type=int, default=2)
    simulate.add_argument("--ruleset", default=None, help="default: the game's first")
    simulate.add_argument("--switch", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    simulate.add_argument("--games", type=int, default=1)
    simulate.add_argument("--bots", default="random", help="names with commas between; they take the seats in turn")
    simulate.add_argument("--seed", type=int, default=1)
    _add_components(simulate)
    simulate.add_argument("--out", type=Path, required=True, metavar="DIR")
    simulate.set_defaults(run=_simulate)

    show = commands.add_parser("show", help="draw the position at the end of a turn")
    show.add_argument("log", type=Path, metavar="LOG")
    show.add_argument("--turn", type=int, default=None, help="default: the last")
    show.add_argument("--svg", type=Path, required=True, metavar="FILE")
    _add_components(show)
    show.set_defaults(run=_show)

    components = commands.add_parser("components", help="component sets: write a built-in one to correct it, check one")
    components.add_argument("--game", choices=GAMES, required=True)
    deed = components.add_mutually_exclusive_group(required=True)
    deed.add_argument("--export", type=Path, metavar="FILE", help="write the game's built-in set to this file")
    deed.add_argument(
        "--schema", type=Path, metavar="FILE", help="write the JSON Schema of the game's sets to this file"
    )
    deed.add_argument("--check", type=Path, metavar="FILE", help="list all errors in a set")
    components.set_defaults(run=_components)
    return parser


def _add_components(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--components",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a component set that is not built in",
    )


def _complain(text: str) -> int:
    print(text, file=sys.stderr)
    return USAGE


def logs_under(paths: Sequence[Path]) -> Iterator[Path]:
    """The files named, and the `*.jsonl` files in the folders named, in the order of their names."""
    for path in paths:
        if path.is_dir():
            yield from (found for found in sorted(path.rglob("*.jsonl")) if not found.is_dir())
        else:
            yield path


def read_log(path: Path) -> bytes:
    """The bytes of a log; of a file that is too large only as much as shows that it is."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _read_sets(paths: Sequence[Path]) -> list[tuple[Game, ComponentSet]]:
    """The component sets in these files. Raises OSError, and BadSetup with the name of the file."""
    found = []
    for path in paths:
        try:
            found.append(read_component_file(path.read_bytes()))
        except BadComponents as error:
            raise BadSetup("\n".join(f"{path}: {problem}" for problem in error.problems)) from error
    return found


def _library(options: argparse.Namespace) -> Library:
    return library_of(*_read_sets(options.components))


def _verify(options: argparse.Namespace) -> int:
    for path in options.paths:
        if not path.exists():
            return _complain(f"{path}: no such file or folder")
    try:
        library = _library(options)
    except (BadSetup, OSError) as error:
        return _complain(str(error))
    counted = verified = unread = 0
    for path in logs_under(options.paths):
        try:
            data = read_log(path)
        except OSError as error:
            _complain(f"{path}: {error.strerror}")
            unread += 1
            continue
        report = replay(data, library=library)
        counted += 1
        verified += report.verdict == "verified"
        as_json = json.dumps(json_verdict(path, report)) if options.json else None
        print(as_json or text_verdict(path, report))
    if counted + unread == 0:
        return _complain("no *.jsonl file found")
    if counted and not options.json:
        print(f"{verified} of {counted} verified")
    if unread:
        return USAGE
    return ALL_VERIFIED if verified == counted else NOT_ALL_VERIFIED


def json_verdict(path: Path, report: Report) -> dict[str, object]:
    """The line of `verify --json` for one log."""
    return {
        "file": str(path),
        "verdict": report.verdict,
        "code": report.code,
        "line": report.line,
        "turn": report.turn,
        "seat": report.seat,
        "reason": report.reason,
        "scores": report.scores,
        "winners": report.winners,
        "sources": report.sources,
        "engine": report.engine,
    }


def text_verdict(path: Path, report: Report) -> str:
    """One line for people."""
    words = [f"{path}: {report.verdict}"]
    if report.code:
        words.append(report.code)
    if report.line and report.verdict != "verified":
        words.append(f"line {report.line}: {report.reason}")
    elif report.reason:
        words.append(report.reason)
    if report.scores:
        words.append(f"scores {', '.join(map(str, report.scores))}")
    return ", ".join(words)


def _switches(options: argparse.Namespace) -> dict[str, str | int | bool]:
    """`name=value` pairs; true, false and whole numbers are read as such. Raises BadSetup."""
    switches: dict[str, str | int | bool] = {}
    for pair in options.switch:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BadSetup(f"--switch {pair}: write it as NAME=VALUE")
        if text in ("true", "false"):
            switches[name] = text == "true"
        else:
            switches[name] = int(text) if text.isdecimal() else text
    return switches


def _simulate(options: argparse.Namespace) -> int:
    game = GAMES[options.game]
    ruleset = options.ruleset or game.rulesets[0]
    bots = [name.strip() for name in options.bots.split(",")]
    unknown = [name for name in bots if name not in game.bots]
    if unknown:
        return _complain(f"unknown bot {', '.join(unknown)}; known: {', '.join(game.bots)}")
    if options.games < 1:
        return _complain("--games is at least 1")
    digits = max(4, len(str(options.games)))
    unfinished = 0
    wins = [0.0] * options.players
    try:
        switches = _switches(options)
        components = _one_set(options)
        for number in range(1, options.games + 1):
            played = play(
                options.game, options.players, ruleset, bots, f"{options.seed}/{number}", switches, None, components
            )
            options.out.mkdir(parents=True, exist_ok=True)
            name = f"{options.game}-p{options.players}-{ruleset}-s{options.seed}-{number:0{digits}d}.jsonl"
            (options.out / name).write_bytes(played.log)
            unfinished += not played.winners
            for seat in played.winners:
                wins[seat] += 1 / len(played.winners)
    except BadSetup as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{options.out}: {error.strerror}")
    print(f"{options.games} games written to {options.out}")
    for seat, won in enumerate(wins):
        print(f"seat {seat} ({bots[seat % len(bots)]}): {won:g} wins, {won / options.games:.1%}")
    if unfinished:
        print(f"{unfinished} games did not end within the limit of turns and were written as unfinished")
    return ALL_VERIFIED


def _one_set(options: argparse.Namespace) -> ComponentSet | None:
    """The set to simulate with; None for the built-in one. Raises BadSetup and OSError."""
    found = _read_sets(options.components)
    if not found:
        return None
    game, components = found[0]
    if len(found) > 1 or game.key != options.game:
        raise BadSetup(f"--components for simulate is one set of {options.game}")
    return components


def _components(options: argparse.Namespace) -> int:
    game = GAMES[options.game]
    try:
        if options.check:
            found, components = read_component_file(options.check.read_bytes())
            if found is not game:
                return _complain(f"{options.check}: a component set of {found.key}, not of {game.key}")
            print(f"{options.check}: {components.name} fits; sha256 {components.sha256}")
        elif options.export:
            _write_json(options.export, game.components(game.component_sets[0]).data)
        else:
            _write_json(options.schema, schema_of(game.key))
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}")
    except BadComponents as error:
        for problem in error.problems:
            _complain(f"{options.check}: {problem}")
        return NOT_ALL_VERIFIED
    return ALL_VERIFIED


def _write_json(path: Path, data: JsonObject) -> None:
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{path} written")


def _show(options: argparse.Namespace) -> int:
    try:
        svg = position_svg(read_log(options.log), options.turn, _library(options))
        options.svg.write_text(svg, "utf-8")
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}")
    except ValueError as error:
        return _complain(str(error))
    print(f"{options.svg} written")
    return ALL_VERIFIED
