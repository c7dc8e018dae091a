"""Long work in parts, so that whoever does not want to wait can interrupt it."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Found = TypeVar("Found")
InParts = Generator[None, None, Found]
"""Work that can be interrupted after each pair of continuations. What it finds does not depend on where it was."""


def at_once(work: InParts[Found]) -> Found:
    """Do all of it."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Found = done.value
            return found
