"""An experiment with a real worker and a real broker: each part sends the next, a killed worker loses nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from analytics.experiments import ExperimentSums, play_games
from engine.registry import get_game
from nabu.statistics.lab.costs import Cost
from nabu.statistics.lab.models import Experiment
from nabu.statistics.lab.plans import plan_of
from nabu.statistics.lab.services import Choice, ExperimentDesign, create_experiment
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.platform.by_hand import long_ago
from tests.platform.contests.results.test_workers import pool_processes
from tests.platform.scenario import account

pytestmark = [pytest.mark.broker, pytest.mark.django_db(transaction=True)]


def test_a_killed_worker_loses_nothing_and_adds_nothing_twice(
    start_worker: Callable[..., Any], wait_until: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cost, "chunk_size", 16)
    arms = [Choice(ruleset="base"), Choice(ruleset="seven_of_nine")]
    words = {"name": "Seven", "players": 2, "games": 48, "bots": ["greedy"], "seed": "7", "arms": arms}
    worker = start_worker()
    made = create_experiment(account("ana"), get_game("babylonia"), ExperimentDesign(**words))
    wait_until(Job.objects.filter(status="running").exists, what="the first part")
    for pid in pool_processes(worker):
        os.kill(pid, signal.SIGKILL)
    worker.kill_group()
    long_ago()
    start_worker()
    running.sweep()
    wait_until(lambda: Experiment.objects.filter(status="done").exists(), seconds=300, what="the end of the experiment")
    made.refresh_from_db()
    assert made.played == 96
    assert ExperimentSums.from_json(made.sums) == play_games(plan_of(made), 0, 48)
