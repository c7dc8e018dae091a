"""The organiser switches calls and messages of an event off and on, and blocks people who misuse them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.calls.models import Block, CallSettings, Conversation, DirectorCall
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core.errors import NotAllowed, Refused


def settings_of(tournament: Tournament) -> CallSettings:
    """What the organiser has chosen, or what holds until then; not saved."""
    return CallSettings.objects.filter(tournament=tournament).first() or CallSettings(tournament=tournament)


@audited
def change_settings(
    actor: User, tournament: Tournament, calls: bool | None = None, contact: bool | None = None
) -> CallSettings:
    """Switch on or off what is given. Raises NotAllowed or Refused."""
    locked = _lock(actor, tournament)
    found = settings_of(locked)
    before = _snapshot(found)
    found.calls = found.calls if calls is None else calls
    found.contact = found.contact if contact is None else contact
    if found.pk is not None and before == _snapshot(found):
        return found
    found.save()
    audit(actor, "calls.settings_changed", found, before, _snapshot(found), tournament=locked)
    return found


@audited
def block_caller(actor: User, call: DirectorCall) -> Block:
    """Take no more calls and messages from who made this call."""
    return _block(actor, call.tournament, call.made_by, call.made_entry)


@audited
def block_writer(actor: User, conversation: Conversation) -> Block:
    """Take no more calls and messages from who began this conversation, which is about an event."""
    if conversation.tournament is None:
        raise Refused(_("People can be blocked in an event only."))
    return _block(actor, conversation.tournament, conversation.writer, None)


@audited
def unblock(actor: User, block: Block) -> None:
    """Take calls and messages from this person again. Doing it again does nothing."""
    locked = _lock(actor, block.tournament)
    found = Block.objects.select_related("user__player", "entry__player").filter(pk=block.pk).first()
    if found is not None:
        audit(actor, "calls.unblocked", locked, before=_who(found), tournament=locked)
        found.delete()


def _block(actor: User, tournament: Tournament, user: User | None, entry: Entry | None) -> Block:
    locked = _lock(actor, tournament)
    if user is not None and is_organiser(user, locked):
        raise Refused(_("Organisers of the event cannot be blocked."))
    found = Block.objects.filter(tournament=locked, user=user, entry=None if user else entry).first()
    if found is not None:
        return found
    made = Block.objects.create(tournament=locked, user=user, entry=None if user else entry, made_by=actor)
    audit(actor, "calls.blocked", locked, after=_who(made), tournament=locked)
    return made


def _lock(actor: User, tournament: Tournament) -> Tournament:
    locked = lock_tournament(tournament.pk)
    if not is_organiser(actor, locked):
        raise NotAllowed
    return locked


def _snapshot(found: CallSettings) -> dict[str, bool]:
    return {"calls": found.calls, "contact": found.contact}


def _who(block: Block) -> dict[str, str]:
    """By the player's name, which goes with the account: the audit trail is searched for it."""
    if block.user is not None:
        player = getattr(block.user, "player", None)
        return {"name": player.name if player else block.user.get_username()}
    return {"name": block.entry.player.name if block.entry else ""}
