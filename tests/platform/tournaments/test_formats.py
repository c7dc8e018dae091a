"""Settings of formats and how stages follow each other: what is allowed, and what is said when it is not."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from nabu.tournaments.formats import FORMATS, StageSpec, check_chain, get_format
from nabu.tournaments.formats.base import BadConfig

SIZES = (2, 3, 4)


def test_defaults_are_the_declared_ones() -> None:
    swiss = get_format("swiss")
    config = swiss.read_config({})
    assert swiss.points(config, [1, 2]) == [6, 0]
    assert swiss.points(config, [1, 2, 3]) == [6, 3, 0]
    assert swiss.points(config, [1, 2, 3, 4]) == [6, 4, 2, 0]
    assert swiss.bye_points(config) == 6


@pytest.mark.parametrize("key", list(FORMATS))
def test_stored_settings_read_back_the_same(key: str) -> None:
    fmt = get_format(key)
    assert fmt.read_config(fmt.complete({})) == fmt.read_config({})
    assert fmt.complete(fmt.complete({})) == fmt.complete({})


def test_own_points_for_one_table_size_keep_the_others() -> None:
    swiss = get_format("swiss")
    config = swiss.read_config({"points": {"4": [5, 3, 1.5, 0]}})
    assert swiss.points(config, [1, 2, 3, 4]) == [5, 3, Decimal("1.5"), 0]
    assert swiss.points(config, [1, 2]) == [6, 0]


@pytest.mark.parametrize(
    ("key", "config", "message"),
    [
        ("swiss", {"table_size": 5}, "one of 2, 3, 4"),
        ("swiss", {"table_size": "4"}, "whole number"),
        ("swiss", {"rounds": 0}, "between 1 and 30"),
        ("swiss", {"rounds": True}, "whole number"),
        ("swiss", {"round": 3}, "no setting"),
        ("swiss", {"points": {"5": [1, 2, 3, 4, 5]}}, "tables of 2, 3 and 4"),
        ("swiss", {"points": {"2": [6]}}, "needs 2 numbers"),
        ("swiss", {"points": {"2": [0, 6]}}, "fewer points"),
        ("swiss", {"points": {"2": [6.123, 0]}}, "two decimals"),
        ("swiss", {"points": {"2": ["six", 0]}}, "must be numbers"),
        ("swiss", {"points": [6, 0]}, "tables of 2, 3 and 4"),
        ("single_elimination", {"third_place": 1}, "yes or no"),
        ("single_elimination", {"third_place": True, "table_size": 4}, "decides the third place itself"),
        ("pyramid", {}, "no format"),
    ],
)
def test_wrong_settings_are_explained(key: str, config: dict[str, Any], message: str) -> None:
    with pytest.raises(BadConfig, match=message):
        get_format(key).read_config(config)


SWISS = StageSpec("swiss", {"advance": 4})
FINAL = StageSpec("single_elimination", {"table_size": 4})


@pytest.mark.parametrize(
    "stages",
    [
        [SWISS, FINAL],
        [StageSpec("swiss")],
        [StageSpec("single_elimination")],
        [StageSpec("swiss", {"advance": 6}), StageSpec("single_elimination", {"third_place": True})],
    ],
)
def test_chains_that_work(stages: list[StageSpec]) -> None:
    check_chain(stages, SIZES)


@pytest.mark.parametrize(
    ("stages", "sizes", "message"),
    [
        ([], SIZES, "at least one stage"),
        ([SWISS], SIZES, "must be 0"),
        ([StageSpec("swiss"), FINAL], SIZES, "at least two players on"),
        ([StageSpec("swiss", {"advance": 3}), FINAL], SIZES, "one table of 4"),
        ([StageSpec("single_elimination"), StageSpec("swiss")], SIZES, "can only be the last one"),
        ([StageSpec("swiss", {"table_size": 4})], (2, 3), "tables of 4"),
    ],
)
def test_chains_that_do_not(stages: list[StageSpec], sizes: tuple[int, ...], message: str) -> None:
    with pytest.raises(BadConfig, match=message):
        check_chain(stages, sizes)
