"""Looking at a decision or a draw in a process that knows only the log: a nice one beside the worker
(`nabu.core.background`).
"""

from __future__ import annotations

import time
from functools import lru_cache

from engine.components import Library
from engine.game import JsonObject
from engine.review.reviewer import Reviewer
from engine.table.table import Table

PART = 4
"""So many pairs of continuations between two looks at the clock."""


def find(log: bytes, library: Library, which: int, seconds: float) -> JsonObject | None:
    """What a decision has cost or a draw was worth, counted from 0; None if that is not known after so many seconds.

    Asking again goes on there, as long as this process has had no other question.
    """
    reviewer, end = _reviewer(log, library), time.monotonic() + seconds
    while (found := reviewer.find(which, PART)) is None:
        if time.monotonic() > end:
            return None
    return found


@lru_cache(maxsize=1)
def _reviewer(log: bytes, library: Library) -> Reviewer:
    table, report = Table.of_log(log, library)
    if table is None:
        raise ValueError(report.reason)
    return Reviewer(table)
