"""Days counted by the clock on the wall: a week later is the same time of day, also over a change of summer time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.core.errors import Refused


def days_later(moment: datetime, days: int) -> datetime:
    """The same time of day in the zone of the site so many days later. Raises Refused for a time that the clocks skip
    on that day.
    """
    wanted = timezone.localtime(moment).replace(tzinfo=None) + timedelta(days=days)
    found = timezone.make_aware(wanted)
    if timezone.localtime(found.astimezone(UTC)).replace(tzinfo=None) != wanted:
        raise Refused(_("The clocks go forward that day and skip this time. Choose another time."))
    return found


def at_time_of(due: datetime, now: datetime) -> datetime:
    """The deadline itself while it is still to come; else its time of day as it came last, yesterday or today."""
    if due >= now:
        return due
    local = timezone.localtime(due)
    passed = (timezone.localtime(now).replace(tzinfo=None) - local.replace(tzinfo=None)) // timedelta(days=1)
    return days_later(due, passed)
