"""Where points come from: by player, and by winners against the rest.

The unit of an interval is the game: the players of one game are not independent of each other, games are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

import pandas as pd

from analytics.frames import Frames, points_by_source
from analytics.intervals import Interval, mean_interval


@dataclass(frozen=True, slots=True)
class SourceShare:
    """What one source gave one player. `mean` is points per game, `share` its part of all points of the player.

    `interval` is the t interval of the mean over the player's games; None for a single game or equal values. `share`
    is None unless the player's points sum to more than zero.
    """

    source: str
    mean: float
    interval: Interval | None
    share: float | None


@dataclass(frozen=True, slots=True)
class PlayerSources:
    """One player's scoring sources over `games` games. The means of the sources sum to `mean_score`."""

    player_id: int
    player: str
    games: int
    wins: float
    mean_score: float
    score_interval: Interval | None
    sources: tuple[SourceShare, ...]


@dataclass(frozen=True, slots=True)
class SourceContrast:
    """One source: what winners make of it against the other players of the same games.

    `winners` and `rest` are means over games of the mean over those seats. `difference` is the mean over games of
    winners minus rest, `interval` its t interval. `winners_share` and `rest_share` are parts of all points of that
    group; None unless these sum to more than zero.
    """

    source: str
    winners: float
    rest: float
    difference: float
    interval: Interval | None
    winners_share: float | None
    rest_share: float | None


@dataclass(frozen=True, slots=True)
class WinnersAgainstRest:
    """The contrast for every source over `games` games that have winners and others.

    `all_shared` counts games in which everybody shares the win; they have no rest and are left out.
    """

    games: int
    all_shared: int
    sources: tuple[SourceContrast, ...]


def sources_by_player(frames: Frames, sources: Sequence[str]) -> list[PlayerSources]:
    """A row for every player, most games first, then by name. `sources` are the keys in the order of the game."""
    table = points_by_source(frames, sources)
    games_of: dict[int, list[dict[Hashable, Any]]] = defaultdict(list)
    for row in table.to_dict("records"):
        games_of[row["player_id"]].append(row)
    rows = [_player_row(player_games, sources) for player_games in games_of.values()]
    return sorted(rows, key=lambda row: (-row.games, row.player.casefold(), row.player_id))


def winners_against_rest(frames: Frames, sources: Sequence[str]) -> WinnersAgainstRest:
    """What winners score where, against the other players of the same game."""
    table = points_by_source(frames, sources)
    keys = list(sources)
    is_winner = table["win"] > 0
    winners = table[is_winner].groupby("game_id")[keys].mean()
    rest = table[~is_winner].groupby("game_id")[keys].mean()
    common = winners.index.intersection(rest.index)
    winners, rest = winners.loc[common], rest.loc[common]
    games = len(common)
    contrasts = (
        tuple(_contrast(key, winners[key], rest[key], float(winners.to_numpy().sum()), float(rest.to_numpy().sum()))
              for key in keys)
        if games
        else ()
    )  # fmt: skip
    return WinnersAgainstRest(games=games, all_shared=frames.games - games, sources=contrasts)


def _player_row(player_games: Sequence[Mapping[Hashable, Any]], sources: Sequence[str]) -> PlayerSources:
    games = len(player_games)
    scores = [row["score"] for row in player_games]
    total = sum(scores)
    shares = []
    for key in sources:
        values = [row[key] for row in player_games]
        points = sum(values)
        shares.append(SourceShare(key, points / games, _points_interval(values), points / total if total > 0 else None))
    return PlayerSources(
        player_id=player_games[0]["player_id"],
        player=player_games[0]["player"],
        games=games,
        wins=fsum(row["win"] for row in player_games),
        mean_score=total / games,
        score_interval=_points_interval(scores),
        sources=tuple(shares),
    )


def _points_interval(values: Sequence[int]) -> Interval | None:
    """The interval of mean points: where a game gives no negative points, their mean cannot be negative either."""
    return mean_interval(values, signed=min(values) < 0)


def _contrast(
    key: str, winners: pd.Series[float], rest: pd.Series[float], winners_total: float, rest_total: float
) -> SourceContrast:
    differences = (winners - rest).tolist()
    return SourceContrast(
        source=key,
        winners=float(winners.mean()),
        rest=float(rest.mean()),
        difference=fsum(differences) / len(differences),
        interval=mean_interval(differences),
        winners_share=float(winners.sum()) / winners_total if winners_total > 0 else None,
        rest_share=float(rest.sum()) / rest_total if rest_total > 0 else None,
    )
