"""The time of the site: hosts whose clocks differ go by that of the database server.

For whatever one host writes and another one compares within minutes: who works at a job, who records a game, how long a
round still takes. What is kept for hours or days is told by the host's own clock, like all that Django and its packages
write.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import Error, connection, models
from django.utils import timezone

if TYPE_CHECKING:
    TimeField = models.DateTimeField[datetime, datetime]
else:
    TimeField = models.DateTimeField

logger = logging.getLogger(__name__)

AGREES = timedelta(seconds=1)
"""A host that is not further from the database server goes by its own clock: asking takes time, too."""


class Offset:
    """How far this process is behind the database server, as measured with its last connection."""

    behind = timedelta()
    is_known = False

    def measure(self, asked: datetime, theirs: datetime, answered: datetime) -> None:
        """The database server said `theirs`; our own clock showed `asked` before and `answered` after."""
        self.is_known = True
        # Somewhere between the two: as little as can be is made of it.
        least, most = theirs - answered, theirs - asked
        nearest = max(least, min(timedelta(), most))
        behind = nearest if abs(nearest) > AGREES else timedelta()
        if abs(behind - self.behind) > AGREES:
            logger.warning("the clock of this host is %+.0f s from that of the database", -nearest.total_seconds())
        self.behind = behind


OFFSET = Offset()


def now() -> datetime:
    """What the clock of the database server shows, within a second or so. Our own as long as it cannot be asked."""
    if not OFFSET.is_known and connection.vendor == "postgresql":
        with suppress(Error):
            connection.ensure_connection()
    return timezone.now() + OFFSET.behind


class DatabaseTimeField(TimeField):
    """A time that hosts compare with `now`, which is its default."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": now} | options)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """A `DateTimeField`: migrations know no code of ours."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs | {"default": timezone.now}
