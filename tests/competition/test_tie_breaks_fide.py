"""The chess tie-breaks against the exercises of the FIDE Technical Commission, and the change of March 2026.

The exercises follow C.07 of 2023, in which nothing capped the score of a dummy opponent; their answers are computed
with `capped=False`. What the rules of 1 March 2026 make of the same cross table is worked out by hand.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from competition.standings import ranked, standings
from competition.tie_breaks import TIE_BREAKS, Played
from competition.tie_breaks.ratings import expected_percent, rating_difference
from competition.tie_breaks.registry import fractions_of
from tests.cases import each
from tests.competition.crosstables import read_players

EXERCISES: dict[str, Any] = json.loads((Path(__file__).parent / "data/fide_tec_exercises.json").read_text())
SWISS, SWISS_2026, ROUND_ROBIN = EXERCISES["swiss"], EXERCISES["swiss_2026"], EXERCISES["round_robin"]
OF_SWISS = [key for key in SWISS["answers"] if key != "points"]
CHANGED = ("buchholz", "fore_buchholz", "sonneborn_berger", "buchholz_cut1")


def value(key: str, competitor: int, played: Played) -> float:
    return float(fractions_of(TIE_BREAKS[key].ratios([competitor], played))[competitor])


def swiss(*, capped: bool) -> Played:
    return Played(*read_players(SWISS["players"]), capped=capped)


def test_points_of_the_exercise() -> None:
    rows = {row.competitor.id: row.points for row in standings(*read_players(SWISS["players"]))}
    assert [float(rows[number]) for number in range(1, 17)] == SWISS["answers"]["points"]


@each("key", OF_SWISS)
def test_published_answers_of_the_swiss(key: str) -> None:
    """FIDE C.07 of 2023."""
    played = swiss(capped=False)
    found = [round(value(key, number, played) + 1e-9, 2) for number in range(1, 17)]
    assert found == SWISS["answers"][key]


def test_published_answers_of_buchholz_cut_1() -> None:
    """FIDE C.07 of 2023: what was not played by choice is cut first, even if it is not the lowest."""
    played = swiss(capped=False)
    answers = {int(number): answer for number, answer in SWISS["buchholz_cut1"].items()}
    assert {number: value("buchholz_cut1", number, played) for number in answers} == answers


@each("key", CHANGED)
def test_the_capped_dummy_of_march_2026(key: str) -> None:
    """Exactly those answers change that have a dummy above its cap; the others stay as published."""
    old, new = swiss(capped=False), swiss(capped=True)
    changed = {
        number: value(key, number, new) for number in range(1, 17) if value(key, number, new) != value(key, number, old)
    }
    expected = {int(number): answer for number, answer in SWISS_2026[key].items()}
    if key == "buchholz_cut1":
        # The others of the exercise; the published answers leave out players 2, 6 and 10.
        changed = {number: found for number, found in changed.items() if str(number) in SWISS["buchholz_cut1"]}
    assert changed == expected


def test_scores_as_the_opponents_count_them() -> None:
    """Nick withdrew after round 3: his last two rounds are draws for his opponents. Nobody else is adjusted."""
    played = swiss(capped=True)
    adjusted = {number: played.points(score) for number, score in played.adjusted.items()}
    raw = {number: played.points(score) for number, score in played.score.items()}
    assert {number for number in raw if adjusted[number] != raw[number]} == {12}
    assert (raw[12], adjusted[12]) == (2, 3)


@pytest.mark.parametrize("key", [key for key in ROUND_ROBIN["answers"] if key not in ("points", "direct_encounter")])
def test_published_answers_of_the_round_robin(key: str) -> None:
    """FIDE C.07, 15.2: in a round robin a forfeit is a game, except for tie-breaks from ratings."""
    played = Played(*read_players(ROUND_ROBIN["players"]), predetermined=True)
    assert [value(key, number, played) for number in range(1, 7)] == ROUND_ROBIN["answers"][key]


def test_direct_encounter_where_all_have_met() -> None:
    """Published for the round robin: two groups of three are level on points."""
    played = Played(*read_players(ROUND_ROBIN["players"]), predetermined=True)
    rows = {row.competitor.id: row for row in ranked(played, ["direct_encounter"])}
    found = [rows[number].tie_breaks["direct_encounter"] for number in range(1, 7)]
    assert found == ROUND_ROBIN["answers"]["direct_encounter"]
    assert [rows[number].place for number in range(1, 7)] == [1, 2, 2, 6, 5, 4]


def test_direct_encounter_in_a_swiss() -> None:
    """Published for the Swiss of nine rounds: four are level and have all met, two of them drew and stay level.

    In the other level groups games are missing, and nobody is safe whatever they would have brought.
    """
    exercise = EXERCISES["swiss_of_nine_rounds"]
    rows = {row.competitor.id: row for row in standings(*read_players(exercise["players"]), ["direct_encounter"])}
    answers = {int(number): answer for number, answer in exercise["direct_encounter"].items()}
    assert {number: rows[number].tie_breaks["direct_encounter"] for number in answers} == answers
    assert "direct_encounter" not in rows[3].tie_breaks, "nobody is level with Charline"
    others = [row for number, row in rows.items() if number not in answers and row.level]
    assert others
    assert all(row.tie_breaks["direct_encounter"] == 0 for row in others)


@each(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (-11, 48), (39, 55), (61, 58), (62, 59), (301, 85), (400, 92), (735, 99), (736, 100)],
)
def test_expected_scores_of_the_rating_table(difference: int, percent: int) -> None:
    """FIDE B.02, 8.1.2."""
    assert expected_percent(difference) == percent
    assert expected_percent(-difference) == 100 - percent


def test_rating_differences_for_scores() -> None:
    """FIDE B.02, 8.1.1."""
    assert [rating_difference(percent) for percent in (100, 80, 67, 50, 13, 0)] == [800, 240, 125, 0, -322, -800]


def test_the_draw_is_what_each_gets_if_a_table_shares() -> None:
    assert Fraction(swiss(capped=True).draw, swiss(capped=True).unit) == Fraction(1, 2)
