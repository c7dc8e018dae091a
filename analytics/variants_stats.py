"""Ways to play compared: how long games are, how close, how often the lead changes, how fair the seats are, and where
points come from.

The unit is the game. Means are compared within the same number of players, because games of two and of four differ by
more than any rule does.
"""

from __future__ import annotations

import pandas as pd

from analytics.frames import Frames
from analytics.model import Model
from analytics.sums import CELL, Family

MEASURES = ("turns", "margin", "lead_changes", "score", "winner_score")
"""What is measured of a game: its turns, the winner's margin, changes of the lead, the points of all players together
and of the winner."""

GAMES = Family("games", {}, ("games", "shared_wins", *MEASURES, *(f"{name}_squares" for name in MEASURES)))
"""Games: how many, how many with a shared win, and for each measure the sum and the sum of squares."""


def games_sums(frames: Frames, _model: Model) -> dict[str, pd.DataFrame]:
    """The contribution of these games to `GAMES`."""
    scores = frames.player_games.groupby("game_id", sort=False)["score"].sum().reset_index()
    best = frames.player_games[frames.player_games["win"] > 0].groupby("game_id", sort=False)["score"].max()
    scores = scores.assign(winner_score=scores["game_id"].map(best))
    table = frames.games[["game_id", *CELL, "turns", "margin", "lead_changes", "winners"]].merge(scores, on="game_id")
    table = table.astype(dict.fromkeys(MEASURES, "int64"))
    squares = {f"{name}_squares": table[name] ** 2 for name in MEASURES}
    return {GAMES.name: table.assign(games=1, shared_wins=(table["winners"] > 1).astype("int64"), **squares)}
