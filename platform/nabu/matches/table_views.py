"""The page of a table and everything that happens there: reports, confirmations, logs, disputes, rulings."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.errors import NotAllowed
from nabu.games.notes import note_on
from nabu.matches import services
from nabu.matches.forms import LogForm, OptionalReasonForm, ReasonForm, RulingForm, ScoresForm
from nabu.matches.models import LogSubmission, ResultReport, Table
from nabu.matches.page_queries import Comparison, comparison, history, log_state, tables_with_everything
from nabu.matches.results import rests_on_log_alone
from nabu.pages import account_of, by_htmx, change, perform, perform_form
from nabu.permissions import can_confirm, can_dispute, can_object, can_report, can_rule, can_see_table, can_upload
from nabu.players.names import name_of

Status = Table.Status


@require_safe
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sits here, what the result is and where it comes from, and what you can do about it."""
    return _page(request, _visible_table(request, pk))


@change
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table reports the scores."""
    found = _visible_table(request, pk)
    if not can_report(request.user, found):
        raise NotAllowed
    form = ScoresForm(request.POST, seats=list(found.seats.all()), prefix="report")
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.report_result(account_of(request), found, form.scores, form.places),
        _("The result is reported. Another player of the table has to confirm it."),
    ):
        return _back(found)
    return _page(request, found, report_form=form)


@change
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Another player of the table, or the organiser, agrees with a report."""
    found = _visible_report(request, pk)
    if not can_confirm(request.user, found):
        raise NotAllowed
    perform(
        request,
        lambda: services.confirm_report(account_of(request), found),
        _("The result is confirmed. Standings and ratings are up to date."),
    )
    return _back(found.table)


@change
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Another player of the table does not agree with a report."""
    found = _visible_report(request, pk)
    if not can_dispute(request.user, found):
        raise NotAllowed
    form = OptionalReasonForm(request.POST, prefix="dispute")
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.dispute_report(account_of(request), found, form.cleaned_data["reason"]),
        _("The table is disputed. The organiser decides."),
    ):
        return _back(found.table)
    return _page(request, _visible_table(request, found.table_id), dispute_form=form)


@change
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    """The organiser enters, corrects or settles a result."""
    found = _organised_table(request, pk)
    form = _ruling_form(found, request.POST)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.rule_result(account_of(request), found, form.scores, form.places, form.cleaned_data["reason"]),
        _("The result stands. Standings and ratings are up to date."),
    ):
        return _back(found)
    return _page(request, found, ruling_form=form)


@change
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """The organiser settles a dispute in favour of a verified log."""
    submission = get_object_or_404(LogSubmission.objects.select_related("log").defer("log__content"), pk=pk)
    if submission.table_id is None:
        raise Http404
    found = _organised_table(request, submission.table_id)
    form = ReasonForm(request.POST, prefix=_accept_prefix(pk))
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.accept_log(account_of(request), found, submission, form.cleaned_data["reason"]),
        _("The log is the result now. Standings and ratings are up to date."),
    ):
        return _back(found)
    return _page(request, found, accept_form=form)


@change
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """The organiser takes a result back."""
    found = _organised_table(request, pk)
    form = ReasonForm(request.POST, prefix="reopen")
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.reopen_table(account_of(request), found, form.cleaned_data["reason"]),
        _("The result is taken back. The table is open again."),
    ):
        return _back(found)
    return _page(request, found, reopen_form=form)


@change
def object_to_log(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table says that the log is not the game they played."""
    found = _visible_table(request, pk)
    if not can_object(request.user, found):
        raise NotAllowed
    form = ReasonForm(request.POST, prefix="object")
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.object_to_log(account_of(request), found, form.cleaned_data["reason"]),
        _("The table is disputed. The organiser decides."),
    ):
        return _back(found)
    return _page(request, found, object_form=form)


