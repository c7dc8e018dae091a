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
from nabu.contests.results.corrections.views import correct, needs_correction
from nabu.contests.results.forms import AcceptLogForm, DuplicateForm, OptionalReasonForm, ReasonForm, ScoresForm
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
from nabu.contests.results.sheet_forms import SheetForm
from nabu.contests.results.table.page import (
    absent_form,
    accept_prefix,
    back_to,
    duplicate_prefix,
    is_reported_meanwhile,
    reject_prefix,
    render_again,
    render_table,
    render_told,
    ruling_form,
    ruling_sheet_form,
    seats_form,
    stale_result,
    visible_table,
)
from nabu.contests.results.table.queries import next_without_result, submissions_with_verdicts, tables_with_everything
from nabu.contests.results.table.shared import TOLD, shared_table
from nabu.core.errors import NotAllowed
from nabu.core.proxies import network_of
from nabu.web.pages import account_of, by_htmx, perform, perform_form, post_action
from nabu.web.shared_pages.pages import shared

Status = Table.Status


@require_safe
@shared(shared_table)
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sits here, what the result is and where it comes from, and what you can do about it."""
    found = visible_table(request, pk, tables_with_everything())
    return render_told(request, found) if request.headers.get("HX-Target") == TOLD else render_table(request, found)


@post_action
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table reports the scores."""
    found = visible_table(request, pk)
    if not can_report(request.user, found):
        raise NotAllowed
    form = ScoresForm(request.POST, table=found, seats=list(found.seats.all()), prefix="report")
    if is_reported_meanwhile(request, found, form):
        return render_again(request, found, report_form=form)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.report_result(account_of(request), found, form.scores, form.places),
        _("Result reported. Another player of the table has to confirm it."),
    ):
        return back_to(found)
    return render_again(request, found, report_form=form)


@post_action
def report_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table types in the points by source; the scores are their sums."""
    found = visible_table(request, pk)
    if not can_report(request.user, found):
        raise NotAllowed
    form = SheetForm(request.POST, table=found, seats=list(found.seats.all()), prefix="sheet")
    if is_reported_meanwhile(request, found, form):
        return render_again(request, found, sheet_form=form)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.report_result(account_of(request), found, (), form.places, form.points),
        _("Score sheet saved. Another player of the table has to confirm it."),
    ):
        return back_to(found)
    return render_again(request, found, sheet_form=form)


@post_action
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Another player of the table, or the organiser, agrees with a report."""
    found = _visible_report(request, pk)
    if not can_confirm(request.user, found):
        raise NotAllowed
    perform(
        request,
        lambda: services.confirm_report(account_of(request), found),
        _("Result confirmed. The standings are up to date."),
    )
    return back_to(found.table)


@post_action
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
        _("Result disputed. The organiser decides."),
    ):
        return back_to(found.table)
    return render_again(request, found.table, dispute_form=form)


@post_action
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    """The organiser enters, corrects or settles a result."""
    found = _ruled_table(request, pk, can_rule)
    form = ruling_form(found, request.POST)
    form.stale = stale_result(request, found, ruling_form(found), form)
    if form.stale:
        return render_again(request, found, ruling_form=form)
    first = found.status in (Status.OPEN, Status.REPORTED)
    if form.is_valid() and needs_correction(request, found):
        return correct(request, found, form) or render_again(request, found, ruling_form=form)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.rule_result(account_of(request), found, form.ruling()),
        _("Result of table %(number)s saved.") % {"number": found.number},
    ):
        return _to_next(found) if first else back_to(found)
    return render_again(request, found, ruling_form=form)


@post_action
def rule_by_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Whoever keeps score enters or corrects a result with its points by source."""
    found = _ruled_table(request, pk, can_rule)
    form = ruling_sheet_form(found, request.POST)
    form.stale = stale_result(request, found, ruling_sheet_form(found), form)
    if form.stale:
        return render_again(request, found, ruling_sheet_form=form)
    if form.is_valid() and needs_correction(request, found):
        return correct(request, found, form) or render_again(request, found, ruling_sheet_form=form)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.rule_result(account_of(request), found, form.ruling()),
        _("Score sheet of table %(number)s saved. The standings are up to date.") % {"number": found.number},
    ):
        return back_to(found)
    return render_again(request, found, ruling_sheet_form=form)


@post_action
def forfeit(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody did not play: a forfeit, or the others play on."""
    found = visible_table(request, pk)
    if not can_rule(request.user, found):
        raise NotAllowed
    form = absent_form(found, request.POST)
    form.stale = stale_result(request, found, absent_form(found), form)
    if form.stale:
        return render_again(request, found, absent_form=form)
    if form.is_valid() and needs_correction(request, found):
        return correct(request, found, form) or render_again(request, found, absent_form=form)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.forfeit_seats(account_of(request), found, form.absent, form.cleaned_data["reason"]),
        _("Absence recorded."),
    ):
        return back_to(found)
    return render_again(request, found, absent_form=form)


