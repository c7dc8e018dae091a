"""The time zone beside a time, for a reader elsewhere."""

from __future__ import annotations

from datetime import date, datetime, time

from django import template
from django.utils import timezone

register = template.Library()


@register.filter
def zone_at(day: datetime | date | None, at: time | None = None) -> str:
    """What the zone of the page is called at a moment, or at a time of day: "CEST, UTC+2". Empty without a day."""
    if day is None or not isinstance(day, datetime) and at is None:
        return ""
    moment = day if isinstance(day, datetime) else timezone.make_aware(datetime.combine(day, at or time()))
    local = timezone.localtime(moment)
    return _offset(local) if _is_number(local.tzname()) else f"{local.tzname()}, {_offset(local)}"


def _is_number(name: str | None) -> bool:
    """Zones without an abbreviation of their own are called "+0545"; that of UTC would be said twice."""
    return not name or name == "UTC" or name[0] in "+-"


def _offset(local: datetime) -> str:
    offset = local.utcoffset()
    minutes = round(offset.total_seconds() / 60) if offset else 0
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '−'}{hours}" + (f":{rest:02}" if rest else "")
