"""What the page of a table shows, to whom, and with which forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from competition.points import places_from_scores
from nabu.accounts.players.names import name_of
from nabu.catalogue.games.notes import note_on
from nabu.catalogue.variants.queries import differences
from nabu.contests.matches.models import LogSubmission, ResultReport, Seat, Table
from nabu.contests.matches.queries import no_show_calls
from nabu.contests.ratings.queries import forecast
from nabu.contests.results.forms import (
    AbsentForm,
    DuplicateForm,
    OptionalReasonForm,
    ReasonForm,
    RulingForm,
    ScoresForm,
)
from nabu.contests.results.logs.forms import LogForm
from nabu.contests.results.logs.queries import log_seats, log_state
from nabu.contests.results.logs.same_moves import duplicates_at
from nabu.contests.results.match_games import games_at_most, games_of, match_score
from nabu.contests.results.permissions import (
    can_assign,
    can_confirm,
    can_dispute,
    can_object,
    can_overrule,
    can_report,
    can_rule,
    can_see_photos,
    can_see_table,
    can_upload,
)
from nabu.contests.results.photos.forms import PhotoForm
from nabu.contests.results.photos.services import MOST_PHOTOS
from nabu.contests.results.reporters import reporter_name
from nabu.contests.results.sheet_forms import RulingSheetForm, SheetForm, initial_points
from nabu.contests.results.sheets import sheet_lines, sheet_of
from nabu.contests.results.table.queries import (
    assignment_in_words,
    history,
    open_objections,
    result_of_log,
    tables_with_everything,
    tables_with_players,
    versions_of,
)
from nabu.contests.results.table.seats_form import SeatsForm
from nabu.contests.results.verdicts import log_without_seats
from nabu.contests.tournaments.clock.queries import no_show_time
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.stale import Stale, Value, compare_forms
from nabu.contests.tournaments.variants import rules_of
from nabu.web.sent_forms import is_sent_again

ResultForm = RulingForm | RulingSheetForm | AbsentForm
"""The forms of whoever keeps score that replace a result."""

Status = Table.Status
UNDECIDED = (Status.OPEN, Status.REPORTED)


def visible_table(request: HttpRequest, pk: int, tables: QuerySet[Table] | None = None) -> Table:
    """The table, or 404: who may not see a table does not learn that it exists. `tables`: with what else is shown."""
    found = get_object_or_404(tables_with_players() if tables is None else tables, pk=pk)
    if not can_see_table(request.user, found):
        raise Http404
    return found


def back_to(found: Table) -> HttpResponse:
    """To the page of the table."""
    return redirect("table:page", found.pk)


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
    sheet = sheet_of(chosen or _last_report(found))
    initial = initial_points(sheet.points) if sheet else {}
    return RulingSheetForm(
        data, table=found, seats=seats, initial=initial, reason_required=needs_reason(found), prefix="ruling-sheet"
    )


def _last_report(found: Table) -> ResultReport | None:
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


def stale_result(request: HttpRequest, found: Table, fresh: ResultForm, sent: ResultForm | None = None) -> Stale:
    """Whether the result was changed since a form of whoever keeps score was drawn. `fresh`: that form as it would be
    drawn now.
    """
    # What a form shows for a chosen version of a dispute is not what is stored: compared is the result that stands.
    rows = {Table._meta.label_lower: [found.pk], Seat._meta.label_lower: [seat.pk for seat in found.seats.all()]}
    more: tuple[dict[str, Value], dict[str, Value]] = ({}, {})
    if not isinstance(fresh, RulingForm):
        # A sheet and an absence replace a result that their own fields do not show.
        initial = ruling_form(found).initial
        names = [(seat.entry.player.name, seat.position) for seat in found.seats.all()]
        more[0]["result"] = _scores_as_value([(name, initial[f"score_{at}"]) for name, at in names])
        if isinstance(sent, RulingSheetForm):
            more[1]["result"] = _scores_as_value(
                [(seat.entry.player.name, sent.typed_score(seat)) for seat in sent.asked]
            )
        elif sent is not None:
            more[1]["result"] = Value(_("Result"), "absent", _("Declare absent"))
    address = reverse("table:page", args=[found.pk])
    sent_forms = [("", sent)] if sent is not None else None
    return compare_forms(request, found.round.stage.tournament, rows, [("", fresh)], sent_forms, address, more)


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


def render_again(request: HttpRequest, found: Table, **forms: Any) -> HttpResponse:
    """The table's page with the form that was sent, because it has errors or asks something."""
    return render_table(request, tables_with_everything().get(pk=found.pk), **forms)


