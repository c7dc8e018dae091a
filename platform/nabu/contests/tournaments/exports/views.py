"""Downloads of a tournament: tables as CSV, everything as JSON, a tournament report file of FIDE."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.trf.writer import write_trf
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.exports.everything import everything
from nabu.contests.tournaments.exports.tables import CSV_COLUMNS, CSV_TABLES
from nabu.contests.tournaments.imports.report_files import report_of, reported_stage
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core.spreadsheet import csv_response


@require_safe
def export_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What can be downloaded."""
    tournament = visible_tournament(request, pk)
    context = {**frame(request, tournament, "export"), "has_report": reported_stage(tournament) is not None}
    return render(request, "contests/tournaments/exports/export.html", context)


@require_safe
def export_csv(request: HttpRequest, pk: int, table: str) -> HttpResponse:
    """One table."""
    tournament = visible_tournament(request, pk)
    if table not in CSV_TABLES:
        raise Http404
    records = CSV_TABLES[table](tournament, is_organiser(request.user, tournament))
    return csv_response(records, f"nabu-{tournament.pk}-{table}", CSV_COLUMNS[table])


@require_safe
def export_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything."""
    tournament = visible_tournament(request, pk)
    response = JsonResponse(
        everything(tournament, is_organiser(request.user, tournament)), json_dumps_params={"ensure_ascii": False}
    )
    return _download(response, f"nabu-{tournament.pk}.json")


@require_safe
def export_trf(request: HttpRequest, pk: int) -> HttpResponse:
    """The first stage that a report file can say everything about; 404 without one."""
    tournament = visible_tournament(request, pk)
    stage = reported_stage(tournament)
    if stage is None:
        raise Http404
    response = HttpResponse(write_trf(report_of(stage)), content_type="text/plain; charset=utf-8")
    return _download(response, f"nabu-{tournament.pk}.trf")


def _download(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
