"""Finding names in a list, however they are spelled there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from nabu.core.name_keys.keys import folded, plain, same_name

T = TypeVar("T")


class NameIndex(Generic[T]):
    """Values by name. Of the same spelling the first counts."""

    def __init__(self, pairs: Iterable[tuple[str, T]] = ()) -> None:
        self._by_plain: dict[str, dict[str, T]] = {}
        for name, value in pairs:
            self.add(name, value)

    def add(self, name: str, value: T) -> None:
        """Know this name too."""
        self._by_plain.setdefault(plain(name), {}).setdefault(str.__str__(name), value)

    def alike(self, name: str) -> list[T]:
        """The values of all names that may be this one (`same_name`)."""
        return [value for known, value in self._near(name).items() if same_name(known, name)]

    def find(self, name: str) -> T | None:
        """The value of this name: in just this spelling, else but for its case, else the only one that may be it."""
        near = self._near(name)
        if name in near:
            return near[name]
        equal = [value for known, value in near.items() if folded(known) == folded(name)]
        if equal:
            return equal[0]
        alike = {folded(known): value for known, value in near.items() if same_name(known, name)}
        return next(iter(alike.values())) if len(alike) == 1 else None

    def _near(self, name: str) -> dict[str, T]:
        return self._by_plain.get(plain(name), {})


def repeated(names: Sequence[str]) -> list[str]:
    """Those of the names that stand there more than once, in any spelling."""
    known = NameIndex((name, name) for name in names)
    return sorted(name for name, times in Counter(names).items() if times > 1 or len(known.alike(name)) > 1)
