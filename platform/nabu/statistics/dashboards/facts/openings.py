"""Everybody's openings in the games of a filter, counted once for each version of the store."""

from __future__ import annotations

from functools import lru_cache

from analytics.opening_stats import Opening, Stratum, opening_table, people_by_opening, usual_results
from analytics.store import GameStore
from analytics.sums import Cells
from nabu.statistics.dashboards.facts.statistics import Statistics


def openings_of(statistics: Statistics) -> list[Opening]:
    """The ways to play the first turns in these games, by turn, the best first."""
    chosen = statistics.chosen
    if chosen.tournament is None and not chosen.people:
        return _of_cells(statistics.store, chosen.cells)
    return opening_table(statistics.sums, people_by_opening(statistics.frames.openings, statistics.people))


def usual_of(statistics: Statistics) -> tuple[tuple[Stratum, float], ...]:
    """What everybody makes in each stratum of these games (`analytics.opening_stats.usual_results`)."""
    chosen = statistics.chosen
    if chosen.tournament is None and not chosen.people:
        return _usual_of_cells(statistics.store, chosen.cells)
    return tuple(usual_results(statistics.sums).items())


@lru_cache(maxsize=16)
def _of_cells(store: GameStore, cells: Cells) -> list[Opening]:
    people, chosen = store.people(), cells.of(store.games())
    if len(chosen) < len(store.games()):
        people = people[people["game_id"].isin(chosen["game_id"])]
    return opening_table(store.sums(cells), people_by_opening(store.frames().openings, people))


@lru_cache(maxsize=16)
def _usual_of_cells(store: GameStore, cells: Cells) -> tuple[tuple[Stratum, float], ...]:
    return tuple(usual_results(store.sums(cells)).items())
