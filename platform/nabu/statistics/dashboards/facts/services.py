"""Storing and removing the facts of verified games, and extracting them again.

Facts belong to a log and are derived from it alone, so they have no audit entry of their own. Whether a game counts is
not decided here but by `refresh`: only the log that proves a confirmed table's result counts.
"""

from __future__ import annotations

import hashlib
import json
import logging

from django.db import transaction
from django.db.models import QuerySet

from analytics.facts import FACTS_VERSION, Facts, extract_facts
from nabu.catalogue.games.library import library_of
from nabu.contests.matches.models import GameLog, Table, Verification
from nabu.contests.matches.served_logs import served_bytes
from nabu.contests.results.settling.storable import storable
from nabu.core.background import compute
from nabu.statistics.dashboards.facts.staleness import mark_stale
from nabu.statistics.dashboards.models import GameFacts

logger = logging.getLogger(__name__)

OLD_AT_ONCE = 50
"""So many logs a task replays whose facts are of an older version."""


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


def old_facts() -> QuerySet[GameLog]:
    """The verified logs that have no facts of this version."""
    verified = GameLog.objects.filter(verifications__verdict="verified", verifications__status=Verification.Status.DONE)
    return verified.exclude(game_facts__facts_version=FACTS_VERSION).order_by("pk").distinct()


def extract_old_facts(most: int | None = None) -> int:
    """Replay verified logs that have no facts of this version. Returns how many got them."""
    found = 0
    for pk in list(old_facts().values_list("pk", flat=True)[:most]):
        log = GameLog.objects.get(pk=pk)
        content = served_bytes(log)
        _report, facts = compute(extract_facts, content, library_of(content))
        if facts is None:
            logger.warning("log %s is no longer verified: verify it again (manage.py reverify --again)", log.sha256)
            continue
        store_facts(log, storable(facts))
        found += 1
    return found


def _mark_table_of(log: GameLog) -> None:
    """A log that is no table's result is in no statistics."""
    mark_stale(list(Table.objects.filter(log=log).values_list("round__stage__tournament", flat=True)))


def _digest(facts: Facts) -> int:
    """A number of 63 bits from the facts."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8]) >> 1
