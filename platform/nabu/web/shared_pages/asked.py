"""Which shared page a request asks for, and the request of nobody with which the page is made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.timezone import get_current_timezone_name

from nabu.web.shared_pages.code_digest import code_digest
from nabu.web.shared_pages.kinds import WORDS, SharedPage

MESSAGES_COOKIE = "messages"


@dataclass(frozen=True)
class Asked:
    """A page in one language: its address with the parameters that it knows, or a fragment of it. `searched`: it shows
    what somebody looked for. `by_group`: the page of a group (`SharedPage.group`)."""

    page: SharedPage
    match: ResolverMatch
    path: str
    query: str
    fragment: str
    language: str
    searched: bool = False
    by_group: bool = False

    @property
    def key(self) -> str:
        """Its name in the store. Times on it are in the time zone of the site, which staff may change."""
        zone = get_current_timezone_name()
        kind = "group" if self.by_group else "page"
        return f"{kind}:{code_digest()}:{zone}:{self.language}:{self.fragment}:{self.path}?{self.query}"

    @property
    def values(self) -> Mapping[str, Any]:
        """The numbers in its address."""
        return self.match.kwargs

    def request_of_nobody(self) -> HttpRequest:
        """A request that knows nothing but what was asked for: no person, no session, no cookie, no header."""
        request = HttpRequest()
        request.method = "GET"
        request.path = request.path_info = self.path
        request.META = {"SCRIPT_NAME": "", "PATH_INFO": self.path, "QUERY_STRING": self.query}
        if self.fragment:
            request.META |= {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": self.fragment}
        request.GET = QueryDict(self.query)
        request.user = AnonymousUser()
        request.resolver_match = self.match
        request.LANGUAGE_CODE = self.language
        return request


def asked_for(request: HttpRequest, language: str) -> Asked | None:
    """The shared page that this request asks for; None if it is none, or in a way that is made for one person."""
    match = _match(request.path_info) if request.method in ("GET", "HEAD") else None
    page: SharedPage | None = getattr(match.func, "shared_page", None) if match is not None else None
    if match is None or page is None:
        return None
    known = known_query(request.GET, page.query)
    if known is None:
        return None
    query, searched = known
    fragment = request.headers.get("HX-Target", "") if request.headers.get("HX-Request") == "true" else ""
    fragment = fragment if fragment in page.fragments else ""
    return Asked(page, match, request.path_info, query, fragment, language, searched)


def known_query(given: QueryDict, known: Mapping[str, re.Pattern[str] | None]) -> tuple[str, bool] | None:
    """The parameters that the page knows, always in the same order, and whether one has words of a search; others are
    nothing to it.

    None if one of them has a value for which pages are not kept: whoever makes values up must not fill the store.
    """
    found: list[tuple[str, str]] = []
    searched = False
    for name in sorted(given.keys()):
        value = given.get(name, "").strip()
        for pattern, values in known.items():
            if value and re.fullmatch(pattern, name):
                if values is None or not values.fullmatch(value):
                    return None
                found.append((name, value))
                searched |= values is WORDS
                break
    return urlencode(found), searched


def is_visitor(request: HttpRequest) -> bool:
    """Nobody who could have anything of their own: no session, and no message that waits."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and MESSAGES_COOKIE not in request.COOKIES


@lru_cache(maxsize=4096)
def _resolved(path: str) -> ResolverMatch:
    return resolve(path)


def _match(path: str) -> ResolverMatch | None:
    try:
        return _resolved(path)
    except Resolver404:
        return None
