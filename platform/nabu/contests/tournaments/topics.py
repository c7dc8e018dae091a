"""The versions that the shared pages of tournaments depend on, by what stands in their addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from nabu.accounts.versions.services import PEOPLE, announcements_topic, ratings_topic, results_topic, tournament_topic
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round, Stage, Tournament

KNOWN = 4096


@lru_cache(maxsize=KNOWN)
def tournament_of_round(pk: int) -> int:
    """Never another one. Raises DoesNotExist."""
    return int(Round.objects.values_list("stage__tournament_id", flat=True).get(pk=pk))


@lru_cache(maxsize=KNOWN)
def round_of_table(pk: int) -> int:
    """Never another one. Raises DoesNotExist."""
    return int(Table.objects.values_list("round_id", flat=True).get(pk=pk))


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
    for known in (tournament_of_round, round_of_table, tournament_of_stage, game_of):
        known.cache_clear()


def topics_of_tournament(values: Mapping[str, Any]) -> Sequence[str]:
    """Everything in a tournament, by its number in the address."""
    return tournament_topic(values["pk"]), announcements_topic(values["pk"]), PEOPLE


def topics_of_round(values: Mapping[str, Any]) -> Sequence[str] | None:
    """Everything in the tournament of a round."""
    try:
        tournament = tournament_of_round(values["pk"])
    except Round.DoesNotExist:
        return None
    return topics_of_tournament({"pk": tournament})


def topics_of_results(values: Mapping[str, Any]) -> Sequence[str] | None:
    """The results of a tournament, the ratings, which some tie-breaks read, and what is announced above them."""
    results = results_topics(values["pk"])
    return results and (*results, announcements_topic(values["pk"]))


def topics_of_entries(values: Mapping[str, Any]) -> Sequence[str] | None:
    """Everything in a tournament, and the ratings."""
    try:
        return (*topics_of_tournament(values), ratings_topic(game_of(values["pk"])))
    except Tournament.DoesNotExist:
        return None


def topics_of_stage(values: Mapping[str, Any]) -> Sequence[str] | None:
    """The same by the number of a stage."""
    try:
        return topics_of_results({"pk": tournament_of_stage(values["pk"])})
    except Stage.DoesNotExist:
        return None


def results_topics(tournament: int) -> Sequence[str] | None:
    """What the standings of a tournament depend on; None if there is no such tournament."""
    try:
        return results_topic(tournament), ratings_topic(game_of(tournament)), PEOPLE
    except Tournament.DoesNotExist:
        return None
