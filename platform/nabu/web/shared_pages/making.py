"""While a page is made, what it is made of may say how long it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Known:
    """The versions that were read before a page is made, and the time just before they were read: what changes after
    that may be missing in the page. None if nobody has read them."""

    versions: Mapping[str, int] = field(default_factory=dict)
    read_at: datetime | None = None


NOTHING = Known()


@dataclass
class Notes:
    """What was said while a page was made, and what was known before."""

    before: Known = NOTHING
    until: float | None = None
    keep: bool = True
    not_for: set[int] = field(default_factory=set)
    differs: bool = False


notes: ContextVar[Notes | None] = ContextVar("notes", default=None)


read_before: ContextVar[Known] = ContextVar("read_before", default=NOTHING)
"""For a page that is made for one person."""


def known_before() -> Known:
    """Of what is being made, for everybody or for one person: it shows nothing older."""
    making = notes.get()
    return read_before.get() if making is None else making.before


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


def not_for(accounts: Iterable[int]) -> None:
    """Of a page of a group: these see something else here."""
    known = notes.get()
    if known is not None:
        known.not_for.update(accounts)


def differs() -> None:
    """Of a page of a group: now each of its members sees something else here."""
    known = notes.get()
    if known is not None:
        known.differs = True


def keep_first_and_real(shown: int, asked: str | None) -> None:
    """Of a list in pages: the number of a page that does not exist shows another one, which has its own address."""
    if str(shown) != (asked or "1"):
        do_not_keep()
