"""The page on which directors change seats and table numbers of a published round."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.matches.models import Table
from nabu.contests.results.reseating.forms import SeatsForm, TableNumberForm
from nabu.contests.results.reseating.services import NEEDS_LOOK, change_seats, preview_seats
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.tournaments.access import frame, organised_round
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.draft import renumber_table
from nabu.contests.tournaments.rounds.pages import tables_with_players
from nabu.core.errors import Refused
from nabu.web.pages import account_of, perform_form, post_action


@require_safe
def seats(request: HttpRequest, pk: int) -> HttpResponse:
    """Who goes where, and which table gets which number. A draft is changed on its own page."""
    found = organised_round(request, pk)
    if found.status == Round.Status.DRAFT:
        return redirect("tournaments:round", pk)
    return _page(request, found)


@post_action
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the seats at once, or show first what depends on them."""
    found = organised_round(request, pk)
    form = SeatsForm(request.POST, tables=_tables(found))
    if not form.is_valid():
        return _page(request, found, form)
    words = (account_of(request), form.chosen, form.goal, form.cleaned_data["reason"])
    seen = Propagation(rebuild_next="rebuild" in request.POST) if "seen" in request.POST else None
    try:
        change_seats(*words, propagation=seen)
    except Refused as refusal:
        if refusal.why != NEEDS_LOOK:
            form.add_error(None, refusal.message)
            return _page(request, found, form)
        return _effects(request, found, form)
    messages.success(request, _("Seats changed. The players are told."))
    return redirect("tournaments:round_seats", pk)


@post_action
def number(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a table another number."""
    found = organised_round(request, pk)
    form = TableNumberForm(request.POST, tables=_tables(found))
    if form.is_valid():
        wanted = form.cleaned_data["number"]
        service = partial(renumber_table, account_of(request), form.chosen, wanted)
        if perform_form(request, form, service, _("Table number changed to %(number)s.") % {"number": wanted}):
            return redirect("tournaments:round_seats", pk)
    return _page(request, found, number_form=form)


def _effects(request: HttpRequest, found: Round, form: SeatsForm) -> HttpResponse:
    try:
        kept, rebuilt = preview_seats(account_of(request), form.chosen, form.goal, form.cleaned_data["reason"])
    except Refused as refusal:
        form.add_error("reason" if not form.cleaned_data["reason"] else None, refusal.message)
        return _page(request, found, form)
    sent = [(name, form.cleaned_data[name]) for name in ("player", "to", "reason", "seating")]
    context = {**frame(request, found.stage.tournament, "round"), "round": found, "kept": kept, "rebuilt": rebuilt}
    context |= {"what": form.in_words, "reason": form.cleaned_data["reason"]}
    context["sent"] = sent
    return render(request, "contests/results/reseating/effects.html", context)


def _tables(found: Round) -> list[Table]:
    return list(tables_with_players().filter(round=found, game_number=1))


def _page(
    request: HttpRequest, found: Round, form: SeatsForm | None = None, number_form: TableNumberForm | None = None
) -> HttpResponse:
    tables = _tables(found)
    context = {
        **frame(request, found.stage.tournament, "round"),
        "round": found,
        "form": form or SeatsForm(tables=tables, player=request.GET.get("player", "")),
        "number_form": number_form or TableNumberForm(tables=tables),
    }
    return render(request, "contests/results/reseating/seats.html", context)
