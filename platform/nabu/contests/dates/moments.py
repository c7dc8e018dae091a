"""Day and time as players read them: with the day of the week."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime


def moment(at: datetime | None) -> str:
    """As "Sun 13 Dec 2026, 20:00" in the zone of the site; empty for none."""
    if at is None:
        return ""
    local = localtime(at)
    return f"{date_format(local, 'D')} {date_format(local, 'SHORT_DATETIME_FORMAT')}"
