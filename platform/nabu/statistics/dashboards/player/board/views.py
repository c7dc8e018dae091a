"""The page of the board over a player's games, and its places as CSV."""

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
from nabu.statistics.dashboards.player.board.page import context_of
from nabu.statistics.dashboards.player.board.records import PLACE_COLUMNS, place_rows
from nabu.statistics.dashboards.player.board.statistics import BoardStatistics
from nabu.statistics.dashboards.questions.page import sample


@require_safe
@leads_to_merged
def board(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """Where on the board does this player make points, and where do the others?"""
    player = get_object_or_404(visible_players(request.user), pk=pk)

    def answer(chosen: GameFilter, form: FilterForm) -> dict[str, Any]:
        statistics = Statistics(chosen)
        offer_opponents(form, statistics)
        found = BoardStatistics(player, statistics)
        return sample(chosen, found.counted, form) | context_of(found)

    # Only replayed games have a board.
    return player_page(request, "statistics/dashboards/player/board.html", game, answer, player, left_out=["typed"])


@require_safe
@leads_to_merged
def board_csv(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """All places, for the same filter."""
    player = get_object_or_404(visible_players(request.user), pk=pk)
    return player_csv(
        request,
        f"nabu-player-{pk}-{{game}}-board",
        game,
        PLACE_COLUMNS,
        lambda chosen: place_rows(BoardStatistics(player, Statistics(chosen))),
        player,
    )
