"""The names of scheduled backups, and the rule by which they are kept: 7 daily, 4 weekly, 12 monthly."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable
from datetime import UTC, date, datetime

DAILY, WEEKLY, MONTHLY = 7, 4, 12

_NAME = re.compile(r"nabu-scheduled-([0-9]{8}T[0-9]{6}\.[0-9]{6})Z\.(zip|checked\.json)")
_STAMP = "%Y%m%dT%H%M%S.%f"


def archive_name(made: datetime) -> str:
    """The file of the backup that was begun at this moment: to the microsecond, so that two makers never share one."""
    return f"nabu-scheduled-{made.astimezone(UTC):{_STAMP}}Z.zip"


def seal_name(made: datetime) -> str:
    """The note beside it that it was read back and is good: it is written last, and deleted first."""
    return f"{archive_name(made).removesuffix('.zip')}.checked.json"


def made_at(name: str) -> datetime | None:
    """The moment in the name of an archive or its note; None for any other file."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        return datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:  # like the 31st of February: not one of ours
        return None


def good_backups(names: Collection[str]) -> list[datetime]:
    """The backups among these files that have their archive and their note, oldest first."""
    found = {made for name in names if (made := made_at(name))}
    return sorted(made for made in found if archive_name(made) in names and seal_name(made) in names)


def kept(made: Iterable[datetime], now: datetime, day_of: Callable[[datetime], date] = datetime.date) -> set[datetime]:
    """Which of these backups stay.

    The latest of each of the last 7 days, 4 ISO weeks and 12 months that have one: a gap makes no other backup go. What
    is dated after `now` stays until its time has come, and counts for nothing: the clock was ahead when it was made.
    """
    all_of_them = set(made)
    past = {at for at in all_of_them if at <= now}
    stay = all_of_them - past
    stay |= _latest(past, DAILY, day_of)
    stay |= _latest(past, WEEKLY, lambda at: day_of(at).isocalendar()[:2])
    stay |= _latest(past, MONTHLY, lambda at: (day_of(at).year, day_of(at).month))
    return stay


def _latest(made: set[datetime], most: int, period: Callable[[datetime], Hashable]) -> set[datetime]:
    """The latest of each of the last `most` periods."""
    by_period = {period(at): at for at in sorted(made)}
    return set(sorted(by_period.values())[-most:])
