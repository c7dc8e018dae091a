"""The order in which a real worker does what waits: a player's log before everything that nobody waits for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from nabu.jobs.asking import ask_all
from nabu.jobs.kinds import KINDS
from nabu.jobs.models import Job
from nabu.matches.models import Verification
from nabu.results.submission import submit_log
from tests.platform.scenario import account, game_log

BACKGROUND = 800


def test_every_kind_has_its_place() -> None:
    assert KINDS["verify"].rank < min(kind.rank for name, kind in KINDS.items() if name != "verify")
    assert {kind.queue for kind in KINDS.values()} <= set(settings.QUEUES)


@pytest.mark.broker
@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_a_log_behind_eight_hundred_others_is_done_first(
    broker: str, start_worker: Callable[..., Any], wait_until: Callable[..., None]
) -> None:
    """They were all sent before the log, and the one worker begins only then."""
    kinds = ["announce", "deliver", "statistics", "experiment"]
    with transaction.atomic():
        for kind in kinds:
            # They say nothing about what is to be done, so they break at once; their rows say when they were begun.
            ask_all(kind, [(f"{kind} {number}", {}) for number in range(BACKGROUND // len(kinds))])
    submit_log(account("ana"), game_log(2, 1), None)
    others = Job.objects.filter(kind__in=kinds, payload={})
    assert others.count() == BACKGROUND
    start_worker()
    wait_until(lambda: not others.filter(started_at=None).exists(), seconds=120, what="everything else")
    verification = Verification.objects.get()
    assert verification.status == "done"
    assert not others.filter(started_at__lt=verification.finished_at).exists()
    begun = list(others.order_by("started_at").values_list("kind", flat=True))
    assert begun == sorted(begun, key=lambda kind: KINDS[kind].rank)
