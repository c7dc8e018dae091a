"""docs/browser-engine.md says what holds."""

from __future__ import annotations

import re
from pathlib import Path

from engine.browser.desk import Desk
from nabu.core.browser_engine.files import ENGINE, RUNTIME
from nabu.core.browser_engine.pack.packing import PYODIDE
from nabu.core.browser_engine.views import WORKER_POLICY

PAGE = (Path(__file__).resolve().parents[4] / "docs" / "browser-engine.md").read_text("utf-8")


def test_every_operation_has_a_row() -> None:
    named = set(re.findall(r"`(\w+\.\w+)`", "".join(re.findall(r"^\|[^|]*\|", PAGE, re.MULTILINE))))
    operations = set(Desk()._operations) - {"begin"}
    assert operations
    assert operations - named == set()


def test_files_version_and_policy_are_those_of_the_code() -> None:
    assert all(f"`{name}`" in PAGE for name in (*RUNTIME, *ENGINE))
    assert f"Pyodide](https://pyodide.org) {PYODIDE}" in PAGE
    assert WORKER_POLICY in " ".join(PAGE.split())
