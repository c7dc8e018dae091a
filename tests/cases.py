"""Many cases of one rule as one test.

`pytest.mark.parametrize` makes a test of its own of each case, which every process of a run collects, at the price of a
short check: that is for cases that take long, or need a world each.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def each(names: str | tuple[str, ...], cases: Iterable[Any] | Callable[[], Iterable[Any]]) -> Callable[[Test], Test]:
    """Decorate a test with arguments of these names and the values of each case, like `parametrize` (or with a function
    that gives them when the test runs). All cases are tried, with the same fixtures; the failure lists those that do
    not hold."""
    names = (names,) if isinstance(names, str) else names

    def decorate(test: Test) -> Test:
        @wraps(test)
        def every(*of_class: Any, **fixtures: Any) -> None:
            failures: dict[str, BaseException] = {}
            tried = 0
            for tried, case in enumerate(cases() if callable(cases) else cases, start=1):
                values = dict(zip(names, (case,) if len(names) == 1 else case, strict=True))
                try:
                    test(*of_class, **fixtures, **values)
                except (Exception, BaseExceptionGroup, pytest.fail.Exception) as failure:
                    named = f"case {tried}: " + ", ".join(f"{name}={value!r:.200}" for name, value in values.items())
                    failure.add_note(named)
                    failures[named] = failure
            assert tried, "there are no cases"
            if failures:
                # Python shows only the first of many in full.
                raise BaseExceptionGroup(
                    "\n".join((f"{len(failures)} of {tried} cases", *failures)), [*failures.values()]
                )

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in names]
        every.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return every

    return decorate
