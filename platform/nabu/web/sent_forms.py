"""What pages send in the background so that nothing typed is lost (static/nabu/web/forms/forms.js), and where it leads.

Such a form says so in a header. The answer is not a redirect, which a script could follow but not see: it names the
address, and the page goes there. Whoever was signed out meanwhile is led to the sign-in page, and from there back to
the page of the form.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from nabu.web.pages import own_page

SENT = "Nabu-Form"
"""The header of a form that a page sends in the background."""

AGAIN = "Nabu-Again"
"""The header of one that is sent once more, because no answer came; or a field, where the browser itself sends it."""

TO = "Nabu-Location"
"""The header of its answer, with the address that it leads to."""

SIGNED_OUT = "Nabu-Signed-Out"
"""The header of an answer that leads to the sign-in page: nothing was done."""


class SentForms:
    """Middleware around all that may lead elsewhere."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        by_htmx = request.headers.get("HX-Request") == "true"
        if request.method != "POST" or response.status_code != 302 or not (SENT in request.headers or by_htmx):
            return response
        to, signed_out = response["Location"], False
        if not request.user.is_authenticated and urlsplit(to).path == resolve_url(settings.LOGIN_URL):
            to, signed_out = _back_to_the_page(request, to), True
        if by_htmx:
            # A part of a page leads on by itself; the sign-in page in its place would be no page.
            answer: HttpResponse = HttpResponseClientRedirect(to) if signed_out else response  # type: ignore[assignment]
        else:
            answer = HttpResponse(status=204, headers={TO: to})
            answer.cookies = response.cookies
        if signed_out:
            answer[SIGNED_OUT] = "true"
        return answer


def is_sent_again(request: HttpRequest) -> bool:
    """Whether what the page of the form showed may be old by now."""
    return AGAIN in request.headers or AGAIN in request.POST


def _back_to_the_page(request: HttpRequest, login: str) -> str:
    """The sign-in page, which leads to the page that sent the form and not to the address that takes it."""
    page = own_page(request, request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    parts = urlsplit(login)
    back = page or parse_qs(parts.query).get("next", ["/"])[0]
    return f"{parts.path}?{urlencode({'next': back}, safe='/')}"
