"""What experiments cost: seconds of a processor, from games that were measured (`benchmarks/lab_games.py`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

SECONDS: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(
    Path(__file__).with_name("costs.json").read_text("utf-8")
)
"""Seconds of a game with its verification, by game, bot at every seat, and number of players. Under "luck" seconds for
telling the luck of a game, by game and number of players."""

UNKNOWN_GAME = 1.0
"""What a seat's bot is taken to need for a game if it was not measured."""

UNKNOWN_LUCK = 10.0
"""What telling the luck of a game is taken to need if it was not measured: more than in any game that was."""

CHUNK_SECONDS = 6.0
"""So long a worker is busy with a part of an experiment; whoever waits for the verification of a log waits so long. A
part has at least one game in each variant, which may take longer."""

CHUNK_LIMIT = 600
"""After so many seconds the workers stop a part."""

MOST_CHUNK_SECONDS = 180.0
"""What a single game in each variant may be estimated at: far enough below that limit for a busy machine."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What an experiment takes. `a_game` is in seconds of one processor, `games` are those of each of the `arms`."""

    a_game: float
    arms: int
    games: int

    @property
    def a_pair(self) -> float:
        """Seconds for one game in every arm."""
        return self.a_game * self.arms

    @property
    def seconds(self) -> float:
        """Seconds for everything."""
        return self.a_pair * self.games

    @property
    def chunk_size(self) -> int:
        """How many games, each in every arm, keep a worker busy for about `CHUNK_SECONDS` at most; at least one."""
        return max(1, round(CHUNK_SECONDS / self.a_pair))

    def games_within(self, seconds: float) -> int:
        """How many games in each arm this time is enough for."""
        return int(seconds / self.a_pair)


def seconds_a_game(game: str, line_up: Sequence[str]) -> float:
    """Seconds of a game with a bot for each seat: each seat takes its part of a game in which its bot has all seats."""
    players = str(len(line_up))
    return fmean(SECONDS.get(game, {}).get(bot, {}).get(players, UNKNOWN_GAME) for bot in line_up)


def seconds_of_luck(game: str, players: int) -> float:
    """Seconds for telling the luck of a game."""
    return SECONDS.get("luck", {}).get(game, {}).get(str(players), UNKNOWN_LUCK)
