"""What the page of a table shows, to whom, and with which forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from nabu.accounts.players.names import name_of
from nabu.catalogue.games.notes import note_on
from nabu.catalogue.variants.queries import differences
from nabu.contests.matches.models import LogSubmission, ResultReport, Table
from nabu.contests.matches.queries import no_show_calls
from nabu.contests.ratings.queries import forecast
from nabu.contests.results.forms import DuplicateForm, OptionalReasonForm, ReasonForm
from nabu.contests.results.logs.forms import LogForm
from nabu.contests.results.logs.queries import log_state
from nabu.contests.results.logs.same_moves import duplicates_at
from nabu.contests.results.permissions import (
    can_assign,
    can_confirm,
    can_dispute,
    can_object,
    can_overrule,
    can_report,
    can_rule,
    can_see_photos,
    can_upload,
)
from nabu.contests.results.photos.forms import PhotoForm
from nabu.contests.results.photos.services import MOST_PHOTOS
from nabu.contests.results.reporters import reporter_name
from nabu.contests.results.settling.match_games import games_at_most, games_of, match_score
from nabu.contests.results.settling.sheets import sheet_lines
from nabu.contests.results.sheet_forms import RulingSheetForm, SheetForm
from nabu.contests.results.table.forms import (
    UNDECIDED,
    ResultForm,
    absent_form,
    accept_prefix,
    duplicate_prefix,
    last_report,
    reject_prefix,
    remove_prefix,
    report_form,
    reported_so_far,
    ruling_form,
    seats_form,
    stale_result,
)
from nabu.contests.results.table.queries import (
    assignment_in_words,
    history,
    open_objections,
    result_of_log,
    tables_with_everything,
    versions_of,
)
from nabu.contests.tournaments.clock.queries import no_show_time
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.variants import rules_of
from nabu.core import database_clock
from nabu.web.pages import by_htmx

Status = Table.Status


def render_table(request: HttpRequest, found: Table, shown: BaseForm | None = None) -> HttpResponse:
    """The page of a table from `tables_with_everything`; `shown` is the form that was sent, if it comes back because
    something is wrong with it or it asks something, or the score sheet that was asked for.
    """
    return render(request, "contests/results/table/table.html", TablePage(request, found, shown).context())


def show_sheet(request: HttpRequest, found: Table, form: SheetForm) -> HttpResponse:
    """An empty or filled score sheet: on the page of its table, or alone for a page on which it is opened. Without it
    where there is no result to enter any more.
    """
    page = TablePage(request, found, form)
    if isinstance(form, RulingSheetForm):
        form.stale = stale_result(request, found, form)
        waits, part = page.decides, "contests/results/table/_ruling_sheet.html"
    else:
        waits, part = page.reports, "contests/results/table/_report_sheet.html"
    if not by_htmx(request):
        return render_table(request, tables_with_everything().get(pk=found.pk), form if waits else None)
    return render(request, part, page.sheets()) if waits else HttpResponse(headers={"HX-Refresh": "true"})


def render_told(request: HttpRequest, found: Table) -> HttpResponse:
    """The parts of the same page that look after themselves, for one that is open: its forms stay as they are."""
    return render(request, "contests/results/table/_told.html", TablePage(request, found).told())


class TablePage:
    """A table as one person sees it."""

    def __init__(self, request: HttpRequest, found: Table, shown: BaseForm | None = None) -> None:
        self.request, self.user, self.found = request, request.user, found
        self.shown = shown
        self.tournament = found.round.stage.tournament
        self.seats = list(found.seats.all())
        going_on = self.tournament.status != Tournament.Status.CANCELLED
        self.undecided = found.status in UNDECIDED and not found.is_bye and going_on
        self.reports = self.undecided and can_report(self.user, found)
        self.keeps = can_rule(self.user, found) and not found.is_bye
        # Who keeps score enters what is missing; to overrule takes a director.
        self.overrules = self.keeps and can_overrule(self.user, found)
        self.decides = self.keeps and going_on and (found.status in UNDECIDED or self.overrules)

    def context(self) -> dict[str, Any]:
        """The whole page."""
        found = self.found
        return {
            **self.told(),
            "note": note_on(self.tournament.game, rules_of(found).components),
            "differences": differences(found.variant) if found.variant else [],
            "overrules": self.overrules,
            "versions": self._versions() if found.status == Status.DISPUTED else [],
            "objections": self._objections(),
            "duplicates": self._duplicates() if self.overrules else [],
            "assignments": self._assignments(),
            **self._photos(),
            **self._forms_of_players(),
            **self._forms_of_keepers(),
        }

    def told(self) -> dict[str, Any]:
        """What is told about the table: its result and where it comes from, logs, history, who is missing."""
        found = self.found
        return {
            "table": found,
            "tournament": self.tournament,
            "seats": self.seats,
            "keeps": self.keeps,
            "decides": self.decides,
            "match": self._match,
            **self._forecast(),
            "sheet": sheet_lines(found, last_report(found)) if found.status == Status.CONFIRMED else None,
            "is_being_recorded": self.undecided and found.records.filter(status="open").exists(),
            **self._attendance(),
            **self._open_report(),
            "logs": [log_state(item) for item in found.submissions.all()],
            "history": history(found),
        }

    def sheets(self) -> dict[str, Any]:
        """The score sheets. Of their many fields a page has only those that somebody asks for."""
        return {
            "table": self.found,
            "reports": self.reports,
            "sheet_form": self._shown("sheet"),
            "ruling_sheet_form": self._shown("ruling-sheet"),
            "reported_so_far": reported_so_far(self.found),
        }

    def _shown(self, prefix: str | None) -> BaseForm | None:
        return self.shown if self.shown is not None and self.shown.prefix == prefix else None

    def _form(self, may: bool, prefix: str, draw: Callable[[], BaseForm]) -> BaseForm | None:
        """The form of that prefix: the one that came back, else a fresh one for whoever may send it."""
        return self._shown(prefix) or (draw() if may else None)

    def _reason_form(self, may: bool, prefix: str) -> BaseForm | None:
        return self._form(may, prefix, partial(ReasonForm, prefix=prefix))

    def _forms_of_players(self) -> dict[str, Any]:
        """The ways to a result and to a log for those who sit here, and to say that a result is wrong."""
        found = self.found
        sends = not found.is_bye and can_upload(self.user, found) and (self.undecided or found.status not in UNDECIDED)
        return {
            "report_form": self._form(self.reports, "report", partial(report_form, found)),
            **self.sheets(),
            "object_form": self._reason_form(self._may_object(), "object"),
            "upload_form": self._form(sends, "upload", partial(LogForm, prefix="upload")),
            "may_record": sends
            and found.status in UNDECIDED
            and found.round.status == Round.Status.PUBLISHED
            and self.tournament.status == Tournament.Status.RUNNING,
        }

    def _forms_of_keepers(self) -> dict[str, Any]:
        """The ways to enter and to replace a result, filled with the version of a dispute that was chosen."""
        found, decides, version = self.found, self.decides, self.request.GET.get("for", "")
        forms = {
            "ruling_form": self._form(decides, "ruling", partial(ruling_form, found, version=version)),
            "absent_form": self._form(decides, "forfeit", partial(absent_form, found)),
        }
        for form in forms.values():
            if isinstance(form, ResultForm) and form is not self.shown:
                form.stale = stale_result(self.request, found, form)
        return {
            **forms,
            "chosen_version": version,
            # A player who keeps score reports like everybody else.
            "entry_first": decides
            and found.status == Status.OPEN
            and found.round.status == Round.Status.PUBLISHED
            and not self.reports,
            "reopen_form": self._reason_form(self.overrules and found.status == Status.CONFIRMED, "reopen"),
        }

    def _forecast(self) -> dict[str, Any]:
        """What the ratings say before a match that will count for them."""
        if self.found.status != Status.OPEN or self.found.is_bye or self.tournament.practice:
            return {"forecast": None, "seat_lines": [(seat, None) for seat in self.seats]}
        rated = [seat for seat in self.seats if not seat.entry.stand_in]
        if len(rated) < 2:
            return {"forecast": None, "seat_lines": [(seat, None) for seat in self.seats]}
        said = forecast(self.tournament.game, [seat.entry.player_id for seat in rated])
        outlooks = dict(zip((seat.pk for seat in rated), said.outlooks, strict=True))
        return {"forecast": said, "seat_lines": [(seat, outlooks.get(seat.pk)) for seat in self.seats]}

    @cached_property
    def _match(self) -> dict[str, Any] | None:
        """The match that this game belongs to, if it has more than one: its games, and who has won how many."""
        found, best_of = self.found, games_at_most(self.found)
        if best_of == 1:
            return None
        games = games_of(found)
        score = match_score(best_of, games)
        seats = [seat for seat in games[0].seats.all() if not seat.entry.stand_in]
        players = [
            (seat, score.wins[seat.entry_id], score.sums[seat.entry_id] if len(seats) > 2 else None) for seat in seats
        ]
        winner = next((seat for seat in seats if score.places[seat.entry_id] == 1), None)
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

    def _open_report(self) -> dict[str, Any]:
        """What was reported, and what the players may say about it."""
        found = self.found
        report = next((item for item in found.reports.all() if item.status == ResultReport.Status.OPEN), None)
        waits = report is not None and found.status == Status.REPORTED
        log = report.submission_id if report else None
        submission = next((item for item in found.submissions.all() if item.pk == log), None)
        return {
            "open_report": report,
            "reporter": reporter_name(report) if report else "",
            "reported": list(zip(self.seats, report.scores, report.places, strict=True)) if report else [],
            "reported_sheet": sheet_lines(found, report),
            "report_log": submission,
            "assignment": assignment_in_words(found, submission) if submission else "",
            "may_confirm": report is not None and waits and can_confirm(self.user, report),
            "may_dispute": report is not None and waits and can_dispute(self.user, report),
            "dispute_form": self._form(True, "dispute", partial(OptionalReasonForm, prefix="dispute")),
        }

    def _versions(self) -> list[dict[str, Any]]:
        """The versions of a disputed result, each with the way to decide for it."""
        return [
            {
                "version": version,
                "seats": seats,
                "accept_form": self._reason_form(self.overrules, accept_prefix(version.submission.pk))
                if version.submission
                else None,
            }
            for version, seats in versions_of(self.found)
        ]

    def _objections(self) -> list[dict[str, Any]]:
        """The open objections to a confirmed result, each with the ways to decide."""
        found = self.found
        sent = {submission.pk: submission for submission in found.submissions.all()}
        objections = []
        for objection in open_objections(found):
            log = sent.get(objection.submission_id or 0)
            objections.append(
                {
                    "objection": objection,
                    "log": log,
                    "who": name_of(objection.made_by),
                    "seats": result_of_log(found, log) if log else [],
                    "assignment": assignment_in_words(found, log) if log else "",
                    "accept_form": self._reason_form(self.overrules, accept_prefix(log.pk)) if log else None,
                    "reject_form": self._reason_form(self.overrules, reject_prefix(objection.pk)),
                }
            )
        return objections

    def _may_object(self) -> bool:
        """Players of a table with a confirmed result, once at a time."""
        found = self.found
        if found.status != Status.CONFIRMED or found.is_bye or not can_object(self.user, found):
            return False
        return not any(objection.made_by_id == self.user.pk for objection in open_objections(found))

    def _assignments(self) -> list[tuple[LogSubmission, BaseForm]]:
        """The logs whose seats this person may assign."""
        assignments = []
        may: dict[bool, bool] = {}
        for submission in self.found.submissions.all():
            form, own = seats_form(submission), submission.submitted_by_id == self.user.pk
            if form is not None and own not in may:
                may[own] = can_assign(self.user, submission)
            if form is not None and may[own]:
                assignments.append((submission, self._shown(form.prefix) or form))
        return assignments

    def _duplicates(self) -> list[dict[str, Any]]:
        """The logs with the moves of another game, each with the form of the director's answer."""
        items = []
        for duplicate in duplicates_at(self.found, self.user):
            prefix = duplicate_prefix(duplicate.here.submission.pk)
            form = self._form(True, prefix, partial(DuplicateForm, prefix=prefix))
            items.append({"duplicate": duplicate, "games": [duplicate.here, *duplicate.others], "form": form})
        return items

    def _attendance(self) -> dict[str, Any]:
        """From when somebody may be declared absent, who may do it, and whether a player has called already."""
        found = self.found
        waits = found.status == Status.OPEN and not found.is_bye
        possible_from = no_show_time(found.round, self._match["opened_at"] if self._match else None) if waits else None
        called_at = no_show_calls([found.pk]).get(found.pk) if waits else None
        marked = [seat.position for seat in self.seats if seat.absent]
        due = possible_from is not None and possible_from <= database_clock.now()
        return {
            "no_show": possible_from,
            "called_at": called_at,
            "may_call": waits and called_at is None and can_report(self.user, found),
            "missing_buttons": [(seat, [*marked, seat.position]) for seat in self.seats if not seat.absent]
            if waits and self.decides and (due or called_at)
            else [],
        }

    def _photos(self) -> dict[str, Any]:
        """The photos, for those who may look at them."""
        if self.found.is_bye or not can_see_photos(self.user, self.found):
            return {"sees_photos": False}
        photos = [
            (photo, name_of(photo.sent_by), self._reason_form(self.overrules, remove_prefix(photo.pk)))
            for photo in self.found.photos.all()
        ]
        return {
            "sees_photos": True,
            "photos": photos,
            "photo_form": self._form(len(photos) < MOST_PHOTOS, "photo", partial(PhotoForm, prefix="photo")),
        }
