"""Tests of the site on both databases once more, with all their processes behind PgBouncer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.pooler import PROGRAM
from tests.profiles import LONG

ROOT = Path(__file__).resolve().parents[4]
FOLDERS = (
    "tests/platform/accounts",
    "tests/platform/board",
    "tests/platform/contests",
    "tests/platform/operations/backups",
    "tests/platform/operations/test_old_site.py",
    "tests/platform/web",
)


@pytest.mark.both_databases
@pytest.mark.skipif(not LONG, reason="takes a quarter of an hour: the long profile runs it")
def test_the_site_works_behind_a_pooler() -> None:
    if connection.vendor != "postgresql" or PROGRAM is None:
        pytest.skip("there is no PostgreSQL or no PgBouncer")
    inner = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "both_databases or worker", *FOLDERS]
    ran = subprocess.run(
        [sys.executable, "-m", "tests.pooler", *inner],
        cwd=ROOT,
        env={**os.environ, "NABU_HYPOTHESIS": "short"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-20_000:]
