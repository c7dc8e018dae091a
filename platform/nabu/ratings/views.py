"""Pages of the ratings."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.registry import GAMES
from nabu.ratings.queries import leaderboard as ratings_of

PAGE = 100


@require_safe
def leaderboard(request: HttpRequest, game: str = "") -> HttpResponse:
    """The players of one game by rating; of the first game if none is named."""
    key = game or next(iter(GAMES))
    if key not in GAMES:
        raise Http404
    page = Paginator(ratings_of(key), PAGE).get_page(request.GET.get("page"))
    return render(request, "ratings/leaderboard.html", {"game": GAMES[key], "games": GAMES.values(), "page": page})
