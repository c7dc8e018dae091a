"""Whether a finding holds in parts of the games: in both halves of the time, and without the strongest player."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import hypot

import numpy as np
import pandas as pd

from analytics.card_effects import Effect
from analytics.frames import UNIT, Ints
from analytics.intervals import Z95

LEAST_GAMES = 10
"""Who has played fewer games is nobody without whom a finding could fall."""


class Holds(StrEnum):
    """What the parts say of a finding."""

    EVERYWHERE = "in both halves of the time and without the strongest player"
    CHANGES = "not the same in both halves of the time"
    ONE_PLAYER = "mostly the strongest player"
    UNKNOWN = "too few games to tell"


@dataclass(frozen=True, slots=True)
class Stability:
    """A finding in all games and in parts of them: the halves of the time, the games `without` the strongest player.
    None where a part has too few games."""

    whole: Effect
    first: Effect | None
    second: Effect | None
    without: Effect | None

    @property
    def holds(self) -> Holds:
        """The halves are the same unless they differ by more than chance (two standard errors). It is mostly the
        strongest player if more than half of it is gone without."""
        whole = self.whole.value
        if self.first is None or self.second is None:
            return Holds.UNKNOWN
        apart = abs(self.first.value - self.second.value)
        if apart > Z95 * hypot(_error(self.first), _error(self.second)):
            return Holds.CHANGES
        if self.without is not None and self.without.value / whole < 0.5:
            return Holds.ONE_PLAYER
        same = all(part is None or part.value * whole > 0 for part in (self.first, self.second, self.without))
        return Holds.EVERYWHERE if same else Holds.UNKNOWN


def halves_of(games: pd.DataFrame) -> tuple[Ints, Ints]:
    """The games of the first and of the second half of the time, by when they ended."""
    ids = games.sort_values(["finished_at", "game_id"])["game_id"].to_numpy(np.int64)
    return ids[: len(ids) // 2], ids[len(ids) // 2 :]


def games_of_strongest(people: pd.DataFrame) -> Ints:
    """The games of the player who has won the most above an even share, of those with at least `LEAST_GAMES`; nobody's
    if nobody has so many. `people`: `GameStore.people`, all seats of each game."""
    seats = people.groupby("game_id")["seat"].transform("size")
    above = people["win"] / UNIT - 1 / seats
    played = above.groupby(people["player_id"]).agg(["sum", "size"])
    known = played[played["size"] >= LEAST_GAMES]["sum"]
    if known.empty:
        return np.empty(0, np.int64)
    return people[people["player_id"] == known.idxmax()]["game_id"].to_numpy(np.int64)


def _error(effect: Effect) -> float:
    """The standard error behind the interval; infinite without one."""
    return float("inf") if effect.interval is None else (effect.interval.high - effect.interval.low) / 2 / Z95
