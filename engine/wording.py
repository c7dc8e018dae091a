"""Small parts of English sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engine.game import CHANCE, Action, Result

_SEAT = re.compile(r"^seat \d+ ")


def counted(count: int, one: str, many: str) -> str:
    """`1 city`, `2 cities`."""
    return f"{count} {one if count == 1 else many}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def winners_in_words(result: Result, names: Sequence[str]) -> str:
    """`Ana wins`, `Ana and Bo share the win`."""
    return (
        f"{listed([names[seat] for seat in result.winners])} {'wins' if len(result.winners) == 1 else 'share the win'}"
    )


def last_turn_in_words(last: Sequence[Action], told: Callable[[Action], str]) -> list[str]:
    """What seats did in a turn, as a sentence; none if they did nothing. Seats are counted from 1.

    `told` says what an action does, without its seat.
    """
    steps: list[str] = []
    before = None
    for action in last:
        if action.seat is not None:
            steps.append(told(action) if action.seat == before else f"seat {action.seat + 1}: {told(action)}")
            before = action.seat
    return [f"Last turn: {'; '.join(steps)}."] if steps else []


def seat_on_turn(to_move: int, active: int) -> int:
    """The seat that decides now; during a draw the one whose turn it is; NOBODY after the end."""
    return active if to_move == CHANCE else to_move


def without_seat(due: str) -> str:
    """What is due, `seat 0 digs a tile`, without the seat: `digs a tile`."""
    return _SEAT.sub("", due)


def places_in_words(places: Mapping[str, Sequence[str]]) -> str:
    """What lies where: `city at 0203 and 0508; farm at 0304`."""
    return "; ".join(f"{what} at {listed(where)}" for what, where in places.items())
