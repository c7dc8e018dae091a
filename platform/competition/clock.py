"""The clock of a round: how long is left, when it ends, and from when a no-show may be declared. Pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

MOST_MINUTES = 600
"""A round has at most ten hours."""


class State(StrEnum):
    """What a clock does: there is none, it waits for its start, runs, stands still, or has run out."""

    OFF = "off"
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock of `minutes` that began at `started_at`, for a table with `extra_seconds` more than the others.

    It stood still for `paused_seconds` so far, and stands still now since `paused_at` if that is given.
    """

    minutes: int
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_seconds: int = 0
    extra_seconds: int = 0

    @property
    def length(self) -> timedelta:
        """The time that the table has."""
        return timedelta(minutes=self.minutes, seconds=self.extra_seconds)

    def left(self, now: datetime) -> timedelta:
        """The time that is left, never less than nothing."""
        if self.started_at is None:
            return self.length
        until = self.paused_at or now
        played = until - self.started_at - timedelta(seconds=self.paused_seconds)
        return max(timedelta(0), self.length - max(timedelta(0), played))

    def seconds_left(self, now: datetime) -> int:
        """The same in whole seconds, rounded up: a clock shows 0 only when it is over."""
        return ceil(self.left(now).total_seconds())

    def ends_at(self, now: datetime) -> datetime | None:
        """When it ends, or ended; None while it has not started. A paused one: if it went on now."""
        if self.started_at is None:
            return None
        if self.paused_at is not None:
            return now + self.left(now)
        return self.started_at + self.length + timedelta(seconds=self.paused_seconds)

    def state(self, now: datetime) -> State:
        """What it does now. One that stands still at the end is over too."""
        if not self.minutes:
            return State.OFF
        if self.started_at is None:
            return State.READY
        if not self.left(now):
            return State.OVER
        return State.PAUSED if self.paused_at is not None else State.RUNNING


@dataclass(frozen=True, slots=True)
class Shown:
    """A clock as a page shows it: what it does, the seconds left, when it ends, and both times in milliseconds.

    The page's script counts from `ends_ms` with the difference between `now_ms` and its own clock.
    """

    state: State
    seconds: int
    ends_at: datetime | None
    now_ms: int
    ends_ms: int | None

    @property
    def digits(self) -> str:
        """Hours, minutes and seconds as 1:05:09, or 05:09."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def shown(clock: Clock, now: datetime) -> Shown:
    """What a page shows of a clock now."""
    state, ends_at = clock.state(now), clock.ends_at(now)
    ends_ms = round(ends_at.timestamp() * 1000) if ends_at and state == State.RUNNING else None
    return Shown(state, clock.seconds_left(now), ends_at, round(now.timestamp() * 1000), ends_ms)


def pause_seconds(paused_at: datetime, now: datetime) -> int:
    """How many whole seconds a pause counts, rounded up: nobody loses time by a pause, and gains less than a second."""
    return max(0, ceil((now - paused_at).total_seconds()))


def no_show_from(
    minutes: int, clock: Clock, published_at: datetime | None, game_opened_at: datetime | None = None
) -> datetime | None:
    """From when somebody who is not there may be declared absent: so many minutes after the start of the clock.

    Where a round has no clock they count from its publication, and in a later game of a match from `game_opened_at`.
    None: not known yet, the clock has not started.
    """
    begin = clock.started_at if clock.minutes else published_at
    if begin is None:
        return None
    if game_opened_at is not None:
        begin = max(begin, game_opened_at)
    return begin + timedelta(minutes=minutes)
