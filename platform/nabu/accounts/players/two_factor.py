"""Two-factor codes of apps count once.

allauth keeps used codes in the cache for half a minute, those of an activation not at all. The cache may be away, and a
code counts for longer than that, so they are kept here.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from nabu.accounts.players.models import UsedCode, User

COUNTS_FOR = timedelta(seconds=30 * (2 * settings.MFA_TOTP_TOLERANCE + 1))
"""So long a code is the right one: in its own half minute (RFC 6238), and in those before and after it."""


@transaction.atomic
def use_code(user: User, code: str) -> bool:
    """Use up a code that is right. False if the account has used it before, for whatever it was."""
    _over().filter(user=user).delete()
    # People may type blanks and dashes into it.
    _row, is_first = UsedCode.objects.get_or_create(user=user, code="".join(filter(str.isdigit, code)))
    return is_first


def forget_used_codes() -> int:
    """Delete those that count no more. Returns how many."""
    return _over().delete()[0]


def _over() -> QuerySet[UsedCode]:
    return UsedCode.objects.filter(used_at__lte=timezone.now() - COUNTS_FOR)
