"""What may be said of a measure of an experiment, as a sentence for each finding."""

from __future__ import annotations

import pytest

from analytics.experiment_results import Comparison, Value
from analytics.experiments import Measure
from analytics.findings import FINDINGS, Finding
from analytics.intervals import Interval
from engine.game import Game
from engine.registry import GAMES
from nabu.statistics.lab.plans import smallest_win_difference
from nabu.statistics.lab.words import sentence
from tests.cases import each

LENGTH = Measure("length", "turns", "course")


def told(finding: Finding) -> str:
    found = Comparison(
        arm=1,
        measure=LENGTH,
        base=Value(30.0, None),
        value=Value(29.88, None),
        pairs=400,
        difference=-0.12,
        interval=Interval(-0.2, -0.04),
        deviation=4.0,
        effect=-0.03,
        matters=0.8,
        detectable=0.16,
        p=0.001,
        q=0.02,
        finding=finding,
        bound=0.2,
        forced=False,
    )
    return sentence(found, "Turns in a game", "Rack of four", "Base", 19)


def test_there_is_a_sentence_for_each_finding() -> None:
    assert len({told(finding) for finding in FINDINGS}) == len(FINDINGS)
    assert told("differs").endswith("difference −0.12 (−0.20 to −0.040).")
    assert told("too_small").endswith("but too small to matter.")
    assert told("none_that_matters").endswith("no difference that matters, none larger than 0.20.")
    assert told("unknown").endswith("unknown; a difference of up to 0.20 is possible.")


@each("game", list(GAMES.values()))
def test_plans_state_what_so_many_games_show(game: Game) -> None:
    """Four times as many games show half the difference; the size that matters is the floor."""
    few, many = smallest_win_difference(game, 400), smallest_win_difference(game, 1600)
    assert 0.10 < few < 0.20
    assert many == pytest.approx(few / 2, rel=0.02)
    assert 0.03 < smallest_win_difference(game, 10**6) < 0.05
