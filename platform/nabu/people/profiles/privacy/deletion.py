"""Deleting an account, and the name of a player: everywhere at once, for good.

Games and results stay, because they are also those of the others at the table; whose they are is not told any more.
"""

from __future__ import annotations

import logging
from importlib import import_module

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited, tracking
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.deleted_names import deleted_name
from nabu.accounts.players.models import Player, User
from nabu.accounts.versions.services import PEOPLE, entries_topic, table_topic, touch
from nabu.contests.clubs.services import delete_with_all
from nabu.contests.matches.models import LogSubmission, Photo
from nabu.contests.practice.services import delete_practice_event
from nabu.contests.tournaments.entering import HOPES
from nabu.contests.tournaments.entries.invitations import forget_invitation
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import remove_entry
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import Entry, Registration, Role, Tournament
from nabu.contests.tournaments.setup.services import delete_draft
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.webhooks.models import Webhook
from nabu.people.claims.models import ClaimRequest, Invitation
from nabu.people.profiles.privacy.blocks import blocks_of, clubs_alone
from nabu.people.profiles.privacy.identity import Identity, identity_of
from nabu.people.profiles.privacy.log_names import hide_names
from nabu.people.profiles.privacy.recorded_games import forget_records
from nabu.people.profiles.privacy.relations import pointing_at
from nabu.people.profiles.privacy.stored_texts import (
    scrub_audit,
    scrub_messages,
    scrub_suspensions,
    scrub_tournaments,
    scrub_what_was_said,
)
from nabu.web.jobs.models import Job

logger = logging.getLogger(__name__)


def can_delete(actor: User | None, player: Player | None, user: User | None) -> bool:
    """Everybody their own account; staff every account and every player. None: a command of whoever runs the site."""
    if actor is None:
        return True
    return actor.is_active and (actor.is_staff or (user is not None and actor.pk == user.pk))


@audited
def delete_person(actor: User | None, *, player: Player | None = None, user: User | None = None) -> None:
    """Delete an account with its player, or a player without an account. Doing it again does nothing more.

    Raises NotAllowed, and Refused with everything that has to be handed over first.
    """
    player, user = _locked(player, user)
    if not can_delete(actor, player, user):
        raise NotAllowed
    if user is not None and user.deleted_at is None and (blocks := blocks_of(user)):
        raise Refused(" ".join(block.text for block in blocks))
    person = identity_of(player, user)
    tournaments = _tournaments_of(person)
    if player is not None:
        _leave_tournaments(player)
    if user is not None:
        _end_tournaments(user)
        _end_roles(actor, user)
        _remove_photos(user)
    hide_names(person)
    forget_records(person)
    scrub_tournaments(person, tournaments)
    scrub_what_was_said(person, tournaments)
    scrub_suspensions(person)
    scrub_messages(person, tournaments)
    if player is not None:
        _remove_admin_log(player)
        player.name, player.deleted_at = person.new_name, player.deleted_at or timezone.now()
        player.created_by = None
        player.save(update_fields=["name", "deleted_at", "created_by"])
        _forget_guests(player)
    if user is not None:
        _empty_account(user, person)
    subject: models.Model = user or player  # type: ignore[assignment]
    audit(actor, "account.deleted", subject, after={"player": player.pk if player else None})
    # Last: what was written while all this was done goes too.
    scrub_audit(person, tournaments)
    touch(PEOPLE, *(entries_topic(pk) for pk in sorted(tournaments)))
    # For whoever restores an older backup: docs/operating.md.
    logger.info("deleted account %s, player %s", user.pk if user else "-", player.pk if player else "-")


def deleted_people() -> list[str]:
    """Whose names are deleted, as the command takes them again: "account:5" or, without an account, "player:7"."""
    accounts = User.objects.exclude(deleted_at=None).order_by("pk").values_list("pk", flat=True)
    players = Player.objects.exclude(deleted_at=None).filter(user=None).order_by("pk").values_list("pk", flat=True)
    return [*(f"account:{pk}" for pk in accounts), *(f"player:{pk}" for pk in players)]


def _locked(player: Player | None, user: User | None) -> tuple[Player | None, User | None]:
    """Both rows as they are now, the account first."""
    if user is None and player is not None and player.user_id is not None:
        user = player.user
    if user is not None:
        user = User.objects.select_for_update().get(pk=user.pk)
        player = Player.objects.select_for_update().filter(user=user).first()
    elif player is not None:
        player = Player.objects.select_for_update().get(pk=player.pk)
    if player is None and user is None:
        raise Refused(_("There is no such person to delete."))
    return player, user


