"""Things by name that are made when they are asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class WhenAsked(Mapping[str, T]):
    """A mapping of these names; `make` makes what has one of them, once."""

    def __init__(self, names: Collection[str], make: Callable[[str], T]) -> None:
        self.names, self.make = tuple(names), make
        self.made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self.made:
            if name not in self.names:
                raise KeyError(name)
            self.made[name] = self.make(name)
        return self.made[name]

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