@change
def upload_at_table(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table, or the organiser, sends the log of the game."""
    found = _visible_table(request, pk)
    if not can_upload(request.user, found):
        raise NotAllowed
    form = LogForm(request.POST, request.FILES, prefix="upload")
    if form.is_valid() and perform_form(
        request,
        form,
        partial(services.submit_log, account_of(request), form.cleaned_data["log"], found),
        _("The log is here and is being verified."),
        field="log",
    ):
        return _back(found)
    return _page(request, found, upload_form=form)


@require_safe
def submission(request: HttpRequest, pk: int) -> HttpResponse:
    """The state of one submitted log: the part of the table's page that is asked for again until it is done."""
    found = get_object_or_404(LogSubmission, pk=pk)
    if found.table_id is None:
        raise Http404
    seen = _visible_table(request, found.table_id)
    state = next(log_state(item) for item in seen.submissions.all() if item.pk == pk)
    response = render(request, "matches/_log_state.html", {"state": state})
    if by_htmx(request) and not state.waiting:
        response["HX-Refresh"] = "true"
    return response


def _visible_table(request: HttpRequest, pk: int) -> Table:
    """The table, or 404: who may not see a table does not learn that it exists."""
    found = get_object_or_404(tables_with_everything(), pk=pk)
    if not can_see_table(request.user, found):
        raise Http404
    return found


def _organised_table(request: HttpRequest, pk: int) -> Table:
    found = _visible_table(request, pk)
    if not can_rule(request.user, found):
        raise NotAllowed
    return found


def _visible_report(request: HttpRequest, pk: int) -> ResultReport:
    found = get_object_or_404(ResultReport.objects.select_related("table__round__stage__tournament"), pk=pk)
    if not can_see_table(request.user, found.table):
        raise Http404
    return found


def _ruling_form(found: Table, data: Any = None) -> RulingForm:
    """Filled with the result that stands, else with what was reported last."""
    seats = list(found.seats.all())
    scores = [seat.score for seat in seats]
    reports = [report for report in found.reports.all() if report.status == ResultReport.Status.OPEN]
    if None in scores and reports:
        scores = reports[0].scores
    initial = {f"score_{seat.position}": score for seat, score in zip(seats, scores, strict=True)}
    reason_required = found.status in (Status.CONFIRMED, Status.DISPUTED)
    return RulingForm(data, seats=seats, initial=initial, reason_required=reason_required, prefix="ruling")


def _back(found: Table) -> HttpResponse:
    return redirect("matches:table", found.pk)


def _accept_prefix(submission: int) -> str:
    return f"accept-{submission}"


def _accept_forms(versions: Comparison, with_errors: ReasonForm | None) -> list[tuple[LogSubmission, ReasonForm]]:
    """One form for each log that the organiser may decide in favour of."""
    forms = []
    for version in versions.versions:
        if version.submission is None:
            continue
        prefix = _accept_prefix(version.submission.pk)
        form = with_errors if with_errors and with_errors.prefix == prefix else ReasonForm(prefix=prefix)
        forms.append((version.submission, form))
    return forms


def _page(request: HttpRequest, found: Table, **forms: Any) -> HttpResponse:
    """The table's page; `forms` are those that come back with errors."""
    user, tournament = request.user, found.round.stage.tournament
    open_report = next((item for item in found.reports.all() if item.status == ResultReport.Status.OPEN), None)
    seats = list(found.seats.all())
    versions = comparison(found) if found.status == Status.DISPUTED else None
    waits = found.status in (Status.OPEN, Status.REPORTED) and not found.is_bye
    rules = can_rule(user, found) and not found.is_bye
    context: dict[str, Any] = {
        "table": found,
        "tournament": tournament,
        "note": note_on(tournament.game, tournament.components),
        "seats": seats,
        "open_report": open_report,
        "reporter": name_of(open_report.reported_by) if open_report else "",
        "reported": list(zip(seats, open_report.scores, open_report.places, strict=True)) if open_report else [],
        "logs": [log_state(item) for item in found.submissions.all()],
        "history": history(found),
        "comparison": versions,
        "accept_forms": _accept_forms(versions, forms.pop("accept_form", None)) if versions and rules else [],
        "can_rule": rules,
        "may_confirm": open_report and found.status == Status.REPORTED and can_confirm(user, open_report),
        "may_dispute": open_report and found.status == Status.REPORTED and can_dispute(user, open_report),
        "report_form": None,
        "ruling_form": None,
        "upload_form": None,
        "reopen_form": None,
        "object_form": None,
        "dispute_form": OptionalReasonForm(prefix="dispute"),
        "field_of_error": set(forms),
    }
    seated = can_report(user, found)
    if waits and seated:
        context["report_form"] = ScoresForm(seats=seats, prefix="report")
    sent_it = any(item.log_id == found.log_id and item.submitted_by_id == user.pk for item in found.submissions.all())
    if seated and not sent_it and rests_on_log_alone(found):
        context["object_form"] = ReasonForm(prefix="object")
    if not found.is_bye and can_upload(user, found):
        context["upload_form"] = LogForm(prefix="upload")
    if rules:
        context["ruling_form"] = _ruling_form(found)
        if found.status == Status.CONFIRMED:
            context["reopen_form"] = ReasonForm(prefix="reopen")
    return render(request, "matches/table.html", context | forms)
