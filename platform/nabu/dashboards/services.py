"""Storing and removing the facts of verified games.

Facts belong to a log and are derived from it alone, so they have no audit entry of their own. Whether a game counts is
not decided here but when the dashboards read: only the log that proves a confirmed table's result counts.
"""

from __future__ import annotations

from django.db import transaction

from analytics.facts import Facts
from nabu.dashboards.models import GameFacts
from nabu.matches.models import GameLog


@transaction.atomic
def store_facts(log: GameLog, facts: Facts | None) -> None:
    """Keep what the replay of this log found; None (the log is not verified) takes away what was kept.

    Safe to call again: the log has one set of facts, the latest.
    """
    if facts is None:
        remove_facts(log)
        return
    GameFacts.objects.update_or_create(log=log, defaults={"facts_version": facts["facts_version"], "facts": facts})


def remove_facts(log: GameLog) -> None:
    """Forget the facts of a log that is not verified any more. Safe to call again."""
    GameFacts.objects.filter(log=log).delete()
