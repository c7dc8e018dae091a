"""The page of a table and everything that happens there: reports, confirmations, logs, disputes, rulings, absences."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.accounts.players.models import Person
from nabu.contests.matches.models import LogSubmission, Objection, ResultReport, Table
from nabu.contests.results import services
from nabu.contests.results.forms import AcceptLogForm, DuplicateForm, OptionalReasonForm, ReasonForm
from nabu.contests.results.logs.forms import LogForm
from nabu.contests.results.logs.queries import log_state
from nabu.contests.results.permissions import (
    can_assign,
    can_confirm,
    can_dispute,
    can_object,
    can_overrule,
    can_report,
    can_rule,
    can_see_table,
    can_upload,
    sits_at,
)
from nabu.contests.results.table.forms import (
    UNDECIDED,
    absent_form,
    accept_prefix,
    duplicate_prefix,
    reject_prefix,
    report_form,
    report_sheet_form,
    ruling_form,
    ruling_sheet_form,
    seats_form,
)
from nabu.contests.results.table.page import render_table, render_told, show_sheet
from nabu.contests.results.table.queries import next_without_result, submissions_with_verdicts, tables_with_everything
from nabu.contests.results.table.saving import back_to, save, table_for, visible_table
from nabu.contests.results.table.shared import TOLD, shared_table
from nabu.core.errors import NotAllowed
from nabu.core.proxies import network_of
from nabu.web.pages import account_of, by_htmx, form_action, perform, post_action
from nabu.web.shared_pages.pages import shared


@require_safe
@shared(shared_table)
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sits here, what the result is and where it comes from, and what you can do about it."""
    found = visible_table(request, pk, tables_with_everything())
    return render_told(request, found) if request.headers.get("HX-Target") == TOLD else render_table(request, found)


@post_action
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table reports the scores."""
    found = table_for(request, pk, can_report)
    form = report_form(found, request.POST)
    return save(
        request,
        found,
        form,
        lambda actor: services.report_result(actor, found, form.scores, form.places),
        _("Result reported. Another player of the table has to confirm it."),
    )


@form_action
def report_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table types in the points by source; the scores are their sums."""
    found = table_for(request, pk, can_report)
    if request.method != "POST":
        return show_sheet(request, found, report_sheet_form(found))
    form = report_sheet_form(found, request.POST)
    return save(
        request,
        found,
        form,
        lambda actor: services.report_result(actor, found, (), form.places, form.points),
        _("Score sheet saved. Another player of the table has to confirm it."),
    )


@post_action
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Another player of the table, or the organiser, agrees with a report."""
    found = _visible_report(request, pk, can_confirm)
    perform(
        request,
        lambda: services.confirm_report(account_of(request), found),
        _("Result confirmed. The standings are up to date."),
    )
    return back_to(found.table)


@post_action
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Another player of the table does not agree with a report."""
    found = _visible_report(request, pk, can_dispute)
    form = OptionalReasonForm(request.POST, prefix="dispute")
    return save(
        request,
        found.table,
        form,
        lambda actor: services.dispute_report(actor, found, form.cleaned_data["reason"]),
        _("Result disputed. The organiser decides."),
    )


@post_action
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    """The organiser enters, corrects or settles a result."""
    found = table_for(request, pk, can_rule)
    form = ruling_form(found, request.POST)
    return save(
        request,
        found,
        form,
        lambda actor: services.rule_result(actor, found, form.ruling()),
        _("Result of table %(number)s saved.") % {"number": found.number},
        leads_to=_to_next if found.status in UNDECIDED else back_to,
    )


@form_action
def rule_by_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Whoever keeps score enters or corrects a result with its points by source."""
    found = table_for(request, pk, can_rule)
    if request.method != "POST":
        return show_sheet(request, found, ruling_sheet_form(found, version=request.GET.get("for", "")))
    form = ruling_sheet_form(found, request.POST)
    return save(
        request,
        found,
        form,
        lambda actor: services.rule_result(actor, found, form.ruling()),
        _("Score sheet of table %(number)s saved. The standings are up to date.") % {"number": found.number},
    )


@post_action
def forfeit(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody did not play: a forfeit, or the others play on."""
    found = table_for(request, pk, can_rule)
    form = absent_form(found, request.POST)
    return save(
        request,
        found,
        form,
        lambda actor: services.forfeit_seats(actor, found, form.absent, form.cleaned_data["reason"]),
        _("Absence recorded."),
    )


