"""How strong the bots are: measured by games against each other (`benchmarks/ladder.py`)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Strength(NamedTuple):
    """What a bot of this `version` came to: Elo (greedy is 1,000) with its 95 % interval, and its share of wins in
    `games` two-player games against greedy with that interval.
    """

    version: int
    elo: float
    low: float
    high: float
    beats_greedy: float
    beats_low: float
    beats_high: float
    games: int


def strength_of(game: str, bot: str) -> Strength | None:
    """The measured strength of a bot; None if it was not measured."""
    found = _ladder().get(game, {}).get(bot)
    return Strength(**found) if found else None


@cache
def _ladder() -> dict[str, dict[str, Any]]:
    text = files("engine.search").joinpath("ladder.json").read_text("utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found
