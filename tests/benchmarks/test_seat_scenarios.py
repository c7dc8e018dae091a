"""The seat scenarios against literals that were typed by hand from the specification, not copied from the table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from benchmarks.seat_scenarios import CLUB_SCENARIOS, SEAT_SCENARIOS, SeatScenario

ANYBODY: dict[str, Any] = {
    "games": 300,
    "skill": 0,
    "in_order": 0,
    "strongest_first": 0,
    "people": 0,
    "ratings": "true",
    "predicts": True,
    "waves": 0,
    "advantages": (0, 0.03, 0.08),
}
FRONT: dict[str, Any] = {"skill": 150, "in_order": 0.5}

CLUB: dict[str, Any] = {
    "players": 4,
    "games": 300,
    "shared": 0,
    "skill": 100,
    "in_order": 0,
    "strongest_first": 0.6,
    "people": 8,
    "ratings": "own",
    "predicts": True,
    "waves": 0,
    "advantages": (0, 0.12),
}


def settings(scenarios: tuple[SeatScenario, ...]) -> dict[str, dict[str, Any]]:
    found = {scenario.name: asdict(scenario) for scenario in scenarios}
    assert len(found) == len(scenarios)
    return {name: {key: value for key, value in one.items() if key != "name"} for name, one in found.items()}


def test_the_tables_of_strangers_are_those_specified() -> None:
    assert settings(SEAT_SCENARIOS) == {
        "seats: 3 players, 0% shared": {**ANYBODY, "players": 3, "shared": 0},
        "seats: 3 players, 0% shared, strong in front": {**ANYBODY, "players": 3, "shared": 0, **FRONT},
        "seats: 3 players, 15% shared": {**ANYBODY, "players": 3, "shared": 0.15},
        "seats: 3 players, 15% shared, strong in front": {**ANYBODY, "players": 3, "shared": 0.15, **FRONT},
        "seats: 4 players, 0% shared": {**ANYBODY, "players": 4, "shared": 0},
        "seats: 4 players, 0% shared, strong in front": {**ANYBODY, "players": 4, "shared": 0, **FRONT},
        "seats: 4 players, 15% shared": {**ANYBODY, "players": 4, "shared": 0.15},
        "seats: 4 players, 15% shared, strong in front": {**ANYBODY, "players": 4, "shared": 0.15, **FRONT},
    }


def test_the_clubs_are_those_specified() -> None:
    assert settings(CLUB_SCENARIOS) == {
        "seats in a club with habits: ratings true": {**CLUB, "ratings": "true"},
        "seats in a club with habits: own Elo": CLUB,
        "seats in a club with habits: own Elo, not yet shown to predict": {**CLUB, "predicts": False},
        "seats in a club with habits: skill in waves, own Elo": {**CLUB, "waves": 60},
        "seats in a club with habits: skill in waves, Elo not shown to predict": {
            **CLUB,
            "predicts": False,
            "waves": 60,
        },
    }
