"""What is announced: every change that is recorded, every verdict."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.signals import change_recorded
from nabu.contests.domain_events.services import announce, announce_verdict
from nabu.contests.matches.models import LogSubmission
from nabu.contests.results.signals import verdict_applied


@receiver(change_recorded)
def announce_change(entry: AuditEntry, **kwargs: Any) -> None:
    """A change of a tournament."""
    announce(entry)


@receiver(verdict_applied)
def announce_log(submission: LogSubmission, **kwargs: Any) -> None:
    """The verdict on a log."""
    announce_verdict(submission)
