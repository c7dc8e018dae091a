"""Judging a decision in a process that knows only the log: a nice one beside the worker (`nabu.core.background`)."""

from __future__ import annotations

from functools import lru_cache

from engine.components import Library
from engine.game import JsonObject
from engine.review import reviewer
from engine.table.table import Table


def judge(log: bytes, library: Library, done: int) -> JsonObject:
    """What the decision after the first `done` ones has cost."""
    table = _table(log, library)
    number = reviewer.decisions_of(table)[done]
    return reviewer.judged(table, number, table.at(number).state, reviewer.seed_of(table))


@lru_cache(maxsize=1)
def _table(log: bytes, library: Library) -> Table:
    table, report = Table.of_log(log, library)
    if table is None:
        raise ValueError(report.reason)
    return table
