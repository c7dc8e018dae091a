"""The cross table of a stage: page and download."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from competition.cross_table import Cell, CrossTable, by_rounds, squares
from competition.points import in_cents, spelled
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.queries import competitors_of, draw_seed_of, format_of, tables_of
from nabu.contests.tournaments.shared import works_in_stage
from nabu.contests.tournaments.topics import topics_of_stage
from nabu.core.spreadsheet import Record, csv_response
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import shared

SQUARE_FORMATS = ("round_robin",)
"""Where everybody meets everybody."""


@require_safe
@shared(SharedPage(topics_of_stage, in_full=works_in_stage))
def cross_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Who met whom, in order of the standings."""
    stage = visible_stage(request, pk)
    context = {**frame(request, stage.tournament, "standings"), "stage": stage, "tables": cross_tables(stage)}
    return render(
        request, "contests/tournaments/standings/cross_table.html", {**context, "format": format_of(stage)[0]}
    )


@require_safe
def cross_table_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The cross table for a spreadsheet. Names of columns are for machines and never translated."""
    stage = visible_stage(request, pk)
    records = [record for table in cross_tables(stage) for record in _records(table)]
    return csv_response(records, f"nabu-{stage.tournament_id}-cross-table-{stage.position}")


def visible_stage(request: HttpRequest, pk: int) -> Stage:
    """A stage that has begun, of a tournament that this person may see, or 404."""
    stage = get_object_or_404(Stage, pk=pk)
    stage.tournament = visible_tournament(request, stage.tournament_id)
    if stage.status == Stage.Status.PENDING:
        raise Http404
    return stage


def cross_tables(stage: Stage) -> list[CrossTable]:
    """One for the stage, or one for each of its groups. A bracket has none: raises Http404."""
    fmt, config = format_of(stage)
    if fmt.is_bracket:
        raise Http404
    competitors, tables = competitors_of(stage), tables_of(stage)
    ranking = fmt.ranking(config, competitors, tables, draw_seed_of(stage))
    counted = fmt.counted(config, competitors, tables)
    return squares(ranking, counted) if stage.format in SQUARE_FORMATS else [by_rounds(ranking, counted)]


def _records(table: CrossTable) -> list[Record]:
    """A line for each competitor; a square names the columns by numbers, a list by rounds."""
    records: list[Record] = []
    for row in table.rows:
        record: Record = {"number": row.number, "place": row.place, "player": row.competitor.name}
        if table.group:
            record = {"group": table.group, **record}
        for column, cells in zip(table.columns, row.cells, strict=True):
            if table.is_square:
                record[f"against_{column}"] = "; ".join(_amount(cell) for cell in cells)
            else:
                cell = cells[0] if cells else None
                record[f"round_{column}_opponents"] = " ".join(map(str, cell.opponents)) if cell else ""
                record[f"round_{column}_place"] = cell.place if cell else None
                record[f"round_{column}_proof"] = cell.proof if cell else ""
                points = cell.points if cell else None
                record[f"round_{column}_points"] = None if points is None else float(in_cents(points))
        records.append({**record, "points": float(in_cents(row.points)), "points_exact": spelled(row.points)})
    return records


def _amount(cell: Cell) -> str:
    """Points as a spreadsheet reads them; a star for a game without a result."""
    return "*" if cell.points is None else f"{in_cents(cell.points).normalize():f}"
