"""How many faults do the tests notice? 200 of them are seeded into the product, one at a time.

    python -m benchmarks.seeded_faults draw      choose the faults anew and write seeded_faults.json
    python -m benchmarks.seeded_faults reach     which tests come to which fault: all tests once, in a marked copy
    python -m benchmarks.seeded_faults run       for each fault the tests that come to it; prints the share noticed

A fault is a condition that is negated, a call that is left out, or a number or comparison that is off by one. The list
is kept, so that two versions of the tests are compared with the same faults: a fault is found again by its file, its
function and its own text. Of a copy of the checkout (never the checkout itself) only that place is changed.

A fault counts as noticed when one of the tests that come to its place fails, or does not end. At most `MOST` tests are
tried for each, those that come to the fewest of all places first. Tests that fail in the marked copy already are left
out: they would notice any change of a file. Tests of PostgreSQL are left out too.

`reach` and `run` keep what they know in var/seeded-faults: a run that was cut off goes on where it was. Delete the
folder to begin anew. `--processes` says how many to run at once (2), `--only` takes numbers of faults.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from benchmarks import ROOT

LIST = Path(__file__).with_suffix(".json")
KEPT = ROOT / "var" / "seeded-faults"
PACKAGES = ("engine", "analytics", "platform/competition", "platform/nabu")

FAULTS = 200
SEED = 34
FIRST = 25
"""So many tests are tried before all others of a fault: most faults are noticed by them."""
MOST = 120
SECONDS = 900
"""A test run that takes longer counts as noticed: the fault made it endless."""

COMPARISONS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}

MARK = '''"""Notes which test came to which place."""
import os
SEEN = set()
def at(number):
    place = number, os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if place not in SEEN:
        SEEN.add(place)
        with open(os.environ["NABU_REACHED"], "a") as noted:
            noted.write(f"{place[0]}\\t{place[1]}\\n")
'''


@dataclass(frozen=True)
class Fault:
    """A place and what stands there instead. `which` counts equal texts in one function."""

    path: str
    function: str
    kind: str
    text: str
    which: int
    instead: str


@dataclass(frozen=True)
class Place:
    """A fault in a file as it is now: from this offset to that one, in bytes."""

    fault: Fault
    start: int
    end: int


def places(path: Path) -> list[Place]:
    """All faults that could be seeded in the functions of a file."""
    data = path.read_bytes()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Place] = []
    counted: dict[tuple[str, str, str], int] = defaultdict(int)

    def note(function: str, kind: str, node: ast.expr, instead: str | None = None) -> None:
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        text = data[start:end].decode()
        which = counted[function, kind, text]
        counted[function, kind, text] += 1
        name = str(path.relative_to(ROOT))
        found.append(Place(Fault(name, function, kind, text, which, instead or f"(not ({text}))"), start, end))

    def look(node: ast.AST, function: str, within: bool) -> None:
        """Look through a node of this function or class; `within`: its code runs when the function is called."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for statement in node.body:
                look(statement, f"{function}.{node.name}".lstrip("."), not isinstance(node, ast.ClassDef))
            return
        if within:
            if isinstance(node, ast.If | ast.IfExp):
                note(function, "negated condition", node.test)
            if isinstance(node, ast.comprehension):
                for condition in node.ifs:
                    note(function, "negated condition", condition)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                called = ast.unparse(node.value.func)
                if "log" not in called.lower().split(".")[0]:
                    note(function, "dropped call", node.value, "None")
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
                left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
                note(function, "off by one", node, f"({left} {COMPARISONS[type(node.ops[0])]} {right})")
            if isinstance(node, ast.Constant) and type(node.value) is int:
                note(function, "off by one", node, f"({node.value} + 1)")
        for child in ast.iter_child_nodes(node):
            # The offsets within f-strings are those of another text, and a pattern takes no expression.
            if not isinstance(child, ast.JoinedStr | ast.arguments | ast.pattern):
                look(child, function, within)

    look(ast.parse(data), "", False)
    return found


