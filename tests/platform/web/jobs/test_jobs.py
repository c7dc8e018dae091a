"""What holds for every kind of job: asked once or again, later, too late, given up, taken over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from django.utils import timezone

from engine.message import Message, verbatim
from nabu.web.jobs import running
from nabu.web.jobs.asking import AGAIN_AFTER, ask, ask_all, cancel, live_jobs
from nabu.web.jobs.kinds import KINDS, Kind, job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Later, NotDone, Progress
from tests.platform.by_hand import do_jobs, long_ago, sweep_by_hand

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

Work = Callable[[Progress], None]


@pytest.fixture
def works() -> Iterator[list[Work]]:
    """What the kinds "dig" and "dig soon" do, one after the other; nothing when the list is empty."""
    todo: list[Work] = []

    def dig(progress: Progress) -> None:
        if todo:
            todo.pop(0)(progress)

    for name, queue in (("dig", "lab"), ("dig soon", "pairing")):
        job(name, queue)(dig)
    yield todo
    del KINDS["dig"], KINDS["dig soon"]


@pytest.fixture
def sent() -> Iterator[list[tuple[int, str, float | None]]]:
    """What the workers were told: the job, its queue, the seconds to wait."""
    told: list[tuple[int, str, float | None]] = []

    def enqueue(_task: str, pk: int, queue: str, countdown: float | None = None, **_options: Any) -> bool:
        told.append((pk, queue, countdown))
        return True

    with patch("nabu.web.jobs.asking.enqueue", enqueue):
        yield told


def change(name: str, value: Any) -> None:
    """Let the next jobs be of another make."""
    KINDS["dig"] = Kind(**{**{field: getattr(KINDS["dig"], field) for field in Kind.__slots__}, name: value})


def test_what_is_done_leaves_nothing_behind_unless_it_is_kept(works: list[Work]) -> None:
    ask("dig", "a")
    do_jobs("dig")
    assert not Job.objects.exists()
    change("kept", True)
    ask("dig", "a", {"deep": 1})

    def work(progress: Progress) -> None:
        progress.step(1, 2, verbatim("Halfway"))
        assert Job.objects.get().text == "Halfway"
        with progress.last_step(Message("pairing.write")) as made:
            made["found"] = 7

    works.append(work)
    do_jobs("dig")
    done = Job.objects.get()
    assert (done.status, done.key, done.payload, done.done, done.total) == ("done", None, {"deep": 1, "found": 7}, 2, 2)
    assert done.text == "Saving the tables."


def test_what_waits_under_the_same_key_is_done_once(
    works: list[Work], sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = ask("dig", "a")
        assert ask("dig", "a").pk == first.pk
        assert [found.pk for found in ask_all("dig", [("a", {}), ("b", {})])][0] == first.pk
    assert [(queue, countdown) for _pk, queue, countdown in sent] == [("lab", None)] * 2
    assert do_jobs("dig") == 2
    assert not Job.objects.exists()


def test_the_more_urgent_kind_counts(
    works: list[Work], sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        made = ask("dig", "a")
        ask("dig soon", "a")
        ask("dig", "a")
    assert sent == [(made.pk, "lab", None), (made.pk, "pairing", None)]
    assert Job.objects.get().kind == "dig soon"


def test_who_asks_while_it_is_being_done_gets_it_once_more(works: list[Work]) -> None:
    runs: list[int] = []

    def work(progress: Progress) -> None:
        runs.append(progress.job.runs)
        if len(runs) == 1:
            ask("dig", "a")
            ask("dig", "a")

    works.extend([work, work, work])
    ask("dig", "a")
    for _again in range(3):
        do_jobs("dig")
    assert runs == [1, 2]


def test_later_means_not_before_unless_somebody_asks_again(
    works: list[Work], sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    def work(_progress: Progress) -> None:
        raise Later(timezone.now() + timedelta(hours=1))

    works.extend([work, work])
    ask("dig", "a")
    do_jobs("dig")
    do_jobs("dig")
    assert len(works) == 1
    assert sweep_by_hand() == 0
    with django_capture_on_commit_callbacks(execute=True):
        ask("dig", "a")
    assert len(sent) == 1
    do_jobs("dig")
    assert works == []
    Job.objects.update(run_after=timezone.now(), look_at=timezone.now())
    assert sweep_by_hand() == 1
    do_jobs("dig")
    assert not Job.objects.exists()


def test_soon_is_told_with_a_countdown(
    works: list[Work], sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    def work(_progress: Progress) -> None:
        raise Later(timezone.now() + timedelta(seconds=5))

    works.append(work)
    made = ask("dig", "a")
    with django_capture_on_commit_callbacks(execute=True):
        do_jobs("dig")
    [(pk, queue, countdown)] = sent
    assert (pk, queue) == (made.pk, "lab")
    assert countdown is not None
    assert 4 < countdown < 6


def test_a_time_that_has_passed_is_not_asked_for_at_once(
    works: list[Work], sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    """By the clock of its worker it may still be early: it would come back at once, all the time."""

    def work(_progress: Progress) -> None:
        raise Later(timezone.now() - timedelta(seconds=1))

    works.append(work)
    ask("dig", "a")
    with django_capture_on_commit_callbacks(execute=True):
        do_jobs("dig")
    [(_pk, _queue, countdown)] = sent
    assert countdown >= AGAIN_AFTER.total_seconds()
    assert Job.objects.get().run_after > timezone.now()


def test_what_is_handed_on_is_no_failure(works: list[Work]) -> None:
    def work(_progress: Progress) -> None:
        raise NotDone

    works.extend([work] * 5)
    ask("dig", "a")
    while works:
        do_jobs("dig")
    assert Job.objects.get().status == "queued"
    do_jobs("dig")
    assert not Job.objects.exists()


def test_what_is_too_late_is_not_begun(works: list[Work]) -> None:
    change("lifetime", timedelta(days=1))
    made = ask("dig", "a")
    assert made.deadline is not None
    Job.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    do_jobs("dig")
    ended = Job.objects.get()
    assert (ended.status, ended.key) == ("failed", None)
    assert "in time" in ended.text
    ask("dig", "a")
    assert live_jobs("dig").count() == 1, "the key is free again"


def test_a_message_that_comes_again_and_again_does_not_give_up_what_is_being_done(works: list[Work]) -> None:
    """The sweep does, when nothing was heard of the worker for long."""
    asked = ask("dig", "a")

    def work(progress: Progress) -> None:
        running.run(asked.pk, "the task")

    works.extend([work] * KINDS["dig"].attempts)
    running.run(asked.pk, "the task")
    assert not Job.objects.exists(), "the last worker that took it on has done it"
    again = ask("dig", "b")
    Job.objects.update(status="running", task="the task", attempts=KINDS["dig"].attempts, again=False)
    running.run(again.pk, "the task")
    assert Job.objects.get().status == "running"
    long_ago()
    assert sweep_by_hand() == 0
    assert Job.objects.get().status == "failed"


def test_what_breaks_is_tried_again_and_then_given_up_with_its_error(works: list[Work]) -> None:
    gave_up: list[str] = []
    change("gave_up", lambda ended: gave_up.append(ended.error))

    def work(_progress: Progress) -> None:
        raise ValueError("a stone")

    works.extend([work] * 3)
    ask("dig", "a")
    for attempt in range(1, 4):
        do_jobs("dig")
        assert Job.objects.get().attempts == attempt
    assert Job.objects.get().status == "failed"
    assert gave_up == ["ValueError: a stone"]
    Job.objects.update(finished_at=timezone.now() - running.KEPT_FOR - timedelta(days=1))
    assert running.purge() == 1


def test_a_worker_that_comes_back_after_another_has_handed_on_writes_nothing(works: list[Work]) -> None:
    """Handing on begins to count attempts anew; runs are never counted anew."""

    def hand_on(_progress: Progress) -> None:
        raise NotDone

    made = ask("dig", "a")
    lost = running._begin(made.pk, "lost")
    assert lost is not None
    long_ago()
    sweep_by_hand()
    works.append(hand_on)
    do_jobs("dig")
    assert running._begin(made.pk, "third") is not None
    with pytest.raises(running.Cancelled):
        Progress(lost, KINDS["dig"]).step()
    with pytest.raises(running.Cancelled), Progress(lost, KINDS["dig"]).last_step():
        pytest.fail("this run is not its own any more")
    assert Job.objects.get().status == "running"


def test_a_long_one_is_not_taken_over_when_its_message_comes_back(works: list[Work]) -> None:
    """The broker gives a message to somebody else while its worker is still at it."""
    change("seconds", 3600)
    made = ask("dig", "a")
    assert running._begin(made.pk, "one") is not None
    assert running._begin(made.pk, "one") is None
    Job.objects.update(look_at=timezone.now() + timedelta(seconds=1))
    assert sweep_by_hand() == 0
    long_ago()
    assert sweep_by_hand() == 1


def test_the_sweep_lets_a_long_queue_be(works: list[Work]) -> None:
    """The longer something waits, the less often it is sent again."""
    ask("dig", "a")
    start, times = timezone.now(), 0
    for minute in range(40):
        now = start + timedelta(minutes=minute, seconds=20)
        with patch("django.utils.timezone.now", return_value=now):
            times += sweep_by_hand()
    assert 4 <= times <= 8


def test_called_off_in_the_middle(works: list[Work]) -> None:
    def work(progress: Progress) -> None:
        cancel(progress.job)
        ask("dig", "a")
        with progress.last_step():
            pytest.fail("nobody wants it any more")

    works.append(work)
    ask("dig", "a")
    do_jobs("dig")
    ended = Job.objects.get()
    assert (ended.status, ended.text) == ("cancelled", "Cancelled. Nothing was changed.")


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_was_never_asked_for(works: list[Work], sent: list[Any]) -> None:
    with transaction.atomic():
        ask("dig", "a")
        transaction.set_rollback(True)
    assert (Job.objects.count(), sent) == (0, [])


def test_a_job_costs_few_queries(works: list[Work], django_assert_num_queries: Any) -> None:
    """There are thousands of them: each is a row made, taken on, and deleted."""
    with django_assert_num_queries(2):
        made = ask("dig", "a")
    with django_assert_num_queries(10):
        running.run(made.pk, "one")
    with django_assert_num_queries(1):
        running.run(made.pk, "the same again")


def test_those_that_wait_are_done_together_and_one_that_breaks_harms_no_other(works: list[Work]) -> None:
    """The one that always breaks is the third of five; what is taken along is nobody else's meanwhile."""
    done: list[list[int]] = []

    def work(progress: Progress) -> None:
        asked = [progress.job, *progress.take_along(3)]
        assert {job.status for job in live_jobs("dig") if job in asked} == {Job.Status.RUNNING}
        for other in asked[1:]:
            running.run(other.pk, "another worker")
        if any(job.payload["part"] == 3 for job in asked):
            raise OSError("stone")
        with progress.last_step():
            done.append([job.payload["part"] for job in asked])

    parts = {part: ask("dig", payload={"part": part}).pk for part in range(1, 6)}
    works.extend([work] * 20)
    running.run(parts[1], "first")
    assert done == []
    running.run(parts[5], "second")
    assert done == [[5]], "those of the first are tried alone now"
    for _again in range(3):
        long_ago()
        sweep_by_hand()
        do_jobs("dig")
    assert sorted(done) == [[1], [2], [4], [5]]
    stone = Job.objects.get()
    assert (stone.pk, stone.status, stone.error) == (parts[3], Job.Status.FAILED, "OSError: stone")
    done.clear()
    parts = {part: ask("dig", payload={"part": part}).pk for part in range(10, 15)}
    assert do_jobs("dig") == 5
    assert done == [[10, 11, 12, 13], [14]]