@post_action
def free(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody dropped out with an open game: one press decides it."""
    found = table_for(request, pk, can_rule)

    def done(_followed: object) -> str:
        found.refresh_from_db(fields=["status"])
        if found.status == Table.Status.CONFIRMED:
            words = _("Forfeit recorded at table %(number)s.")
        else:
            words = _("Absence recorded. The other players of table %(number)s can still play.")
        return words % {"number": found.number}

    perform(request, partial(services.free_table, account_of(request), found), done)
    return redirect("tournaments:round", found.round_id)


@post_action
def call_no_show(request: HttpRequest, pk: int) -> HttpResponse:
    """A player says that somebody is missing."""
    found = table_for(request, pk, sits_at)
    perform(
        request,
        partial(services.call_no_show, account_of(request), found),
        _("The organisers have been told that a player is missing at your table."),
    )
    return back_to(found)


@post_action
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """A director decides for a verified log: in a dispute, or because it objects."""
    submission = _sent_log(pk)
    found = table_for(request, submission.table_id, can_overrule)
    form = AcceptLogForm(request.POST, prefix=accept_prefix(pk), submission=submission)
    return save(
        request,
        found,
        form,
        lambda actor: services.accept_log(actor, found, submission, form.cleaned_data["reason"]),
        _("The log is now the result. The standings are up to date."),
    )


@post_action
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """The organiser takes a result back."""
    found = table_for(request, pk, can_overrule)
    form = ReasonForm(request.POST, prefix="reopen")
    return save(
        request,
        found,
        form,
        lambda actor: services.reopen_table(actor, found, form.cleaned_data["reason"]),
        _("Result withdrawn. The table is open again."),
    )


@post_action
def assign_seats(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sent a log, or keeps score, says who has which of its seats."""
    found = visible_table(request, get_object_or_404(LogSubmission, pk=pk).table_id, tables_with_everything())
    submission = next(item for item in found.submissions.all() if item.pk == pk)
    if not can_assign(request.user, submission):
        raise NotAllowed
    form = seats_form(submission, request.POST)
    if form is None:
        messages.error(request, _("The seats of this log are already assigned, or need no assignment."))
        return back_to(found)
    return save(
        request,
        found,
        form,
        lambda actor: services.assign_seats(actor, submission, form.entries),
        _("Seats assigned."),
    )


@post_action
def answer_duplicate(request: HttpRequest, pk: int) -> HttpResponse:
    """A director says whether a log with the moves of another game tells that game."""
    submission = _sent_log(pk)
    found = submission.table = table_for(request, submission.table_id, can_overrule)
    form = DuplicateForm(request.POST, prefix=duplicate_prefix(pk))
    return save(
        request,
        found,
        form,
        lambda actor: services.answer_duplicate(actor, submission, form.is_same, form.cleaned_data["reason"]),
        _("Answer saved. The log is not used.") if form.is_same else _("Answer saved. The log is used like any other."),
    )


@post_action
def object_to_result(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table says that its confirmed result is wrong."""
    found = table_for(request, pk, can_object)
    form = ReasonForm(request.POST, prefix="object")
    return save(
        request,
        found,
        form,
        lambda actor: services.object_to_result(actor, found, form.cleaned_data["reason"]),
        _("Objection sent. The result stays valid until a director has answered."),
    )


@post_action
def reject(request: HttpRequest, pk: int) -> HttpResponse:
    """A director lets a result stand to which somebody objects."""
    objection = get_object_or_404(Objection, pk=pk)
    found = table_for(request, objection.table_id, can_overrule)
    form = ReasonForm(request.POST, prefix=reject_prefix(pk))
    return save(
        request,
        found,
        form,
        lambda actor: services.reject_objection(actor, objection, form.cleaned_data["reason"]),
        _("Objection rejected. The result stays valid."),
    )


@post_action
def upload_at_table(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table, or the organiser, sends the log of the game."""
    found = table_for(request, pk, can_upload)
    form = LogForm(request.POST, request.FILES, prefix="upload")
    return save(
        request,
        found,
        form,
        lambda actor: services.submit_log(actor, form.cleaned_data["log"], found, network_of(request)),
        lambda _sent: form.done,
        field="log",
    )


@require_safe
def submission(request: HttpRequest, pk: int) -> HttpResponse:
    """The state of one submitted log: the part of the table's page that is asked for again until it is done."""
    found = get_object_or_404(submissions_with_verdicts().select_related("table__round__stage__tournament"), pk=pk)
    if found.table is None or not can_see_table(request.user, found.table):
        raise Http404
    state = log_state(found)
    response = render(request, "contests/results/logs/_log_state.html", {"state": state})
    if by_htmx(request) and not state.waiting:
        response["HX-Refresh"] = "true"
    return response


def _to_next(found: Table) -> HttpResponse:
    """Whoever enters results goes on with the next table, after the last one with the round and its next step."""
    waiting = next_without_result(found)
    return redirect("table:page", waiting) if waiting else redirect("tournaments:round", found.round_id)


def _sent_log(pk: int) -> LogSubmission:
    return get_object_or_404(LogSubmission.objects.select_related("log").defer("log__content"), pk=pk)


def _visible_report(request: HttpRequest, pk: int, may: Callable[[Person, ResultReport], bool]) -> ResultReport:
    found = get_object_or_404(ResultReport.objects.select_related("table__round__stage__tournament"), pk=pk)
    if not can_see_table(request.user, found.table):
        raise Http404
    if not may(request.user, found):
        raise NotAllowed
    return found
