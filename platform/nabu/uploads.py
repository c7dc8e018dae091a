"""Requests that are too large get a clear answer: nothing of them is kept, and the connection is not cut."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


class RefuseLargeRequests:
    """Middleware: answers 413 to a request whose body is, or says it is, larger than MAX_REQUEST_BYTES."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        announced = int(length) if str(length).isdigit() else 0
        dropped = getattr(request, "scope", {}).get("nabu.too_large", False)
        if not dropped and announced <= settings.MAX_REQUEST_BYTES:
            return self.get_response(request)
        text = _("This is larger than %(limit)d MB. A game log has at most 4 MB.") % {
            "limit": settings.MAX_REQUEST_BYTES // 2**20
        }
        if request.path.startswith("/api/"):
            return JsonResponse({"detail": text}, status=413)
        return render(request, "413.html", {"message": text}, status=413)
