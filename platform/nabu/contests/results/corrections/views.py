"""Correcting a result that something later is built on: the director sees first what it changes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from nabu.contests.matches.models import Table
from nabu.contests.results.corrections.services import preview_both
from nabu.contests.results.forms import AbsentForm, AcceptLogForm, RulingForm
from nabu.contests.results.permissions import can_overrule
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.propagation import is_built_on
from nabu.contests.results.sheet_forms import RulingSheetForm
from nabu.contests.tournaments.access import frame
from nabu.core.errors import Refused
from nabu.web.pages import account_of, perform_form

CorrectingForm = RulingForm | RulingSheetForm | AbsentForm | AcceptLogForm
"""The forms that decide a result."""


def needs_correction(request: HttpRequest, table: Table) -> bool:
    """Whether a director rules about a table that something later is built on."""
    return is_built_on(table.round) and can_overrule(request.user, table)


def correct(request: HttpRequest, table: Table, form: CorrectingForm) -> HttpResponse | None:
    """The page that says what a valid decision would change, or the way back once that was agreed to.

    None if it was refused; the form then says why.
    """
    if "seen" in request.POST:
        done = _("Result corrected. Standings and later rounds are up to date.")
        ruling = form.ruling(Propagation(rebuild_next="rebuild" in request.POST))
        agreed = perform_form(request, form, lambda: rule_result(account_of(request), table, ruling), done)
        return redirect("table:page", table.pk) if agreed else None
    try:
        kept, rebuilt = preview_both(account_of(request), table, form.ruling())
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return None
    tournament = table.round.stage.tournament
    context = {
        **frame(request, tournament, "rounds"),
        "table": table,
        "kept": kept,
        "rebuilt": rebuilt,
        "sent": [
            (name, value) for name, values in request.POST.lists() for value in values if name != "csrfmiddlewaretoken"
        ],
    }
    return render(request, "contests/results/corrections/correction.html", context)
