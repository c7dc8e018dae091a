"""Tokens for the REST API: many per account, each with a name and scopes. Only their SHA-256 is kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.players.models import ApiToken, User
from nabu.accounts.players.scopes import Scope, in_order
from nabu.core.errors import NotAllowed, Refused

MOST_TOKENS = 50
"""So many living tokens an account may have. Logging in beyond that ends the log-in that was not used for longest."""

SEEN_EVERY = timedelta(minutes=5)
"""`last_used_at` is that exact: not every request that reads must write."""

KEPT_FOR = timedelta(days=settings.KEEP_DAYS["tokens"])
"""So long a token that is not valid any more is still listed."""

NAME_LENGTH = 60


class LockedOut(Exception):
    """Too many failed logins, see `nabu.accounts.players.attempts`."""


def digest_of(key: str) -> str:
    """What is stored of a key. It has 240 random bits, so a plain hash is safe: nobody can try them all."""
    return hashlib.sha256(key.encode()).hexdigest()


def active_tokens(user: User) -> QuerySet[ApiToken]:
    """The tokens of the account that are valid now, the latest first."""
    return user.api_tokens.filter(_valid())


def token_of_key(key: str) -> ApiToken | None:
    """The valid token with this key, with its active account."""
    found = ApiToken.objects.select_related("user").filter(_valid(), digest=digest_of(key), user__is_active=True)
    return found.first()


def note_use(token: ApiToken) -> None:
    """Remember that the token was used just now."""
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at < now - SEEN_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


@transaction.atomic
def create_token(
    user: User, name: str, scopes: Sequence[str], expires_at: datetime | None = None, by: ApiToken | None = None
) -> tuple[ApiToken, str]:
    """A new token and its key, which is shown this once. `by` is the token that asked: it gives no more than it has."""
    name = " ".join(name.split())[:NAME_LENGTH]
    if not name:
        raise Refused(_("A token needs a name."))
    if not scopes or set(scopes) - set(Scope.values):
        raise Refused(
            _("A token needs at least one of these scopes: %(scopes)s.") % {"scopes": ", ".join(Scope.values)}
        )
    if by is not None and set(scopes) - set(by.scopes):
        raise NotAllowed(_("A token cannot give scopes that it does not have."))
    if expires_at is not None and expires_at <= timezone.now():
        raise Refused(_("The end time of the token is in the past."))
    User.objects.select_for_update().get(pk=user.pk)
    if active_tokens(user).count() >= MOST_TOKENS:
        raise Refused(_("An account has at most %(most)s tokens. Revoke one first.") % {"most": MOST_TOKENS})
    return _make(user, name, scopes, expires_at, is_login=False)


def issue_token(
    request: HttpRequest, username: str, password: str, scopes: Sequence[str] = tuple(Scope.values)
) -> str | None:
    """The key of a new token, or None for a wrong password. Raises LockedOut. Counts failures like the login page.

    Raises Refused for an account that wants more than its password.
    """
    user = authenticate(request, username=username, password=password)
    if isinstance(user, User):
        if is_mfa_enabled(user):
            raise Refused(_("This account uses two-factor authentication. Create a token on the account's page."))
        user_logged_in.send(sender=User, request=request, user=user)
        return _login_token(user, scopes)
    if getattr(request, "axes_locked_out", False):
        # django-axes would answer with its page; the API answers in JSON.
        request.axes_locked_out = False  # type: ignore[attr-defined]
        raise LockedOut
    return None


def revoke_token(token: ApiToken) -> None:
    """The token is not valid any more."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


def revoke_all(user: User) -> int:
    """No token of the account is valid any more. Returns how many were."""
    return active_tokens(user).update(revoked_at=timezone.now())


def purge_tokens() -> int:
    """Delete what has not been valid for long. Returns how many."""
    before = timezone.now() - KEPT_FOR
    return ApiToken.objects.filter(Q(revoked_at__lt=before) | Q(expires_at__lt=before)).delete()[0]


@transaction.atomic
def _login_token(user: User, scopes: Sequence[str]) -> str:
    User.objects.select_for_update().get(pk=user.pk)
    if active_tokens(user).count() >= MOST_TOKENS:
        logins = active_tokens(user).filter(is_login=True)
        oldest = min(logins, key=lambda token: (token.last_used_at or token.created_at, token.pk), default=None)
        if oldest is None:
            raise Refused(_("An account has at most %(most)s tokens. Revoke one first.") % {"most": MOST_TOKENS})
        revoke_token(oldest)
    return _make(user, "", scopes, None, is_login=True)[1]


def _make(
    user: User, name: str, scopes: Sequence[str], expires_at: datetime | None, *, is_login: bool
) -> tuple[ApiToken, str]:
    key = f"nabu_{secrets.token_urlsafe(30)}"
    token = ApiToken.objects.create(
        user=user,
        name=name,
        digest=digest_of(key),
        start=key[:9],
        scopes=in_order(scopes),
        is_login=is_login,
        expires_at=expires_at,
    )
    return token, key


def _valid() -> Q:
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=timezone.now()))
