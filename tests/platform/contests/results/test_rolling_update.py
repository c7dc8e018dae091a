"""Hosts with an older and a newer engine on one database, while a site is being updated."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from engine import ENGINE_VERSION
from nabu.contests.matches.models import LogSubmission, Table, Verification
from nabu.contests.results import services, tasks
from nabu.contests.results.settling import verification
from nabu.contests.results.settling.submission import ask_for_verdicts
from nabu.contests.results.settling.verification import verification_of
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.platform.by_hand import sweep_by_hand
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, approved, log_of, make_event, users

OLDER, NEWER = "0.9.12", "99.0.0"


def round_of_a_tournament() -> tuple[Event, Table]:
    event = approved(make_event(2, table_size=2))
    return event, event.pair().tables.get()


db, kept_world, changes_are_taken_back, event, table = kept_for_file(round_of_a_tournament, "event", "table")


def asked_by(version: str, table: Table) -> LogSubmission:
    """A player sends the log to a web host with this engine."""
    with patch("nabu.contests.results.settling.submission.ENGINE_VERSION", version):
        return services.submit_log(users(table)[0], log_of(table), table)


def work(rounds: int = 2) -> None:
    """What the workers of this version do."""
    for _round in range(rounds):
        Job.objects.update(run_after=None)
        for pk in Job.objects.filter(kind="verify").values_list("pk", flat=True):
            running.run(pk, "here")


def verdicts() -> list[tuple[str, str]]:
    """What pages may show, by engine."""
    return sorted(
        (found.engine, found.verdict) for found in Verification.objects.all() if not found.is_answered_elsewhere
    )


def test_a_worker_with_the_older_engine_leaves_a_log_to_the_newer_one(table: Table) -> None:
    submission = asked_by(NEWER, table)
    work()
    assert verdicts() == [(NEWER, "")]
    with patch.object(tasks, "ENGINE_VERSION", NEWER):
        work()
    assert verdicts() == [(NEWER, "verified")]
    submission.refresh_from_db()
    assert submission.outcome == LogSubmission.Outcome.REPORTED


@pytest.mark.both_databases
def test_a_worker_with_the_newer_engine_gives_its_own_verdict(table: Table) -> None:
    submission = asked_by(OLDER, table)
    work()
    assert verdicts() == [(ENGINE_VERSION, "verified")]
    submission.refresh_from_db()
    assert submission.outcome == LogSubmission.Outcome.REPORTED
    assert not Job.objects.filter(kind="verify").exists()


@pytest.mark.parametrize("version", [OLDER, ENGINE_VERSION])
def test_a_log_that_is_sent_again_while_another_version_answers_is_taken(version: str, table: Table) -> None:
    """The web host has found what is asked for, and waits for the job that the worker holds until it is done."""

    def wait_and_ask(kind: str, verifications: Sequence[int]) -> list[Job]:
        work()
        return ask_for_verdicts(kind, verifications)

    asked_by(version, table)
    other = OLDER if version == ENGINE_VERSION else ENGINE_VERSION
    with (
        patch("nabu.contests.results.settling.submission.ask_for_verdicts", wait_and_ask),
        patch.object(tasks, "ENGINE_VERSION", other),
        patch.object(running, "ROLLOUT", timedelta()),
    ):
        again = asked_by(version, table)
    with patch.object(tasks, "ENGINE_VERSION", other), patch.object(running, "ROLLOUT", timedelta()):
        work()
    again.refresh_from_db()
    assert again.outcome != LogSubmission.Outcome.PENDING
    assert verdicts() == [(other, "verified")]
    assert not Job.objects.filter(kind="verify").exists()


def test_what_another_version_has_answered_is_done_here_when_it_is_asked_for_again(table: Table) -> None:
    """The update that was taken back has come after all."""
    asked_by(NEWER, table)
    with patch.object(running, "ROLLOUT", timedelta()):
        work()
    log = asked_by(NEWER, table).log
    found = Verification.objects.get(engine=NEWER)
    assert (found.finished_at, found.is_answered_elsewhere) == (None, False)
    with patch.object(tasks, "ENGINE_VERSION", NEWER):
        work()
    assert verdicts() == [(ENGINE_VERSION, "verified"), (NEWER, "verified")]
    with patch.object(verification, "ENGINE_VERSION", NEWER):
        assert verification_of(log) == Verification.objects.get(engine=NEWER)


def test_pages_show_the_verdict_that_was_given_and_not_the_one_that_was_asked_for(table: Table) -> None:
    """Also when the one that was asked for is the newer row."""
    asked_by(ENGINE_VERSION, table)
    work()
    log = asked_by(OLDER, table).log
    work()
    for engine in (ENGINE_VERSION, OLDER, NEWER):
        with patch.object(verification, "ENGINE_VERSION", engine):
            assert verification_of(log).verdict == "verified", engine


def test_a_verdict_that_the_newer_engine_has_given_counts_for_the_older_host(table: Table) -> None:
    asked_by(ENGINE_VERSION, table)
    work()
    again = asked_by(OLDER, table)
    work()
    assert verdicts() == [(ENGINE_VERSION, "verified")]
    again.refresh_from_db()
    assert again.outcome != LogSubmission.Outcome.PENDING


def test_after_an_update_that_was_taken_back_the_older_engine_does_it(table: Table) -> None:
    submission = asked_by(NEWER, table)
    work()
    Job.objects.update(started_at=Job.objects.get(kind="verify").started_at - running.ROLLOUT - timedelta(seconds=1))
    work()
    assert verdicts() == [(ENGINE_VERSION, "verified")]
    submission.refresh_from_db()
    assert submission.outcome == LogSubmission.Outcome.REPORTED


def test_a_job_that_only_another_version_knows_waits_for_it(db: None) -> None:
    job = Job.objects.create(kind="novelty", look_at=timezone.now() - timedelta(hours=1))
    assert sweep_by_hand() == 0
    running.run(job.pk, "here")
    assert Job.objects.get(pk=job.pk).status == Job.Status.QUEUED
