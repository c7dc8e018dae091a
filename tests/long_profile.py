"""The long profile in parts, one for each test file: `python -m tests.long_profile DATABASE PROCESSES MARKS`.

It takes hours, so a run that was cut off goes on where it was: what has passed with the same files of the project is
not run again. Delete var/long-profile to begin anew. Each part writes a log, all of which are listed at the end. Exit
status: 0 if all parts have passed.
"""

from __future__ import annotations

import hashlib
import json
import os
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
    sys.exit(0 if run(sys.argv[1], int(sys.argv[2]), sys.argv[3], folder.rglob("test_*.py")) else 1)
