"""Allowing and removing devices, and the service worker that shows notifications."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from nabu.messages.push import services
from nabu.web.link_pictures.frame import PAGE
from nabu.web.link_pictures.icons import IN_MANIFEST
from nabu.web.pages import account_of, perform

NOTIFICATIONS = "notifications:mail"


@login_required
@require_POST
def allow(request: HttpRequest) -> HttpResponse:
    """The browser has given us its subscription."""
    user = account_of(request)
    endpoint, public_key, secret = (request.POST.get(name, "") for name in ("endpoint", "public_key", "secret"))
    perform(
        request,
        lambda: services.allow_device(user, endpoint, public_key, secret),
        _("This device shows your table when a round is published"),
    )
    return redirect(NOTIFICATIONS)


@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """No more notifications on a device."""
    user = account_of(request)
    get_object_or_404(user.devices, pk=pk)
    perform(request, lambda: services.remove_device(user, pk), _("Device removed"))
    return redirect(NOTIFICATIONS)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It has an address of its own beside the pages, so it never stands between them and us."""
    response = HttpResponse(
        f'importScripts("{static("nabu/messages/push/worker.js")}");\n', content_type="text/javascript"
    )
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Lets the site be added to the home screen; without that, Safari on a phone shows no notifications."""
    icons = [{"src": static("nabu/web/mark.svg"), "sizes": "any", "type": "image/svg+xml"}]
    icons += [
        {"src": static(icon.path), "sizes": f"{icon.side}x{icon.side}", "type": "image/png", "purpose": icon.purpose}
        for icon in IN_MANIFEST
    ]
    words = {
        "name": "Nabu",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": PAGE,
        "background_color": PAGE,
        "icons": icons,
    }
    return JsonResponse(words, content_type="application/manifest+json")
