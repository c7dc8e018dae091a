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


def days_more(due: datetime, now: datetime, days: int) -> datetime:
    """The time of day of a deadline, so many days after the deadline, or after the next time it comes if it is over: at
    least so many days are left. Raises Refused as `days_later`.
    """
    over = timezone.localtime(now).replace(tzinfo=None) - timezone.localtime(due).replace(tzinfo=None)
    begun = -(-over // timedelta(days=1))
    return days_later(due, max(begun, 0) + days)
