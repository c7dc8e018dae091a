"""Finding an account that somebody names. Accounts are never listed to strangers."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.errors import Refused
from nabu.players.models import User


def named_account(username: str) -> User:
    """The open account of exactly this user name. Raises Refused."""
    found = User.objects.filter(username=username.strip(), is_active=True).first()
    if found is None:
        raise Refused(_("There is no account with exactly this user name. Ask the person how it is spelled."))
    return found
