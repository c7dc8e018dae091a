"""Tokens for the REST API: one per account, kept until it is revoked."""

from __future__ import annotations

from django.contrib.auth import authenticate
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from rest_framework.authtoken.models import Token

from nabu.players.models import User


class LockedOut(Exception):
    """Too many failed logins for this user name from this address."""


def issue_token(request: HttpRequest, username: str, password: str) -> str | None:
    """The account's token, or None for a wrong password. Raises LockedOut. Counts failures like the login page."""
    user = authenticate(request, username=username, password=password)
    if isinstance(user, User):
        user_logged_in.send(sender=User, request=request, user=user)
        return str(Token.objects.get_or_create(user=user)[0].key)
    if getattr(request, "axes_locked_out", False):
        # django-axes would answer with its page; the API answers in JSON.
        request.axes_locked_out = False  # type: ignore[attr-defined]
        raise LockedOut
    return None


def revoke_token(user: User) -> None:
    """The token is not valid any more."""
    Token.objects.filter(user=user).delete()
