"""Luck over a player's reviewed games: how much there was of it, and what is left of the margins without it.

The unit is the game. Luck is that of all draws of a game, in points of margin to the best other (docs/luck.md). Over
all games of a player it is 0 in the mean, whoever plays; over games that people choose to review it need not be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from analytics.intervals import Interval, Sample, mean_interval, sample_size

SURE = 2.0
"""So many standard errors make it sure that luck has decided a game."""

MOST_NAMED = 3
"""So many games with the most luck are named, and with the least."""


@dataclass(frozen=True, slots=True)
class SeatLuck:
    """Where the `margin` of a seat to the best other came from, in points (`engine.luck.summary`); `error` is that of
    `luck`, which is `own` draws and those of the `others`.
    """

    margin: int
    luck: float
    error: float
    own: float
    others: float
    setup: float
    seat: float
    decisions: float

    @property
    def adjusted(self) -> float:
        """The margin without the luck of the draws."""
        return self.margin - self.luck

    @property
    def decided(self) -> int:
        """1 if a game was won that would surely have been lost without luck, -1 the other way round, else 0."""
        if self.margin > 0:
            return int(self.adjusted < -SURE * self.error)
        return -int(self.margin < 0 and self.adjusted > SURE * self.error)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over games with its t interval."""

    value: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class LuckTotal:
    """Luck over so many games: means a game, and how many wins and losses luck has surely decided."""

    games: int
    luck: Mean
    margin: Mean
    adjusted: Mean
    wins: int
    wins_decided: int
    losses: int
    losses_decided: int

    @property
    def sample(self) -> Sample:
        """How much so many games can carry."""
        return sample_size(self.games)


def seat_luck(seat: Mapping[str, Any]) -> SeatLuck:
    """A seat of a stored summary's `luck`."""
    return SeatLuck(
        margin=seat["margin"],
        luck=seat["luck"],
        error=seat["luck_error"],
        own=seat["own"],
        others=seat["others"],
        setup=seat["setup"],
        seat=seat["seat"],
        decisions=seat["decisions"],
    )


def luck_total(games: Sequence[SeatLuck]) -> LuckTotal:
    """Raises ValueError without a game."""
    if not games:
        raise ValueError("no game")
    return LuckTotal(
        games=len(games),
        luck=_mean([game.luck for game in games]),
        margin=_mean([game.margin for game in games]),
        adjusted=_mean([game.adjusted for game in games]),
        wins=sum(game.margin > 0 for game in games),
        wins_decided=sum(game.decided > 0 for game in games),
        losses=sum(game.margin < 0 for game in games),
        losses_decided=sum(game.decided < 0 for game in games),
    )


def _mean(values: Sequence[float]) -> Mean:
    return Mean(fsum(values) / len(values), mean_interval(values))
