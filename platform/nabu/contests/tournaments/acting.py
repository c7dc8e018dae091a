"""In what role somebody acts in a tournament, for the audit trail, and how an entry names them.

The role is stored as it was at that moment: whoever is a director today may have been a player then.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import entry_at
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.permissions import Level, is_own_entry, level_of
from nabu.core.sentences import sentence

PERSON, TOKEN, AUTOMATIC = "acting.person", "acting.token", "acting.automatic"
TOKEN_WITHOUT_ROLE = "acting.token_only"
"""Keys of `nabu.contests.tournaments.texts`. The name is no value of them: it is put in when the entry is read."""

LEVELS = {
    Level.OWNER: Message("acting.organiser"),
    Level.DIRECTOR: Message("acting.director"),
    Level.SCOREKEEPER: Message("acting.scorekeeper"),
}
STAFF, PLAYER = Message("acting.staff"), Message("acting.player")

AS_PLAYER = {
    "call.cancelled",
    "call.made",
    "entry.consent_given",
    "entry.consent_withdrawn",
    "entry.invitation_accepted",
    "log.submitted",
    "photo.sent",
    "report.confirmed",
    "report.disputed",
    "report.made",
    "table.log_objected",
    "table.no_show_called",
    "table.objected",
    "tournament.approval_objected",
}
"""What players do: an organiser who plays acts as a player in these, at the own table."""


def acting_role(
    actor: object | None, action: str, obj: models.Model, tournament: models.Model | None
) -> dict[str, Any] | None:
    """The role as a stored message; None where there is none, as with one's own account."""
    if actor is None:
        return Message(AUTOMATIC).to_json()
    if isinstance(actor, SeatHolder):
        return Message(PERSON, {"role": _at_table(actor.seat.table)}).to_json()
    if not isinstance(actor, User):
        return None
    role = _role_of(actor, action, obj, tournament if isinstance(tournament, Tournament) else None)
    if actor.through_token:
        return Message(TOKEN, {"role": role}).to_json() if role else Message(TOKEN_WITHOUT_ROLE).to_json()
    return Message(PERSON, {"role": role}).to_json() if role else None


def who_acted(entry: AuditEntry) -> str:
    """Name and role: "Ada (organiser)". Only the name for entries from before roles were stored.

    Wants `select_related("actor__player", "entry__player")`.
    """
    stored = Message.from_json(entry.acting) if entry.acting else None
    if stored is not None and stored.key != AUTOMATIC and entry.actor is None and entry.entry is None:
        name = _("Deleted account")
    else:
        name = name_of(entry.actor, entry.entry)
    return name if stored is None else sentence(Message(stored.key, {**stored.values, "name": name}))


def _role_of(actor: User, action: str, obj: models.Model, tournament: Tournament | None) -> Message | None:
    if tournament is None:
        return STAFF if actor.is_staff else None
    table = obj if isinstance(obj, Table) else getattr(obj, "table", None)
    if action in AS_PLAYER and (player := _as_player(actor, obj, table)):
        return player
    # Staff are owners everywhere, and are named as what they are, but in a tournament of their own.
    if actor.is_staff and tournament.organiser_id != actor.pk:
        return STAFF
    level = level_of(actor, tournament)
    return LEVELS[level] if level else _as_player(actor, obj, table)


def _as_player(actor: User, obj: models.Model, table: object) -> Message | None:
    if isinstance(table, Table):
        return _at_table(table) if entry_at(table, actor) is not None else None
    if isinstance(obj, Entry):
        return PLAYER if is_own_entry(actor, obj) else None
    if isinstance(obj, Registration):
        return PLAYER if obj.player.user_id == actor.pk else None
    return None


def _at_table(table: Table) -> Message:
    return Message("acting.player_at_table", {"table": table.number})
