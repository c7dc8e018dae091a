"""Reads all environment variables at once, and says everything that is wrong with them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Generic, TypeVar

from django.core.exceptions import ImproperlyConfigured

from nabu.core.environment.kinds import Kind
from nabu.core.logs import one_line

T = TypeVar("T")
K = TypeVar("K")
D = TypeVar("D")

CLOSE = 0.85
"""So alike are a name and its misspelling: NABU_STREMS, NABU_WEB_THREAD."""


class InvalidEnvironment(Exception):
    """The site must not start; the text says everything that is wrong, a line each."""


@dataclass(frozen=True, eq=False)
class Variable(Generic[T]):
    """One environment variable.

    `local`: its default on a site of one's own machine, where that differs (`default` is of production then).
    `unset`: the default in words, for the docs. `required`: production does not start without it. `strict`: what
    production refuses besides, as a sentence.
    """

    name: str
    kind: Kind[Any]
    default: T
    meaning: str
    unset: str = ""
    local: T | None = None
    required: bool = False
    strict: Callable[[str], str | None] | None = None

    @property
    def when_unset(self) -> str:
        """The last cell of its row in the docs."""
        if self.unset:
            return self.unset
        if self.local is not None:
            return f"local: {_shown(self.local)}; production: {_shown(self.default)}"
        return _shown(self.default)


def variable(name: str, kind: Kind[K], default: D, meaning: str, **others: Any) -> Variable[K | D]:
    """A declaration whose value has the type of its kind, or of its default."""
    return Variable(name, kind, default, meaning, **others)


class Environment:
    """The value of each variable. An empty variable counts as one that is not set.

    Raises InvalidEnvironment for what cannot be meant, all of it at once. `local` is the variable that makes a site one
    for its own machine.
    """

    def __init__(
        self, given: Mapping[str, str], table: Sequence[Variable[Any]], local: Sequence[Variable[bool]]
    ) -> None:
        self._given = {each: given[each.name] for each in table if given.get(each.name, "")}
        self._values: dict[Variable[Any], Any] = {}
        self.is_local = False
        problems = [problem for each in local if (problem := self._read(each))]
        self.is_local = any(self[each] for each in local)
        missing = [each.name for each in table if each.required and each not in self._given]
        if missing and not self.is_local:
            problems.append(
                f"Set {', '.join(missing)}. "
                "On your own machine use `python3 dev.py run`, or `python3 dev.py manage ...` for Django's commands."
            )
        problems += [problem for each in table if each not in local and (problem := self._read(each))]
        if problems:
            raise InvalidEnvironment(
                "\n".join(("Nabu does not start with these settings (docs/operating.md explains them):", *problems))
            )

    def __getitem__(self, each: Variable[T]) -> T:
        if each in self._values:
            found: T = self._values[each]
            return found
        return each.local if self.is_local and each.local is not None else each.default

    def marks(self, variables: Collection[Variable[Any]], secret: str) -> dict[str, str]:
        """A short mark of each value, by name. Processes with the same `secret` have the same mark for the same value,
        and nobody learns a value from its mark."""
        return {each.name: _mark(secret, f"{each.name}={self[each]!r}") for each in variables}

    def _read(self, each: Variable[Any]) -> str | None:
        """What is wrong with it, if anything is."""
        if each not in self._given:
            return None
        text = self._given[each]
        if each.strict and not self.is_local and (problem := each.strict(text)):
            return problem
        try:
            self._values[each] = each.kind.read(text)
        except (ValueError, ImproperlyConfigured):
            if each.kind.secret:
                return f"{each.name} must be {each.kind.must_be}."
            return f"{each.name} is “{one_line(text)}”. It must be {each.kind.must_be}."
        return None


def misspelt(given: Mapping[str, str], table: Sequence[Variable[Any]]) -> dict[str, str]:
    """Names that nobody reads but that look like one of these, with that one."""
    names = [each.name for each in table]
    found = {
        name: get_close_matches(name, names, 1, CLOSE)
        for name in given
        if name.startswith("NABU_") and name not in names
    }
    return {name: close[0] for name, close in found.items() if close}


def _mark(secret: str, text: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:16]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:,}" if isinstance(value, int) else str(value)
