"""The order in which a worker does what waits: a player's log first, then everything people look at by turns."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from kombu.utils.scheduling import cycle_by_name

from nabu.contests.matches.models import Verification
from nabu.contests.results.settling.submission import submit_log
from nabu.web.jobs.asking import ask_all
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.models import Job
from tests.platform.scenario import account, game_log
from tests.profiles import LONG

BACKGROUND = 800 if LONG else 160
IN_TURN = ("announce", "deliver", "statistics")


def test_every_kind_has_its_place() -> None:
    assert KINDS["verify"].rank < min(kind.rank for name, kind in KINDS.items() if name != "verify")
    assert {kind.queue for kind in KINDS.values()} <= set(settings.QUEUES)
    assert KINDS["statistics"].queue in settings.QUEUES_IN_TURN
    for kind in ("fit", "recount"):
        assert KINDS[kind].queue not in settings.QUEUES_IN_TURN, "it may take minutes"


def served(waiting: dict[str, int], most: int) -> list[str]:
    """The queues from which a worker takes its next tasks, while these wait: as kombu asks for them."""
    cycle = cycle_by_name(settings.CELERY_BROKER_TRANSPORT_OPTIONS["queue_order_strategy"])()
    cycle.update(list(settings.QUEUES))
    left, taken = Counter(waiting), deque[str]()
    while len(taken) < most and left.total():
        queue = next(name for name in cycle.consume(len(settings.QUEUES)) if left[name])
        cycle.rotate(queue)
        left[queue] -= 1
        taken.append(queue)
    return list(taken)


def test_statistics_wait_for_one_job_of_each_other_queue_however_many_announcements_there_are() -> None:
    order = served({"announcements": 1000, "mails": 1000, "statistics": 2, "lab": 5, "logs": 3}, 12)
    assert order[:3] == ["logs"] * 3
    assert order[3:] == [*["announcements", "mails", "statistics"] * 2, *["announcements", "mails", "announcements"]]
    assert served({"lab": 2, "maintenance": 2, "statistics": 1}, 5) == [
        "statistics",
        *["maintenance"] * 2,
        *["lab"] * 2,
    ]


@pytest.mark.broker
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_worker_yet")
def test_a_log_behind_many_others_is_done_first(
    broker: str, start_worker: Callable[..., Any], wait_until: Callable[..., None]
) -> None:
    """They were all sent before the log, and the one worker begins only then."""
    kinds = [*IN_TURN, "experiment"]
    with transaction.atomic():
        for kind in kinds:
            # They say nothing about what is to be done, so they break at once; their rows say when they were begun.
            ask_all(kind, [(f"{kind} {number}", {}) for number in range(BACKGROUND // len(kinds))])
    submit_log(account("ana"), game_log(2, 1), None)
    others = Job.objects.filter(kind__in=kinds, payload={})
    assert others.count() == BACKGROUND
    kind_of = dict(others.values_list("pk", "kind"))
    worker = start_worker()
    wait_until(lambda: not others.filter(started_at=None).exists(), seconds=120, what="everything else")
    verification = Verification.objects.get()
    assert verification.status == "done"
    assert not others.filter(started_at__lt=verification.finished_at).exists()
    # One that broke is tried again later, on a busy machine while others still wait: its row has forgotten when it was
    # begun first, and the log of the worker has not.
    tried = dict.fromkeys(int(pk) for pk in re.findall(r"job (\d+) broke", worker.output()))
    begun = [kind_of[pk] for pk in tried if pk in kind_of]
    assert Counter(begun[:60]) == dict.fromkeys(IN_TURN, 20), "nothing of that is tried again yet"
    assert begun.index("experiment") == 3 * BACKGROUND // 4, "experiments are last"
