"""Nabu, the tournament platform for the Babylon games: the Django project."""

import atexit
import gc

# A start imports some thousand modules, and nothing of them is garbage: as often as Python looks by itself, a fifth of
# the time of every process's start went into looking.
gc.set_threshold(20_000, 10, 20)
# Nor is it looked through once more before the process ends, which took a third as long as its start.
atexit.register(gc.freeze)

from nabu.celery import app as celery_app  # noqa: E402

__all__ = ["__version__", "celery_app"]

__version__ = "0.2.0"
