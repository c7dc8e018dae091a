"""Pages of the dashboards, the games behind a number, and the tables as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from analytics.sources import sources_by_player, winners_against_rest
from engine.game import Game
from engine.registry import GAMES
from nabu.dashboards.components import cards_shown, sets_shown
from nabu.dashboards.filters import FilterForm, GameFilter
from nabu.dashboards.game_list import CardChoice, listed_games, read_card_choice
from nabu.dashboards.page import build_dashboard, frames_of, source_keys, tables_of_cards
from nabu.dashboards.queries import GameOnRecord, games_on_record, games_waiting, players_of
from nabu.dashboards.records import Record, card_records, game_records, source_records, winner_records
from nabu.dashboards.spreadsheet import csv_response
from nabu.tournaments.access import frame, visible_tournament
from nabu.tournaments.models import Tournament

GAMES_ON_A_PAGE = 50

TABLES: dict[str, Callable[[Game, Sequence[GameOnRecord]], list[Record]]] = {
    "sources": lambda game, games: source_records(sources_by_player(frames_of(games), source_keys(game))),
    "winners": lambda game, games: winner_records(winners_against_rest(frames_of(games), source_keys(game))),
    "cards": lambda game, games: card_records(tables_of_cards(game, games)),
    "games": lambda game, games: game_records(games, source_keys(game)),
}
"""What can be downloaded, by the name in the address."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The dashboards begin with the first game."""
    return redirect("dashboards:game", next(iter(GAMES)))


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """All verified games of public tournaments."""
    return _dashboard(request, game_or_404(game), None)


@require_safe
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """The verified games of one tournament, for whoever may see it."""
    found = visible_tournament(request, pk)
    return _dashboard(request, game_or_404(found.game), found)


@require_safe
def games(request: HttpRequest, game: str) -> HttpResponse:
    """The games behind a number, each with its log."""
    played = game_or_404(game)
    form = FilterForm(request.GET, played)
    try:
        chosen = form.game_filter()
    except ValidationError:
        return render(request, "dashboards/games.html", {"game": played, "form": form, "chosen": None}, status=400)
    form.offer_players(players_of(chosen))
    found = games_on_record(chosen)
    choice = _card_choice(request, chosen, found)
    page = Paginator(listed_games(found, choice), GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    more = {"card": choice.card.key, "what": choice.what} if choice else {}
    context = {
        "game": played,
        "form": form,
        "chosen": chosen,
        "choice": choice,
        "page": page,
        **_neighbours(chosen, page, more),
        "dashboard": f"{reverse('dashboards:game', args=[played.key])}{chosen.address()}",
    }
    return render(request, "dashboards/games.html", context)


@require_safe
def table_csv(request: HttpRequest, game: str, table: str) -> HttpResponse:
    """One table as CSV, complete, for the same filter as the page."""
    played = game_or_404(game)
    if table not in TABLES:
        raise Http404
    try:
        chosen = FilterForm(request.GET, played).game_filter()
    except ValidationError:
        return HttpResponseBadRequest(_("This filter is not valid."), content_type="text/plain; charset=utf-8")
    return csv_response(TABLES[table](played, games_on_record(chosen)), f"nabu-{played.key}-{table}")


def _card_choice(request: HttpRequest, chosen: GameFilter, found: Sequence[GameOnRecord]) -> CardChoice | None:
    """The chosen card. One of a set that people have loaded is looked for in all games if it is in none of these."""
    played, key = chosen.game, request.GET.get("card")
    cards = cards_shown(played, found, sets_shown(played, found))
    if key is not None and key not in cards:
        everything = games_on_record(GameFilter(played))
        cards = cards_shown(played, everything, sets_shown(played, everything))
    return read_card_choice(cards, request.GET)


def game_or_404(key: str) -> Game:
    """The game of that key. Raises Http404."""
    if key not in GAMES:
        raise Http404
    return GAMES[key]


def _dashboard(request: HttpRequest, played: Game, fixed: Tournament | None) -> HttpResponse:
    form = FilterForm(request.GET, played, fixed)
    context: dict[str, Any] = {"game": played, "games": GAMES.values(), "form": form}
    if fixed is not None:
        context |= frame(request, fixed, "dashboard")
    try:
        chosen = form.game_filter()
    except ValidationError:
        return render(request, "dashboards/dashboard.html", context, status=400)
    form.offer_players(players_of(chosen))
    board = build_dashboard(chosen, games_on_record(chosen), request.GET.get("page"))
    context |= {
        "chosen": chosen,
        "board": board,
        **_neighbours(chosen, board.players, {}),
        "waiting": games_waiting(chosen),
        "filtered": chosen != form.without_values(),
        "games_address": reverse("dashboards:games", args=[played.key]),
    }
    return render(request, "dashboards/dashboard.html", context)


def _neighbours(chosen: GameFilter, page: Page[Any], more: Mapping[str, str]) -> dict[str, str]:
    """The addresses of the pages before and after this one, with the same filter."""
    addresses = {}
    if page.has_previous():
        addresses["previous_page"] = chosen.address(**more, page=page.previous_page_number())
    if page.has_next():
        addresses["next_page"] = chosen.address(**more, page=page.next_page_number())
    return addresses
