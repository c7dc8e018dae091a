"""Choosing the time zone of the site."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.core.errors import NotAllowed, Refused
from nabu.web.site_time.models import SiteTime
from nabu.web.site_time.zone import forget, zone_names


def locked_site_time() -> SiteTime:
    """The row, locked: whoever else changes the site waits until this transaction ends."""
    SiteTime.objects.get_or_create(pk=SiteTime.ONLY)
    return SiteTime.objects.select_for_update().get(pk=SiteTime.ONLY)


@transaction.atomic
def choose_zone(actor: User, zone: str) -> SiteTime:
    """Show and read all times in this zone from now on. What is stored does not change: times are kept in UTC.

    Raises NotAllowed for others than staff, Refused for a zone that does not exist.
    """
    if not actor.is_staff:
        raise NotAllowed
    if zone not in zone_names():
        raise Refused(_("There is no such time zone."))
    chosen = locked_site_time()
    before = chosen.zone or timezone.get_default_timezone_name()
    if chosen.zone != zone:
        chosen.zone = zone
        chosen.save(update_fields=["zone"])
        audit(actor, "site.time_zone", chosen, {"time_zone": before}, {"time_zone": zone})
        transaction.on_commit(forget)
    return chosen
