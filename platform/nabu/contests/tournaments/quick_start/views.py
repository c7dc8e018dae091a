"""The pages of a quick start: one to begin with, one to name the players afterwards."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from engine.registry import GAMES
from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.quick_start import services
from nabu.contests.tournaments.quick_start.forms import QuickStartForm, RenameForm
from nabu.core.errors import Refused
from nabu.web.pages import account_of, perform_form


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def quick_start(request: HttpRequest) -> HttpResponse:
    """Ask for the game, how many play and how many sit at a table; then round 1 is there."""
    account = account_of(request)
    if request.method == "POST":
        form = QuickStartForm(request.POST)
        if form.is_valid():
            publish = request.POST.get("what") != "draft"
            try:
                round_ = services.quick_start(account, form.wanted(publish=publish))
            except Refused as refusal:
                form.add_error(None, refusal.message)
            else:
                done = _("Round 1 published.") if publish else _("Round 1 is a draft. Only you see it.")
                messages.success(request, done)
                return redirect("tournaments:round", round_.pk)
    else:
        last = Tournament.objects.filter(organiser=account, game__in=GAMES).order_by("-pk").first()
        asked = request.GET.get("game", "")
        game = asked if asked in GAMES else last.game if last else next(iter(GAMES))
        form = QuickStartForm(initial={"game": game})
    return render(request, "contests/tournaments/quick_start/quick_start.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, pk: int) -> HttpResponse:
    """All players who were made for this tournament, each with a field for the name."""
    tournament = organised_tournament(request, pk)
    found = list(services.renamable_entries(tournament))
    form = RenameForm(request.POST if request.method == "POST" else None, entries=found)
    if request.method == "POST" and form.is_valid():
        renamed = form.renamed()
        if not renamed:
            messages.info(request, _("No name was changed."))
            return redirect("tournaments:entries", pk)
        done = ngettext("%(count)s player renamed.", "%(count)s players renamed.", len(renamed))
        service = partial(services.rename_entries, account_of(request), tournament, renamed)
        if perform_form(request, form, service, done % {"count": len(renamed)}):
            return redirect("tournaments:entries", pk)
    context = {**frame(request, tournament, "entries"), "people": "list", "form": form}
    return render(request, "contests/tournaments/quick_start/names.html", context)
