"""How the API knows who sends a request: a token in the header, with the scope that the request needs.

Apart from rest.py for the same reason as rest_defaults.py: the framework looks these up while it is being imported.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from nabu.accounts.players.models import ApiToken, User
from nabu.accounts.players.scopes import needed_scope
from nabu.accounts.players.tokens import note_use, token_of_key


class ScopedTokens(TokenAuthentication):
    """`Authorization: Token KEY`. A token without the needed scope opens nothing: not even what is public.

    The scope is checked here and not by a permission class because a view may replace its permission classes, and
    the scope must hold for every view there will ever be. Sessions of the pages do not come by here: they have all.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The account and its token. Raises AuthenticationFailed (401) or PermissionDenied (403)."""
        found = super().authenticate(request)
        if found is None:
            return None
        user, token = found
        scope = needed_scope(request.parser_context["view"], request.method or "")
        if scope is not None and scope not in token.scopes:
            raise PermissionDenied(_("This token does not have the scope “%(scope)s”.") % {"scope": scope})
        note_use(token)
        user.through_token = True
        return user, token

    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        """The account and the token of a key."""
        token = token_of_key(key)
        if token is None:
            raise AuthenticationFailed(_("This token is invalid or has expired."))
        return token.user, token


def token_of(request: Request) -> ApiToken | None:
    """The token that the request was sent with; None for a session of the pages."""
    token: Any = request.auth
    return token if isinstance(token, ApiToken) else None
