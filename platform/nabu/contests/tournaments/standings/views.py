"""The standings page of a tournament."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.formats import FORMATS
from nabu.contests.tournaments import queries
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.setup.preflight import whole_number
from nabu.contests.tournaments.standings.embed import embed_address
from nabu.contests.tournaments.standings.pages import (
    ROWS_PER_PAGE,
    own_places,
    page_of_overall,
    page_of_table,
    standings_page,
)
from nabu.contests.tournaments.standings.table import standings_table
from nabu.web.shared_pages.pages import shared


@require_safe
@shared(standings_page)
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Points and tie-breaks, with their definitions; with `after` in the address as they were after that round.

    Long tables come in pages; those on paper and the files have all lines.
    """
    tournament = visible_tournament(request, pk)
    stages = [stage for stage in tournament.stages.all() if stage.status != Stage.Status.PENDING]
    after = {stage.pk: whole_number(request.GET.get(f"after-{stage.position}", "")) for stage in stages}
    shown = [stage for stage in reversed(stages) if not FORMATS[stage.format].is_bracket]
    tables = [standings_table(stage, after[stage.pk]) for stage in shown]
    words = request.GET.get("q", "").strip()[:80]
    pages = [page_of_table(each, words, request.GET.get(f"page-{each.stage.position}")) for each in tables]
    overall = queries.standings(tournament) if len(stages) > 1 else []
    context = {
        **frame(request, tournament, "standings"),
        **own_places(request.user, {"pk": pk}),
        "overall": page_of_overall(overall, words, request.GET.get("page")) if overall else None,
        "formats": {stage.pk: FORMATS[stage.format] for stage in stages},
        "tables": tables,
        "paged": list(zip(tables, pages, strict=True)),
        "words": words,
        "long": tournament.players > ROWS_PER_PAGE,  # type: ignore[attr-defined]  # counted by listed_tournaments
        "tie_breaks": {tie_break.key: tie_break for table in tables for tie_break in table.tie_breaks}.values(),
        "started": bool(stages),
        "embed": embed_address(tournament) if stages else None,
    }
    return render(request, "contests/tournaments/standings/standings.html", context)
