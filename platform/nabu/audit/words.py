"""What the actions and reasons of the audit trail are called on pages."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACTIONS: dict[str, str | Promise] = {
    "account.address_confirmed": _("Address for mails confirmed"),
    "account.changed": _("Account changed"),
    "account.mail_changed": _("Mail settings changed"),
    "account.password_changed": _("Password changed"),
    "account.signed_out_everywhere": _("Signed out everywhere"),
    "clock.minutes_set": _("Minutes of the round changed"),
    "clock.paused": _("Clock paused"),
    "clock.resumed": _("Clock runs again"),
    "clock.started": _("Clock started"),
    "clock.stopped": _("Clock set back"),
    "change.undone": _("Change taken back"),
    "club.created": _("Club founded"),
    "club.deleted": _("Club closed"),
    "club.left": _("Club left"),
    "club.member_removed": _("Member taken out of the club"),
    "club.member_set": _("Member of the club"),
    "club.renamed": _("Club renamed"),
    "components.loaded": _("Component set loaded"),
    "components.restored": _("Component set restored"),
    "components.withdrawn": _("Component set withdrawn"),
    "entries.added": _("Players entered"),
    "entries.checked_in": _("Everybody checked in"),
    "entries.imported": _("Players imported"),
    "entries.left_out": _("Missing players left out"),
    "entries.seeded": _("Seeds changed"),
    "entry.added": _("Player entered"),
    "entry.bye_asked": _("Bye asked for"),
    "entry.bye_taken_back": _("Bye taken back"),
    "entry.changed": _("Player's details changed"),
    "entry.checked_in": _("Player checked in"),
    "entry.checked_out": _("Player checked out"),
    "entry.dropped": _("Player dropped out"),
    "entry.reinstated": _("Player plays again"),
    "entry.removed": _("Player removed"),
    "experiment.cancelled": _("Experiment cancelled"),
    "experiment.created": _("Experiment started"),
    "experiment.paused": _("Experiment paused"),
    "experiment.resumed": _("Experiment goes on"),
    "experiment.retired": _("Experiment removed"),
    "log.submitted": _("Game log uploaded"),
    "penalty.given": _("Penalty given"),
    "penalty.lifted": _("Penalty lifted"),
    "photo.removed": _("Photo removed"),
    "photo.sent": _("Photo of the score sheet sent"),
    "player.created": _("Player created"),
    "player.signed_up": _("Account made"),
    "prizes.changed": _("Prizes changed"),
    "report.confirmed": _("Report confirmed"),
    "report.disputed": _("Report disputed"),
    "report.made": _("Result reported"),
    "restriction.added": _("Two players kept apart"),
    "restriction.removed": _("Two players may meet again"),
    "role.given": _("Role given"),
    "role.taken": _("Role taken away"),
    "round.discarded": _("Round discarded"),
    "round.locked": _("Round locked"),
    "round.paired": _("Round paired"),
    "round.paired_again": _("Round paired again"),
    "round.published": _("Round published"),
    "round.reset": _("Back to the engine's proposal"),
    "round.seat_moved": _("Player moved to another table"),
    "round.seats_swapped": _("Seats swapped"),
    "round.table_renumbered": _("Table numbers changed"),
    "round.unlocked": _("Round unlocked"),
    "round.unpublished": _("Round taken back to a draft"),
    "rounds.imported": _("Rounds imported"),
    "stage.finished": _("Stage finished"),
    "stage.tie_breaks_changed": _("Tie-breaks changed after the start"),
    "table.absent": _("Players declared absent"),
    "table.corrected": _("Result corrected, with what is built on it"),
    "table.disputed_by_log": _("A verified log contradicts the result"),
    "table.extended": _("More time for a table"),
    "table.forfeited": _("Forfeit declared"),
    "table.log_accepted": _("Dispute settled in favour of the log"),
    "table.log_objected": _("A player objects to the game log"),
    "table.no_show_called": _("A player says that somebody is missing"),
    "table.proven": _("Result proven by a verified log"),
    "table.reopened": _("Result taken back"),
    "table.ruled": _("Result decided by the organiser"),
    "tournament.approval_withdrawn": _("Approval taken back"),
    "tournament.approved": _("Tournament approved: its ratings count"),
    "tournament.baseline": _("Taken over as it was"),
    "tournament.changed": _("Tournament changed"),
    "tournament.check_in_closed": _("Check-in closed"),
    "tournament.check_in_opened": _("Check-in opened"),
    "tournament.created": _("Tournament created"),
    "tournament.deleted": _("Draft deleted"),
    "tournament.finished": _("Tournament finished"),
    "tournament.handed_over": _("Tournament handed over"),
    "tournament.lot_drawn": _("New lot drawn"),
    "tournament.reopened": _("Tournament opened again"),
    "tournament.started": _("Tournament started"),
    "variant.retired": _("Variant retired"),
    "variant.saved": _("Variant saved"),
    "webhook.added": _("Webhook added"),
    "webhook.changed": _("Webhook changed"),
    "webhook.pinged": _("Test message sent to a webhook"),
    "webhook.redelivered": _("Message sent to a webhook again"),
    "webhook.removed": _("Webhook removed"),
    "webhook.switched_off": _("Webhook switched off, nobody listens"),
}


DROPPED_OUT, NOT_CHECKED_IN = "dropped out", "not checked in"
"""Reasons that the platform gives by itself. They are stored like this, among the reasons of people."""

OWN_REASONS: dict[str, str | Promise] = {DROPPED_OUT: _("dropped out"), NOT_CHECKED_IN: _("not checked in")}


def reason_in_words(reason: str) -> str:
    """A stored reason for the reader: what somebody wrote as it was written, the platform's own in words."""
    return str(OWN_REASONS.get(reason, reason))


def action_title(action: str) -> str | Promise:
    """The action in words; one without words of its own is shown as it is stored."""
    return ACTIONS.get(action, action.replace(".", " ").replace("_", " "))
