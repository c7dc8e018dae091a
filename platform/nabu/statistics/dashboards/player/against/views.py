"""The page of two players side by side in a game title, and its tables as CSV."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from nabu.accounts.players.merged import leads_to_merged
from nabu.accounts.players.models import Person, Player
from nabu.accounts.players.visibility import NAMED, visible_players
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.filter_form import FilterForm
from nabu.statistics.dashboards.player.against.page import context_of
from nabu.statistics.dashboards.player.against.records import COLUMNS, TABLES
from nabu.statistics.dashboards.player.against.statistics import SideBySide
from nabu.statistics.dashboards.player.asked import player_csv, player_page
from nabu.statistics.dashboards.questions.page import sample


@require_safe
@leads_to_merged
def against(request: HttpRequest, pk: int, game: str, other: int) -> HttpResponse:
    """Who does better when these two meet, and what does each do better?"""
    player, opponent = both_or_404(request.user, pk, other)

    def answer(chosen: GameFilter, form: FilterForm) -> dict[str, Any]:
        found = SideBySide(player, opponent, chosen)
        return sample(chosen, found.common, form) | context_of(found, request.GET.get("page"))

    # Only replayed games are counted.
    template = "statistics/dashboards/player/against.html"
    return player_page(request, template, game, answer, player, opponent, left_out=["typed"])


@require_safe
@leads_to_merged
def against_csv(request: HttpRequest, pk: int, game: str, other: int, table: str) -> HttpResponse:
    """One table of the page, complete, for the same filter."""
    player, opponent = both_or_404(request.user, pk, other)
    if table not in TABLES:
        raise Http404
    return player_csv(
        request,
        f"nabu-players-{pk}-{other}-{{game}}-{table}",
        game,
        COLUMNS[table],
        lambda chosen: TABLES[table](SideBySide(player, opponent, chosen)),
        player,
        opponent,
    )


def both_or_404(user: Person, pk: int, other: int) -> tuple[Player, Player]:
    """Two different players whom this person may see and who have a name of their own: nobody who has deleted the
    account, or was merged into another player, is compared with anybody. Raises Http404."""
    if pk == other:
        raise Http404
    people = visible_players(user).filter(NAMED)
    return get_object_or_404(people, pk=pk), get_object_or_404(people, pk=other)
