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
    "entries.seeded": _("Seeds changed"),
    "entry.added": _("Player entered"),
    "entry.dropped": _("Player dropped out"),
    "entry.reinstated": _("Player plays again"),
    "entry.removed": _("Player removed"),
    "log.submitted": _("Game log uploaded"),
    "player.created": _("Player created"),
    "player.signed_up": _("Account made"),
    "report.confirmed": _("Report confirmed"),
    "report.disputed": _("Report disputed"),
    "report.made": _("Result reported"),
    "round.discarded": _("Round discarded"),
    "round.paired": _("Round paired"),
    "round.published": _("Round published"),
    "round.seats_swapped": _("Seats swapped"),
    "stage.finished": _("Stage finished"),
    "table.disputed_by_log": _("A verified log contradicts the result"),
    "table.log_accepted": _("Dispute settled in favour of the log"),
    "table.log_objected": _("A player objects to the game log"),
    "table.proven": _("Result proven by a verified log"),
    "table.reopened": _("Result taken back"),
    "table.ruled": _("Result decided by the organiser"),
    "tournament.changed": _("Tournament changed"),
    "tournament.created": _("Tournament created"),
    "tournament.deleted": _("Draft deleted"),
    "tournament.finished": _("Tournament finished"),
    "tournament.reopened": _("Tournament opened again"),
    "tournament.started": _("Tournament started"),
}


def action_title(action: str) -> str | Promise:
    """The action in words; one without words of its own is shown as it is stored."""
    return ACTIONS.get(action, action.replace(".", " ").replace("_", " "))
