"""The forms of a table's page: filled with what is known, and compared with it when they come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from competition.points import places_from_scores
from nabu.contests.matches.models import LogSubmission, ResultReport, Seat, Table
from nabu.contests.results.forms import AbsentForm, RulingForm, ScoresForm
from nabu.contests.results.logs.queries import log_seats
from nabu.contests.results.settling.sheets import sheet_of
from nabu.contests.results.settling.verdicts import log_without_seats
from nabu.contests.results.sheet_forms import RulingSheetForm, SheetForm, initial_points
from nabu.contests.results.table.seats_form import SeatsForm
from nabu.contests.tournaments.stale import Stale, Value, compare_forms
from nabu.web.sent_forms import is_sent_again

ResultForm = RulingForm | RulingSheetForm | AbsentForm
"""The forms of whoever keeps score that replace a result."""

Status = Table.Status
UNDECIDED = (Status.OPEN, Status.REPORTED)


def report_form(found: Table, data: Any = None) -> ScoresForm:
    """Empty: players report what they have seen."""
    return ScoresForm(data, table=found, seats=list(found.seats.all()), prefix="report")


def report_sheet_form(found: Table, data: Any = None) -> SheetForm:
    """The same with the points by source."""
    return SheetForm(data, table=found, seats=list(found.seats.all()), prefix="sheet")


def ruling_form(found: Table, data: Any = None, version: str = "") -> RulingForm:
    """Filled with a chosen version of a dispute, else with the result that stands or was reported last."""
    seats = list(found.seats.all())
    scores: list[int | None] = [seat.score for seat in seats]
    absent = [seat.position for seat in seats if seat.absent]
    places: list[int] | None = None
    reports = list(found.reports.all())
    chosen = next((report for report in reports if version == f"report-{report.pk}"), None)
    waiting = [report for report in reports if report.status == ResultReport.Status.OPEN]
    if chosen is not None:
        scores, absent = chosen.scores, chosen.absent
        places = _places_that_scores_do_not_give(chosen)
    elif all(score is None for score in scores) and waiting:
        scores, absent = waiting[0].scores, waiting[0].absent
    initial: dict[str, Any] = {}
    for at, seat in enumerate(seats):
        initial[f"score_{seat.position}"] = scores[at]
        initial[f"absent_{seat.position}"] = seat.position in absent
        if places is not None and seat.position not in absent:
            initial[f"place_{seat.position}"] = places[at]
    return RulingForm(
        data, table=found, seats=seats, initial=initial, reason_required=needs_reason(found), prefix="ruling"
    )


def ruling_sheet_form(found: Table, data: Any = None, version: str = "") -> RulingSheetForm:
    """Filled with the sheet of a chosen version of a dispute, else of the result that stands or waits."""
    seats = list(found.seats.all())
    chosen = next((report for report in found.reports.all() if version == f"report-{report.pk}"), None)
    sheet = sheet_of(chosen or last_report(found))
    initial = initial_points(sheet.points) if sheet else {}
    return RulingSheetForm(
        data, table=found, seats=seats, initial=initial, reason_required=needs_reason(found), prefix="ruling-sheet"
    )


def last_report(found: Table) -> ResultReport | None:
    """The report of the result that stands, else the one that waits."""
    live = [report for report in found.reports.all() if report.status != ResultReport.Status.SET_ASIDE]
    return max(live, key=lambda report: (report.status == ResultReport.Status.CONFIRMED, report.pk), default=None)


def _places_that_scores_do_not_give(report: ResultReport) -> list[int] | None:
    """The places of a report where they do not simply follow from the scores, else None."""
    given = [None if position in report.absent else place for position, place in enumerate(report.places)]
    scores = [score for score in report.scores if score is not None]
    by_score = iter(places_from_scores(scores))
    plain = [None if score is None else next(by_score) for score in report.scores]
    return None if given == plain else report.places


def stale_result(request: HttpRequest, found: Table, form: ResultForm) -> Stale:
    """Whether the result was changed since a form of whoever keeps score was drawn, if it is one that was sent."""
    fresh = _drawn_now(found, form)
    # What a form shows for a chosen version of a dispute is not what is stored: compared is the result that stands.
    rows = {Table._meta.label_lower: [found.pk], Seat._meta.label_lower: [seat.pk for seat in found.seats.all()]}
    more: tuple[dict[str, Value], dict[str, Value]] = ({}, {})
    if not isinstance(form, RulingForm):
        # A sheet and an absence replace a result that their own fields do not show.
        initial = ruling_form(found).initial
        names = [(seat.entry.player.name, seat.position) for seat in found.seats.all()]
        more[0]["result"] = _scores_as_value([(name, initial[f"score_{at}"]) for name, at in names])
        if form.is_bound and isinstance(form, RulingSheetForm):
            more[1]["result"] = _scores_as_value(
                [(seat.entry.player.name, form.typed_score(seat)) for seat in form.asked]
            )
        elif form.is_bound:
            more[1]["result"] = Value(_("Result"), "absent", _("Declare absent"))
    address = reverse("table:page", args=[found.pk])
    sent = [("", form)] if form.is_bound else None
    return compare_forms(request, found.round.stage.tournament, rows, [("", fresh)], sent, address, more)


def _drawn_now(found: Table, form: ResultForm) -> ResultForm:
    """The same form as the page would show it now."""
    if isinstance(form, RulingForm):
        return ruling_form(found)
    return ruling_sheet_form(found) if isinstance(form, RulingSheetForm) else absent_form(found)


def _scores_as_value(scores: Sequence[tuple[str, int | None]]) -> Value:
    plain = ", ".join(f"{name} {score}" for name, score in scores if score is not None)
    return Value(_("Result"), plain, plain)


def absent_form(found: Table, data: Any = None) -> AbsentForm:
    """With those ticked who are marked as absent."""
    seats = list(found.seats.all())
    initial = {"who": [seat.position for seat in seats if seat.absent]}
    return AbsentForm(data, seats=seats, initial=initial, reason_required=needs_reason(found), prefix="forfeit")


def needs_reason(found: Table) -> bool:
    """There is something to overrule."""
    return found.status not in UNDECIDED


def accept_prefix(submission: int) -> str:
    """The prefix of the form that decides for this log."""
    return f"accept-{submission}"


def assign_prefix(submission: int) -> str:
    """The prefix of the form that assigns the seats of this log."""
    return f"seats-{submission}"


def reject_prefix(objection: int) -> str:
    """The prefix of the form that rejects this objection."""
    return f"reject-{objection}"


def remove_prefix(photo: int) -> str:
    """The prefix of the form that removes this photo."""
    return f"remove-{photo}"


def duplicate_prefix(submission: int) -> str:
    """The prefix of the form that says whether this log tells the game of another table."""
    return f"duplicate-{submission}"


def seats_form(submission: LogSubmission, data: Any = None) -> SeatsForm | None:
    """Who has which seat of this log? None if it does not wait for an answer."""
    if submission.table is None:
        return None
    found = log_without_seats(submission, list(submission.table.seats.all()))
    if found is None:
        return None
    return SeatsForm(data, log_seats=log_seats(submission), seats=found.there, prefix=assign_prefix(submission.pk))


def reported_so_far(found: Table) -> str:
    """What a report is made in view of: the state of the table and its latest report."""
    latest = max((report.pk for report in found.reports.all()), default=0)
    return f"{found.status}-{latest}"


def is_reported_meanwhile(request: HttpRequest, found: Table, form: BaseForm) -> bool:
    """Whether a report that is sent again after a lost connection was made in view of another state of the table. Then
    nothing is saved, and the form says so. One that comes at once may confirm what another player has reported."""
    now = reported_so_far(found)
    if not is_sent_again(request) or request.POST.get("reported_so_far", now) == now:
        return False
    form.add_error(None, _("The result of this table has changed meanwhile. Report again only if it is wrong."))
    return True


def is_outdated(request: HttpRequest, found: Table, form: BaseForm) -> bool:
    """Whether a form that was sent would replace a result that its sender has not seen. The form says so."""
    if isinstance(form, ResultForm):
        form.stale = stale_result(request, found, form)
        return bool(form.stale)
    return isinstance(form, ScoresForm | SheetForm) and is_reported_meanwhile(request, found, form)
