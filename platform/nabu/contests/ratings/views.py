"""The leaderboards."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.registry import GAMES
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.queries import leaderboard as ratings_of
from nabu.web.pages import game_or_404

PAGE = 100


@require_safe
def leaderboard(request: HttpRequest, game: str = "") -> HttpResponse:
    """The players of one game by rating; of the first game if none is named.

    `?everybody=1` shows those too who are provisional or inactive.
    """
    played = game_or_404(game or next(iter(GAMES)))
    everybody = request.GET.get("everybody") == "1"
    found = Paginator(ratings_of(played.key, everybody), PAGE)
    context = {
        "game": played,
        "games": GAMES.values(),
        "page": found.get_page(request.GET.get("page")),
        "everybody": everybody,
        "listed": found.count,
        "rated": Rating.objects.filter(game=played.key).count(),
    }
    return render(request, "contests/ratings/leaderboard.html", context)
