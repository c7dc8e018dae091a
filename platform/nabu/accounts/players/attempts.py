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

from nabu.accounts.players.models import User
from nabu.core.proxies import network_of

MOST_FOR_NAME = 40
"""Failures for one account from all networks, within the time that axes counts."""

MOST_FROM_NETWORK = 100
"""Failures from one network."""

MOST_MORE = 400
"""A network may be that of a whole hall: one failure more for each account that has signed in there, up to so many."""

UNDER_ATTACK = 1000
"""While so many fail on the whole site, an account or a network that nobody knows yet has few guesses left."""


class Attempts(AxesDatabaseHandler):  # type: ignore[misc]
    """Three limits: for an account from a network (`AXES_FAILURE_LIMIT`), for an account, for a network.

    Strangers could use the last two to keep people out, so they do not hold where this account has signed in lately.
    How much fails on the whole site locks nobody. It only makes the two as low as the first: for an account that is
    tried from new networks, and for a network from which nobody has signed in.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Of this account from this network; as many as are too many, if another limit is reached."""
        name, network = get_client_username(request, credentials), network_of(request)
        own = Q(username=name)
        here = Q(ip_address=network)
        counted = AccessAttempt.objects.filter(attempt_time__gte=get_cool_off_threshold(request)).aggregate(
            pair=Sum("failures_since_start", filter=own & here, default=0),
            name=Sum("failures_since_start", filter=own, default=0),
            network=Sum("failures_since_start", filter=here, default=0),
            all=Sum("failures_since_start", default=0),
        )
        few: int = settings.AXES_FAILURE_LIMIT
        pair, attacked = int(counted["pair"]), counted["all"] >= UNDER_ATTACK
        if counted["network"] < few and counted["name"] < few:
            return pair
        signed_in = AccessLog.objects.filter(here)
        if signed_in.filter(username__iexact=name).exists():
            return pair
        if counted["name"] >= (few if attacked else MOST_FOR_NAME):
            return few
        people = signed_in.order_by().values("username").distinct()[:MOST_MORE].count()
        most = few if attacked and not people else MOST_FROM_NETWORK + people
        return few if counted["network"] >= most else pair


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
