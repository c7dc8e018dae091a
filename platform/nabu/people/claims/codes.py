"""Codes: made, written for people, recognised, and guarded against guessing."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from nabu.accounts.players.models import User
from nabu.core.errors import Refused, TryLater
from nabu.people.claims.models import Invitation, WrongCode

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without letters and digits that look alike on paper."""

LENGTH, GROUP = 12, 4
MISTAKEN = str.maketrans({"O": "Q", "0": "Q", "1": "J", "I": "J", "L": "J"})
"""What people read for a similar letter."""

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_OF_ACCOUNT, MOST_OF_NETWORK = 10, 1000
"""So many wrong codes an hour. A network may be a hall of five hundred people, some of whom mistype. A code has almost
sixty random bits: a thousand guesses do not find one."""


def new_code() -> str:
    """Almost sixty random bits, in groups: ABCD-EFGH-JKMN."""
    letters = "".join(secrets.choice(ALPHABET) for _at in range(LENGTH))
    return "-".join(letters[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def digest_of(code: str) -> str:
    """What is kept of a code: a copy of the database is of no use without the secret of the site."""
    letters = "".join(letter for letter in code.upper() if letter.isalnum()).translate(MISTAKEN)
    return salted_hmac("nabu.people.claims.code", letters, algorithm="sha256").hexdigest()


def forget_wrong_codes() -> int:
    """Delete what counts no more. Returns how many rows."""
    return WrongCode.objects.filter(at__lte=timezone.now() - DAY).delete()[0]


def invitation_of(actor: User, code: str, network: str) -> Invitation:
    """The invitation with this code, if it is still good. Raises Refused, and TryLater after too many wrong ones.

    Not inside a transaction: a wrong code counts although nothing else happens.
    """
    now = timezone.now()
    lately = WrongCode.objects.filter(at__gt=now - HOUR)
    if (
        lately.filter(account=actor).count() >= MOST_OF_ACCOUNT
        or lately.filter(network=network).count() >= MOST_OF_NETWORK
    ):
        text = _("Too many wrong codes. Try again in an hour.")
        raise TryLater(text, status=429, seconds=int(HOUR.total_seconds()))
    live = Invitation.objects.filter(used_at=None, revoked_at=None, expires_at__gt=now, player__user=None)
    found = live.filter(digest=digest_of(code), player__merged_into=None).select_related("player").first()
    if found is None:
        WrongCode.objects.create(account=actor, network=network)
        raise Refused(_("This code is invalid or has expired. Ask the organiser for a new one."))
    return found
