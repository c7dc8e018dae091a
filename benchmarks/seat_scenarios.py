"""The seat scenarios of the truth table, in one place: every parameter of every row.

`tests/benchmarks/test_seat_scenarios.py` compares each with literals typed by hand from the specification.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class SeatScenario:
    """Games whose places are drawn by Plackett and Luce. `shared`: the share of games with a shared first place;
    `skill`: the standard deviation of skills, in rating points. `in_order`: the share of games in which players sit in
    the order of their skill; `strongest_first`: that in which the strongest sits first. `people`: how many play all
    games of a sample; 0 is somebody else each time. `ratings`: "true", or "own", the Elo of the games before;
    `predicts`: whether they are known to predict. `waves`: skills go up and down by one standard deviation, in waves of
    so many games. `advantages` of seat 1 over its share of the wins."""

    name: str
    players: int = 4
    games: int = 300
    shared: float = 0.0
    skill: float = 0.0
    in_order: float = 0.0
    strongest_first: float = 0.0
    people: int = 0
    ratings: Literal["true", "own"] = "true"
    predicts: bool = True
    waves: int = 0
    advantages: tuple[float, ...] = (0.0, 0.03, 0.08)


def _anybody(players: int, shared: float, skilled: bool) -> SeatScenario:
    name = f"seats: {players} players, {shared:.0%} shared" + (", strong in front" if skilled else "")
    skill, in_order = (150.0, 0.5) if skilled else (0.0, 0.0)
    return SeatScenario(name, players, shared=shared, skill=skill, in_order=in_order)


def _club(words: str, ratings: Literal["true", "own"], *, predicts: bool = True, waves: int = 0) -> SeatScenario:
    return SeatScenario(
        f"seats in a club with habits: {words}",
        skill=100.0,
        strongest_first=0.6,
        people=8,
        ratings=ratings,
        predicts=predicts,
        waves=waves,
        advantages=(0.0, 0.12),
    )


SEAT_SCENARIOS = tuple(
    _anybody(players, shared, skilled) for players in (3, 4) for shared in (0.0, 0.15) for skilled in (False, True)
)

CLUB_SCENARIOS = (
    _club("ratings true", "true"),
    _club("own Elo", "own"),
    _club("own Elo, not yet shown to predict", "own", predicts=False),
    _club("skill in waves, own Elo", "own", waves=60),
    _club("skill in waves, Elo not shown to predict", "own", predicts=False, waves=60),
)