def render_table(request: HttpRequest, found: Table, **forms: Any) -> HttpResponse:
    """The page of a table from `tables_with_everything`; `forms` are those that come back with errors."""
    user, tournament = request.user, found.round.stage.tournament
    told = _told_context(request, found)
    seats, keeps, decides = told["seats"], told["keeps"], told["decides"]
    # Who keeps score enters what is missing; to overrule takes a director.
    overrules = keeps and can_overrule(user, found)
    context: dict[str, Any] = {
        **told,
        "note": note_on(tournament.game, rules_of(found).components),
        "differences": differences(found.variant) if found.variant else [],
        "overrules": overrules,
        "field_of_error": set(forms),
        **_report_forms(request, found, seats),
        **_dispute_context(request, found, overrules, forms),
        "duplicates": _duplicates(request, found, forms) if overrules else [],
        "assignments": _assignments(request, found, forms),
        "absent_form": absent_form(found) if decides else None,
        **_photo_context(request, found, overrules, forms),
        "ruling_sheet_form": ruling_sheet_form(found, version=request.GET.get("for", "")) if decides else None,
        **_log_context(request, found),
        "ruling_form": ruling_form(found, version=request.GET.get("for", "")) if decides else None,
        "chosen_version": request.GET.get("for", ""),
        # A player who keeps score reports like everybody else.
        "entry_first": decides
        and found.status == Status.OPEN
        and found.round.status == Round.Status.PUBLISHED
        and not can_report(user, found),
        "reopen_form": ReasonForm(prefix="reopen") if overrules and found.status == Status.CONFIRMED else None,
    }
    if decides:
        fresh: tuple[ResultForm, ...] = (ruling_form(found), ruling_sheet_form(found), absent_form(found))
        for name, form in zip(("ruling_form", "ruling_sheet_form", "absent_form"), fresh, strict=True):
            if name not in forms:
                context[name].stale = stale_result(request, found, form)
    return render(request, "contests/results/table/table.html", context | forms)


def render_told(request: HttpRequest, found: Table) -> HttpResponse:
    """The parts of the same page that look after themselves, for one that is open: its forms stay as they are."""
    return render(request, "contests/results/table/_told.html", _told_context(request, found))


def _told_context(request: HttpRequest, found: Table) -> dict[str, Any]:
    """What is told about the table: its result and where it comes from, logs, history, who is missing."""
    seats = list(found.seats.all())
    keeps = can_rule(request.user, found) and not found.is_bye
    decides = keeps and (found.status in UNDECIDED or can_overrule(request.user, found))
    match = _match(found)
    return {
        "table": found,
        "tournament": found.round.stage.tournament,
        "seats": seats,
        "keeps": keeps,
        "decides": decides,
        "match": match,
        **_forecast_context(found, seats),
        "sheet": sheet_lines(found, _last_report(found)) if found.status == Status.CONFIRMED else None,
        "is_being_recorded": found.status in UNDECIDED
        and not found.is_bye
        and found.records.filter(status="open").exists(),
        **_attendance_context(request, found, seats, decides, match),
        **_report_context(request, found, seats),
        "logs": [log_state(item) for item in found.submissions.all()],
        "history": history(found),
    }


