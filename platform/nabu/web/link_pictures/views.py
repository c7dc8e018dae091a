"""Pictures of links. The view looks at nobody: everybody gets what a visitor may see."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from nabu.web.link_pictures.asking import ask
from nabu.web.link_pictures.kept import find
from nabu.web.link_pictures.kinds import KINDS
from nabu.web.link_pictures.previews import fixed_picture

A_WEEK = "public, max-age=604800"
"""Each version has an address of its own. Not for ever: it may show a name that is deleted later."""

SOON = "public, max-age=30"


@require_safe
def link_picture(request: HttpRequest, kind: str, subject: str, language: str, version: str) -> HttpResponse:
    """The newest picture, whatever version is asked for; until it is drawn, and where there is nothing to see, that of
    the site."""
    found = KINDS.get(kind)
    if found is None or not found.subject.fullmatch(subject):
        raise Http404
    current = found.current(subject, language)
    png = None if current is None else find(found, subject, language, current)
    if png is not None:
        response = HttpResponse(png, content_type="image/png")
        response["Cache-Control"] = A_WEEK if version == current else SOON
        response["X-Content-Type-Options"] = "nosniff"
        return response
    if current is not None:
        ask(found, subject, language, current)
    response = redirect(fixed_picture("site"))
    response["Cache-Control"] = SOON
    return response
