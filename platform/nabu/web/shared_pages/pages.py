"""Views whose pages are made once for everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from secrets import token_hex
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from nabu.accounts.players.models import Person, User
from nabu.accounts.versions.services import numbers
from nabu.core import database_clock
from nabu.web.shared_pages.asked import Asked, asked_for, is_visitor
from nabu.web.shared_pages.entry import HTML, Entry, allow_frames
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.making import Known, Notes, notes, read_before
from nabu.web.shared_pages.person import fill, for_person
from nabu.web.shared_pages.places import take_out, with_places_of_tokens
from nabu.web.shared_pages.store import Store, in_transaction, searches, store

View = Callable[..., HttpResponse]
_VERSION = "_nabu_shared_page"


def shared(page: SharedPage) -> Callable[[View], View]:
    """Decorate a view. It must look at nothing but the path, the parameters of the page, and the person."""

    def decorate(view: View) -> View:
        @wraps(view)
        def once(request: HttpRequest, **values: Any) -> HttpResponse:
            read_at = database_clock.now()
            version = version_of(request, get_language() or settings.LANGUAGE_CODE) if is_on() else None
            if version is None:
                return _begun_with(Known(read_at=read_at), lambda: _anew(request, page, view, values))
            return _begun_with(version.before, lambda: _answer(request, version, view))

        once.shared_page = page  # type: ignore[attr-defined]
        return once

    return decorate


def is_on() -> bool:
    """Not while somebody edits templates, and not inside a transaction, which can be taken back."""
    return settings.NABU_SHARED_PAGES and not in_transaction()


def store_of(asked: Asked) -> Store:
    """Where this page is kept."""
    return searches if asked.searched else store


def version_of(request: HttpRequest, language: str) -> Version | None:
    """Which page is asked for, and the numbers that it has to be made under: read before it is made, once for a
    request. None if it is no shared page."""
    before: Version | None = request.__dict__.get(_VERSION)
    if before is not None and before.asked.language == language:
        return before
    asked = asked_for(request, language)
    read_at = database_clock.now()
    topics = asked.page.topics(asked.values) if asked is not None else None
    if asked is None or topics is None:
        return None
    version = request.__dict__[_VERSION] = Version(asked, numbers(topics), read_at)
    return version


def _begun_with(before: Known, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer, while whatever it is made of knows these versions (`making.known_before`)."""
    token = read_before.set(before)
    try:
        return answer()
    finally:
        read_before.reset(token)


def _answer(request: HttpRequest, version: Version, view: View) -> HttpResponse:
    """The page that is kept for everybody or for a group, with what belongs to this person; or made for them alone."""
    asked, person = version.asked, request.user
    page, values = asked.page, asked.values
    kept = version.kept_for_group(person)
    if kept is None and person.is_authenticated and page.in_full(person, values):
        kept = version.made_for_group(person, view)
        if kept is None:
            return _anew(request, page, view, values)
    if kept is None:
        kept = store_of(asked).find_or_make(asked.key, version.known, lambda: make(version, view))
        if is_visitor(request):
            return kept.for_visitor(request)
    return for_person(request, kept, lambda: page.own(person, values))


def _anew(request: HttpRequest, page: SharedPage, view: View, values: Mapping[str, Any]) -> HttpResponse:
    """The page as it is made for one person."""
    response = view(request, **values)
    if page.framable:
        allow_frames(response)
    return response


@dataclass(frozen=True)
class Version:
    """A page under the versions `known`, which were read at `read_at` or later."""

    asked: Asked
    known: tuple[int, ...]
    read_at: datetime

    @property
    def before(self) -> Known:
        """What is known before it is made."""
        topics = self.asked.page.topics(self.asked.values) or ()
        return Known(dict(zip(topics, self.known, strict=True)), self.read_at)

    def kept_for_group(self, person: Person) -> Entry | None:
        """The page of the group to which this person belongs, if it is there already."""
        if not self._may_be_of_group(person):
            return None
        return _for_member(store.find(self._of_group.asked.key, self.known), person)

    def made_for_group(self, person: Person, view: View) -> Entry | None:
        """The same; it is made if it is not there. None for somebody who does not belong to it."""
        if not self._may_be_of_group(person):
            return None
        mine = self._of_group
        return _for_member(store.find_or_make(mine.asked.key, self.known, lambda: _make_for_group(mine, view)), person)

    @property
    def _of_group(self) -> Version:
        return replace(self, asked=replace(self.asked, by_group=True))

    def _may_be_of_group(self, person: Person) -> bool:
        return isinstance(person, User) and not person.is_staff and self.asked.page.is_grouped(self.asked.values)


def _for_member(entry: Entry | None, person: Person) -> Entry | None:
    return entry if entry is not None and person.pk in entry.members else None


def make(version: Version, view: View) -> Entry:
    """The page as nobody sees it."""
    asked = version.asked
    request = asked.request_of_nobody()
    rendered, said = _rendered(version, view, request)
    text, places = take_out(rendered)
    body = fill(text, places, request, dict)[0].encode()
    if "CSRF_COOKIE" in request.META:
        raise RuntimeError(f"{asked.path} has a form that is not for everybody")
    kind = asked.page.content_type
    if places and kind != HTML:
        raise RuntimeError(f"{asked.path} is no page, and only pages have places")
    return Entry(version.known, asked.language, text, body, places, said.until, said.keep, kind, asked.page.framable)


def _make_for_group(version: Version, view: View) -> Entry:
    """The page as its group sees it; an empty one for nobody, if there is no group now."""
    asked = version.asked
    group = asked.page.group(asked.values)
    if group is None:
        return Entry(version.known, asked.language, "", b"")
    request = asked.request_of_nobody()
    request.user = group.person
    request.META["CSRF_COOKIE"] = token_hex(16)  # of nobody: each gets the own one
    rendered, said = _rendered(version, view, request)
    text, places = take_out(with_places_of_tokens(rendered))
    members = frozenset() if said.differs else group.members - said.not_for
    return Entry(version.known, asked.language, text, b"", places, said.until, said.keep, members=members)


def _rendered(version: Version, view: View, request: HttpRequest) -> tuple[str, Notes]:
    """The answer to a request that is of nobody in particular, and what was said while it was made.

    Raises RuntimeError if it holds something that is not for everybody who gets it.
    """
    said = Notes(version.before)
    before = notes.set(said)
    try:
        response = view(request, **version.asked.values)
    finally:
        notes.reset(before)
    if response.cookies or response.status_code != 200:
        raise RuntimeError(f"{version.asked.path} holds something that is not for everybody")
    return response.content.decode(), said
