"""A form that is sent after the session has ended is kept until its sender has signed in again.

It is kept in the session of the visitor, who then is shown the page of the form with everything in it, and sends it, or
does not. Passwords and files are not kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from nabu.kept_forms.filling import CSRF, fill_form
from nabu.pages import own_page

KEPT = "nabu.kept_form"
"""Where a session has it."""

SECONDS = 3600
"""So long it waits for whoever sent it: the next one at this machine may be somebody else."""

MOST_CHARACTERS = 600_000
"""More than the longest list of players that is taken."""

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
BEFORE_PAGE = '<div id="messages"'
"""Where a notice goes if the page has no such form any more: every page has this (`base.html`)."""


class KeptForms:
    """Middleware: keeps what a visitor sends to a page that asks to sign in, and puts it back afterwards."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "POST":
            return _after_post(request, response)
        if request.method == "GET" and request.user.is_authenticated:
            return _after_get(request, response)
        return response


def _after_post(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if request.user.is_authenticated:
        kept = request.session.get(KEPT)
        if kept and kept["action"] == request.path:  # it is sent now
            del request.session[KEPT]
        return response
    login = resolve_url(settings.LOGIN_URL)
    to = urlsplit(response.get("Location", ""))
    if response.status_code != 302 or to.path != login or request.content_type not in FORMS or not _by_person(request):
        return response
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    back = own_page(request, page) or parse_qs(to.query).get("next", ["/"])[0]
    _keep(request, back)
    address = f"{login}?{urlencode({'next': back}, safe='/')}"
    if request.headers.get("HX-Request") == "true":
        return HttpResponseClientRedirect(address)  # a page in the place of a part would be no page
    response["Location"] = address
    return response


def _by_person(request: HttpRequest) -> bool:
    """A page sent it, no script that would not show an answer."""
    sent_by_page = request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
    return sent_by_page or request.headers.get("HX-Request") == "true"


def _keep(request: HttpRequest, back: str) -> None:
    data = {name: values for name, values in request.POST.lists() if name != CSRF and "password" not in name.casefold()}
    if sum(len(name) + sum(map(len, values)) for name, values in data.items()) > MOST_CHARACTERS:
        messages.error(request, _("You are signed out, and what you sent is too long to be kept. Go back to copy it."))
        return
    request.session[KEPT] = {
        "action": request.path,
        "back": back,
        "data": data,
        "files": [each.name for files in request.FILES.lists() for each in files[1]],
        "passwords": any("password" in name.casefold() for name in request.POST),
        "at": time.time(),
    }
    text = _("You are signed out. What you sent is kept for an hour, without passwords and files. Sign in to continue.")
    messages.warning(request, text)


def _after_get(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    kept = request.session.get(KEPT)
    if not kept or kept["back"] != request.get_full_path() or request.headers.get("HX-Request"):
        return response
    if time.time() - kept["at"] > SECONDS or response.status_code in (403, 404):
        del request.session[KEPT]  # whoever may not see the page is not shown what somebody typed there
        return response
    if response.status_code != 200:
        return render(request, "kept_forms/page.html", _said(kept, found=False, typed=True))
    if isinstance(response, HttpResponse) and response["Content-Type"].startswith("text/html"):
        _put_back(request, response, kept)
    return response


def _put_back(request: HttpRequest, response: HttpResponse, kept: Mapping[str, Any]) -> None:
    html = response.content.decode()
    filled = fill_form(html, request.path, kept["action"], kept["data"])
    said = _said(kept, found=filled is not None, typed=filled is None or filled.typed)
    notice = render_to_string("kept_forms/_notice.html", said, request)
    if filled is None:
        html = html.replace(BEFORE_PAGE, notice + BEFORE_PAGE, 1)
    elif filled.typed:
        html = filled.html[: filled.at] + notice + filled.html[filled.at :]
    else:
        # Only a button was pressed: there is nothing to fill in, and its form may be out of sight.
        html = html.replace(BEFORE_PAGE, notice + BEFORE_PAGE, 1)
        del request.session[KEPT]
    response.content = html.encode()
    if response.has_header("Content-Length"):
        response["Content-Length"] = str(len(response.content))
    del response["ETag"]
    response["Cache-Control"] = "no-store"


def _said(kept: Mapping[str, Any], *, found: bool, typed: bool) -> dict[str, Any]:
    values = [(name, value) for name, each in kept["data"].items() for value in each if value.strip()]
    return {"found": found, "typed": typed, "values": values, "kept": kept}
