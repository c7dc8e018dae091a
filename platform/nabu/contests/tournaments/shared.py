"""Who gets the shared pages of tournaments in full (`nabu.web.shared_pages`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nabu.accounts.players.models import Person
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import can_keep_score
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
    """Keeps score in it, or more."""
    found = Tournament.objects.filter(pk=tournament).first()
    return found is not None and can_keep_score(person, found)
