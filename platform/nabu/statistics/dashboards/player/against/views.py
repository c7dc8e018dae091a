"""The page of two players side by side in a game title, and its tables as CSV."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.registry import GAMES
from nabu.accounts.players.merged import leads_to_merged
from nabu.accounts.players.models import Person, Player
from nabu.accounts.players.visibility import visible_players
from nabu.core.spreadsheet import csv_response
from nabu.statistics.dashboards.player.against.page import context_of
from nabu.statistics.dashboards.player.against.records import COLUMNS, TABLES
from nabu.statistics.dashboards.player.against.statistics import SideBySide
from nabu.statistics.dashboards.player.views import player_filter
from nabu.statistics.dashboards.questions.page import sample
from nabu.web.pages import game_or_404


@require_safe
@leads_to_merged
def against(request: HttpRequest, pk: int, game: str, other: int) -> HttpResponse:
    """Who does better when these two meet, and what does each do better?"""
    player, opponent = both_or_404(request.user, pk, other)
    played = game_or_404(game)
    form = player_filter(request.GET, player, game, opponent=opponent)
    context: dict[str, Any] = {
        "player": player,
        "other": opponent,
        "game": played,
        "games": GAMES.values(),
        "form": form,
    }
    try:
        chosen = form.game_filter()
    except ValidationError:
        return render(request, "statistics/dashboards/player/against.html", context, status=400)
    finally:
        # The page is about these two and about replayed games: there is nothing to choose.
        del form.fields["player"], form.fields["opponent"], form.fields["typed"]
    found = SideBySide(player, opponent, chosen)
    context |= sample(chosen, found.common, form)
    own = chosen.only(player=None, opponent=None)
    context |= {"filtered": bool(own.values()), "own_filter": own.address(), "words": own.words()}
    context |= context_of(found, request.GET.get("page"))
    return render(request, "statistics/dashboards/player/against.html", context)


@require_safe
@leads_to_merged
def against_csv(request: HttpRequest, pk: int, game: str, other: int, table: str) -> HttpResponse:
    """One table of the page, complete, for the same filter."""
    player, opponent = both_or_404(request.user, pk, other)
    played = game_or_404(game)
    if table not in TABLES:
        raise Http404
    try:
        chosen = player_filter(request.GET, player, game, opponent=opponent).game_filter()
    except ValidationError:
        return HttpResponseBadRequest(_("This filter is not valid."), content_type="text/plain; charset=utf-8")
    rows = TABLES[table](SideBySide(player, opponent, chosen))
    return csv_response(rows, f"nabu-players-{pk}-{other}-{played.key}-{table}", COLUMNS[table])


def both_or_404(user: Person, pk: int, other: int) -> tuple[Player, Player]:
    """Two different players whom this person may see and who have a name of their own: nobody who has deleted the
    account is compared with anybody. Raises Http404."""
    if pk == other:
        raise Http404
    people = visible_players(user).filter(deleted_at=None)
    return get_object_or_404(people, pk=pk), get_object_or_404(people, pk=other)
