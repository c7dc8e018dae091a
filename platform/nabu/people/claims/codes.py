"""Codes of invitations: recognised, and guarded against guessing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.players.models import User
from nabu.contests.tournaments.models import RoleInvitation
from nabu.contests.tournaments.roles.invitations import known_invitation
from nabu.core.codes import digest_of
from nabu.core.errors import Refused, TryLater
from nabu.people.claims.models import Invitation, WrongCode

Found = TypeVar("Found")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_OF_ACCOUNT, MOST_OF_NETWORK = 10, 1000
"""So many wrong codes an hour. A network may be a hall of five hundred people, some of whom mistype. A code has almost
sixty random bits: a thousand guesses do not find one."""


def forget_wrong_codes() -> int:
    """Delete what counts no more. Returns how many rows."""
    return WrongCode.objects.filter(at__lte=timezone.now() - DAY).delete()[0]


def invitation_of(actor: User, code: str, network: str) -> Invitation:
    """The invitation to a guest with this code, if it is still good. Raises Refused and TryLater as `_guarded`."""
    return _guarded(actor, network, lambda: _good_invitation(code))


def role_invitation_of(actor: User, code: str, network: str) -> RoleInvitation:
    """The invitation to help with this code, whether it is still good or not. Raises Refused and TryLater as
    `_guarded`."""
    return _guarded(actor, network, lambda: known_invitation(code))


def _guarded(actor: User, network: str, look: Callable[[], Found | None]) -> Found:
    """What `look` finds. Raises Refused for a wrong code, and TryLater after too many of whatever kind.

    Not inside a transaction: a wrong code counts although nothing else happens.
    """
    lately = WrongCode.objects.filter(at__gt=timezone.now() - HOUR)
    if (
        lately.filter(account=actor).count() >= MOST_OF_ACCOUNT
        or lately.filter(network=network).count() >= MOST_OF_NETWORK
    ):
        text = _("Too many wrong codes. Try again in an hour.")
        raise TryLater(text, status=429, seconds=int(HOUR.total_seconds()))
    found = look()
    if found is None:
        WrongCode.objects.create(account=actor, network=network)
        raise Refused(_("This code is invalid or has expired. Ask the organiser for a new one."))
    return found


def _good_invitation(code: str) -> Invitation | None:
    live = Invitation.objects.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now(), player__user=None)
    return live.filter(digest=digest_of(code), player__merged_into=None).select_related("player").first()
