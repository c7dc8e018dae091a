"""The secret address of an account's calendar: a token that opens this one thing, of which only the digest is kept."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from nabu.accounts.players.models import ApiToken, User
from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.tokens import active_tokens, create_token, token_of_key

NAME = "Calendar"
ONLY = [Scope.CALENDAR.value]


def calendar_token(key: str) -> ApiToken | None:
    """The valid token of this key, if it opens the calendar."""
    token = token_of_key(key) if key else None
    return token if token is not None and Scope.CALENDAR in token.scopes else None


def living_token(user: User) -> ApiToken | None:
    """The token of the account's calendar address."""
    return _tokens(user).first()


@transaction.atomic
def renew(user: User) -> str:
    """The key of a new address; the one before is not valid any more."""
    revoke(user)
    return create_token(user, NAME, ONLY)[1]


def revoke(user: User) -> int:
    """No calendar address of the account is valid any more. Returns how many were."""
    return _tokens(user).update(revoked_at=timezone.now())


def address_of(key: str) -> str:
    """Where a calendar app subscribes. The key stands behind the question mark, which this site's logs leave out."""
    return f"{settings.SITE_ADDRESS}{reverse('players:personal_calendar')}?key={key}"


def _tokens(user: User) -> QuerySet[ApiToken]:
    mine = [token.pk for token in active_tokens(user) if token.scopes == ONLY]
    return ApiToken.objects.filter(pk__in=mine)
