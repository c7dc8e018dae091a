"""Every benchmark runs the same way, `python -m benchmarks.NAME`, and the docs name no other."""

from __future__ import annotations

import ast
import os
import pkgutil
import re
import subprocess
import sys

import benchmarks
from benchmarks import ROOT
from tests.cases import each

MODULES = sorted(module.name for module in pkgutil.walk_packages(benchmarks.__path__, "benchmarks."))
FILES = [*(ROOT / "benchmarks").glob("*.py"), *(ROOT / "benchmarks").glob("*/__main__.py")]
RUN = {
    path.parent.name if path.stem == "__main__" else path.stem: path
    for path in FILES
    if '\nif __name__ == "__main__":\n' in path.read_text()
}
"""The benchmarks by name; other modules are parts of them."""

IMPORT_ALL = """
import sys
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
if "django" in sys.modules:
    print("a benchmark imports Django before it is run")
"""


def test_all_can_be_imported_from_the_folder_of_the_project_and_do_no_work_then() -> None:
    """As `-m` does it, where the shell says nothing of paths and settings; all in one process, as imports are slow."""
    ours = ("PYTHONPATH", "DJANGO_", "NABU_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "-c", IMPORT_ALL, *MODULES]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(RUN) > 15


@each("name", sorted(RUN))
def test_a_benchmark_says_how_it_is_run(name: str) -> None:
    said = ast.get_docstring(ast.parse(RUN[name].read_text())) or ""
    assert re.search(rf"^    python -m benchmarks\.{name}\b", said, re.MULTILINE)
    assert "bin/python" not in said


def test_the_docs_name_this_way_only() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        text = page.read_text()
        assert not re.search(r"python3? \S*benchmarks/", text), page
        named = set(re.findall(r"\bbenchmarks/(\w+)", text))
        assert named & RUN.keys() - {"load"} == set(), page
        assert set(re.findall(r"-m benchmarks\.(\w+)", text)) - {"NAME"} <= RUN.keys(), page
