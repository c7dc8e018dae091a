"""The tables that can be downloaded, by name, as CSV: the same rows as in the API."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponseBadRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.dashboards.facts.statistics import Statistics
from nabu.dashboards.filter_form import filter_form
from nabu.dashboards.questions.cards.api import card_rows
from nabu.dashboards.questions.games.api import game_rows
from nabu.dashboards.questions.players.api import player_rows
from nabu.dashboards.questions.seats.api import seat_rows
from nabu.dashboards.questions.sources.api import course_rows, source_rows, winner_rows
from nabu.dashboards.questions.table_api import Rows
from nabu.dashboards.questions.variants.api import variant_records
from nabu.pages import game_or_404
from nabu.spreadsheet import csv_response, csv_stream

TABLES: dict[str, Rows] = {
    "sources": source_rows,
    "players": player_rows,
    "winners": winner_rows,
    "course": course_rows,
    "cards": card_rows,
    "seats": seat_rows,
    "variants": variant_records,
    "games": game_rows,
}
"""What can be downloaded, by the name in the address."""

LONG = ("players", "games")
"""Tables that grow with the site: their rows are made while they are sent."""


@require_safe
def table_csv(request: HttpRequest, game: str, table: str) -> HttpResponseBase:
    """One table as CSV, complete, for the same filter as the page."""
    played = game_or_404(game)
    if table not in TABLES:
        raise Http404
    try:
        chosen = filter_form(request.GET, played).game_filter()
    except ValidationError:
        return HttpResponseBadRequest(_("This filter is not valid."), content_type="text/plain; charset=utf-8")
    answer = csv_stream if table in LONG else csv_response
    return answer(TABLES[table](Statistics(chosen)), f"nabu-{played.key}-{table}")
