"""The page that the QR code of a result slip opens: report, confirm or dispute without an account."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.matches.slips import seat_holder, table_of_token
from nabu.contests.results import services
from nabu.contests.results.permissions import can_rule
from nabu.contests.results.reporters import is_same_side, reporter_name
from nabu.contests.results.settling.counting import open_report_of, seats_of
from nabu.contests.results.settling.sheets import sheet_lines
from nabu.contests.results.slip.forms import ConfirmBySlipForm, DisputeBySlipForm, ReportBySlipForm, SheetBySlipForm
from nabu.contests.results.table.forms import is_outdated, reported_so_far
from nabu.contests.results.table.saving import back_to, table_for
from nabu.contests.tournaments.models import Round, Tournament
from nabu.core.errors import Refused
from nabu.core.forms import TablerForm
from nabu.web.pages import account_of, perform, perform_form, post_action

Status = Table.Status


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def slip(request: HttpRequest, token: str) -> HttpResponse:
    """The table of the slip, with what can be done there now. Whoever has the slip may look; a seat's code acts."""
    table = table_of_token(token)
    if table is None:
        return render(request, "contests/results/slip/slip_over.html", {"table": None}, status=404)
    if not is_open(table):
        return render(
            request,
            "contests/results/slip/slip_over.html",
            {"table": table, "tournament": table.round.stage.tournament},
        )
    form = _sent_form(request, table) if request.method == "POST" else None
    if form is not None and form.is_valid() and _act(request, table, form):
        return redirect("table:slip", token)
    return _page(request, table, token, form)


@post_action
def replace(request: HttpRequest, pk: int) -> HttpResponse:
    """Whoever keeps score makes the table's slip worthless, with its codes: it was lost, or codes were guessed."""
    found = table_for(request, pk, can_rule)
    done = _("The old slip no longer works. Print new slips for this table.")
    perform(request, partial(services.replace_slip, account_of(request), found), done)
    return back_to(found)


def is_open(table: Table) -> bool:
    """A slip is good for its round: from the publication until every result is there or the round is locked."""
    round_ = table.round
    return (
        round_.stage.tournament.status == Tournament.Status.RUNNING
        and round_.status == Round.Status.PUBLISHED
        and round_.locked_at is None
    )


def _sent_form(request: HttpRequest, table: Table) -> Any:
    """The form of the button that was pressed."""
    match request.POST.get("do"):
        case "confirm":
            return ConfirmBySlipForm(request.POST, prefix="confirm")
        case "dispute":
            return DisputeBySlipForm(request.POST, prefix="dispute")
        case "sheet":
            return SheetBySlipForm(request.POST, table=table, seats=seats_of(table), prefix="sheet")
        case _:
            return ReportBySlipForm(request.POST, table=table, seats=seats_of(table), prefix="report")


def _act(request: HttpRequest, table: Table, form: Any) -> bool:
    """Do what was sent, in the name of the seat whose code it is. A refusal becomes an error of the form."""
    try:
        holder = seat_holder(table, form.cleaned_data["code"])
    except Refused as refusal:
        form.add_error("code", refusal.message)
        return False
    if is_outdated(request, table, form):
        return False
    if isinstance(form, ReportBySlipForm):
        service = partial(services.report_result, holder, table, form.scores, form.places)
        done = _("Result reported. Another player confirms it with their own seat code.")
    elif isinstance(form, SheetBySlipForm):
        service = partial(services.report_result, holder, table, (), form.places, form.points)
        done = _("Score sheet saved. Another player confirms it with their own seat code.")
    else:
        report = open_report_of(table)
        # What was looked at is answered, not what the reporter may have put in its place meanwhile.
        if report is None or str(report.pk) != request.POST.get("report"):
            form.add_error(None, _("This report is no longer waiting for an answer. Reload the table's page."))
            return False
        if is_same_side(holder, report):
            said = _("This is the code of the seat that reported. Another player confirms with theirs.")
            form.add_error("code", said)
            return False
        if isinstance(form, ConfirmBySlipForm):
            service = partial(services.confirm_report, holder, report)
            done = _("Result confirmed. The standings are up to date.")
        else:
            service = partial(services.dispute_report, holder, report, form.cleaned_data["reason"])
            done = _("Result disputed. The organiser decides.")
    return perform_form(request, form, service, done)


def _page(request: HttpRequest, table: Table, token: str, sent: Any) -> HttpResponse:
    seats = seats_of(table)
    report: ResultReport | None = open_report_of(table) if table.status == Status.REPORTED else None
    forms: dict[type, TablerForm] = {
        ReportBySlipForm: ReportBySlipForm(table=table, seats=seats, prefix="report"),
        SheetBySlipForm: SheetBySlipForm(table=table, seats=seats, prefix="sheet"),
        ConfirmBySlipForm: ConfirmBySlipForm(prefix="confirm"),
        DisputeBySlipForm: DisputeBySlipForm(prefix="dispute"),
    }
    if sent is not None:
        forms[type(sent)] = sent
    context = {
        "table": table,
        "tournament": table.round.stage.tournament,
        "token": token,
        "seats": seats,
        "reporter": reporter_name(report) if report else "",
        "reported": list(zip(seats, report.scores, report.places, strict=True)) if report else [],
        "waits": report,
        "record_form": ConfirmBySlipForm(prefix="record"),
        "reported_so_far": reported_so_far(table),
        "may_report": table.status in (Status.OPEN, Status.REPORTED) and not table.is_bye,
        "reported_sheet": sheet_lines(table, report),
        "report_form": forms[ReportBySlipForm],
        "sheet_form": forms[SheetBySlipForm],
        "confirm_form": forms[ConfirmBySlipForm],
        "dispute_form": forms[DisputeBySlipForm],
        "sent": type(sent).__name__ if sent is not None else "",
    }
    return render(request, "contests/results/slip/slip.html", context)
