"""The card scenarios against literals that were typed by hand from the specification, not copied from the table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from benchmarks.card_games import CARDS, POINTS_A_TURN, ROUNDS, SHOWN, STEEPEST, Setting
from benchmarks.card_scenarios import CARD_SCENARIOS, Scenario

NOTHING: dict[str, Any] = {
    "players": 4,
    "leaders": 0.0,
    "strong": 0.0,
    "board": 0.0,
    "eager": 0.0,
    "hidden": 0.0,
    "skill": 0.0,
    "noise": 0.0,
    "late": False,
    "bundle": 0.0,
    "favourite": "c1",
    "people": 0,
    "ratings": "given",
    "waves": 0,
    "bonus": (),
}
THREE = (100, 500, 2000)

Line = tuple[dict[str, Any], dict[str, float], tuple[int, ...], float]
"""Settings that differ from `NOTHING`, effects, numbers of games, and on how many pages a null card may be called."""

SPECIFIED: dict[str, Line] = {
    "null, leaders prefer it": ({"leaders": 2}, {}, (100, 500, 2000), 0.1),
    "planted +2": ({"leaders": 2}, {"c1": 0.02}, (100, 500, 2000), 0.1),
    "planted +5": ({"leaders": 2}, {"c1": 0.05}, (100, 500, 2000), 0.1),
    "planted +10": ({"leaders": 2}, {"c1": 0.1}, (100, 500, 2000), 0.1),
    "planted +20": ({"leaders": 2}, {"c1": 0.2}, (100, 500, 2000), 0.1),
    "planted +20, 2 players": ({"leaders": 2, "players": 2}, {"c1": 0.2}, (500, 2000), 0.1),
    "two real effects": ({"leaders": 2}, {"c1": 0.1, "c2": -0.1}, (100, 500, 2000), 0.1),
    "three real effects": ({"leaders": 2}, {"c1": 0.1, "c2": -0.1, "c3": 0.05}, (100, 500, 2000), 0.1),
    "late, leaders only": ({"leaders": 2, "late": True}, {}, (100, 500, 2000), 0.1),
    "strong players prefer it, ratings exact": ({"skill": 0.12, "strong": 1.5, "noise": 0}, {}, (100, 500, 2000), 0.1),
    "strong players prefer it, noise 150": ({"skill": 0.12, "strong": 1.5, "noise": 150}, {}, (100, 500, 2000), 0.1),
    "strong players prefer it, noise 10,000": (
        {"skill": 0.12, "strong": 1.5, "noise": 10_000},
        {},
        (100, 500, 2000),
        0.1,
    ),
    "unseen board, any card": ({"hidden": 0.25, "eager": 1}, {}, (100, 500, 2000), 0.1),
    "unseen board, this card": ({"hidden": 0.25, "eager": 1, "board": 1}, {}, (100, 500, 2000), 0.1),
    "unseen board, this card, 2 players": (
        {"hidden": 0.25, "eager": 1, "board": 1, "players": 2},
        {},
        (100, 500, 2000),
        0.05,
    ),
    "unseen board, this card, 3 players": (
        {"hidden": 0.25, "eager": 1, "board": 1, "players": 3},
        {},
        (100, 500, 2000),
        0.05,
    ),
    "unseen board, any card, c1 +10": ({"hidden": 0.25, "eager": 1, "board": 0}, {"c1": 0.1}, (500, 2000), 0.1),
    "unseen board, any card, c1 +20": ({"hidden": 0.25, "eager": 1, "board": 0}, {"c1": 0.2}, (500, 2000), 0.1),
    "bundle e^1.5, c1 +10": ({"leaders": 2, "bundle": 1.5}, {"c1": 0.1}, (500, 2000), 0.1),
    "bundle e^3, c1 +10": ({"leaders": 2, "bundle": 3}, {"c1": 0.1}, (500, 2000), 0.1),
    "bundle e^1.5, c1 +20": ({"leaders": 2, "bundle": 1.5}, {"c1": 0.2}, (500, 2000), 0.1),
    "bundle e^3, c1 +20": ({"leaders": 2, "bundle": 3}, {"c1": 0.2}, (500, 2000), 0.1),
    "synergy": ({"leaders": 2, "bundle": 1.5}, {"c1+c2": 0.2}, (500, 2000), 0.1),
    "small club, no ratings": (
        {"people": 8, "skill": 0.12, "strong": 1.5, "ratings": "none"},
        {},
        (300,),
        0.1,
    ),
    "small club, own Elo": ({"people": 8, "skill": 0.12, "strong": 1.5, "ratings": "own"}, {}, (300,), 0.1),
    "small club, own Elo, skill in waves": (
        {"people": 8, "skill": 0.12, "strong": 1.5, "ratings": "own", "waves": 60},
        {},
        (300,),
        0.1,
    ),
    "opposite fashions": ({"leaders": 2, "players": 2, "favourite": "c1"}, {}, (100, 500, 2000), 0.1),
    "depends on players": ({"leaders": 2, "players": 2}, {"c1": 0.15}, (100, 500, 2000), 0.1),
}
SECOND_HALVES = {
    "opposite fashions": {"leaders": 2, "players": 4, "favourite": "c2"},
    "depends on players": {"leaders": 2, "players": 4},
}


def line(scenario: Scenario) -> tuple[dict[str, Any], dict[str, float], tuple[int, ...], float]:
    return asdict(scenario.setting), dict(scenario.effects), scenario.games, scenario.null


def test_every_row_plays_what_is_specified() -> None:
    assert {scenario.name for scenario in CARD_SCENARIOS} == SPECIFIED.keys()
    assert set(asdict(Setting())) == NOTHING.keys()
    for scenario in CARD_SCENARIOS:
        settings, *rest = SPECIFIED[scenario.name]
        assert line(scenario) == (NOTHING | settings, *rest), scenario.name
        second = SECOND_HALVES.get(scenario.name)
        assert (asdict(scenario.second) if scenario.second else None) == (NOTHING | second if second else None)


def test_every_row_claims_what_is_specified() -> None:
    of = {scenario.name: scenario for scenario in CARD_SCENARIOS}
    assert {name for name, its in of.items() if not its.covered} == {
        "strong players prefer it, noise 150",
        "strong players prefer it, noise 10,000",
        "unseen board, this card",
        "unseen board, this card, 2 players",
        "unseen board, this card, 3 players",
        "small club, own Elo, skill in waves",
        "depends on players",
    }
    assert [name for name, its in of.items() if its.beside] == ["small club, own Elo, skill in waves"]
    assert {name: its.power[500] for name, its in of.items() if its.power} == {
        "planted +10": 0.6,
        "planted +20": 0.95,
        "planted +20, 2 players": 0.95,
        "unseen board, any card, c1 +10": 0.5,
        "unseen board, any card, c1 +20": 0.85,
        "bundle e^1.5, c1 +10": 0.6,
        "bundle e^3, c1 +10": 0.6,
        "bundle e^1.5, c1 +20": 0.95,
        "bundle e^3, c1 +20": 0.95,
    }
    assert {name: its.depends for name, its in of.items() if its.depends} == {"opposite fashions": 0.07}
    assert [name for name, its in of.items() if its.shown_apart] == ["depends on players"]
    assert [name for name, its in of.items() if its.pair] == ["synergy"]


def test_the_generator_plays_ten_rounds_with_nine_cards_of_which_seven_are_shown() -> None:
    assert (ROUNDS, CARDS, SHOWN) == (10, ("c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"), 7)
    assert (POINTS_A_TURN, STEEPEST) == (4, 6)