def product_files() -> Iterator[Path]:
    """All modules of the product but migrations."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def draw() -> list[Fault]:
    """Two of three are drawn from everything, the third part package by package in turn, so that none is left out."""
    chance = random.Random(SEED)
    by_package: dict[str, list[Fault]] = defaultdict(list)
    for path in product_files():
        parts = path.relative_to(ROOT).parts
        package = "/".join(parts[: 3 if parts[0] == "platform" else 2]).removesuffix(".py")
        by_package[package].extend(place.fault for place in places(path))
    everything = [fault for faults in by_package.values() for fault in faults]
    chosen = dict.fromkeys(chance.sample(everything, FAULTS * 2 // 3))
    packages = [faults for faults in by_package.values() if faults]
    chance.shuffle(packages)
    while len(chosen) < FAULTS:
        for faults in packages:
            if len(chosen) < FAULTS:
                chosen[chance.choice(faults)] = None
    return sorted(chosen, key=lambda fault: (fault.path, fault.function, fault.kind, fault.text, fault.which))


def read_list() -> list[Fault]:
    """The faults that are kept."""
    return [Fault(**entry) for entry in json.loads(LIST.read_text())]


def place_of(fault: Fault) -> Place | None:
    """Where the fault stands today, None if its code is gone."""
    path = ROOT / fault.path
    if not path.exists():
        return None
    return next((place for place in places(path) if place.fault == fault), None)


def copy_checkout(folder: Path) -> None:
    """The files of the checkout, with the environment of the tests."""
    if folder.exists():
        shutil.rmtree(folder)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)


def replace(folder: Path, changes: list[tuple[Place, str]]) -> None:
    """Change these places of the copy; they are of one file, and may stand within one another."""
    for path in {place.fault.path for place, _ in changes}:
        # From the last to the first, the inner before the outer ones: texts are inserted, nothing else moves.
        inserted: list[tuple[int, int, str]] = []
        for place, text in changes:
            if place.fault.path == path:
                before, _, after = text.partition("\0")
                inserted.append((place.start, -(place.end - place.start), before))
                inserted.append((place.end, place.end - place.start, after))
        data = (ROOT / path).read_bytes()
        for offset, _, text in sorted(inserted, key=lambda entry: (entry[0], entry[1]), reverse=True):
            data = data[:offset] + text.encode() + data[offset:]
        (folder / path).write_bytes(data)


def pytest_in(folder: Path, arguments: list[str], extra: dict[str, str], seconds: int | None = None) -> int | None:
    """Run pytest in a copy; its exit status, None if it did not end in time. What it said is in output.txt."""
    paths = os.pathsep.join((str(folder / "platform"), str(folder)))
    variables = {**os.environ, "NABU_LOCAL": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": paths, **extra}
    variables["DATABASE_URL"] = ""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    with (folder / "output.txt").open("w") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=variables, stdout=output, stderr=output, start_new_session=True
        )
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return None


def reach(faults: list[Fault], processes: int) -> None:
    """Run all tests once in a copy in which each place says who comes there."""
    KEPT.mkdir(parents=True, exist_ok=True)
    folder = KEPT / "marked"
    copy_checkout(folder)
    (folder / "reached.py").write_text(MARK)
    found = [(number, place_of(fault)) for number, fault in enumerate(faults)]
    marks = [(place, f'(__import__("reached").at({n}) or (\0))') for n, place in found if place is not None]
    replace(folder, marks)
    noted = KEPT / "reached.txt"
    noted.unlink(missing_ok=True)
    parallel = ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder", "-m", "not postgres", "-rfE"]
    pytest_in(folder, parallel, {"NABU_REACHED": str(noted)})
    lines = (folder / "output.txt").read_text().splitlines()
    failed = [line.split(" - ")[0].split(" ", 1)[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    (KEPT / "failed.json").write_text(json.dumps(failed, indent=0))
    print(lines[-1] if lines else "nothing ran")


def tests_of(faults: list[Fault]) -> list[list[str]]:
    """For each fault the tests to try, those first that come to the fewest places."""
    failed = set(json.loads((KEPT / "failed.json").read_text()))
    by_fault: dict[int, set[str]] = defaultdict(set)
    by_test: dict[str, set[int]] = defaultdict(set)
    for line in (KEPT / "reached.txt").read_text().splitlines():
        number, test = line.split("\t", 1)
        if test and test not in failed:
            by_fault[int(number)].add(test)
            by_test[test].add(int(number))
    return [sorted(by_fault[n], key=lambda test: (len(by_test[test]), test))[:MOST] for n in range(len(faults))]


def try_fault(folder: Path, fault: Fault, tests: list[str]) -> str:
    """Seed the fault into the copy, run the tests, and take it out again."""
    place = place_of(fault)
    if place is None:
        return "gone"
    if not tests:
        return "never reached"
    data = (ROOT / fault.path).read_bytes()
    (folder / fault.path).write_bytes(data[: place.start] + fault.instead.encode() + data[place.end :])
    try:
        for some in (tests[:FIRST], tests[FIRST:]):
            if some:
                status = pytest_in(folder, ["-x", *some], {"NABU_HYPOTHESIS": "short"}, SECONDS)
                if status is None:
                    return "noticed, endless"
                if "ERROR: not found: " in (folder / "output.txt").read_text():
                    raise SystemExit(f"{folder}/output.txt: pytest does not find all tests; `reach` must run again")
                if status:
                    return "noticed"
        return "not noticed"
    finally:
        (folder / fault.path).write_bytes(data)


def run(faults: list[Fault], processes: int, only: list[int]) -> None:
    """Try each fault of which nothing is known yet, and print the share."""
    results = KEPT / "results.jsonl"
    known = dict(json.loads(line) for line in results.read_text().splitlines()) if results.exists() else {}
    tests = tests_of(faults)
    folders: SimpleQueue[Path] = SimpleQueue()
    for number in range(processes):
        copy_checkout(KEPT / f"copy-{number}")
        folders.put(KEPT / f"copy-{number}")

    def one(number: int) -> None:
        folder = folders.get()
        try:
            known[number] = try_fault(folder, faults[number], tests[number])
        finally:
            folders.put(folder)
        with results.open("a") as kept:
            kept.write(json.dumps([number, known[number]]) + "\n")
        print(f"{number:4} {known[number]:16} {faults[number].path} {faults[number].function}", flush=True)

    wanted = [number for number in only or range(len(faults)) if number not in known]
    with ThreadPoolExecutor(processes) as at_once:
        list(at_once.map(one, wanted))
    said = list(known.values())
    noticed = sum(what.startswith("noticed") for what in said)
    there = sum(what != "gone" for what in said)
    print(f"{noticed} of {there} faults noticed; never reached: {said.count('never reached')}")


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("draw", "reach", "run"))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", type=int, nargs="*", default=[])
    options = parser.parse_args()
    if options.command == "draw":
        LIST.write_text(json.dumps([asdict(fault) for fault in draw()], indent=1, ensure_ascii=False) + "\n")
    elif options.command == "reach":
        reach(read_list(), options.processes)
    else:
        run(read_list(), options.processes, options.only)


if __name__ == "__main__":
    main()
