"""Small parts of English sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Action, Result


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


def last_turn_in_words(last: Sequence[Action]) -> list[str]:
    """What seats did in a turn, as a sentence; none if they did nothing."""
    steps = [action.text() for action in last if action.seat is not None]
    return [f"Last turn (seats counted from 0): {'; '.join(steps)}."] if steps else []
