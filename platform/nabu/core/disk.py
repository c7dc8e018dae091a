"""How much room is left where we write, and no more uploads when it gets scarce."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from nabu.core.errors import TryLater

RETRY_SECONDS = 300
"""Somebody has to make room; that takes a while."""

FULL_BYTES = 2**20


def check_space() -> None:
    """Raises TryLater (507) while less than the reserve is free: results and verdicts must still find room.

    To ask costs some microseconds, so nothing is remembered.
    """
    if is_scarce():
        raise TryLater(
            _("The server has run out of disk space. Nothing was saved. Tell the organisers and try again later."),
            status=507,
            seconds=RETRY_SECONDS,
        )


def is_full() -> bool:
    """Is there too little to write even a note and some pages of the database?"""
    return free_bytes() < FULL_BYTES


def is_scarce() -> bool:
    """Is less than the reserve free on a volume that we write to?"""
    reserve: int = settings.DISK_RESERVE_BYTES
    return free_bytes() < reserve


def free_bytes() -> int:
    """What is free on the fullest volume: of the database, if that is a file, of `VAR`, and of the statistics.

    Where we may not write, as in the read-only image of a container, room is of no use to us.
    """
    places = [settings.VAR, facts_folder()]
    if connection.vendor == "sqlite":
        places.append(Path(connection.settings_dict["NAME"]).absolute().parent)
    folders = [folder for folder in map(_existing, places) if os.access(folder, os.W_OK)]
    return min((shutil.disk_usage(folder).free for folder in folders), default=sys.maxsize)


def facts_folder() -> Path:
    """Where files of the statistics are on this machine: the store itself, or copies of one that lies elsewhere."""
    place = str(settings.FACTS)
    return settings.VAR / "facts-copies" if "://" in place else Path(place)


def _existing(place: Path) -> Path:
    """The folder itself, or the one in which it would be made."""
    return next(folder for folder in (place, *place.parents) if folder.exists())
