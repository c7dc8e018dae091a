"""What `manage.py check --deploy` says about the place of scheduled backups."""

from __future__ import annotations

import os
from typing import Any

from django.core.checks import WARNING, CheckMessage, register

from nabu.operations.backups.state import scheduled_place


@register(deploy=True)
def check_folder(**_arguments: Any) -> list[CheckMessage]:
    """A folder that cannot be written to would be noticed at night. An object store is not asked: it may be away."""
    place = scheduled_place()
    if place is None or place.folder is None:
        return []
    there = next(path for path in (place.folder, *place.folder.parents) if path.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return []
    return [
        CheckMessage(
            WARNING,
            f"Scheduled backups go to {place}, where this user may not write.",
            hint="Set NABU_BACKUPS to a folder of the workers or to s3://bucket/folder, or to off.",
            id="nabu.W003",
        )
    ]
