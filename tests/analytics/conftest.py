"""Small games written by hand, so that a test can say what comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from analytics.facts import FACTS_VERSION, Facts
from analytics.games import VerifiedGame

GameMaker = Callable[..., VerifiedGame]


@pytest.fixture
def make_game() -> GameMaker:
    """Return `make_game(points, ...)`: a game with these points by source for each seat."""
    return game_maker()


@pytest.fixture(scope="module")
def make_game_of() -> GameMaker:
    """The same for tests that hypothesis runs many times."""
    return game_maker()


def game_maker() -> GameMaker:
    """Numbers the games that it makes."""
    made = 0

    def make(
        points: Sequence[dict[str, int]],
        *,
        player_ids: Sequence[int] | None = None,
        winners: Sequence[int] | None = None,
        cards: Sequence[list[Any]] = (),
        openings: Sequence[list[Any]] = (),
        turns: int = 30,
        ratings: Sequence[float | None] | None = None,
        ruleset: str = "base",
        finished_at: int = 1_790_000_000,
    ) -> VerifiedGame:
        """One action a turn, on the line after the turn's number. `points` by source for each seat, one source a turn;
        `cards`: [turn, seat, card, what, offered]; `openings`: [seat, number, opening]."""
        nonlocal made
        made += 1
        scores = [sum(of_seat.values()) for of_seat in points]
        won = list(winners) if winners is not None else [s for s, score in enumerate(scores) if score == max(scores)]
        ids = list(player_ids) if player_ids is not None else list(range(1, len(points) + 1))
        facts: Facts = {
            "facts_version": FACTS_VERSION,
            "game": "babylonia",
            "ruleset": ruleset,
            "switches": {},
            "components": "babylonia-2019",
            "players": len(points),
            "seats": [f"Player {number}" for number in ids],
            "turns": turns,
            "end": "cities",
            "scores": scores,
            "places": [1 if seat in won else 1 + len(won) for seat in range(len(points))],
            "winners": won,
            "score_events": [
                [1 + turn, turn, seat, source, value, "city 0806"]
                for seat, of_seat in enumerate(points)
                for turn, (source, value) in enumerate(of_seat.items(), start=1)
            ],
            "cards": [[1 + row[0], *row] for row in cards],
            "turns_begun": [[1 + turn, turn, (turn - 1) % len(points)] for turn in range(1, turns + 1)],
            "openings": [[1 + row[1], *row] for row in openings],
        }
        before = list(ratings) if ratings is not None else [None] * len(points)
        return VerifiedGame(made, 1, finished_at, facts, ids, before, [0] * len(points))

    return make
