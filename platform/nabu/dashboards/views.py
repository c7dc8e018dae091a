"""Pages of the dashboards, the games behind a number, and the tables as CSV."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.registry import GAMES
from nabu.dashboards.facts.statistics import Statistics
from nabu.dashboards.filter_form import filter_form
from nabu.dashboards.questions import printed as printed_question
from nabu.dashboards.questions.cards import page as cards_question
from nabu.dashboards.questions.games.page import listed_games, listed_ids, read_condition
from nabu.dashboards.questions.page import game_or_404, question_page
from nabu.dashboards.questions.paging import neighbours
from nabu.dashboards.questions.players import page as players_question
from nabu.dashboards.questions.seats import page as seats_question
from nabu.dashboards.questions.sources import page as sources_question
from nabu.dashboards.questions.tables import TABLES
from nabu.dashboards.questions.variants import page as variants_question
from nabu.spreadsheet import csv_response

GAMES_ON_A_PAGE = 50


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The dashboards begin with the first game."""
    return redirect("dashboards:game", next(iter(GAMES)))


@require_safe
def sources(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Where points come from."""
    return question_page(request, "sources", "dashboards/sources.html", sources_question.answer, game, pk)


@require_safe
def cards(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Which cards are strong."""
    return question_page(request, "cards", "dashboards/cards.html", cards_question.answer, game, pk)


@require_safe
def seats(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Whether a seat is better than another."""
    return question_page(request, "seats", "dashboards/seats.html", seats_question.answer, game, pk)


@require_safe
def variants(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Whether variants differ."""

    def asked(statistics: Statistics) -> dict[str, Any]:
        return variants_question.asked_pair(request.GET, statistics)

    def answer(statistics: Statistics) -> dict[str, Any]:
        return variants_question.answer(statistics, request.GET)

    return question_page(request, "variants", "dashboards/variants.html", answer, game, pk, asked)


@require_safe
def players(request: HttpRequest, game: str) -> HttpResponse:
    """Where each player's points come from."""

    def answer(statistics: Statistics) -> dict[str, Any]:
        return players_question.answer(statistics, request.GET.get("page"))

    return question_page(request, "sources", "dashboards/players.html", answer, game)


@require_safe
def games(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """The games behind a number, each with its log."""

    def asked(statistics: Statistics) -> dict[str, Any]:
        condition = read_condition(statistics.chosen.game, statistics.chosen, request.GET)
        return {"condition": condition, "kept": condition.values()}

    def answer(statistics: Statistics) -> dict[str, Any]:
        condition = read_condition(statistics.chosen.game, statistics.chosen, request.GET)
        page = Paginator(listed_ids(statistics, condition), GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
        values = statistics.chosen.values() | condition.values()
        return {"page": page, "listed": listed_games(list(page), condition), **neighbours(page, values)}

    return question_page(request, "games", "dashboards/games.html", answer, game, pk, asked)


@require_safe
def printed(request: HttpRequest, pk: int) -> HttpResponse:
    """One tournament on one sheet of paper."""

    def asked(_statistics: Statistics) -> dict[str, Any]:
        return {"heading": _("Statistics")}

    return question_page(request, "sources", "dashboards/print.html", printed_question.answer, pk=pk, asked=asked)


@require_safe
def table_csv(request: HttpRequest, game: str, table: str) -> HttpResponse:
    """One table as CSV, complete, for the same filter as the page."""
    played = game_or_404(game)
    if table not in TABLES:
        raise Http404
    try:
        chosen = filter_form(request.GET, played).game_filter()
    except ValidationError:
        return HttpResponseBadRequest(_("This filter is not valid."), content_type="text/plain; charset=utf-8")
    return csv_response(TABLES[table](Statistics(chosen)), f"nabu-{played.key}-{table}")
