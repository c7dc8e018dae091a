"""Taking one's own data along: everything as an archive, and games for the app BG Stats."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nabu.statistics.dashboards.exports.bg_stats import play_link
from nabu.statistics.dashboards.exports.tables import PersonalExport, zip_of
from nabu.web.pages import account_of

GAMES_ON_A_PAGE = 25


@login_required
@require_safe
def exports(request: HttpRequest) -> HttpResponse:
    """What can be taken along."""
    seats = list(reversed(PersonalExport(account_of(request)).seats))
    page = Paginator(seats, GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    plays = [(seat, play_link(seat.table)) for seat in page]
    return render(request, "statistics/dashboards/exports/player.html", {"page": page, "plays": plays})


@login_required
@require_safe
def everything(request: HttpRequest) -> HttpResponse:
    """Everything about the own games in one archive."""
    response = HttpResponse(zip_of(PersonalExport(account_of(request))), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="nabu-my-games.zip"'
    response["Cache-Control"] = "no-store"
    response["X-Content-Type-Options"] = "nosniff"
    return response
