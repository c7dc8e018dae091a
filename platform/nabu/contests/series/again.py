"""The name and the day of an event that takes place again."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

WEEK = timedelta(days=7)

COUNTED = re.compile(r"(?P<before>(?:.*[\s#(\[]))(?P<number>[0-9]{1,6})(?P<after>[)\]]?)", re.DOTALL)
"""A number that stands alone at the end: "Tuesday night 14", "Cup #3", "League (2)"."""

FIRST = re.compile(r"(?P<before>)(?P<number>[0-9]{1,6})(?P<after>\.\s.+)", re.DOTALL)
"""A number that counts at the beginning, as in German and Spanish: "14. Spieleabend"."""

YEARS = range(1900, 2100)


def _number_in(name: str) -> re.Match[str] | None:
    """The number of an event in its name. A year is none, and neither is a number in the middle."""
    found = COUNTED.fullmatch(name) or FIRST.fullmatch(name)
    if found is None or (len(found["number"]) == 4 and int(found["number"]) in YEARS):
        return None
    return found


def bare_name(name: str) -> str:
    """The name without its number: "Tuesday night" of "Tuesday night 14"."""
    found = _number_in(name)
    rest = f"{found['before'].rstrip(' #([')}{found['after'].lstrip('.) ]')}" if found else name
    return rest.strip() or name


def next_name(name: str, longest: int) -> str:
    """The name with its number counted on; the same name if it has none, or if the next one would be too long."""
    found = _number_in(name)
    if found is None:
        return name
    number = found["number"]
    counted = f"{found['before']}{int(number) + 1:0{len(number)}d}{found['after']}"
    return counted if len(counted) <= longest else name


def next_day(day: date, today: date, weeks: int = 1) -> date:
    """The first day after `day` by whole steps of so many weeks that is not over: next week's, or the next such weekday
    after a longer time.
    """
    step = weeks * 7
    steps = max(1, -((day - today).days // step))
    return day + timedelta(days=steps * step)


def moved(moment: datetime | None, by: timedelta) -> datetime | None:
    """The same time of the day so many days later, as the clocks of the site show it: 19:00 stays 19:00 when the clocks
    change meanwhile.
    """
    if moment is None:
        return None
    there = timezone.localtime(moment)
    return at(there.date() + by, there.time())


def at(day: date, clock: time) -> datetime:
    """This time in the zone of the site. One that the clocks skip on that day is as late after the gap."""
    return timezone.make_aware(datetime.combine(day, clock.replace(fold=0))).astimezone(UTC)


def coming_dates(
    start: date | None, weeks: int, today: date, *, skipped: Collection[str], until: date | None, most: int
) -> list[date]:
    """The dates of a series from `start` on that are not over, up to `most` of them with an event; those that are left
    out stand among them.
    """
    found: list[date] = []
    if start is None:
        return found
    day = start if start >= today else next_day(start, today, weeks)
    held = 0
    while held < most and (until is None or day <= until):
        found.append(day)
        held += day.isoformat() not in skipped
        day += weeks * WEEK
    return found