def _tournaments_of(person: Identity) -> set[int]:
    """Where the person may be named: entered now or before, with a role, or by what the account did."""
    found = Q(pk=None)
    entries = Q(action__in=["entry.removed", "entry.added"], before__name__in=list(person.names))
    if person.player is not None:
        found |= Q(entries__player=person.player.pk) | Q(entries__invited=person.player.pk)
    if person.user is not None:
        found |= Q(organiser=person.user.pk) | Q(roles__user=person.user.pk)
        found |= Q(club__memberships__user=person.user.pk)
        entries |= Q(actor=person.user.pk)
    known = set(Tournament.objects.filter(found).values_list("pk", flat=True))
    audited_in = AuditEntry.objects.filter(entries).exclude(tournament=None).order_by()
    return known | set(audited_in.values_list("tournament", flat=True).distinct())


def _leave_tournaments(player: Player) -> None:
    """Nobody is paired any more whose account is deleted. Open games are for the director to decide."""
    for waiting in Registration.objects.filter(player=player, status__in=HOPES).select_related("tournament"):
        with tracking():
            before = {"status": waiting.status}
            waiting.status = Registration.Status.WITHDRAWN
            waiting.save(update_fields=["status"])
            audit(None, "registration.withdrawn", waiting, before, tournament=waiting.tournament)
    invited = list(player.invited_entries.select_related("tournament", "player"))
    for entry in invited:
        forget_invitation(lock_tournament(entry.tournament_id), entry)
    for entry in (*invited, *player.entries.select_related("tournament")):
        if entry.tournament.status == Tournament.Status.DRAFT:
            remove_entry(_site(), entry)
        elif entry.tournament.status == Tournament.Status.RUNNING and entry.status == Entry.Status.ACTIVE:
            drop_entry(_site(), entry)
    # The guests who stood in for the account were named after it.
    for pk in (entry.player_id for entry in invited):
        Player.objects.filter(pk=pk).update(name=deleted_name(pk), deleted_at=timezone.now(), created_by=None)


def _site() -> User:
    """The platform itself, which may do everything and is nobody in the history."""
    return User(is_staff=True, is_active=True)


def _end_tournaments(user: User) -> None:
    """Drafts without a club and practice events are nobody else's: they are deleted. A club of nobody else too."""
    own = Tournament.objects.filter(organiser=user)
    for practice in own.filter(practice=True):
        delete_practice_event(_site(), practice)
    for draft in own.filter(status=Tournament.Status.DRAFT, club=None):
        delete_draft(_site(), draft)
    for club in clubs_alone(user):
        delete_with_all(user, club)


def _end_roles(actor: User | None, user: User) -> None:
    for role in Role.objects.filter(user=user).select_related("tournament"):
        with tracking():
            audit(actor, "role.taken", role, before={"kind": role.kind}, tournament=role.tournament)
            role.delete()


def _remove_photos(user: User) -> None:
    """A photo may show the person."""
    tables = sorted(set(Photo.objects.filter(sent_by=user).values_list("table", flat=True)))
    Photo.objects.filter(sent_by=user).delete()
    touch(*(table_topic(pk) for pk in tables))


def _empty_account(user: User, person: Identity) -> None:
    """End everything that belongs to the account alone, and leave a row that nobody can sign in with."""
    Webhook.objects.filter(created_by=user).delete()
    LogSubmission.objects.filter(submitted_by=user, shared=True).update(shared=False)
    Job.objects.filter(asked_by=user).update(asked_by=None, origin={})
    _remove_admin_log(user)
    for model in (AccessAttempt, AccessLog, AccessFailureLog):
        model.objects.filter(username__in=[user.username, *filter(None, [user.email])]).delete()
    _end_sessions(user)
    for field in pointing_at(User):
        if field.remote_field.on_delete is models.CASCADE:
            field.model._base_manager.filter(**{field.name: user}).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username, user.email, user.first_name, user.last_name = person.new_username, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login, user.deleted_at = None, user.deleted_at or timezone.now()
    user.set_unusable_password()
    user.save()


def _forget_guests(player: Player) -> None:
    """Guests who were merged into the player were the same person; invitations have an address of theirs."""
    Player.objects.filter(merged_into=player).update(name=player.name, deleted_at=player.deleted_at, created_by=None)
    guests = Q(player=player) | Q(player__merged_into=player)
    Invitation.objects.filter(guests).delete()
    ClaimRequest.objects.filter(guests).delete()


def _end_sessions(user: User) -> None:
    """Sessions know their account only inside."""
    engine = import_module(settings.SESSION_ENGINE).SessionStore
    sessions = engine.get_model_class().objects.all()
    ended = [row.pk for row in sessions.iterator() if row.get_decoded().get("_auth_user_id") == str(user.pk)]
    for start in range(0, len(ended), 500):
        sessions.filter(pk__in=ended[start : start + 500]).delete()


def _remove_admin_log(row: models.Model) -> None:
    """The log of the staff pages names what it is about."""
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk)).delete()
