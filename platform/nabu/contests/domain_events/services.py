"""Announcing: called inside the transaction of what is announced, so neither can be without the other."""

from __future__ import annotations

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.domain_events.events import CALLS
from nabu.contests.matches.models import LogSubmission
from nabu.web.jobs.asking import ask

ANNOUNCE = "announce"
MODELS = {
    "announcements.announcement",
    "tournaments.tournament",
    "tournaments.stage",
    "tournaments.round",
    "tournaments.entry",
    "tournaments.registration",
    "tournaments.penalty",
    "matches.table",
    "matches.seat",
    "matches.objection",
    "dates.extension",
}
"""Changes of other rows are not news for anybody outside."""


def announce(entry: AuditEntry) -> None:
    """Others may want to know this change. What it means for them a worker finds out after the commit."""
    tells = entry.action in CALLS or any(model in MODELS for model, *_row in entry.changes)
    if entry.tournament_id is not None and tells:
        ask(ANNOUNCE, payload={"entry": entry.pk})


def announce_verdict(submission: LogSubmission) -> None:
    """A log that somebody sent has its verdict."""
    ask(ANNOUNCE, payload={"submission": submission.pk})
