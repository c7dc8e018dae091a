"""Storing and removing the facts of verified games.

Facts belong to a log and are derived from it alone, so they have no audit entry of their own. Whether a game counts is
not decided here but by `refresh`: only the log that proves a confirmed table's result counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.utils import timezone

from analytics.facts import Facts
from nabu.dashboards.models import GameFacts, StaleStatistics
from nabu.matches.models import GameLog, Table
from nabu.queueing import enqueue


@transaction.atomic
def store_facts(log: GameLog, facts: Facts | None) -> None:
    """Keep what the replay of this log found; None (the log is not verified) takes away what was kept.

    Safe to call again: the log has one set of facts, the latest.
    """
    if facts is None:
        remove_facts(log)
        return
    stored = {"facts_version": facts["facts_version"], "digest": _digest(facts), "facts": facts}
    GameFacts.objects.update_or_create(log=log, defaults=stored)
    _mark_table_of(log)


@transaction.atomic
def remove_facts(log: GameLog) -> None:
    """Forget the facts of a log that is not verified any more. Safe to call again."""
    GameFacts.objects.filter(log=log).delete()
    _mark_table_of(log)


@transaction.atomic
def mark_stale(tournaments: Collection[int]) -> None:
    """The games of these tournaments may have changed: a worker looks at them after the commit."""
    if not tournaments:
        return
    from nabu.dashboards.tasks import refresh_statistics

    now = timezone.now()
    StaleStatistics.objects.bulk_create(
        [StaleStatistics(tournament_id=pk, asked_at=now) for pk in sorted(set(tournaments))],
        update_conflicts=True,
        unique_fields=["tournament"],
        update_fields=["asked_at"],
    )
    transaction.on_commit(partial(enqueue, refresh_statistics), robust=True)


def _mark_table_of(log: GameLog) -> None:
    """A log that is no table's result is in no statistics."""
    mark_stale(list(Table.objects.filter(log=log).values_list("round__stage__tournament", flat=True)))


def _digest(facts: Facts) -> int:
    """A number of 63 bits from the facts."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8]) >> 1
