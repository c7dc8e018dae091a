"""A review with a real worker, a real broker and the real bot: a log goes first, and a killed worker loses a part."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nabu.board.reviews.models import GameReview
from nabu.board.reviews.services import ask_for_review, cancel_review
from nabu.contests.matches.models import GameLog, Verification
from nabu.contests.results import services as results
from nabu.contests.results.tasks import verify_log
from nabu.web.jobs import running
from tests.platform.by_hand import long_ago
from tests.platform.contests.results.test_workers import pool_processes
from tests.platform.scenario import account, game_log, short_log
from tests.processes import ROOT

pytestmark = [pytest.mark.broker, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def short_parts(site_environment: dict[str, str], tmp_path: Path) -> None:
    """The workers of a test judge for a second, not for five, before they look at what else waits."""
    (tmp_path / "short_parts.py").write_text("from nabu.settings import *\n\nREVIEW_PART_SECONDS = 1\n")
    paths = os.pathsep.join((str(tmp_path), str(ROOT / "platform"), str(ROOT)))
    site_environment |= {"DJANGO_SETTINGS_MODULE": "short_parts", "PYTHONPATH": paths}


@pytest.mark.usefixtures("no_worker_yet", "short_parts")
def test_a_log_goes_before_the_rest_of_a_review_and_a_killed_worker_loses_a_part(
    start_worker: Callable[..., Any], wait_until: Callable[..., None]
) -> None:
    ana = account("ana")
    log = results.submit_log(ana, short_log("babylonia")).log
    verify_log(log.verifications.get().pk)
    review = ask_for_review(ana, GameLog.objects.get(pk=log.pk))
    worker = start_worker()
    wait_until(lambda: GameReview.objects.filter(done__gt=0).exists(), seconds=300, what="the first part")
    sent = results.submit_log(ana, game_log(2, seed=31)).log
    verdicts = Verification.objects.filter(log=sent, status="done", verdict="verified")
    wait_until(verdicts.exists, seconds=60, what="the verdict")
    review.refresh_from_db()
    assert review.status == "running", "the log has not waited for the review"
    for pid in pool_processes(worker):
        os.kill(pid, signal.SIGKILL)
    worker.kill_group()
    review.refresh_from_db()
    kept, decisions = review.done, review.decisions
    long_ago()
    second = start_worker()
    running.sweep()
    wait_until(lambda: GameReview.objects.filter(done__gt=kept).exists(), seconds=300, what="the next part")
    review.refresh_from_db()
    assert review.decisions[:kept] == decisions
    cancel_review(ana, review)
    second.kill_group()
