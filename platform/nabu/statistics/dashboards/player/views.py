"""The page of one player's statistics in a game title, and its tables as CSV."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from nabu.accounts.players.merged import leads_to_merged
from nabu.accounts.players.visibility import visible_players
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.filter_form import FilterForm, offer_opponents
from nabu.statistics.dashboards.player.asked import player_csv, player_page
from nabu.statistics.dashboards.player.over_time_page import over_time_context
from nabu.statistics.dashboards.player.page import context_of
from nabu.statistics.dashboards.player.percentiles_page import percentiles_context
from nabu.statistics.dashboards.player.records import PLAYER_COLUMNS, PLAYER_TABLES
from nabu.statistics.dashboards.player.statistics import PlayerStatistics
from nabu.statistics.dashboards.questions.page import sample


@require_safe
@leads_to_merged
def statistics(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """How good is this player, where do the points come from, against whom and with what."""
    player = get_object_or_404(visible_players(request.user), pk=pk)

    def answer(chosen: GameFilter, form: FilterForm) -> dict[str, Any]:
        statistics = Statistics(chosen)
        found = PlayerStatistics(player, statistics)
        offer_opponents(form, statistics, [row.player_id for row in found.opponents] if statistics.count else [])
        context = sample(chosen, statistics, form)
        if statistics.count:
            context |= context_of(found) | over_time_context(found) | percentiles_context(found)
        return context

    return player_page(request, "statistics/dashboards/player/player.html", game, answer, player)


@require_safe
@leads_to_merged
def statistics_csv(request: HttpRequest, pk: int, game: str, table: str) -> HttpResponse:
    """One table of the page, complete, for the same filter."""
    player = get_object_or_404(visible_players(request.user), pk=pk)
    if table not in PLAYER_TABLES:
        raise Http404
    return player_csv(
        request,
        f"nabu-player-{pk}-{{game}}-{table}",
        game,
        PLAYER_COLUMNS[table],
        lambda chosen: PLAYER_TABLES[table](PlayerStatistics(player, Statistics(chosen))),
        player,
    )
