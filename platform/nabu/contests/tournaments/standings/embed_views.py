"""Standings without frame and menu, for the sites of clubs."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.formats import FORMATS
from nabu.contests.tournaments import queries
from nabu.contests.tournaments.access import visible_tournament
from nabu.contests.tournaments.models import Stage, Tournament
from nabu.contests.tournaments.standings.pages import ROWS_PER_PAGE, embedded_page
from nabu.contests.tournaments.standings.table import standings_table
from nabu.web.shared_pages.pages import shared

THEMES = ("light", "dark")


@require_safe
@shared(embedded_page)
def embedded(request: HttpRequest, pk: int) -> HttpResponse:
    """The first lines of each table, the latest stage first. It holds no form: other sites may show it in a frame."""
    tournament = visible_tournament(request, pk)
    stages = [stage for stage in tournament.stages.all() if stage.status != Stage.Status.PENDING]
    tables = [standings_table(stage) for stage in reversed(stages) if not FORMATS[stage.format].is_bracket]
    overall = queries.standings(tournament) if len(stages) > 1 or (stages and not tables) else []
    theme = request.GET.get("theme", "")
    context = {
        "tournament": tournament,
        "finished": tournament.status == Tournament.Status.FINISHED,
        "overall": overall[:ROWS_PER_PAGE],
        "tables": [(table, table.rows[:ROWS_PER_PAGE]) for table in tables],
        "more": max([len(overall), *(len(table.rows) for table in tables)]) > ROWS_PER_PAGE,
        "theme": theme if theme in THEMES else "",
        "full": settings.SITE_ADDRESS + reverse("tournaments:standings", args=[pk]),
    }
    return render(request, "contests/tournaments/standings/embed.html", context)
