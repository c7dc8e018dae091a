"""Where a player's figures lie among those of the others at tables of one size, in games of the same filter.

Everybody counts who has enough of these games, as for the peers: a player whose account is deleted stays in the games,
and nobody else is named.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from django.db.models import Count, F, Q
from django.db.models.functions import Floor

from analytics.among_players import (
    LEAST_GAMES,
    LEAST_GROUP,
    Placed,
    Spread,
    group_of,
    means_by_player,
    placed,
    spread_of,
)
from analytics.parts import Part
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.queries import settled
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.player.statistics import REMEMBERED_PLAYERS, PlayerStatistics

REMEMBERED_FILTERS = 16

RATING_STEP = 25
"""Ratings are counted in steps of so many points to draw how they are spread."""


@dataclass(frozen=True, slots=True)
class Group:
    """The player's figures over `games` at tables of `size` among those of `others` players with at least `least`
    games; `rows` is empty if either is too few, `least` games and `least_others`."""

    size: int
    games: int
    others: int
    rows: list[Placed]
    least: int = LEAST_GAMES
    least_others: int = LEAST_GROUP


@dataclass(frozen=True, slots=True)
class RatingPlace:
    """The rating among those of `others` listed players: its percentile, an equal rating as half, and how the others
    are spread, in steps."""

    value: float
    others: int
    percentile: float
    spread: Spread


def group_among(found: PlayerStatistics) -> Group | None:
    """The group at the number of players of the filter, or else at the one of most games; None without games."""
    counts = Counter(game.players for game in found.games)
    if not counts:
        return None
    size = max(sorted(counts), key=lambda one: counts[one])
    everybody = Statistics(found.statistics.chosen.only(player=None, players=size), known=found.statistics.both_listed)
    if counts[size] < LEAST_GAMES:
        return Group(size, counts[size], 0, [])
    return _group(everybody.chosen, found.player.pk, everybody.store.version)


def rating_place(found: PlayerStatistics) -> RatingPlace | None:
    """The player's rating among the listed ones; None for a rating that is not listed, and among too few. One
    query."""
    rating = found.rating
    if rating is None or rating.provisional or rating.inactive:
        return None
    others = Rating.objects.filter(settled(), game=rating.game).exclude(player=found.player)
    counts = (
        others.annotate(step=Floor(F("value") / RATING_STEP))
        .values_list("step")
        .annotate(
            all=Count("pk"),
            lower=Count("pk", filter=Q(value__lt=rating.value)),
            same=Count("pk", filter=Q(value=rating.value)),
        )
        .order_by("step")
    )
    rows = np.array(counts, np.float64).reshape(-1, 4)
    middles, (all_others, lower, same) = RATING_STEP * (rows[:, 0] + 0.5), rows[:, 1:].sum(axis=0)
    if all_others < LEAST_GROUP:
        return None
    spread = spread_of(np.repeat(middles, rows[:, 1].astype(np.int64)))
    return RatingPlace(rating.value, int(all_others), 100 * (lower + same / 2) / all_others, spread)


@lru_cache(maxsize=REMEMBERED_PLAYERS)
def _group(chosen: GameFilter, player: int, version: tuple[Part, ...]) -> Group:
    """Counted once for each filter, which names one number of players, and version of the games."""
    everybody, means = Statistics(chosen), _means(chosen, version)
    games = everybody.people["game_id"][everybody.people["player_id"] == player]
    own = everybody.people[everybody.people["game_id"].isin(games)]
    rows = placed(means, own, player, [source.key for source in chosen.game.sources])
    return Group(chosen.players or 0, len(games), len(group_of(means, player)), rows)


@lru_cache(maxsize=REMEMBERED_FILTERS)
def _means(chosen: GameFilter, _version: tuple[Part, ...]) -> pd.DataFrame:
    """Counted once for each filter and version of the games."""
    return means_by_player(Statistics(chosen).people, [source.key for source in chosen.game.sources])
