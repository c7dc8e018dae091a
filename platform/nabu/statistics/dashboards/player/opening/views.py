"""The page of a player's openings, and its table as CSV."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.registry import GAMES
from nabu.accounts.players.merged import leads_to_merged
from nabu.accounts.players.visibility import visible_players
from nabu.core.spreadsheet import csv_response
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.filter_form import offer_opponents
from nabu.statistics.dashboards.player.opening.page import OPENING_COLUMNS, context_of, opening_rows
from nabu.statistics.dashboards.player.statistics import PlayerStatistics
from nabu.statistics.dashboards.player.views import player_filter
from nabu.statistics.dashboards.questions.page import sample
from nabu.web.pages import game_or_404


@require_safe
@leads_to_merged
def openings(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """How does this player open, and what comes of it?"""
    player, played = get_object_or_404(visible_players(request.user), pk=pk), game_or_404(game)
    form = player_filter(request.GET, player, game)
    context: dict[str, Any] = {"player": player, "game": played, "games": GAMES.values(), "form": form}
    try:
        chosen = form.game_filter()
    except ValidationError:
        return render(request, "statistics/dashboards/player/openings.html", context, status=400)
    finally:
        # The page is about this player and about replayed games: there is nothing to choose.
        del form.fields["player"], form.fields["typed"]
    offer_opponents(form, chosen)
    found, own = Statistics(chosen), chosen.only(player=None)
    context |= sample(chosen, found, form)
    context |= {"filtered": bool(own.values()), "own_filter": own.address(), "words": own.words()}
    return render(
        request,
        "statistics/dashboards/player/openings.html",
        context | (context_of(PlayerStatistics(player, found)) if found.count else {}),
    )


@require_safe
@leads_to_merged
def openings_csv(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """All ways to play each first turn, for the same filter."""
    player, played = get_object_or_404(visible_players(request.user), pk=pk), game_or_404(game)
    try:
        chosen = player_filter(request.GET, player, game).game_filter()
    except ValidationError:
        return HttpResponseBadRequest(_("This filter is not valid."), content_type="text/plain; charset=utf-8")
    rows = opening_rows(PlayerStatistics(player, Statistics(chosen)))
    return csv_response(rows, f"nabu-player-{pk}-{played.key}-openings", OPENING_COLUMNS)
