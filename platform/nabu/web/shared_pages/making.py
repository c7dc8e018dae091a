"""While a page is made, what it is made of may say how long it holds."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Notes:
    """What was said while a page was made, and before: the versions under which it is made."""

    versions: Mapping[str, int] = field(default_factory=dict)
    until: float | None = None
    keep: bool = True


notes: ContextVar[Notes | None] = ContextVar("notes", default=None)


read_before: ContextVar[Mapping[str, int]] = ContextVar("read_before", default={})  # noqa: B039 - never changed
"""The versions that were read before a page was begun that is made for one person."""


def known_versions() -> Mapping[str, int]:
    """Of what is being made, for everybody or for one person: it shows nothing older."""
    making = notes.get()
    return read_before.get() if making is None else making.versions


def holds_until(moment: datetime) -> None:
    """The page that is being made shows something that changes by itself at this time."""
    known = notes.get()
    if known is not None:
        at = moment.timestamp()
        known.until = at if known.until is None else min(known.until, at)


def do_not_keep() -> None:
    """The page that is being made shows something that changes without a version, or is too seldom asked for."""
    known = notes.get()
    if known is not None:
        known.keep = False


def keep_first_and_real(shown: int, asked: str | None) -> None:
    """Of a list in pages: the number of a page that does not exist shows another one, which has its own address."""
    if str(shown) != (asked or "1"):
        do_not_keep()
