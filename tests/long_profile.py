"""The long profile in parts, one for each test file: `python -m tests.long_profile DATABASE PROCESSES MARKS`.

Only files that it makes longer: all others run as they are with every change. It takes hours, so a run that was cut off
goes on where it was: what has passed with the same files of the project is not run again. Delete var/long-profile to
begin anew. Each part writes a log, all of which are listed at the end. Exit status: 0 if all parts have passed.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "var" / "long-profile"
FOLDERS = ("analytics", "benchmarks", "docs", "engine", "platform", "requirements", "static", "templates", "tests")

LONGER = ("hypothesis", "tests.profiles")
"""What tests import that have more to do here."""

NEEDS_A_WORKER = re.compile(r"\b(start_)?worker: ")
"""How a test asks for one."""

NOTHING_TO_RUN = 5
"""Pytest's exit status when the marks leave no test of a file."""


@dataclass(frozen=True)
class Part:
    """What became of the tests of one file on one database."""

    database: str
    file: str
    files: str
    """The digest of all files of the project when it ran."""
    seconds: float
    passed: bool
    log: str


def digest_of_the_project() -> str:
    """A digest of all files that a test may depend on."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(ROOT)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def made_longer(tests: Iterable[Path]) -> list[Path]:
    """Those of these files that have more to do here: they, a conftest above them or what they import from the tests
    asks for the profile; or they need a worker, which the short profile starts on PostgreSQL only."""
    imported: dict[Path, set[Path]] = {}
    asking: set[Path] = set()

    def look(path: Path) -> set[Path]:
        if path not in imported:
            imported[path] = set()
            names = names_imported(path)
            if any(name == asked or name.startswith(f"{asked}.") for name in names for asked in LONGER):
                asking.add(path)
            files = {ROOT / f"{name.replace('.', '/')}.py" for name in names if name.startswith("tests.")}
            above = {folder / "conftest.py" for folder in path.parents if ROOT / "tests" in folder.parents}
            imported[path] = {file for file in files | above if file.exists()} - {path}
        return imported[path]

    def reached(path: Path) -> set[Path]:
        found, new = {path}, {path}
        while new:
            new = {file for each in new for file in look(each)} - found
            found |= new
        return found

    return [path for path in tests if reached(path) & asking or NEEDS_A_WORKER.search(path.read_text())]


def names_imported(path: Path) -> set[str]:
    """The modules that a file imports, and what it imports from them."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def passed_before(database: str, files: str) -> dict[str, Part]:
    """The parts that need not run again."""
    noted = KEPT / f"{database}.jsonl"
    parts = [Part(**json.loads(line)) for line in noted.read_text().splitlines()] if noted.exists() else []
    return {part.file: part for part in parts if part.passed and part.files == files}


def run_part(database: str, file: str, marks: str, files: str) -> Part:
    """Run the tests of one file and note what became of them."""
    log = KEPT / database / f"{file.removesuffix('.py').replace('/', '-')}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    with log.open("w") as output:
        command = [sys.executable, "-m", "pytest", "-m", marks, "--durations=10", file]
        status = subprocess.run(command, cwd=ROOT, stdout=output, stderr=output, check=False).returncode
    passed = status in (0, NOTHING_TO_RUN)
    part = Part(database, file, files, round(time.monotonic() - start), passed, str(log.relative_to(ROOT)))
    with (KEPT / f"{database}.jsonl").open("a") as noted:
        noted.write(json.dumps(asdict(part)) + "\n")
    print(line_of(part), flush=True)
    return part


def line_of(part: Part) -> str:
    """One line of the list."""
    return f"{'passed' if part.passed else 'FAILED'} {part.seconds:7.0f} s  {part.database:9} {part.log}"


def run(database: str, processes: int, marks: str, tests: Iterable[Path]) -> bool:
    """Run all parts that have not passed yet, so many at once; print the list of all logs. Whether all have passed."""
    KEPT.mkdir(parents=True, exist_ok=True)
    files = digest_of_the_project()
    names = [str(path.relative_to(ROOT)) for path in sorted(tests)]
    before = passed_before(database, files)
    wanted = [name for name in names if name not in before]
    print(f"{len(names) - len(wanted)} of {len(names)} parts have passed before", flush=True)
    with ThreadPoolExecutor(processes) as at_once:
        done = list(at_once.map(lambda name: run_part(database, name, marks, files), wanted))
    parts = {**before, **{part.file: part for part in done}}
    print("\n".join(line_of(parts[name]) for name in names))
    return all(part.passed for part in parts.values())


if __name__ == "__main__":
    os.environ["NABU_HYPOTHESIS"] = "long"
    folder = ROOT / "tests" / ("platform" if sys.argv[1] == "postgres" else "")
    tests = made_longer(sorted(folder.rglob("test_*.py")))
    sys.exit(0 if run(sys.argv[1], int(sys.argv[2]), sys.argv[3], tests) else 1)
