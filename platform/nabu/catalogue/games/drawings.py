"""The drawings of sources of points as pictures of their own, for figures, tables and the pages of games."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.game import Game
from engine.source_picture import source_picture
from nabu.web.pages import game_or_404

KEPT_SECONDS = 7 * 86_400
"""So long a browser keeps a drawing: it changes with the engine alone."""

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def source_icons(game: Game) -> Mapping[str, str]:
    """The addresses of the drawings of the game's sources of points, by key."""
    return {source.key: reverse("games:source_drawing", args=[game.key, source.key]) for source in game.sources}


@cache_control(public=True, max_age=KEPT_SECONDS)
@require_safe
def source_drawing(_request: HttpRequest, key: str, source: str) -> HttpResponse:
    """The drawing of a source of points, as a picture. Raises Http404 for what is no source of the game."""
    return drawn(next((source_picture(one) for one in game_or_404(key).sources if one.key == source), ""))


def drawn(picture: str) -> HttpResponse:
    """A drawing that stands alone. Raises Http404 if there is none."""
    if not picture:
        raise Http404
    response = HttpResponse(picture, content_type="image/svg+xml")
    response["Content-Security-Policy"] = SVG_POLICY
    response["X-Content-Type-Options"] = "nosniff"
    return response
