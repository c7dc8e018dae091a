"""Values in the memory of a process, each with the versions that were read before it was made."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """At most so many values, the least recently used go first. For all threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._values: OrderedDict[Hashable, tuple[tuple[int, ...], T]] = OrderedDict()

    def find(self, key: Hashable, versions: tuple[int, ...]) -> T | None:
        """The value of exactly these versions, if it is here; None is no value."""
        with self._lock:
            found = self._values.get(key)
            if found is None or found[0] != versions:
                return None
            self._values.move_to_end(key)
            return found[1]

    def keep(self, key: Hashable, versions: tuple[int, ...], value: T) -> None:
        """In the place of the value of other versions."""
        with self._lock:
            self._values[key] = versions, value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def forget(self) -> None:
        """All of them: in another database the same versions may mean something else."""
        with self._lock:
            self._values.clear()
