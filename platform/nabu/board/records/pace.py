"""At what pace the moves of a game reached the site, by the clock of the site alone. docs/proof.md.

The clock of a device is never asked: whoever makes up a game sets it as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

MOMENT = timedelta(seconds=0.5)
"""Moves that arrive within this time of the one before arrive together, like those of one request."""

LONGEST_PAUSE = timedelta(minutes=1)
"""Of a longer time without a move no more than this counts as play: nobody gains pace by waiting."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How the moves that people entered arrived: how many, and how many `live`, which of those that arrive together
    only one is. `seconds` are from the first to the last, `playing_seconds` those without what is over the longest
    pause.
    """

    entered: int
    live: int
    seconds: float
    playing_seconds: float

    @property
    def is_live(self) -> bool:
        """At least two thirds of the moves arrived live."""
        return self.entered > 0 and 3 * self.live >= 2 * self.entered


def pace_of(arrivals: Iterable[datetime]) -> Pace:
    """The pace of moves that arrived then."""
    times = sorted(arrivals)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    return Pace(
        entered=len(times),
        live=sum(gap >= MOMENT for gap in gaps) + bool(times),
        seconds=sum(gap.total_seconds() for gap in gaps),
        playing_seconds=sum(min(gap, LONGEST_PAUSE).total_seconds() for gap in gaps),
    )


def least_seconds(game: str, players: int, live: int) -> float:
    """The time below which nobody plays such a game, with so many live moves: our estimate (plausible_pace.json)."""
    bound = _bounds()[game]
    return float(max(60 * bound["least_minutes"][str(players)], bound["least_seconds_per_move"] * live))


@cache
def _bounds() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("plausible_pace.json").read_text("utf-8"))["games"]
    return found
