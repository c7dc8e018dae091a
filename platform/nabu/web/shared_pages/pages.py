"""Views whose pages are made once for everybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from nabu.accounts.versions.services import numbers
from nabu.core import database_clock
from nabu.web.shared_pages.asked import Asked, asked_for, is_visitor
from nabu.web.shared_pages.entry import HTML, Entry, allow_frames
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.making import Known, Notes, notes, read_before
from nabu.web.shared_pages.person import fill, for_person
from nabu.web.shared_pages.places import take_out
from nabu.web.shared_pages.store import Store, in_transaction, searches, store

View = Callable[..., HttpResponse]


def shared(page: SharedPage) -> Callable[[View], View]:
    """Decorate a view. It must look at nothing but the path, the parameters of the page, and the person."""

    def decorate(view: View) -> View:
        @wraps(view)
        def once(request: HttpRequest, **values: Any) -> HttpResponse:
            asked = asked_for(request, get_language() or settings.LANGUAGE_CODE) if is_on() else None
            read_at = database_clock.now()
            known = versions_of(asked) if asked is not None else None
            person = request.user
            if asked is None or known is None or (person.is_authenticated and page.in_full(person, values)):
                before = read_before.set(_known(asked, known, read_at))
                try:
                    response = view(request, **values)
                finally:
                    read_before.reset(before)
                if page.framable:
                    allow_frames(response)
                return response
            entry = store_of(asked).find_or_make(asked.key, known, lambda: make(asked, known, read_at, view))
            if is_visitor(request):
                return entry.for_visitor(request)
            return for_person(request, entry, lambda: page.own(person, values))

        once.shared_page = page  # type: ignore[attr-defined]
        return once

    return decorate


def is_on() -> bool:
    """Not while somebody edits templates, and not inside a transaction, which can be taken back."""
    return settings.NABU_SHARED_PAGES and not in_transaction()


def store_of(asked: Asked) -> Store:
    """Where this page is kept."""
    return searches if asked.searched else store


def versions_of(asked: Asked) -> tuple[int, ...] | None:
    """The numbers that a page has to be made under now: read before it is made. None if there is no such page."""
    topics = asked.page.topics(asked.values)
    return None if topics is None else numbers(topics)


def _known(asked: Asked | None, known: tuple[int, ...] | None, read_at: datetime) -> Known:
    if asked is None or known is None:
        return Known(read_at=read_at)
    return Known(dict(zip(asked.page.topics(asked.values) or (), known, strict=True)), read_at)


def make(asked: Asked, known: tuple[int, ...], read_at: datetime, view: View) -> Entry:
    """The page as nobody sees it, under the versions `known`, which were read at `read_at` or later."""
    said = Notes(_known(asked, known, read_at))
    before = notes.set(said)
    request = asked.request_of_nobody()
    try:
        response = view(request, **asked.values)
    finally:
        notes.reset(before)
    text, places = take_out(response.content.decode())
    body = fill(text, places, request, dict)[0].encode()
    if "CSRF_COOKIE" in request.META or response.cookies or response.status_code != 200:
        raise RuntimeError(f"{asked.path} holds something that is not for everybody")
    kind = asked.page.content_type
    if places and kind != HTML:
        raise RuntimeError(f"{asked.path} is no page, and only pages have places")
    return Entry(known, asked.language, text, body, places, said.until, said.keep, kind, asked.page.framable)
