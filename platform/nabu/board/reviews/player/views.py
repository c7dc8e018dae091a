"""The page of one player's reviewed games in a game title, and its tables as CSV."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from engine.registry import GAMES
from nabu.accounts.players.merged import leads_to_merged
from nabu.accounts.players.visibility import visible_players
from nabu.board.reviews.player.help import help_of
from nabu.board.reviews.player.page import context_of
from nabu.board.reviews.player.records import REVIEW_COLUMNS, REVIEW_TABLES
from nabu.board.reviews.player.statistics import ReviewStatistics
from nabu.core.spreadsheet import csv_response
from nabu.web.pages import game_or_404


@require_safe
@leads_to_merged
def reviews(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """How accurate is this player, when, and where do the points go?"""
    player, played = get_object_or_404(visible_players(request.user), pk=pk), game_or_404(game)
    found = ReviewStatistics(player, played)
    own = player.user_id is not None and player.user_id == request.user.pk
    context: dict[str, object] = {"player": player, "game": played, "games": GAMES.values(), "found": found, "own": own}
    if found.games:
        context |= context_of(found) | help_of(found)
    return render(request, "board/reviews/player.html", context)


@require_safe
@leads_to_merged
def reviews_csv(request: HttpRequest, pk: int, game: str, table: str) -> HttpResponse:
    """One table of the page, complete."""
    player, played = get_object_or_404(visible_players(request.user), pk=pk), game_or_404(game)
    if table not in REVIEW_TABLES:
        raise Http404
    rows = REVIEW_TABLES[table](ReviewStatistics(player, played))
    return csv_response(rows, f"nabu-reviews-{pk}-{played.key}-{table}", REVIEW_COLUMNS[table])