def _forecast_context(found: Table, seats: list[Seat]) -> dict[str, Any]:
    """What the ratings say before a match that will count for them."""
    if found.status != Status.OPEN or found.is_bye or found.round.stage.tournament.practice:
        return {"forecast": None, "seat_lines": [(seat, None) for seat in seats]}
    said = forecast(found.round.stage.tournament.game, [seat.entry.player_id for seat in seats])
    return {"forecast": said, "seat_lines": list(zip(seats, said.outlooks, strict=True))}


def _log_context(request: HttpRequest, found: Table) -> dict[str, Any]:
    """The ways to a log: sending one, or recording the game here."""
    may_send = not found.is_bye and can_upload(request.user, found)
    may_record = (
        may_send
        and found.status in UNDECIDED
        and found.round.status == Round.Status.PUBLISHED
        and found.round.stage.tournament.status == Tournament.Status.RUNNING
    )
    return {"upload_form": LogForm(prefix="upload") if may_send else None, "may_record": may_record}


def _match(found: Table) -> dict[str, Any] | None:
    """The match that this game belongs to, if it has more than one: its games, and who has won how many."""
    best_of = games_at_most(found)
    if best_of == 1:
        return None
    games = games_of(found)
    score = match_score(best_of, games)
    players = [(seat, score.wins[seat.entry_id]) for seat in games[0].seats.all()]
    winner = next((seat for seat, _won in players if score.places[seat.entry_id] == 1), None)
    shared = list(score.places.values()).count(1) != 1
    return {
        "best_of": best_of,
        "games": games,
        "players": players,
        "decided": score.decided,
        "winner": winner if score.decided and not shared else None,
        # A later game can begin when the one before it is settled.
        "opened_at": next((game.confirmed_at for game in games if game.game_number == found.game_number - 1), None),
    }


def _report_context(request: HttpRequest, found: Table, seats: list[Seat]) -> dict[str, Any]:
    """What was reported, and what the players may say about it."""
    user = request.user
    report = next((item for item in found.reports.all() if item.status == ResultReport.Status.OPEN), None)
    waits = report is not None and found.status == Status.REPORTED
    log = report.submission_id if report else None
    submission = next((item for item in found.submissions.all() if item.pk == log), None)
    return {
        "open_report": report,
        "reporter": reporter_name(report) if report else "",
        "reported": list(zip(seats, report.scores, report.places, strict=True)) if report else [],
        "reported_sheet": sheet_lines(found, report),
        "report_log": submission,
        "assignment": assignment_in_words(found, submission) if submission else "",
        "may_confirm": report is not None and waits and can_confirm(user, report),
        "may_dispute": report is not None and waits and can_dispute(user, report),
        "dispute_form": OptionalReasonForm(prefix="dispute"),
    }


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


def _report_forms(request: HttpRequest, found: Table, seats: list[Seat]) -> dict[str, Any]:
    """The two forms with which a player of the table reports a result."""
    reports = can_report(request.user, found) and found.status in UNDECIDED and not found.is_bye
    return {
        "report_form": ScoresForm(table=found, seats=seats, prefix="report") if reports else None,
        "reported_so_far": reported_so_far(found),
        "sheet_form": SheetForm(table=found, seats=seats, prefix="sheet") if reports else None,
    }


def _dispute_context(request: HttpRequest, found: Table, overrules: bool, forms: dict[str, Any]) -> dict[str, Any]:
    """The versions of a disputed result, and the open objections to a confirmed one, each with the ways to decide."""
    accepted, rejected = forms.pop("accept_form", None), forms.pop("reject_form", None)
    versions = []
    for version, seats in versions_of(found) if found.status == Status.DISPUTED else []:
        accept = _reason_form(accept_prefix(version.submission.pk), accepted) if version.submission else None
        versions.append({"version": version, "seats": seats, "accept_form": accept if overrules else None})
    objections = []
    sent = {submission.pk: submission for submission in found.submissions.all()}
    for objection in open_objections(found):
        log = sent.get(objection.submission_id or 0)
        accept = _reason_form(accept_prefix(log.pk), accepted) if log else None
        objections.append(
            {
                "objection": objection,
                "log": log,
                "who": name_of(objection.made_by),
                "seats": result_of_log(found, log) if log else [],
                "assignment": assignment_in_words(found, log) if log else "",
                "accept_form": accept if overrules else None,
                "reject_form": _reason_form(reject_prefix(objection.pk), rejected) if overrules else None,
            }
        )
    return {"versions": versions, "objections": objections, "object_form": _object_form(request, found)}


