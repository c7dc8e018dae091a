"""Who gets the shared pages of tournaments in full (`nabu.web.shared_pages`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nabu.accounts.players.models import Person, User
from nabu.contests.tournaments.page_queries import run_by
from nabu.contests.tournaments.topics import tournament_of_round, tournament_of_stage


def works_in_tournament(person: Person, values: Mapping[str, Any]) -> bool:
    """Whoever keeps score or more sees more."""
    return works_in(person, values["pk"])


def works_in_round(person: Person, values: Mapping[str, Any]) -> bool:
    """The same for a round."""
    return works_in(person, tournament_of_round(values["pk"]))


def works_in_stage(person: Person, values: Mapping[str, Any]) -> bool:
    """The same for a stage."""
    return works_in(person, tournament_of_stage(values["pk"]))


def works_in(person: Person, tournament: int) -> bool:
    """`can_keep_score` in one query: everybody in the hall asks."""
    if not isinstance(person, User) or not person.is_active:
        return False
    return person.is_staff or run_by(person).filter(pk=tournament).exists()
