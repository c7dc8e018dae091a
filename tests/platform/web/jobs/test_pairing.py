"""Pairing by a worker, and with it what every job does: what is lost, comes twice, breaks, is called off."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from nabu.contests.tournaments.entries.presence import drop_entry, reinstate_entry
from nabu.contests.tournaments.jobs import cancel_job
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds import jobs, pairing
from nabu.contests.tournaments.rounds.pairing import Prepared, pair_round, prepare
from nabu.contests.tournaments.rounds.services import discard_round
from nabu.core.errors import NotAllowed, Refused
from nabu.core.queueing import queue_lengths
from nabu.web.jobs import running, tasks
from nabu.web.jobs.models import Job
from tests.platform.by_hand import long_ago
from tests.platform.contests.results.test_workers import nothing_else_to_do, pool_processes
from tests.platform.scenario import Event, account, make_event

Prepare = Callable[..., Prepared]


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pairing is a worker's, so that the tests need not make a thousand players."""
    monkeypatch.setattr(jobs, "PATIENCE", 0)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jobs of which a worker was told."""
    told: list[int] = []

    def enqueue(_task: str, pk: int, queue: str, **_options: Any) -> bool:
        told.extend([pk] if queue == "pairing" else [])
        return True

    monkeypatch.setattr("nabu.web.jobs.asking.enqueue", enqueue)
    return told


@pytest.fixture
def event(db: None) -> Event:
    made = make_event(5, table_size=2, rounds=3)
    Job.objects.all().delete()  # what is to be told about it
    return made


def ask(event: Event) -> Job:
    made = jobs.pair_or_ask(event.organiser, event.refresh())
    assert isinstance(made, Job)
    return made


def after(pk: int) -> Job:
    return Job.objects.get(pk=pk)


class TestPairing:
    """The job that pairs a round."""

    def test_what_is_quick_is_paired_at_once(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        event = make_event(3, table_size=3)
        assert isinstance(jobs.pair_or_ask(event.organiser, event.tournament), Round)
        assert isinstance(jobs.repair_or_ask(event.organiser, Round.objects.get()), Round)
        assert not Job.objects.filter(kind="pair").exists()

    def test_a_large_field_is_paired_by_a_worker(
        self, event: Event, sent: list[int], django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            job = ask(event)
        assert sent == [job.pk]
        assert not Round.objects.exists()
        running.run(job.pk, "one")
        done = after(job.pk)
        round_ = Round.objects.get()
        assert (done.status, done.done, done.total, done.payload["round"]) == ("done", 3, 3, round_.pk)
        assert done.text == "Round 1 paired for 5 players."
        assert round_.status == Round.Status.DRAFT
        assert round_.tables.count() == 3
        running.run(job.pk, "one")
        assert Round.objects.count() == 1

    def test_it_gives_the_same_round_as_pairing_at_once(self, event: Event, sent: list[int]) -> None:
        job = ask(event)
        running.run(job.pk, "one")
        proposal = Round.objects.get().proposal
        discard_round(event.organiser, Round.objects.get())
        assert pair_round(event.organiser, event.refresh()).proposal == proposal

    def test_a_draft_is_paired_again_in_its_place(self, event: Event, sent: list[int]) -> None:
        draft = pair_round(event.organiser, event.tournament)
        drop_entry(event.organiser, event.tournament.entries.get(seed=1))
        asked = jobs.repair_or_ask(event.organiser, draft)
        assert isinstance(asked, Job)
        running.run(asked.pk, "one")
        assert after(asked.pk).payload["round"] == draft.pk
        assert draft.tables.count() == 2

    @pytest.mark.parametrize(("changes", "status"), [(5, "done"), (6, "failed")])
    def test_what_changes_meanwhile_is_seen(
        self, event: Event, sent: list[int], monkeypatch: pytest.MonkeyPatch, changes: int, status: str
    ) -> None:
        """Each time the pairing is worked out somebody leaves or comes back; the sixth time counts."""
        monkeypatch.setattr(pairing, "PAUSES", (0,) * len(pairing.PAUSES))
        left = list(range(changes))
        entry = event.tournament.entries.get(seed=1)

        def disturbed(*args: Any, **kwargs: Any) -> Prepared:
            found = prepare(*args, **kwargs)
            if left:
                left.pop()
                entry.refresh_from_db()
                service = drop_entry if entry.status == "active" else reinstate_entry
                service(event.organiser, entry)
            return found

        monkeypatch.setattr(jobs, "prepare", disturbed)
        job = ask(event)
        running.run(job.pk, "one")
        assert after(job.pk).status == status
        assert Round.objects.count() == (status == "done")
        if status == "failed":
            assert "changed while" in after(job.pk).text

    def test_what_is_refused_is_said(self, event: Event, sent: list[int]) -> None:
        job = ask(event)
        for entry in event.tournament.entries.all():
            drop_entry(event.organiser, entry)
        running.run(job.pk, "one")
        assert after(job.pk).status == "failed"
        assert after(job.pk).text

    def test_who_lost_the_right_meanwhile_pairs_nothing(self, event: Event, sent: list[int]) -> None:
        job = ask(event)
        Job.objects.update(asked_by=event.players[0])
        running.run(job.pk, "one")
        assert after(job.pk).status == "failed"
        assert not Round.objects.exists()

    def test_one_at_a_time(self, event: Event, sent: list[int]) -> None:
        ask(event)
        with pytest.raises(Refused, match="already"):
            ask(event)

    def test_it_is_refused_at_once_when_it_is_not_time(self, event: Event, sent: list[int]) -> None:
        event.pair()
        with pytest.raises(Refused, match="no confirmed result"):
            ask(event)
        with pytest.raises(NotAllowed):
            jobs.pair_or_ask(event.players[0], event.refresh())
        assert not Job.objects.filter(kind="pair").exists()


class TestCallingOff:
    """Called off before it began, in the middle, too late."""

    def test_before_it_began(self, event: Event, sent: list[int]) -> None:
        job = ask(event)
        cancel_job(event.organiser, job)
        assert after(job.pk).status == "cancelled"
        running.run(job.pk, "one")
        assert not Round.objects.exists()

    def test_in_the_middle_the_result_is_thrown_away(
        self, event: Event, sent: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job = ask(event)

        def called_off(*args: Any, **kwargs: Any) -> Prepared:
            cancel_job(event.organiser, job)
            return prepare(*args, **kwargs)

        monkeypatch.setattr(jobs, "prepare", called_off)
        running.run(job.pk, "one")
        assert after(job.pk).status == "cancelled"
        assert not Round.objects.exists()

    def test_too_late(self, event: Event, sent: list[int]) -> None:
        job = ask(event)
        running.run(job.pk, "one")
        with pytest.raises(Refused, match="already ended"):
            cancel_job(event.organiser, job)

    def test_only_directors_may(self, event: Event, sent: list[int]) -> None:
        with pytest.raises(NotAllowed):
            cancel_job(account("somebody"), ask(event))


class TestLosses:
    """Tasks that are lost, come twice or break."""

    def test_a_broken_job_is_tried_three_times(
        self, event: Event, sent: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*args: Any, **kwargs: Any) -> Prepared:
            raise RuntimeError("no matching")

        monkeypatch.setattr(jobs, "prepare", broken)
        job = ask(event)
        for attempt in range(1, 4):
            tasks.run.apply((job.pk,))
            assert after(job.pk).attempts == attempt
        assert after(job.pk).status == "failed"
        assert after(job.pk).text == "Failed after 3 attempts."

    def test_the_sweep_sends_what_waits_too_long_and_what_was_abandoned(self, event: Event, sent: list[int]) -> None:
        job = ask(event)
        assert tasks.sweep() == 0
        long_ago()
        assert tasks.sweep() == 1
        Job.objects.update(status="running", attempts=1, look_at=timezone.now() + timedelta(seconds=130))
        assert tasks.sweep() == 0
        long_ago()
        assert tasks.sweep() == 1
        assert after(job.pk).status == "queued"
        assert sent == [job.pk, job.pk]

    @pytest.mark.parametrize(("words", "status"), [({"attempts": 3}, "failed"), ({"cancel_asked": True}, "cancelled")])
    def test_the_sweep_ends_what_nobody_will_finish(
        self, event: Event, sent: list[int], words: dict[str, Any], status: str
    ) -> None:
        job = ask(event)
        Job.objects.update(status="running", again=False, **words)
        long_ago()
        assert tasks.sweep() == 0
        assert after(job.pk).status == status
        assert sent == []

    def test_a_second_task_leaves_a_running_job_alone(self, event: Event, sent: list[int]) -> None:
        job = ask(event)
        Job.objects.update(status="running", attempts=1, task="1")
        running.run(job.pk, "2")
        assert after(job.pk).attempts == 1
        running.run(job.pk, "1")
        assert (after(job.pk).attempts, after(job.pk).status) == (2, "done")

    def test_a_worker_that_was_given_up_writes_nothing(
        self, event: Event, sent: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It comes back when another one has taken the job on."""
        job = ask(event)

        def overtaken(*args: Any, **kwargs: Any) -> Prepared:
            Job.objects.update(runs=2)
            return prepare(*args, **kwargs)

        monkeypatch.setattr(jobs, "prepare", overtaken)
        running.run(job.pk, "one")
        assert after(job.pk).status == "running"
        assert not Round.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_search_holds_no_transaction(sent: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event(5, table_size=2)
    seen: list[bool] = []

    def watched(*args: Any, **kwargs: Any) -> Prepared:
        seen.append(connection.in_atomic_block)
        return prepare(*args, **kwargs)

    monkeypatch.setattr(jobs, "prepare", watched)
    running.run(ask(event).pk, "one")
    assert seen == [False]
    assert Round.objects.count() == 1


@pytest.mark.broker
@pytest.mark.django_db(transaction=True)
class TestWorkers:
    """A real worker and a real broker."""

    @pytest.fixture
    def event(self) -> Event:
        return make_event(5, table_size=2)

    def test_a_worker_pairs(self, event: Event, worker: Any, wait_until: Callable[..., None]) -> None:
        job = ask(event)
        wait_until(lambda: after(job.pk).status == "done", what="the pairing")
        assert Round.objects.get().tables.count() == 3

    def test_a_killed_worker_loses_nothing(
        self, event: Event, start_worker: Callable[..., Any], wait_until: Callable[..., None]
    ) -> None:
        worker = start_worker()
        wait_until(lambda: pool_processes(worker), what="the pool")
        wait_until(nothing_else_to_do, what="the announcements")
        pool = pool_processes(worker)
        for pid in pool:
            os.kill(pid, signal.SIGSTOP)
        job = ask(event)
        wait_until(lambda: (queue_lengths() or {}).get("pairing") == 0, what="the worker that takes it")
        for pid in [*pool, worker.pid]:
            os.kill(pid, signal.SIGKILL)
        worker.wait()
        start_worker()
        long_ago()
        assert tasks.sweep() == 1
        wait_until(lambda: after(job.pk).status == "done", what="the pairing by the second worker")
        assert Round.objects.count() == 1
