"""Where a player's figures lie among those of the others at tables of one size in one variant, with the same filter.

Everybody counts who has enough of these games, as for the peers: a player whose account is deleted stays in the games,
and nobody else is named.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from analytics.among_players import (
    LEAST_GAMES,
    Placed,
    Spread,
    Values,
    group_of,
    means_by_player,
    placed,
    share_below,
    spread_of,
)
from analytics.intervals import LEAST_GROUP
from analytics.parts import Part
from nabu.accounts.versions.services import PEOPLE, numbers, ratings_topic
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.queries import settled
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.player.statistics import REMEMBERED_PLAYERS, PlayerStatistics

REMEMBERED_FILTERS = 16

LISTED_FOR = 3600
"""So many seconds a list of ratings is remembered at most."""


@dataclass(frozen=True, slots=True)
class Group:
    """The player's figures over `games` at tables of `size` in one `variant` among those of `others` players with at
    least `least` games; `rows` is empty if either is too few, `least` games and `least_others`."""

    size: int
    variant: str
    games: int
    others: int
    rows: list[Placed]
    least: int = LEAST_GAMES
    least_others: int = LEAST_GROUP


@dataclass(frozen=True, slots=True)
class RatingPlace:
    """The rating of so many rated `games` among those of `others` listed players: its percentile, an equal rating as
    half, and how the others are spread."""

    value: float
    games: int
    others: int
    percentile: float
    spread: Spread


def group_among(found: PlayerStatistics) -> Group | None:
    """The group at the number of players and in the variant of the filter, or else of most games; None without
    games."""
    counts = Counter((game.players, game.variant) for game in found.games)
    if not counts:
        return None
    size, variant = most = max(sorted(counts), key=lambda one: counts[one])
    chosen = found.statistics.chosen.only(player=None, players=size, variant=variant)
    everybody = Statistics(chosen, known=found.statistics.both_listed)
    if counts[most] < LEAST_GAMES:
        return Group(size, variant, counts[most], 0, [])
    return _group(everybody.chosen, found.player.pk, everybody.store.version)


def rating_place(found: PlayerStatistics) -> RatingPlace | None:
    """The player's rating among the listed ones; None for a rating that is not listed, and among too few. One
    query."""
    rating = found.rating
    if rating is None or rating.provisional or rating.inactive:
        return None
    versions = numbers([ratings_topic(rating.game), PEOPLE])
    listed = listed_ratings(rating.game, versions, int(time.time()) // LISTED_FOR)
    others = np.delete(listed, np.searchsorted(listed, rating.value)) if rating.value in listed else listed
    if len(others) < LEAST_GROUP:
        return None
    percentile = 100 * share_below(rating.value, others)
    return RatingPlace(rating.value, rating.games, len(others), percentile, spread_of(others))


@lru_cache(maxsize=8)
def listed_ratings(game: str, _versions: tuple[int, ...], _period: int) -> Values:
    """The ratings on the leaderboard, in their order, under these versions; somebody may leave it when time passes."""
    return np.sort(np.array(Rating.objects.filter(settled(), game=game).values_list("value", flat=True), np.float64))


@lru_cache(maxsize=REMEMBERED_PLAYERS)
def _group(chosen: GameFilter, player: int, version: tuple[Part, ...]) -> Group:
    """Counted once for each filter, which names one number of players and one variant, and version of the games. The
    opponent of the filter sits in all of these games and is none of the others."""
    everybody, means = Statistics(chosen), _means(chosen, version)
    if chosen.opponent is not None:
        means = means.drop(index=chosen.opponent.pk, errors="ignore")
    games = everybody.people["game_id"][everybody.people["player_id"] == player]
    own = everybody.people[everybody.people["game_id"].isin(games)]
    rows = placed(means, own, player, [source.key for source in chosen.game.sources])
    return Group(chosen.players or 0, chosen.variant or "", len(games), len(group_of(means, player)), rows)


@lru_cache(maxsize=REMEMBERED_FILTERS)
def _means(chosen: GameFilter, _version: tuple[Part, ...]) -> pd.DataFrame:
    """Counted once for each filter and version of the games."""
    return means_by_player(Statistics(chosen).people, [source.key for source in chosen.game.sources])
