"""Counting the sums of many parts anew in processes of their own, as many as there are cores, two at most.

A worker of Celery may have no child of `multiprocessing`, so these are ordinary programs:

    python -m analytics.counting < task
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from analytics.model import Model
from analytics.parts import Part, counted_anew, map_table, write_sums

PROCESSES = 2
"""With more of them a fit would take more memory than a worker has: each needs some hundred megabytes."""

WORTH_A_PROCESS = 20_000
"""So many games take longer than starting a process."""


def recounted(folder: Path, parts: Sequence[Part], model: Model) -> list[Part]:
    """The parts with new sums on disk, in the same order. Raises CalledProcessError if a process has failed."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    processes = min(PROCESSES, cores, len(parts))
    if processes < 2 or sum(part.games for part in parts) < WORTH_A_PROCESS:
        return [_recounted(folder, part, model) for part in parts]
    largest_first = sorted(parts, key=lambda part: -part.games)
    done: dict[str, Part] = {}
    with ExitStack() as stack:
        running = []
        for number in range(processes):
            task = {"folder": str(folder), "parts": largest_first[number::processes], "model": model.to_json()}
            process = stack.enter_context(_started(json.dumps(task)))
            stack.callback(process.kill)  # if another one fails; does nothing to one that has ended
            running.append(process)
        for process in running:
            answer, _errors = process.communicate()
            if process.returncode:
                raise subprocess.CalledProcessError(process.returncode, process.args)
            done |= {part[1]: Part(*part) for part in json.loads(answer)}
    return [done[part.tables] for part in parts]


def main() -> None:
    """Do the task on standard input, and write the parts with their new sums to standard output."""
    task = json.load(sys.stdin)
    model, folder = Model.from_json(task["model"]), Path(task["folder"])
    done = []
    for part in task["parts"]:
        done.append(_recounted(folder, Part(*part), model))
        map_table.cache_clear()  # what is mapped counts as memory of the process
    json.dump(done, sys.stdout)


def _recounted(folder: Path, part: Part, model: Model) -> Part:
    return part._replace(sums=write_sums(folder, part.month, counted_anew(folder, part, model)))


def _started(task: str) -> subprocess.Popen[str]:
    """A process that has its task already: it reads all of it before it begins."""
    process = subprocess.Popen(
        [sys.executable, "-m", "analytics.counting"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    assert process.stdin is not None
    process.stdin.write(task)
    process.stdin.close()
    process.stdin = None
    return process


if __name__ == "__main__":
    main()
