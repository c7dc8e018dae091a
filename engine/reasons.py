"""What the reasons of bots have in common: what an action scores at once, and whether there is a choice at all."""

from __future__ import annotations

from typing import Any

from engine.game import Action, ScoreEvent, State


def points_at_once(state: State[Any], action: Action) -> int:
    """The points that the action brings the seat to move at once. The position stays as it is."""
    events = state.copy().apply(action)
    return sum(event.points for event in events if isinstance(event, ScoreEvent) and event.seat == state.to_move)


def is_forced(state: State[Any]) -> bool:
    """Whether only one action is allowed."""
    allowed = iter(state.legal_actions())
    return next(allowed, None) is not None and next(allowed, None) is None
