"""Tasks are handed over by name: every name that the platform knows is a task, and an absent broker is no error."""

from __future__ import annotations

import re
from pathlib import Path

from nabu.celery import app
from nabu.queueing import enqueue

PLATFORM = Path(__file__).resolve().parents[2] / "platform" / "nabu"
NAME = re.compile(r'"(nabu(?:\.\w+)+\.tasks\.\w+)"')


def test_every_task_that_is_named_somewhere_is_registered() -> None:
    app.loader.import_default_modules()
    named = {name: path for path in PLATFORM.rglob("*.py") for name in NAME.findall(path.read_text())}
    assert {"nabu.jobs.tasks.run", "nabu.dashboards.tasks.look_after_store"} <= named.keys()
    assert [f"{name} in {path}" for name, path in named.items() if name not in app.tasks] == []


def test_without_a_broker_nothing_is_queued_and_nothing_breaks() -> None:
    app.loader.import_default_modules()
    assert not enqueue("nabu.jobs.tasks.run", 1)
    assert not enqueue("nabu.jobs.tasks.run", 1, queue="logs", countdown=5)
