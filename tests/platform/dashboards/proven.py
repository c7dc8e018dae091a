"""Tournaments whose games are proven by logs, the way a site gets them."""

from __future__ import annotations

from nabu.matches import services
from nabu.matches.models import LogSubmission, Table
from nabu.matches.tasks import verify_log
from tests.platform.scenario import Event, approved, log_of, make_event, users


def prove(table: Table, seed: int = 1, order: list[int] | None = None) -> LogSubmission:
    """Upload a log at the table and have it verified."""
    submission = services.submit_log(users(table)[0], log_of(table, seed, order), table)
    for verification in submission.log.verifications.all():
        verify_log(verification.pk)
    submission.refresh_from_db()
    return submission


def proven_event(players: int = 8, rounds: int = 2, table_size: int = 4, prefix: str = "player") -> Event:
    """A tournament in which every table of these rounds is proven by a log; one more round is to come."""
    event = approved(make_event(players, table_size=table_size, rounds=rounds + 1, prefix=prefix))
    for number in range(rounds):
        for table in event.pair().tables.all():
            assert prove(table, seed=100 * number + table.number).outcome == LogSubmission.Outcome.APPLIED
    return event
