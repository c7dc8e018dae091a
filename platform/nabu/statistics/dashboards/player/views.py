"""The page of one player's statistics in a game title, and its tables as CSV."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.registry import GAMES
from nabu.accounts.players.merged import leads_to_merged
from nabu.accounts.players.models import Player
from nabu.accounts.players.visibility import visible_players
from nabu.core.spreadsheet import csv_response
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.filter_form import FilterForm, filter_form, offer_opponents
from nabu.statistics.dashboards.player.over_time_page import over_time_context
from nabu.statistics.dashboards.player.page import context_of
from nabu.statistics.dashboards.player.percentiles_page import percentiles_context
from nabu.statistics.dashboards.player.records import PLAYER_COLUMNS, PLAYER_TABLES
from nabu.statistics.dashboards.player.statistics import PlayerStatistics
from nabu.statistics.dashboards.questions.page import sample
from nabu.web.pages import game_or_404


@require_safe
@leads_to_merged
def statistics(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """How good is this player, where do the points come from, against whom and with what."""
    player, played = get_object_or_404(visible_players(request.user), pk=pk), game_or_404(game)
    form = player_filter(request.GET, player, game)
    context: dict[str, Any] = {"player": player, "game": played, "games": GAMES.values(), "form": form}
    try:
        chosen = form.game_filter()
    except ValidationError:
        return render(request, "statistics/dashboards/player/player.html", context, status=400)
    finally:
        # The page is about this player: there is nothing to choose.
        del form.fields["player"]
    found = Statistics(chosen)
    of_player = PlayerStatistics(player, found)
    offer_opponents(form, chosen, [row.player_id for row in of_player.opponents] if found.count else [])
    context |= sample(chosen, found, form)
    context["filtered"] = bool(chosen.only(player=None).values())
    context["own_filter"] = chosen.only(player=None).address()
    context["words"] = chosen.only(player=None).words()
    if found.count:
        context |= context_of(of_player) | over_time_context(of_player) | percentiles_context(of_player)
    return render(request, "statistics/dashboards/player/player.html", context)


@require_safe
@leads_to_merged
def statistics_csv(request: HttpRequest, pk: int, game: str, table: str) -> HttpResponse:
    """One table of the page, complete, for the same filter."""
    player = get_object_or_404(visible_players(request.user), pk=pk)
    played = game_or_404(game)
    if table not in PLAYER_TABLES:
        raise Http404
    try:
        chosen = player_filter(request.GET, player, game).game_filter()
    except ValidationError:
        return HttpResponseBadRequest(_("This filter is not valid."), content_type="text/plain; charset=utf-8")
    rows = PLAYER_TABLES[table](PlayerStatistics(player, Statistics(chosen)))
    return csv_response(rows, f"nabu-player-{pk}-{played.key}-{table}", PLAYER_COLUMNS[table])


def player_filter(values: Any, player: Player, game: str, *, opponent: Player | None = None) -> FilterForm:
    """The filter of an address, with this player, and this opponent if there is one, whatever the address says."""
    people = {"player": player, **({"opponent": opponent} if opponent is not None else {})}
    form = filter_form({**values.dict(), **{name: str(person.pk) for name, person in people.items()}}, GAMES[game])
    for name, person in people.items():
        form.fields[name].queryset = Player.objects.filter(pk=person.pk)  # type: ignore[attr-defined]
    return form
