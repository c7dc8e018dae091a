"""The time zone of the site: what staff chose, else `NABU_TIME_ZONE`.

Every request and every task needs it, so each process remembers it for a moment. A process that does not know yet of
another choice shows the time in the zone before, and shared pages have the zone in their name.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.db import DatabaseError
from django.utils import timezone

from nabu.web.site_time.models import SiteTime

KEPT_SECONDS = 10.0
PLACES = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@dataclass
class Remembered:
    """The zone (None: nobody has chosen), and until when nobody asks the database again (`time.monotonic`)."""

    zone: ZoneInfo | None = None
    until: float = 0.0


REMEMBERED = Remembered()


@cache
def zone_names() -> list[str]:
    """The zones to choose from: UTC, and those named after a place. "GMT+5" and the like know no summer time."""
    return ["UTC", *sorted(name for name in available_timezones() if name.partition("/")[0] in PLACES and "/" in name)]


def chosen_zone() -> ZoneInfo | None:
    """What staff chose; None while they have not. The last that was known while the database is away."""
    now = time.monotonic()
    if now >= REMEMBERED.until:
        REMEMBERED.until = now + KEPT_SECONDS
        with suppress(DatabaseError):
            name = SiteTime.objects.filter(pk=SiteTime.ONLY).values_list("zone", flat=True).first()
            REMEMBERED.zone = ZoneInfo(name) if name in zone_names() else None
    return REMEMBERED.zone


def forget() -> None:
    """Ask the database again at the next occasion."""
    REMEMBERED.until = 0.0


def begin_task(**_kwargs: Any) -> None:
    """A task of Celery begins."""
    zone = chosen_zone()
    if zone is None:
        timezone.deactivate()
    else:
        timezone.activate(zone)
