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
from nabu.statistics.dashboards.facts.components import variant_names
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics


@dataclass(frozen=True, slots=True)
class Comparison:
    """The player's means among those of `players` ranked players with verified games, or why there is none: `games` and
    `players` must both be `least`.

    Tables of two score differently from tables of four, and so do variants: only games with `size` players of one
    variant count, those of which the player has most; `size` is 0 where nothing was read, `variant` is the name of the
    variant, "" if the title is played in a single one."""

    games: int
    players: int
    rows: list[Among]
    size: int = 0
    variant: str = ""
    least: int = RANKED_FROM


def comparison(player: Player, game: Game, logged: int) -> Comparison:
    """Where the player's score, wins and main sources lie. Means of few games say little, and so do few players.

    `logged`: how many games with a log the player has. If they are too few, nothing is read from the store.
    """
    if logged < RANKED_FROM:
        return Comparison(logged, 0, [])
    of_kinds = _means(game.key, Statistics(GameFilter(game)).store.version)
    played = {kind: int(means["games"].get(player.pk, 0)) for kind, means in of_kinds.items()}
    if not played:
        return Comparison(0, 0, [])
    size, variant = most = max(played, key=lambda one: played[one])
    means, games = of_kinds[most], played[most]
    name = variant_names(game, [variant])[variant] if len({variant for _size, variant in of_kinds}) > 1 else ""
    ranked = leaderboard(game.key).exclude(player=player).values_list("player_id", flat=True)
    others = [one for one in ranked if one in means.index]
    if min(games, len(others)) < RANKED_FROM:
        return Comparison(games, len(others), [], size, name)
    rows = among(means, player.pk, others, [one.key for one in game.sources])
    return Comparison(games, len(others), rows, size, name)


@lru_cache(maxsize=8)
def _means(game: str, _version: tuple[Part, ...]) -> dict[tuple[int, str], pd.DataFrame]:
    """By number of players and variant. Counted once for each version of the games."""
    found, sources = Statistics(GameFilter(GAMES[game])), [source.key for source in GAMES[game].sources]
    kinds = found.games.groupby(["players", "variant"], observed=True)["game_id"]
    return {
        (int(str(size)), str(variant)): means_by_player(found.people[found.people["game_id"].isin(games)], sources)
        for (size, variant), games in kinds
    }
