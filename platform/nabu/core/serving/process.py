"""The gunicorn worker of this process, as `nabu.gunicorn_conf` has been handed it."""

from __future__ import annotations

from typing import Any

worker: Any = None


def is_stopping() -> bool:
    """Has this process been told to end?"""
    return worker is not None and not worker.alive
