"""The events a webhook may ask for: what happened (`nabu.announcements.happenings`) and its words for people."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from nabu.announcements import happenings as h

PING = "ping"
"""Sent by hand, to see whether an address listens. No webhook has to ask for it."""

EVENTS: dict[str, str | Promise] = {
    h.TOURNAMENT_STARTED: _("The tournament started"),
    h.ROUND_PUBLISHED: _("Pairing: a round was published"),
    h.ROUND_WITHDRAWN: _("A published round was taken back"),
    h.TABLE_REPORTED: _("A result was reported and waits for its confirmation"),
    h.TABLE_RESULT: _("Result: confirmed, decided or changed"),
    h.TABLE_DISPUTED: _("A result is disputed"),
    h.TABLE_REOPENED: _("A result was taken back"),
    h.LOG_VERDICT: _("Verdict on a game log"),
    h.STANDINGS_CHANGED: _("Standings: a round is complete, or a finished one was corrected"),
    h.ENTRY_CHANGED: _("A player entered, dropped out or came back"),
    h.TOURNAMENT_FINISHED: _("The tournament is finished"),
    h.TOURNAMENT_REOPENED: _("The tournament was opened again"),
    h.TOURNAMENT_APPROVED: _("The tournament is approved: its ratings count"),
    h.APPROVAL_WITHDRAWN: _("The approval was taken back"),
}
