"""Requests that are too large get a clear answer: nothing of them is kept, and the connection is not cut."""

from collections.abc import Callable
from io import BytesIO

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

TOO_LARGE = "nabu.too_large"
"""In `request.META` of a request to the API whose body is not read."""


class TooLargeToRead(OSError):
    """Somebody reads a body that is too large. Django makes an UnreadablePostError of it."""


class _NotRead(BytesIO):
    """In the place of a body that is too large."""

    def read(self, _size: int | None = -1, /) -> bytes:
        raise TooLargeToRead

    readline = read


def too_large_sentence() -> str:
    """What is wrong with a request of more than MAX_REQUEST_BYTES."""
    return _("The request is larger than %(limit)d MB. Send a smaller file.") % {
        "limit": settings.MAX_REQUEST_BYTES // 2**20
    }


class RefuseLargeRequests:
    """Middleware: answers 413 to a request whose body is, or says it is, larger than MAX_REQUEST_BYTES.

    The API answers so only when it comes to the body: whoever may not do a thing hears that first.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        announced = int(length) if str(length).isdigit() else 0
        dropped = getattr(request, "scope", {}).get("nabu.too_large", False)
        if not dropped and announced <= settings.MAX_REQUEST_BYTES:
            return self.get_response(request)
        if request.path.startswith("/api/"):
            request.META |= {TOO_LARGE: True, "CONTENT_LENGTH": str(settings.MAX_REQUEST_BYTES + 1)}
            request._stream = _NotRead()
            return self.get_response(request)
        return render(request, "413.html", {"message": too_large_sentence()}, status=413)
