"""What the first start changes: the first administrator."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from nabu.audit.services import record
from nabu.errors import Refused
from nabu.first_start.code import is_needed, is_setup_code
from nabu.players.models import User
from nabu.players.services import sign_up


@transaction.atomic
def create_first_admin(code: str, username: str, password: str, name: str, email: str = "") -> User:
    """Make the account that may do everything. Raises Refused for a wrong code, a weak password, or a second one."""
    if not is_needed():
        raise Refused(_("This site already has an administrator."))
    if not is_setup_code(code):
        raise Refused(_("This is not the setup code. It is in the log of the web server."))
    user = sign_up(username, password, name, email)
    user.is_staff = user.is_superuser = True
    user.save(update_fields=["is_staff", "is_superuser"])
    record(user, "site.set_up", user, after={"username": user.username})
    return user
