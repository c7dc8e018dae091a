"""How often somebody may try to sign in: django-axes counts in the database, and these are its limits.

Whatever asks for a password or a code counts here: the page, the API, the administration.
"""

from __future__ import annotations

from typing import Any

from allauth.mfa.signals import authentication_failed
from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.db.models import Q, Sum
from django.dispatch import receiver
from django.http import HttpRequest

from nabu.players.models import User
from nabu.proxies import client_ip

MOST_FOR_NAME = 40
"""Failures for one account from all addresses, within the time that axes counts."""

MOST_FROM_ADDRESS = 100
"""Failures from one address, which may be that of a whole hall."""

MOST_AT_ALL = 1000
"""Failures on the whole site."""


class Attempts(AxesDatabaseHandler):  # type: ignore[misc]
    """Four limits: for an account from an address (`AXES_FAILURE_LIMIT`), for an account, for an address, for all.

    Strangers could use the limits for an account and for all to keep people out. So these two do not hold at an address
    from which this account has signed in lately.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Of this account from this address; as many as are too many, if another limit is reached."""
        name, address = get_client_username(request, credentials), client_ip(request)
        own = Q(username=name)
        here = Q(ip_address=address)
        counted = AccessAttempt.objects.filter(attempt_time__gte=get_cool_off_threshold(request)).aggregate(
            pair=Sum("failures_since_start", filter=own & here, default=0),
            name=Sum("failures_since_start", filter=own, default=0),
            address=Sum("failures_since_start", filter=here, default=0),
            all=Sum("failures_since_start", default=0),
        )
        too_many: int = settings.AXES_FAILURE_LIMIT
        if counted["address"] >= MOST_FROM_ADDRESS:
            return too_many
        strained = counted["name"] >= MOST_FOR_NAME or counted["all"] >= MOST_AT_ALL
        if strained and not AccessLog.objects.filter(here, username__iexact=name).exists():
            return too_many
        return int(counted["pair"])


def name_of_attempt(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The user name under which an attempt counts: the account's, however it was named, else what was typed."""
    typed = str((credentials or {}).get("username") or (credentials or {}).get("email") or "").strip()[:255]
    named = User.objects.filter(Q(username__iexact=typed) | Q(email__iexact=typed)) if typed else User.objects.none()
    found = named.order_by("pk").values_list("username", flat=True).first()
    return (found or typed).casefold()


def may_try(request: HttpRequest, user: User) -> bool:
    """Whether this account may try another code. If not, the request is answered like one with a password."""
    allowed = AxesProxyHandler.is_allowed(request, {"username": user.get_username()})
    if not allowed:
        request.axes_locked_out = True  # type: ignore[attr-defined]
    return bool(allowed)


@receiver(authentication_failed)
def count_failed_code(sender: object, request: HttpRequest, user: User, **_more: object) -> None:
    """A wrong code counts like a wrong password."""
    user_login_failed.send(sender=__name__, credentials={"username": user.get_username()}, request=request)