def _reason_form(prefix: str, with_errors: ReasonForm | None) -> ReasonForm:
    """An empty form with this prefix, or the one that came back."""
    return with_errors if with_errors and with_errors.prefix == prefix else ReasonForm(prefix=prefix)


def _object_form(request: HttpRequest, found: Table) -> ReasonForm | None:
    """For players of a table with a confirmed result, once at a time."""
    if found.status != Status.CONFIRMED or found.is_bye or not can_object(request.user, found):
        return None
    mine = any(objection.made_by_id == request.user.pk for objection in open_objections(found))
    return None if mine else ReasonForm(prefix="object")


def _assignments(request: HttpRequest, found: Table, forms: dict[str, Any]) -> list[tuple[LogSubmission, SeatsForm]]:
    """The logs whose seats this person may assign."""
    with_errors: SeatsForm | None = forms.pop("assign_form", None)
    assignments = []
    may: dict[bool, bool] = {}
    for submission in found.submissions.all():
        form, own = seats_form(submission), submission.submitted_by_id == request.user.pk
        if form is not None and own not in may:
            may[own] = can_assign(request.user, submission)
        if form is not None and may[own]:
            same = with_errors is not None and with_errors.prefix == form.prefix
            assignments.append((submission, with_errors if with_errors is not None and same else form))
    return assignments


def _duplicates(request: HttpRequest, found: Table, forms: dict[str, Any]) -> list[dict[str, Any]]:
    """The logs with the moves of another game, each with the form of the director's answer."""
    with_errors: DuplicateForm | None = forms.pop("duplicate_form", None)
    items = []
    for duplicate in duplicates_at(found, request.user):
        prefix = duplicate_prefix(duplicate.here.submission.pk)
        same = with_errors is not None and with_errors.prefix == prefix
        form = with_errors if same else DuplicateForm(prefix=prefix)
        items.append({"duplicate": duplicate, "games": [duplicate.here, *duplicate.others], "form": form})
    return items


def _attendance_context(
    request: HttpRequest, found: Table, seats: list[Seat], decides: bool, match: dict[str, Any] | None
) -> dict[str, Any]:
    """From when somebody may be declared absent, who may do it, and whether a player has called already."""
    waits = found.status == Status.OPEN and not found.is_bye
    possible_from = no_show_time(found.round, match["opened_at"] if match else None) if waits else None
    called_at = no_show_calls([found.pk]).get(found.pk) if waits else None
    marked = [seat.position for seat in seats if seat.absent]
    due = possible_from is not None and possible_from <= timezone.now()
    return {
        "no_show": possible_from,
        "called_at": called_at,
        "may_call": waits and called_at is None and can_report(request.user, found),
        "missing_buttons": [(seat, [*marked, seat.position]) for seat in seats if not seat.absent]
        if waits and decides and (due or called_at)
        else [],
    }


def _photo_context(request: HttpRequest, found: Table, overrules: bool, forms: dict[str, Any]) -> dict[str, Any]:
    """The photos, for those who may look at them."""
    with_errors: ReasonForm | None = forms.pop("remove_form", None)
    if found.is_bye or not can_see_photos(request.user, found):
        return {"sees_photos": False}
    photos = []
    for photo in found.photos.all():
        form = None
        if overrules:
            prefix = f"remove-{photo.pk}"
            form = with_errors if with_errors and with_errors.prefix == prefix else ReasonForm(prefix=prefix)
        photos.append((photo, name_of(photo.sent_by), form))
    return {
        "sees_photos": True,
        "photos": photos,
        "photo_form": PhotoForm(prefix="photo") if len(photos) < MOST_PHOTOS else None,
    }
