"""Many cases in one test: each is tried, and those that do not hold are named."""

from __future__ import annotations

import pytest

from tests.cases import each


def test_each_case_is_tried_and_the_failure_lists_those_that_do_not_hold() -> None:
    tried = []

    @each(("one", "other"), [(1, 2), (3, 3), (4, 5)])
    def same(one: int, other: int) -> None:
        tried.append(one)
        assert one == other

    with pytest.raises(ExceptionGroup, match="2 of 3 cases") as caught:
        same()
    assert tried == [1, 3, 4]
    assert [each.__notes__ for each in caught.value.exceptions] == [
        ["case 1: one=1, other=2"],
        ["case 3: one=4, other=5"],
    ]


def test_an_error_that_does_not_come_is_a_failure_too() -> None:
    @each("one", [1, 2])
    @each("other", [3, 4])
    def refused(one: int, other: int) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(f"{one}{other}")

    with pytest.raises(BaseExceptionGroup, match="2 of 2 cases") as caught:
        refused()
    assert [len(of_one.exceptions) for of_one in caught.value.exceptions] == [2, 2]


def test_no_cases_are_a_mistake() -> None:
    tried: list[int] = []

    @each("one", [])
    def try_one(one: int) -> None:
        tried.append(one)

    with pytest.raises(AssertionError, match="no cases"):
        try_one()
    assert tried == []


class TestFixtures:
    @each("name", ["a", "b"])
    def test_fixtures_and_methods_are_those_of_the_test(self, name: str, tmp_path: object) -> None:
        assert tmp_path
        assert self.of(name) == name * 2

    def of(self, name: str) -> str:
        return name * 2
