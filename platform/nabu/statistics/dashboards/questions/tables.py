"""The tables that can be downloaded, by name, as CSV: the same rows as in the API."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponseBadRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from rest_framework.serializers import Serializer

from nabu.core.spreadsheet import csv_response, csv_stream
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.filter_form import filter_form
from nabu.statistics.dashboards.questions.cards.api import CardRow, PairRow, card_rows, pair_rows
from nabu.statistics.dashboards.questions.games.api import GameRow, game_rows
from nabu.statistics.dashboards.questions.openings.api import OpeningRow, opening_rows
from nabu.statistics.dashboards.questions.overview.api import SpreadRow, spread_rows
from nabu.statistics.dashboards.questions.players.api import PlayerRow, player_rows
from nabu.statistics.dashboards.questions.seats.api import SeatRow, seat_rows
from nabu.statistics.dashboards.questions.sources.api import (
    CourseRow,
    SourceRow,
    WinnerRow,
    course_rows,
    source_rows,
    winner_rows,
)
from nabu.statistics.dashboards.questions.table_api import Rows
from nabu.statistics.dashboards.questions.variants.api import VariantRow, variant_records
from nabu.web.pages import game_or_404

TABLES: dict[str, Rows] = {
    "spread": spread_rows,
    "sources": source_rows,
    "players": player_rows,
    "winners": winner_rows,
    "course": course_rows,
    "cards": card_rows,
    "card-pairs": pair_rows,
    "seats": seat_rows,
    "openings": opening_rows,
    "variants": variant_records,
    "games": game_rows,
}
"""What can be downloaded, by the name in the address."""

LONG = ("players", "games")
"""Tables that grow with the site: their rows are made while they are sent."""

ROWS: dict[str, type[Serializer[Any]]] = {
    "spread": SpreadRow,
    "sources": SourceRow,
    "players": PlayerRow,
    "winners": WinnerRow,
    "course": CourseRow,
    "cards": CardRow,
    "card-pairs": PairRow,
    "seats": SeatRow,
    "openings": OpeningRow,
    "variants": VariantRow,
    "games": GameRow,
}
"""What the API says of the rows: their columns, for a table without rows."""


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
    columns = [*ROWS[table]().fields, *(source.key for source in played.sources if table == "games")]
    answer = csv_stream if table in LONG else csv_response
    return answer(TABLES[table](Statistics(chosen)), f"nabu-{played.key}-{table}", columns)
