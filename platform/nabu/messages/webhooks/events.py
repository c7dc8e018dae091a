"""The events a webhook may ask for: what happened (`nabu.contests.domain_events.events`) and its words for people."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from nabu.contests.domain_events import events

PING = "ping"
"""Sent by hand, to see whether an address listens. No webhook has to ask for it."""

EVENTS: dict[str, str | Promise] = {
    events.TOURNAMENT_STARTED: _("The tournament started"),
    events.ROUND_PUBLISHED: _("Pairing: a round was published"),
    events.ROUND_WITHDRAWN: _("A published round was unpublished"),
    events.TABLE_SEATS: _("Other players or another number at a table of a published round"),
    events.TABLE_REPORTED: _("A result was reported and is waiting for confirmation"),
    events.TABLE_RESULT: _("Result: confirmed, decided or changed"),
    events.TABLE_DISPUTED: _("A result is disputed"),
    events.TABLE_REOPENED: _("A result was withdrawn"),
    events.OBJECTION_MADE: _("A confirmed result was objected to"),
    events.OBJECTION_ANSWERED: _("A director answered an objection"),
    events.LOG_VERDICT: _("Verdict on a game log"),
    events.STANDINGS_CHANGED: _("Standings: a round is complete, or a finished one was corrected"),
    events.ENTRY_CHANGED: _("A player joined, dropped out or was reinstated"),
    events.TOURNAMENT_FINISHED: _("The tournament was finished"),
    events.TOURNAMENT_REOPENED: _("The tournament was reopened"),
    events.TOURNAMENT_CANCELLED: _("The tournament was cancelled"),
    events.TOURNAMENT_APPROVED: _("The tournament was approved: its ratings count"),
    events.APPROVAL_WITHDRAWN: _("The approval was withdrawn"),
    events.ANNOUNCEMENT_MADE: _("Announcement to the event or a round"),
    events.ANNOUNCEMENT_WITHDRAWN: _("An announcement was withdrawn"),
    events.CALL_MADE: _("A table called a director"),
    events.CALL_TAKEN: _("Somebody took the call of a table"),
    events.CALL_CLOSED: _("The call of a table was closed or cancelled"),
}

CALLS = {events.CALL_MADE, events.CALL_TAKEN, events.CALL_CLOSED}

PUBLIC = EVENTS.keys() - {events.OBJECTION_MADE, events.OBJECTION_ANSWERED} - CALLS
"""What the feed tells everybody: visitors see neither objections nor calls for a director."""
