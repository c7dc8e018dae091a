"""Views whose pages are made once for everybody: what they depend on, and who gets a page of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from nabu.players.models import Person
from nabu.shared_pages.asked import Asked, asked_for, is_visitor
from nabu.shared_pages.entry import Entry
from nabu.shared_pages.making import Notes, notes
from nabu.shared_pages.person import fill, for_person
from nabu.shared_pages.store import in_transaction, store
from nabu.versions.services import numbers

View = Callable[..., HttpResponse]

NUMBER = re.compile(r"[1-9][0-9]{0,3}")


def nothing_own(user: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """For pages without places of their own."""
    return {}


def nobody(user: Person, values: Mapping[str, Any]) -> bool:
    """For pages that show everybody the same."""
    return False


@dataclass(frozen=True)
class SharedPage:
    """What is special about a page.

    `topics`: the versions that it depends on, by the values in its address; None if there is no such page.
    `query`: the names of parameters (as patterns) with the values for which pages are kept; None: for none.
    `fragments`: ids of its elements that htmx may ask for alone.
    `in_full`: who gets a page that is made for this person alone, because there is more on it than in the places.
    `own`: what the places of somebody show, and as `mine` the numbers of the marks.
    """

    topics: Callable[[Mapping[str, Any]], Sequence[str] | None]
    query: Mapping[str, re.Pattern[str] | None] = field(default_factory=dict)
    fragments: frozenset[str] = frozenset()
    in_full: Callable[[Person, Mapping[str, Any]], bool] = nobody
    own: Callable[[Person, Mapping[str, Any]], Mapping[str, Any]] = nothing_own

    def __call__(self, view: View) -> View:
        """Decorate the view. It must look at nothing but the path, these parameters, and for others the person."""

        @wraps(view)
        def shared(request: HttpRequest, **values: Any) -> HttpResponse:
            asked = asked_for(request, get_language() or settings.LANGUAGE_CODE) if is_on() else None
            known = versions_of(asked) if asked is not None else None
            if asked is None or known is None:
                return view(request, **values)
            person = request.user
            if person.is_authenticated and self.in_full(person, values):
                return view(request, **values)
            entry = store.find_or_make(asked.key, known, lambda: make(asked, known, view))
            if is_visitor(request):
                return entry.for_visitor(request)
            return for_person(request, entry, lambda: self.own(person, values))

        shared.shared_page = self  # type: ignore[attr-defined]
        return shared


def is_on() -> bool:
    """Not while somebody edits templates, and not inside a transaction, which can be taken back."""
    return settings.NABU_SHARED_PAGES and not in_transaction()


def versions_of(asked: Asked) -> tuple[int, ...] | None:
    """The numbers that a page has to be made under now: read before it is made. None if there is no such page."""
    topics = asked.page.topics(asked.values)
    return None if topics is None else numbers(topics)


def make(asked: Asked, known: tuple[int, ...], view: View) -> Entry:
    """The page as nobody sees it."""
    said = Notes(dict(zip(asked.page.topics(asked.values) or (), known, strict=True)))
    before = notes.set(said)
    request = asked.request_of_nobody()
    try:
        response = view(request, **asked.values)
    finally:
        notes.reset(before)
    text = response.content.decode()
    body = fill(text, request, dict)[0].encode()
    if "CSRF_COOKIE" in request.META or response.cookies or response.status_code != 200:
        raise RuntimeError(f"{asked.path} holds something that is not for everybody")
    return Entry(known, asked.language, text, body, said.until, said.keep)