@post_action
def free(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody dropped out with an open game: one press decides it."""
    found = visible_table(request, pk)
    if not can_rule(request.user, found):
        raise NotAllowed

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
    found = visible_table(request, pk)
    if not sits_at(request.user, found):
        raise NotAllowed
    perform(
        request,
        partial(services.call_no_show, account_of(request), found),
        _("The organisers have been told that a player is missing at your table."),
    )
    return back_to(found)


@post_action
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """A director decides for a verified log: in a dispute, or because it objects."""
    submission = get_object_or_404(LogSubmission.objects.select_related("log").defer("log__content"), pk=pk)
    found = _ruled_table(request, _table_of(submission))
    form = AcceptLogForm(request.POST, prefix=accept_prefix(pk), submission=submission)
    if form.is_valid() and needs_correction(request, found):
        return correct(request, found, form) or render_again(request, found, accept_form=form)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.accept_log(account_of(request), found, submission, form.cleaned_data["reason"]),
        _("The log is now the result. The standings are up to date."),
    ):
        return back_to(found)
    return render_again(request, found, accept_form=form)


@post_action
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """The organiser takes a result back."""
    found = _ruled_table(request, pk)
    form = ReasonForm(request.POST, prefix="reopen")
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.reopen_table(account_of(request), found, form.cleaned_data["reason"]),
        _("Result withdrawn. The table is open again."),
    ):
        return back_to(found)
    return render_again(request, found, reopen_form=form)


@post_action
def assign_seats(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sent a log, or keeps score, says who has which of its seats."""
    found = visible_table(request, _table_of(get_object_or_404(LogSubmission, pk=pk)), tables_with_everything())
    submission = next(item for item in found.submissions.all() if item.pk == pk)
    if not can_assign(request.user, submission):
        raise NotAllowed
    form = seats_form(submission, request.POST)
    if form is None:
        messages.error(request, _("The seats of this log are already assigned, or need no assignment."))
        return back_to(found)
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.assign_seats(account_of(request), submission, form.entries),
        _("Seats assigned."),
    ):
        return back_to(found)
    return render_again(request, found, assign_form=form)


@post_action
def answer_duplicate(request: HttpRequest, pk: int) -> HttpResponse:
    """A director says whether a log with the moves of another game tells that game."""
    submission = get_object_or_404(LogSubmission.objects.select_related("log").defer("log__content"), pk=pk)
    found = _ruled_table(request, _table_of(submission))
    form = DuplicateForm(request.POST, prefix=duplicate_prefix(pk))
    if form.is_valid():
        same = form.cleaned_data["answer"] == DuplicateForm.SAME
        done = _("Answer saved. The log is not used.") if same else _("Answer saved. The log is used like any other.")
        reason = form.cleaned_data["reason"]
        submission.table = found
        if perform_form(
            request, form, partial(services.answer_duplicate, account_of(request), submission, same, reason), done
        ):
            return back_to(found)
    return render_table(request, found, duplicate_form=form)


@post_action
def object_to_result(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table says that its confirmed result is wrong."""
    found = visible_table(request, pk)
    if not can_object(request.user, found):
        raise NotAllowed
    form = ReasonForm(request.POST, prefix="object")
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.object_to_result(account_of(request), found, form.cleaned_data["reason"]),
        _("Objection sent. The result stays valid until a director has answered."),
    ):
        return back_to(found)
    return render_again(request, found, object_form=form)


@post_action
def reject(request: HttpRequest, pk: int) -> HttpResponse:
    """A director lets a result stand to which somebody objects."""
    objection = get_object_or_404(Objection, pk=pk)
    found = _ruled_table(request, objection.table_id)
    form = ReasonForm(request.POST, prefix=reject_prefix(pk))
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: services.reject_objection(account_of(request), objection, form.cleaned_data["reason"]),
        _("Objection rejected. The result stays valid."),
    ):
        return back_to(found)
    return render_again(request, found, reject_form=form)


@post_action
def upload_at_table(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table, or the organiser, sends the log of the game."""
    found = visible_table(request, pk)
    if not can_upload(request.user, found):
        raise NotAllowed
    form = LogForm(request.POST, request.FILES, prefix="upload")
    if form.is_valid() and perform_form(
        request,
        form,
        partial(services.submit_log, account_of(request), form.cleaned_data["log"], found, network_of(request)),
        form.done,
        field="log",
    ):
        return back_to(found)
    return render_again(request, found, upload_form=form)


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


def _ruled_table(request: HttpRequest, pk: int, may: Callable[[Person, Table], bool] = can_overrule) -> Table:
    found = visible_table(request, pk)
    if not may(request.user, found):
        raise NotAllowed
    return found


def _table_of(submission: LogSubmission) -> int:
    if submission.table_id is None:
        raise Http404
    return submission.table_id


def _visible_report(request: HttpRequest, pk: int) -> ResultReport:
    found = get_object_or_404(ResultReport.objects.select_related("table__round__stage__tournament"), pk=pk)
    if not can_see_table(request.user, found.table):
        raise Http404
    return found
