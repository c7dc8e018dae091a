"""What the shared pages of tournaments depend on, and who gets them in full (`nabu.shared_pages`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from nabu.players.models import Person
from nabu.shared_pages.pages import SharedPage
from nabu.tournaments.entries.queries import own_entry
from nabu.tournaments.models import Round, Stage, Tournament
from nabu.tournaments.permissions import can_keep_score
from nabu.versions.services import PEOPLE, ratings_topic, results_topic, tournament_topic

KNOWN = 4096


@lru_cache(maxsize=KNOWN)
def tournament_of_round(pk: int) -> int:
    """Never another one. Raises DoesNotExist."""
    return int(Round.objects.values_list("stage__tournament_id", flat=True).get(pk=pk))


@lru_cache(maxsize=KNOWN)
def tournament_of_stage(pk: int) -> int:
    """Never another one. Raises DoesNotExist."""
    return int(Stage.objects.values_list("tournament_id", flat=True).get(pk=pk))


@lru_cache(maxsize=KNOWN)
def game_of(tournament: int) -> str:
    """The title that is played: a tournament never changes it. Raises DoesNotExist."""
    return str(Tournament.objects.values_list("game", flat=True).get(pk=tournament))


def forget_numbers() -> None:
    """For a database in which the same numbers may mean something else."""
    for known in (tournament_of_round, tournament_of_stage, game_of):
        known.cache_clear()


def topics_of_tournament(values: Mapping[str, Any]) -> Sequence[str]:
    """Everything in a tournament, by its number in the address."""
    return tournament_topic(values["pk"]), PEOPLE


def topics_of_round(values: Mapping[str, Any]) -> Sequence[str] | None:
    """Everything in the tournament of a round."""
    try:
        return tournament_topic(tournament_of_round(values["pk"])), PEOPLE
    except Round.DoesNotExist:
        return None


def topics_of_results(values: Mapping[str, Any]) -> Sequence[str] | None:
    """The results of a tournament, and the ratings, which some tie-breaks read."""
    return _results(values["pk"])


def topics_of_stage(values: Mapping[str, Any]) -> Sequence[str] | None:
    """The same by the number of a stage."""
    try:
        return _results(tournament_of_stage(values["pk"]))
    except Stage.DoesNotExist:
        return None


def _results(tournament: int) -> Sequence[str] | None:
    try:
        return results_topic(tournament), ratings_topic(game_of(tournament)), PEOPLE
    except Tournament.DoesNotExist:
        return None


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


def entry_in_tournament(person: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The card with the own entry, while the tournament runs."""
    running = Tournament.objects.filter(pk=values["pk"], status=Tournament.Status.RUNNING).first()
    return {"my_entry": own_entry(person, running) if running else None}


overview_page = SharedPage(
    topics_of_tournament, {"players": None}, in_full=works_in_tournament, own=entry_in_tournament
)
"""`players`: a question of those who prepare a draft."""
