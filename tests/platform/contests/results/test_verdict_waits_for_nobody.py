"""A mail or a webhook that fails never delays a verdict: what follows outside is told after it, by another job."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from nabu.contests.domain_events.subscribers import News
from nabu.contests.matches.models import LogSubmission, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.results.services import confirm_report, submit_log
from nabu.contests.results.tasks import verify_log
from nabu.web.jobs.models import Job
from tests.platform.by_hand import do_jobs
from tests.platform.scenario import log_of, make_event, users

pytestmark = pytest.mark.django_db


def test_a_subscriber_that_breaks_delays_no_verdict_and_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(news: Sequence[News]) -> Callable[[], None]:
        raise OSError("the mail server is on fire")

    monkeypatch.setattr("nabu.contests.domain_events.tasks.SUBSCRIBERS", [broken])
    table = make_event(2, table_size=2).pair().tables.get()
    sender, other = users(table)
    submission = submit_log(sender, log_of(table), table)
    for verification in submission.log.verifications.all():
        verify_log(verification.pk)
    submission.refresh_from_db()
    assert submission.outcome == LogSubmission.Outcome.REPORTED
    confirm_report(other, table.reports.get())
    table.refresh_from_db()
    assert (table.status, proof_of(table)) == (Table.Status.CONFIRMED, Proof.REPLAYED)
    do_jobs("announce")
    waiting = Job.objects.filter(kind="announce")
    assert waiting, "what is to be told is still to be told"
    assert all("on fire" in job.error for job in waiting)
