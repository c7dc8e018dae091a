"""Tasks are handed over by name: every name that the platform knows is a task, and an absent broker is no error."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from nabu.celery import app
from nabu.core.queueing import differing_settings, enqueue
from tests.conftest import celery_uses

PLATFORM = Path(__file__).resolve().parents[3] / "platform" / "nabu"
NAME = re.compile(r'"(nabu(?:\.\w+)+\.tasks\.\w+)"')


def test_every_task_that_is_named_somewhere_is_registered() -> None:
    app.loader.import_default_modules()
    named = {name: path for path in PLATFORM.rglob("*.py") for name in NAME.findall(path.read_text())}
    assert {"nabu.jobs.tasks.run", "nabu.dashboards.tasks.look_after_store"} <= named.keys()
    assert [f"{name} in {path}" for name, path in named.items() if name not in app.tasks] == []


def test_without_a_broker_nothing_is_queued_and_nothing_breaks() -> None:
    app.loader.import_default_modules()
    with celery_uses("unix:///nowhere/broker.sock"):
        assert not enqueue("nabu.jobs.tasks.run", 1)
        assert not enqueue("nabu.jobs.tasks.run", 1, queue="logs", countdown=5)


@pytest.mark.broker
def test_what_is_named_reaches_the_broker(broker: str) -> None:
    assert enqueue("nabu.jobs.tasks.run", 1)
    assert enqueue("nabu.ratings.tasks.measure_quality", "babylonia", "2026-01-01", countdown=30)
    app.control.purge()


def test_a_worker_of_another_host_is_told_apart_by_its_settings(settings: Any) -> None:
    settings.SITE_MARKS = {"SECRET_KEY": "a", "NABU_ADDRESS": "b", "NABU_PUSH_KEY": "c"}
    assert differing_settings({"SECRET_KEY": "a", "NABU_ADDRESS": "b", "NABU_PUSH_KEY": "c"}) == []
    assert differing_settings({"SECRET_KEY": "a", "NABU_ADDRESS": "x", "NABU_PUSH_KEY": "c"}) == ["NABU_ADDRESS"]
    # All marks follow from the secret key.
    assert differing_settings({"SECRET_KEY": "x", "NABU_ADDRESS": "y", "NABU_PUSH_KEY": "z"}) == ["SECRET_KEY"]
    # A version that knows other settings, or none of this.
    assert differing_settings({"SECRET_KEY": "a", "NABU_NEW": "x"}) == []
    assert differing_settings({}) == []
