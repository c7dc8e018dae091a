"""The home page: what Nabu is, what is running, what was proven last."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from nabu.pages import by_htmx
from nabu.players.models import User
from nabu.practice.demo_state import progress
from nabu.profiles.players.queries import open_tables
from nabu.results.table.queries import latest_verified_tables
from nabu.tournaments.entries.queries import check_ins_of
from nabu.tournaments.models import Tournament
from nabu.tournaments.page_queries import listed_tournaments, organised_tournaments

RUNNING = 12
LATEST_GAMES = 10


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Two sentences, your own tables, the running tournaments, the latest verified games.

    On a new site the demo is still being played: the page asks how far it is, and is shown anew at the end.
    """
    demo = progress()
    if by_htmx(request) and "demo" in request.GET:
        return render(request, "_demo.html", {"demo": demo}) if demo else HttpResponseClientRefresh()
    running = listed_tournaments().filter(status=Tournament.Status.RUNNING, rehearsal=False)[:RUNNING]
    account = request.user if isinstance(request.user, User) else None
    context = {
        "demo": demo,
        "helped": organised_tournaments(account) if account else [],
        "running": running,
        "tables": latest_verified_tables(LATEST_GAMES),
        "my_tables": open_tables(account) if account else [],
        "check_ins": check_ins_of(account) if account else [],
    }
    return render(request, "home.html", context)
