"""What the actions of the audit trail are called on pages."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACTIONS: dict[str, str | Promise] = {
    "account.changed": _("Account changed"),
    "components.loaded": _("Component set loaded"),
    "components.restored": _("Component set restored"),
    "components.withdrawn": _("Component set withdrawn"),
    "entries.added": _("Players entered"),
    "entries.checked_in": _("Everybody checked in"),
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
    "log.submitted": _("Game log uploaded"),
    "penalty.given": _("Penalty given"),
    "penalty.lifted": _("Penalty lifted"),
    "player.created": _("Player created"),
    "player.signed_up": _("Account made"),
    "report.confirmed": _("Report confirmed"),
    "report.disputed": _("Report disputed"),
    "report.made": _("Result reported"),
    "restriction.added": _("Two players kept apart"),
    "restriction.removed": _("Two players may meet again"),
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
    "stage.finished": _("Stage finished"),
    "table.disputed_by_log": _("A verified log contradicts the result"),
    "table.log_accepted": _("Dispute settled in favour of the log"),
    "table.log_objected": _("A player objects to the game log"),
    "table.proven": _("Result proven by a verified log"),
    "table.reopened": _("Result taken back"),
    "table.ruled": _("Result decided by the organiser"),
    "tournament.changed": _("Tournament changed"),
    "tournament.check_in_closed": _("Check-in closed"),
    "tournament.check_in_opened": _("Check-in opened"),
    "tournament.created": _("Tournament created"),
    "tournament.deleted": _("Draft deleted"),
    "tournament.finished": _("Tournament finished"),
    "tournament.reopened": _("Tournament opened again"),
    "tournament.started": _("Tournament started"),
}


def action_title(action: str) -> str | Promise:
    """The action in words; one without words of its own is shown as it is stored."""
    return ACTIONS.get(action, action.replace(".", " ").replace("_", " "))
