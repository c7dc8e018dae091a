"""The ready-made chains of stages, made small enough for the players of a practice event."""

from __future__ import annotations

from competition.formats import StageSpec
from competition.plans import plan_stages
from engine.game import Game

MOST_ROUNDS = 6
"""Of a league or a ladder: nobody practises a whole season."""

SMALLEST_GROUP = 3


def fitted_stages(key: str, game: Game, players: int) -> list[StageSpec]:
    """The stages of the plan with that key, with fewer groups, rounds and players who go on where there are few.

    The chain ends where everybody would go on. Raises KeyError for a plan that the game does not have.
    """
    chain = plan_stages(key, game.player_counts)
    if chain is None:
        raise KeyError(key)
    fitted: list[StageSpec] = []
    for spec, following in zip(chain, [*chain[1:], None], strict=True):
        config = dict(spec.config)
        if spec.format in ("league", "ladder"):
            config["rounds"] = min(config["rounds"], MOST_ROUNDS)
        final_table = following is not None and following.config.get("table_size", 2) > 2
        if "groups" in config:
            config["groups"] = max(1, min(config["groups"], players // SMALLEST_GROUP))
            config["advance"] = min(config["advance"], 2 * config["groups"])
        elif config.get("advance") and not final_table:
            config["advance"] = max(2, min(config["advance"], players // 2))
        if config.get("advance", 0) >= players:
            return [*fitted, StageSpec(spec.format, config | {"advance": 0})]
        fitted.append(StageSpec(spec.format, config))
    return fitted
