"""The page of a player's openings, and its table as CSV."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from nabu.accounts.players.merged import leads_to_merged
from nabu.accounts.players.visibility import visible_players
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.filter_form import FilterForm, offer_opponents
from nabu.statistics.dashboards.player.asked import player_csv, player_page
from nabu.statistics.dashboards.player.opening.page import OPENING_COLUMNS, context_of, opening_rows
from nabu.statistics.dashboards.player.statistics import PlayerStatistics
from nabu.statistics.dashboards.questions.page import sample


@require_safe
@leads_to_merged
def openings(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """How does this player open, and what comes of it?"""
    player = get_object_or_404(visible_players(request.user), pk=pk)

    def answer(chosen: GameFilter, form: FilterForm) -> dict[str, Any]:
        statistics = Statistics(chosen)
        offer_opponents(form, statistics)
        found = context_of(PlayerStatistics(player, statistics)) if statistics.count else {}
        return sample(chosen, statistics, form) | found

    # Only replayed games have openings.
    template = "statistics/dashboards/player/openings.html"
    return player_page(request, template, game, answer, player, left_out=["typed"])


@require_safe
@leads_to_merged
def openings_csv(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """All ways to play each first turn, for the same filter."""
    player = get_object_or_404(visible_players(request.user), pk=pk)
    return player_csv(
        request,
        f"nabu-player-{pk}-{{game}}-openings",
        game,
        OPENING_COLUMNS,
        lambda chosen: opening_rows(PlayerStatistics(player, Statistics(chosen))),
        player,
    )
