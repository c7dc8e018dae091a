"""Where a player's means lie among those of others. Pure functions on a table of player-games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import pandas as pd

from analytics.frames import UNIT, with_sources
from analytics.sources import SCORE

WON = "won"
MAIN_SOURCES = 2
"""So many sources of points are compared: those that give most."""


@dataclass(frozen=True, slots=True)
class Among:
    """One mean of the player: the score (`SCORE`), the share of games won (`WON`) or the points of a source, and the
    share of the others whose mean is lower."""

    key: str
    mean: float
    better_than: float


def means_by_player(people: pd.DataFrame, sources: Sequence[str]) -> pd.DataFrame:
    """The means of everybody in these player-games (`frames.points_by_source`), by player: score, share of wins, points
    by source, and `games`, how many they are of."""
    table = with_sources(people, sources).rename(columns={"score": SCORE})
    table = table.assign(**{WON: table["win"] / UNIT})
    grouped = table.groupby("player_id", sort=True)
    return grouped[[SCORE, WON, *sources]].mean().assign(games=grouped.size())


def among(means: pd.DataFrame, player_id: int, others: Collection[int], sources: Sequence[str]) -> list[Among]:
    """The player's score, wins and main sources beside those of these others; nothing without the player or them."""
    theirs = means[means.index.isin(list(others)) & (means.index != player_id)]
    if player_id not in means.index or not len(theirs):
        return []
    most = theirs[list(sources)].mean().sort_values(ascending=False, kind="stable")
    mine = means.loc[player_id]
    keys = [SCORE, WON, *most.index[:MAIN_SOURCES]]
    return [Among(str(key), float(mine[key]), float((theirs[key] < mine[key]).mean())) for key in keys]
