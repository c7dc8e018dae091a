"""League: a season in which everybody plays the declared rounds, against as many different people as possible."""

from __future__ import annotations

from competition.formats.rounds_format import SETTINGS, RoundsConfig, RoundsFormat
from competition.pairing.costs import RANDOM
from competition.pairing.rounds import Rules


class League(RoundsFormat):
    """Points rank, but they do not decide who meets whom: only repeated meetings count, and the rest is drawn."""

    key = "league"
    settings = tuple(SETTINGS.values())

    def rules(self, config: RoundsConfig) -> Rules:
        return Rules(config.table_size, RANDOM, by_points=False, rounds=config.rounds)
