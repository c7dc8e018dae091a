"""Prizes: the public list with who has won what, its download, and the directors' editor."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from competition.prizes import CLUB
from nabu.contests.tournaments.access import frame, organised_tournament, visible_tournament
from nabu.contests.tournaments.models import Prize
from nabu.contests.tournaments.prizes import services
from nabu.contests.tournaments.prizes.forms import prize_forms, specs_of, titled, with_all_rows
from nabu.contests.tournaments.prizes.queries import PRIZE_COLUMNS, prize_list, prize_records
from nabu.contests.tournaments.stale import compare_forms, was_drawn
from nabu.core.spreadsheet import csv_response
from nabu.web.pages import account_of, perform


@require_safe
def prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """Every prize with its winner and the reason."""
    tournament = visible_tournament(request, pk)
    lines = prize_list(tournament)
    context = {
        **frame(request, tournament, "prizes"),
        "lines": [(line, line.prize.only.removeprefix(CLUB)) for line in lines],
        "won": any(line.allotments for line in lines),
    }
    return render(request, "contests/tournaments/prizes/prizes.html", context)


@require_safe
def prizes_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Who has won what, as a table."""
    tournament = visible_tournament(request, pk)
    return csv_response(prize_records(tournament), f"nabu-{tournament.pk}-prizes", PRIZE_COLUMNS)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole list at once."""
    tournament = organised_tournament(request, pk)
    data: QueryDict | None = request.POST if request.method == "POST" else None
    if data is not None and was_drawn(request, tournament):
        data = with_all_rows(tournament, data)
    forms = prize_forms(tournament, data)
    stale = compare_forms(
        request,
        tournament,
        {Prize._meta.label_lower: None},
        titled(prize_forms(tournament, least=len(forms.forms))),
        titled(forms) if forms.is_bound else None,
        request.path,
    )
    if forms.is_bound and not stale:
        if forms.is_valid():
            service = partial(services.set_prizes, account_of(request), tournament, specs_of(forms))
            if perform(request, service, _("Prizes saved.")) is not None:
                return redirect("tournaments:prizes", pk)
        else:
            messages.error(request, _("Not saved. Correct the rows with an error."))
    context = {**frame(request, tournament, "prizes"), "forms": forms, "stale": stale}
    return render(request, "contests/tournaments/prizes/edit.html", context)
