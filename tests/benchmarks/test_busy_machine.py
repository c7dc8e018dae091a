"""The benchmark of a busy machine: its load ends with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import busy_machine
from nabu.operations.supervisor.orphans import start_mark

ROOT = Path(__file__).resolve().parents[2]
KILLED = """
import os, time
from benchmarks import busy_machine
popen = busy_machine.subprocess.Popen

def told(*arguments, **options):
    made = popen(*arguments, **options)
    print(made.pid, flush=True)
    return made

busy_machine.subprocess.Popen = told
with busy_machine.busy(2, 60):
    os.kill(os.getpid(), 9)
"""


def test_the_load_ends_with_the_benchmark_even_if_that_is_killed(wait_until: Callable[..., None]) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], cwd=ROOT, capture_output=True, text=True, check=False)
    pids = [int(pid) for pid in done.stdout.split()]
    assert len(pids) == 2, done.stderr
    wait_until(lambda: not any(map(start_mark, pids)), 30, "the end of the load")


def test_the_load_has_a_bound_of_its_own() -> None:
    with busy_machine.busy(1, 1) as spinning:
        assert spinning[0].wait(30) < 0
