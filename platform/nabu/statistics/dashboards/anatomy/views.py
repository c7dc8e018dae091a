"""The page of one game taken apart, and its score events as CSV."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from nabu.accounts.players.models import Person
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.results.permissions import can_see_table
from nabu.core.spreadsheet import csv_response
from nabu.statistics.dashboards.anatomy.game import ProvenGame, proven_game
from nabu.statistics.dashboards.anatomy.page import build_anatomy
from nabu.statistics.dashboards.anatomy.records import event_records


def table_of(user: Person, pk: int) -> Table:
    """The table. Raises Http404: who may not see a table does not learn that it exists."""
    tables = Table.objects.select_related("round__stage__tournament", "log").defer("log__content")
    found = get_object_or_404(tables.prefetch_related(with_players()), pk=pk)
    if not can_see_table(user, found):
        raise Http404
    return found


@require_safe
def anatomy(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the points of one game came from; for a table without proof, why there is nothing to see."""
    table = table_of(request.user, pk)
    played = proven_game(table)
    context: dict[str, Any] = {"table": table, "tournament": table.round.stage.tournament, "played": played}
    if played is not None:
        context["page"] = build_anatomy(played, _seat(request, played))
    return render(request, "statistics/dashboards/anatomy/anatomy.html", context)


@require_safe
def anatomy_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Every score event of the game."""
    played = proven_game(table_of(request.user, pk))
    if played is None:
        raise Http404
    return csv_response(event_records(played), f"nabu-table-{pk}-points")


def _seat(request: HttpRequest, played: ProvenGame) -> int | None:
    """The seat of `?seat=`, which counts from 1. Raises Http404 for one that is not there."""
    words = request.GET.get("seat", "")
    if not words:
        return None
    if words not in {str(number) for number in range(1, len(played.people) + 1)}:
        raise Http404
    return int(words) - 1
