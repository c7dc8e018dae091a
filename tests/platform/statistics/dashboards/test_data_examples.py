"""The script and the notebook of docs/data.md against a running site, with DuckDB and Polars (the long profile)."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.platform.running_site import ROOT, Up, WaitUntil, needs_proc, processes_of
from tests.platform.statistics.dashboards.notebook import DATA
from tests.profiles import LONG

READERS = ("duckdb==2.0.1", "polars==2.1.0")
"""250 MB, so they are in no lock file: what docs/data.md was tried with."""

pytestmark = [
    needs_proc,
    pytest.mark.skipif(not LONG, reason="the long profile only"),
]


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with DuckDB and Polars."""
    folder = tmp_path_factory.mktemp("readers")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
    got = subprocess.run([*pip, *READERS, "polars-runtime-32==2.1.0"], capture_output=True, text=True, check=False)
    if got.returncode:
        pytest.skip(f"DuckDB and Polars cannot be installed: {got.stderr[-300:]}")
    return folder


@pytest.fixture
def site(tmp_path: Path, wait_until: WaitUntil) -> Iterator[str]:
    """The address of a site with one short tournament of each game, all of it counted."""
    (tmp_path / "hold").touch()
    up = Up(tmp_path / "var", wait_until, NABU_DEMO="1", TESTS_SHORT_SEASONS=str(tmp_path / "hold"), TESTS_HELD="0")
    try:
        up.wait_for("everything is ready")
        address = f"http://127.0.0.1:{up.port}"
        wait_until(lambda: all(counted(address, game) for game in GAMES), 600, "the counted games", 1)
        yield address
        assert up.finish(signal.SIGTERM) == 0
    finally:
        up.process.kill()
        for pid in processes_of(up.var):
            os.kill(pid, signal.SIGKILL)
        up.reader.join(10)


GAMES = ("amyitis", "babylon", "babylonia", "ishtar")


def counted(address: str, game: str) -> bool:
    """Whether games of the title are there, and none waits."""
    with urllib.request.urlopen(f"{address}/api/v1/dashboards/{game}/sources/", timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found["games"] > 0 and found["games_waiting"] == 0


def test_three_readers_and_the_notebook_say_what_the_site_says(site: str, readers: Path, tmp_path: Path) -> None:
    for game in GAMES:
        said = run([str(DATA / "read_facts.py"), site, game, str(tmp_path / "data" / game)], PYTHONPATH=str(readers))
        assert re.findall(r"(\w+): equal to the site", said) == ["duckdb", "polars", "pandas"]
        asked = {"NABU_SITE": site, "NABU_GAME": game, "NABU_FOLDER": str(tmp_path / "data")}
        run(["-c", RUN_NOTEBOOK], PYTHONPATH=str(ROOT), **asked)


RUN_NOTEBOOK = (
    "from tests.platform.statistics.dashboards.notebook import run_notebook; run_notebook('statistics.ipynb')"
)


def run(arguments: list[str], **environment: str) -> str:
    """What a Python process says that ends well."""
    ran = subprocess.run(
        [sys.executable, *arguments], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
