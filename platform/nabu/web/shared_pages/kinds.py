"""What is special about a shared page: what it depends on, and who gets one of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nabu.accounts.players.models import Person
from nabu.web.shared_pages.entry import HTML

NUMBER = re.compile(r"[1-9][0-9]{0,3}")
WORDS = re.compile(r".{1,40}")
"""What somebody looks for. A hall types the same first letters again and again: these pages are kept too, in a small
room of their own, because anybody can make words up."""


def nothing_own(user: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """For pages without places of their own."""
    return {}


def nobody(user: Person, values: Mapping[str, Any]) -> bool:
    """For pages that show everybody the same."""
    return False


def never(values: Mapping[str, Any]) -> bool:
    """For pages without groups."""
    return False


def no_group(values: Mapping[str, Any]) -> Group | None:
    """For pages that are made for each person who sees more."""
    return None


@dataclass(frozen=True)
class Group:
    """Accounts (`members`) that see the same on a page, which is more than in its places; it is made once for all of
    them, as `person` sees it, who is none of them."""

    person: Person
    members: frozenset[int]


@dataclass(frozen=True)
class SharedPage:
    """What is special about a page.

    `topics`: the versions that it depends on, by the values in its address; None if there is no such page.
    `query`: the names of parameters (as patterns) with the values for which pages are kept (`WORDS`: of a search);
    None: for none.
    `fragments`: ids of its elements that htmx may ask for alone.
    `in_full`: who gets a page that is made for this person alone, because there is more on it than in the places.
    `group`: who of these get one that is made for all of them, while the page `is_grouped`, which is cheap to know.
    Whatever changes either is among the topics; staff get their own.
    `content_type`: what it is, if no page in HTML.
    `framable`: other sites may show it in a frame.
    `own`: what the places of somebody show, and as `mine` the numbers of the marks.
    """

    topics: Callable[[Mapping[str, Any]], Sequence[str] | None]
    query: Mapping[str, re.Pattern[str] | None] = field(default_factory=dict)
    fragments: frozenset[str] = frozenset()
    content_type: str = HTML
    framable: bool = False
    in_full: Callable[[Person, Mapping[str, Any]], bool] = nobody
    is_grouped: Callable[[Mapping[str, Any]], bool] = never
    group: Callable[[Mapping[str, Any]], Group | None] = no_group
    own: Callable[[Person, Mapping[str, Any]], Mapping[str, Any]] = nothing_own
