"""A player's means beside those of the ranked players of a game, from the verified games that the statistics count."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pandas as pd

from analytics.among_players import Among, among, means_by_player
from analytics.intervals import RANKED_FROM
from analytics.parts import Part
from engine.game import Game
from engine.registry import GAMES
from nabu.accounts.players.models import Player
from nabu.contests.ratings.queries import leaderboard
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics


@dataclass(frozen=True, slots=True)
class Comparison:
    """The player's means among those of `players` ranked players with verified games, or why there is none: `games` and
    `players` must both be `least`."""

    games: int
    players: int
    rows: list[Among]
    least: int = RANKED_FROM


def comparison(player: Player, game: Game, logged: int) -> Comparison:
    """Where the player's score, wins and main sources lie. Means of few games say little, and so do few players.

    `logged`: how many games with a log the player has. If they are too few, nothing is read from the store.
    """
    if logged < RANKED_FROM:
        return Comparison(logged, 0, [])
    means = _means(game.key, Statistics(GameFilter(game)).store.version)
    games = int(means["games"].get(player.pk, 0))
    ranked = leaderboard(game.key).exclude(player=player).values_list("player_id", flat=True)
    others = [one for one in ranked if one in means.index]
    if min(games, len(others)) < RANKED_FROM:
        return Comparison(games, len(others), [])
    return Comparison(games, len(others), among(means, player.pk, others, [source.key for source in game.sources]))


@lru_cache(maxsize=8)
def _means(game: str, _version: tuple[Part, ...]) -> pd.DataFrame:
    """Counted once for each version of the games."""
    return means_by_player(Statistics(GameFilter(GAMES[game])).people, [source.key for source in GAMES[game].sources])
