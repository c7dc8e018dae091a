"""How strong the bots are, as measured: what `ladder.json` has. `benchmarks/ladder.py` measures and writes it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from engine.game import JsonObject

ANCHOR, ANCHOR_ELO = "greedy", 1000.0
"""The bot from which the scale is counted, in every game."""

FILE_NAME = "ladder.json"


class Strength(NamedTuple):
    """How strong a bot is in one game of two players.

    `elo` is on a scale on which the game's greedy bot has 1000, with the 95 % interval `low` to `high`. `beats_greedy`
    is its share of the wins against greedy (a shared win is half a win) in so many `games`, with the interval
    `beats_low` to `beats_high`; greedy itself has 0.5 in no games. `version` is that of the bot that was measured.
    """

    version: int
    elo: float
    low: float
    high: float
    beats_greedy: float
    beats_low: float
    beats_high: float
    games: int


def strength_of(game_key: str, bot_name: str) -> Strength | None:
    """How strong this bot is in this game; None if it was not measured."""
    measured = measurements().get(game_key, {}).get("bots", {}).get(bot_name)
    return Strength(*(measured[name] for name in Strength._fields)) if measured else None


@cache
def measurements() -> JsonObject:
    """Everything that was measured, by the key of the game; a game that was not measured has an empty object."""
    found: JsonObject = json.loads(files("engine.search").joinpath(FILE_NAME).read_text("utf-8"))
    return found
