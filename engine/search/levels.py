"""The strengths that people choose among. Each is a bot; how strong it is was measured (`ladder`)."""

from __future__ import annotations

from typing import NamedTuple

LEVELS_VERSION = 1
"""It rises when a level becomes another bot."""


class Level(NamedTuple):
    """A named strength: `bot` is the name of the bot that plays it, in every game."""

    key: str
    bot: str


LEVELS = (
    Level("beginner", "novice"),
    Level("casual", "greedy"),
    Level("club", "search-6"),
    Level("strong", "search-12"),
    Level("expert", "search-72"),
)
"""From the weakest to the strongest."""
