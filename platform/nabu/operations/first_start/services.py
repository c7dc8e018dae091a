"""What the first start changes: the first administrator and the time zone."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.services import sign_up
from nabu.core.errors import Refused
from nabu.operations.first_start.code import is_needed, is_setup_code
from nabu.web.site_time.services import choose_zone, locked_site_time


@transaction.atomic
def create_first_admin(
    code: str, username: str, password: str, name: str, email: str = "", time_zone: str = ""
) -> User:
    """Make the account that may do everything, and choose the time zone (empty: that of the settings stays).

    Raises Refused for a wrong code, a weak password, a zone that does not exist, or a second administrator.
    """
    locked_site_time()  # of two who have the code and press the button together, one is the administrator
    if not is_needed():
        raise Refused(_("This site already has an administrator."))
    if not is_setup_code(code):
        raise Refused(_("This is not the setup code. It is in the log of the web server."))
    user = sign_up(username, password, name, email, speaks_for_site=True)
    user.is_staff = user.is_superuser = True
    user.save(update_fields=["is_staff", "is_superuser"])
    audit(user, "site.set_up", user, after={"username": user.username})
    if time_zone:
        choose_zone(user, time_zone)
    return user
