"""Storing the facts of verified games."""

from __future__ import annotations

from typing import Any

from nabu.dashboards.models import GameFacts
from nabu.matches.models import GameLog


def store_facts(log: GameLog, facts: dict[str, Any]) -> GameFacts:
    """Keep the facts of one game. The same log again replaces them: a game is never counted twice."""
    stored, _created = GameFacts.objects.update_or_create(
        log=log, defaults={"facts_version": facts["facts_version"], "facts": facts}
    )
    return stored
