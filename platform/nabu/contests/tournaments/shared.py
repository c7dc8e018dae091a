"""Who gets the shared pages of tournaments in full (`nabu.web.shared_pages`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from nabu.accounts.players.models import Person, User
from nabu.accounts.versions.services import PEOPLE, tournament_topic
from nabu.contests.tournaments.kept_results import kept_small
from nabu.contests.tournaments.models import Tournament
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
    """`can_keep_score` without a query: everybody in the hall asks."""
    if not isinstance(person, User) or not person.is_active:
        return False
    topics = tournament_topic(tournament), PEOPLE
    return person.is_staff or person.pk in kept_small(
        ("workers", tournament, None), topics, partial(_workers, tournament)
    )


def _workers(tournament: int) -> frozenset[int]:
    """The accounts for which `run_by` has the tournament."""
    ways = ("organiser", "roles__user", "club__memberships__user")
    rows = Tournament.objects.filter(pk=tournament).values_list(*ways)
    return frozenset(account for row in rows for account in row if account is not None)
