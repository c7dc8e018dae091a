"""The format of a tournament in one line."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from competition.formats import FORMATS, StageSpec
from competition.plans import PLANS
from nabu.contests.tournaments.format_line import format_line

SWISS = {"table_size": 4, "rounds": 3, "advance": 8}
DUELS = {"table_size": 2}


@pytest.mark.parametrize(
    ("stages", "line"),
    [
        ([("swiss", SWISS), ("single_elimination", DUELS)], "3 rounds, tables of 4, then top 8"),
        ([("swiss", {"table_size": 2, "rounds": 1})], "1 round, tables of 2"),
        (
            [("swiss", SWISS | {"advance": 4}), ("single_elimination", {"table_size": 4})],
            "3 rounds, tables of 4, then a final table of 4",
        ),
        ([("round_robin", {})], "Round robin"),
        ([("round_robin", {"twice": True})], "Double round robin"),
        (
            [("round_robin", {"groups": 4, "advance": 8}), ("single_elimination", DUELS)],
            "4 groups, round robin, then top 8",
        ),
        ([("single_elimination", DUELS)], "Single elimination"),
        ([("single_elimination", DUELS | {"best_of": 3})], "Single elimination, best of 3"),
        ([("double_elimination", {})], "Double elimination"),
        ([("swiss", SWISS), ("double_elimination", {})], "3 rounds, tables of 4, then top 8: double elimination"),
        ([("pod_elimination", {"table_size": 4, "best": 2})], "Tables of 4, the best 2 advance"),
        ([("league", {"table_size": 4, "rounds": 10})], "League of 10 rounds, tables of 4"),
        ([("ladder", {"rounds": 20})], "Ladder of 20 rounds"),
        ([], ""),
    ],
)
def test_the_stages_stand_in_one_line(stages: list[tuple[str, dict[str, object]]], line: str) -> None:
    with override("en"):
        assert format_line([StageSpec(key, config) for key, config in stages]) == line


def test_every_format_and_every_plan_has_a_line() -> None:
    with override("en"):
        for key in FORMATS:
            assert format_line([StageSpec(key)])
        for plan in PLANS:
            assert format_line(plan.chain(4))
