"""The dates of all rounds in one form, and the tables past their deadline, each with one tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from nabu.contests.dates import services
from nabu.contests.dates.forms import AbsentForm, DatesForm, ExtendForm, FillForm
from nabu.contests.dates.models import Extension
from nabu.contests.dates.moments import moment
from nabu.contests.dates.queries import overdue_tables, overdue_with_players, planned_rounds, reminder_hours
from nabu.contests.matches.models import Table
from nabu.contests.results.permissions import can_see_table
from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core.errors import NotAllowed, Refused
from nabu.web.pages import account_of, perform_form, post_action

T = TypeVar("T")

SHOWN = 50
"""So many overdue tables are on the page at once; the others follow when these are decided."""

DAYS = (1, 3, 7)
"""Extensions with one tap."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def dates(request: HttpRequest, pk: int) -> HttpResponse:
    """Look at the dates of all rounds, and change them."""
    tournament = organised_tournament(request, pk)
    form = _dates_form(tournament, request)
    if form.is_bound and form.is_valid():
        service = partial(services.set_dates, account_of(request), tournament, form.specs(), form.hours())
        if perform_form(request, form, service, _("Dates saved.")):
            return redirect("dates:dates", pk)
    return _dates_page(request, tournament, form=form)


@post_action
def fill(request: HttpRequest, pk: int) -> HttpResponse:
    """Give every round without a deadline one."""
    tournament = organised_tournament(request, pk)
    form = FillForm(request.POST, prefix="fill")
    if form.is_valid():
        words = form.cleaned_data
        service = partial(services.fill_deadlines, account_of(request), tournament, words["first"], words["days"])
        if perform_form(request, form, service, _filled):
            return redirect("dates:dates", pk)
    return _dates_page(request, tournament, fill_form=form)


def _filled(rounds: int) -> str:
    return ngettext("%(rounds)s deadline set.", "%(rounds)s deadlines set.", rounds) % {"rounds": rounds}


def _dates_form(tournament: Tournament, request: HttpRequest | None = None) -> DatesForm:
    data = request.POST if request is not None and request.method == "POST" else None
    return DatesForm(data, rounds=planned_rounds(tournament), hours=reminder_hours(tournament), prefix="dates")


def _dates_page(
    request: HttpRequest, tournament: Tournament, form: DatesForm | None = None, fill_form: FillForm | None = None
) -> HttpResponse:
    shown = form or _dates_form(tournament)
    may_change = tournament.status in (Tournament.Status.DRAFT, Tournament.Status.RUNNING)
    context = {
        **frame(request, tournament, "overview"),
        "form": shown,
        "fill_form": fill_form or FillForm(prefix="fill"),
        "empty": sum(planned.dates.due_at is None for planned in shown.rounds),
        "may_change": may_change,
    }
    return render(request, "contests/dates/dates.html", context)


@login_required
@require_safe
def overdue(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables past their deadline, the longest first."""
    return _overdue_page(request, organised_tournament(request, pk))


def _overdue_page(
    request: HttpRequest, tournament: Tournament, table: Table | None = None, form: ExtendForm | None = None
) -> HttpResponse:
    """`form` is a refused extension of this `table`."""
    found = list(overdue_with_players(tournament)[:SHOWN])
    context = {
        **frame(request, tournament, "overview"),
        "days": DAYS,
        "lines": [
            (
                each,
                services.why_no_draw(each),
                form if table is not None and form is not None and each.pk == table.pk else _extend_form(each),
            )
            for each in found
        ],
        "more": max(0, overdue_tables(tournament).count() - len(found)) if len(found) == SHOWN else 0,
    }
    return render(request, "contests/dates/overdue.html", context)


def _extend_form(table: Table, request: HttpRequest | None = None) -> ExtendForm:
    return ExtendForm(request.POST if request else None, prefix=f"extend-{table.pk}")


@post_action
def forfeit(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody at an overdue table did not play."""
    table = _table(request, pk)
    form = AbsentForm(request.POST)
    absent = form.cleaned_data["absent"] if form.is_valid() else []
    service = partial(services.forfeit_overdue, account_of(request), table, absent, request.POST.get("seen", ""))
    _decide(request, table, service, _("Table %(number)s: no-show saved.") % {"number": table.number})
    return _back(table)


@post_action
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """An overdue table is a draw."""
    table = _table(request, pk)
    service = partial(services.draw_overdue, account_of(request), table, request.POST.get("seen", ""))
    _decide(request, table, service, _("Table %(number)s: draw saved.") % {"number": table.number})
    return _back(table)


@post_action
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """The report at an overdue table is right."""
    table = _table(request, pk)
    sent = request.POST.get("report", "")
    report = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 19 else 0
    service = partial(services.confirm_overdue, account_of(request), table, report)
    _decide(request, table, service, _("Result confirmed. The standings are up to date."))
    return _back(table)


@post_action
def extend(request: HttpRequest, pk: int) -> HttpResponse:
    """An overdue table gets more time: some days, or until a date."""
    table = _table(request, pk)
    days = request.POST.get("days", "")
    actor = account_of(request)
    if days in map(str, DAYS):
        _decide(request, table, partial(services.extend_by_days, actor, table, int(days)), _extended)
        return _back(table)
    form = _extend_form(table, request)
    if form.is_valid() and perform_form(
        request, form, partial(services.extend_deadline, actor, table, form.cleaned_data["due_at"]), _extended
    ):
        return _back(table)
    return _overdue_page(request, organised_tournament(request, table.round.stage.tournament_id), table, form)


def _decide(request: HttpRequest, table: Table, service: Callable[[], T], done: str | Callable[[T], str]) -> None:
    """Like `perform`; a refusal has a link to the table, which may no longer be on the page."""
    try:
        result = service()
    except Refused as refusal:
        words, address = _("Table %(number)s") % {"number": table.number}, reverse("table:page", args=[table.pk])
        messages.error(
            request, format_html('{} <a class="alert-link" href="{}">{}</a>', refusal.message, address, words)
        )
    else:
        messages.success(request, done if isinstance(done, str) else done(result))


def _extended(extension: Extension) -> str:
    values = {"number": extension.table.number, "moment": moment(extension.due_at)}
    return _("Table %(number)s: deadline now %(moment)s. Its players get a mail.") % values


def _table(request: HttpRequest, pk: int) -> Table:
    """The table for directors of its tournament: 404 for who may not see it, else raises NotAllowed."""
    found = get_object_or_404(Table.objects.select_related("round__stage__tournament"), pk=pk)
    if not can_see_table(request.user, found):
        raise Http404
    if not is_organiser(request.user, found.round.stage.tournament):
        raise NotAllowed
    return found


def _back(table: Table) -> HttpResponse:
    return redirect("dates:overdue", table.round.stage.tournament_id)
