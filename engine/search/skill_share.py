"""How much of the margin comes from which bot it is, as measured: what `skill_share.json` has.

`benchmarks/skill_share.py` measures and writes it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from engine.game import Game, JsonObject

FILE_NAME = "skill_share.json"


class MeasuredShare(NamedTuple):
    """Two of these `bots` meet: the share of the variance of the margin that comes from which ones they are, with its
    95 % interval `low` to `high`, from so many `games`. `seat` is the share of the seat, `deviation` the standard
    deviation of the margin in points.
    """

    bots: list[str]
    games: int
    share: float
    low: float
    high: float
    seat: float
    deviation: float


def skill_shares(game: Game) -> list[MeasuredShare]:
    """Of the printed game, the largest population first; empty if it was not measured with these bots and rules."""
    measured = _measurements().get(game.key)
    if not measured or measured["rules_version"] != game.rules_version:
        return []
    if any(name not in game.bots or game.bots[name].version != of for name, of in measured["versions"].items()):
        return []
    return [MeasuredShare(**{name: row[name] for name in MeasuredShare._fields}) for row in measured["populations"]]


@cache
def _measurements() -> JsonObject:
    found: JsonObject = json.loads(files("engine.search").joinpath(FILE_NAME).read_text("utf-8"))
    return found
