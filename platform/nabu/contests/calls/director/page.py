"""What a table shows of its call, to whom: on its own page, on its slip and beside its record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from nabu.accounts.players.models import Person, User
from nabu.contests.calls.director import services
from nabu.contests.calls.director.forms import CallBySlipForm, CallForm, CancelBySlipForm
from nabu.contests.calls.director.queries import calls_at, open_call_at
from nabu.contests.calls.models import DirectorCall
from nabu.contests.calls.permissions import can_answer_calls, can_call, is_blocked, is_caller
from nabu.contests.matches.any_player import AnyPlayer
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import SeatHolder, seat_holder
from nabu.contests.results.reporters import Reporter
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.core.forms import TablerForm
from nabu.web.pages import perform_form
from nabu.web.shared_pages.making import differs, not_for

PREFIX = "director-call"
CANCEL = "cancel"
PART = "contests/calls/director/_at_table.html"
ALONE = "contests/calls/director/call.html"
"""A form that came back, on a page of its own: nothing that was typed is lost."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Who looks at a table, and the address that takes calls from there and shows the part again. `person` None: by a
    slip, where each form asks for the code of a seat."""

    person: Person | SeatHolder | None
    address: str


def _cancel_form(sent: TablerForm | None) -> CancelBySlipForm:
    """The one that came back, else a fresh one."""
    return sent if isinstance(sent, CancelBySlipForm) else CancelBySlipForm(prefix=PREFIX)


def call_part(table: Table, asking: Asking, form: TablerForm | None = None) -> dict[str, Any]:
    """The part of a page about the open call of a table, or with the form to call. `form`: one that came back."""
    person = asking.person
    calls = person is None or can_call(person, table)
    tournament = table.round.stage.tournament
    works = isinstance(person, User) and can_answer_calls(person, tournament)
    call, switched_on = calls_at(table) if calls or works else (None, False)
    may_call = calls and switched_on and call is None and not services.why_not_now(tournament, table)
    if isinstance(person, AnyPlayer):
        _say_who_sees_something_else(tournament, call)
    blocked = may_call and isinstance(person, User | SeatHolder) and is_blocked(person, tournament)
    return {
        "table": table,
        "call": call,
        "address": asking.address,
        "by_slip": person is None,
        "works": works,
        "is_mine": call is not None and person is not None and is_caller(person, call),
        "form": form or (_form(person) if may_call and not blocked else None),
        "blocked": blocked,
        "cancel_form": _cancel_form(form) if person is None and call is not None else None,
    }


def _say_who_sees_something_else(tournament: Tournament, call: DirectorCall | None) -> None:
    """The page is made for all players of the table."""
    if call is not None:
        differs()
        return
    blocked = tournament.blocks.values_list("user", "entry__player__user")
    not_for(account for pair in blocked for account in pair if account is not None)


def _form(person: Person | SeatHolder | None) -> TablerForm:
    return CallBySlipForm(prefix=PREFIX) if person is None else CallForm(prefix=PREFIX)


def sent_form(request: HttpRequest, person: Reporter | None) -> TablerForm:
    """The form of the button that was pressed."""
    if person is not None:
        return CallForm(request.POST, prefix=PREFIX)
    return (CancelBySlipForm if _cancels(request) else CallBySlipForm)(request.POST, prefix=PREFIX)


def act(request: HttpRequest, table: Table, person: Reporter | None, form: TablerForm) -> bool:
    """Call, or cancel the call. A refusal becomes an error of the form. Raises NotAllowed."""
    if not form.is_valid():
        return False
    if person is None:
        try:
            return _act(request, table, seat_holder(table, form.cleaned_data["code"]), form)
        except Refused as refusal:
            form.add_error("code", refusal.message)
        except NotAllowed:
            form.add_error("code", _("This is not the code of the seat that called."))
        return False
    return _act(request, table, person, form)


def _act(request: HttpRequest, table: Table, person: Reporter, form: TablerForm) -> bool:
    if not _cancels(request):
        # What follows is said where the button was, until somebody has come.
        try:
            services.call_director(person, table, form.cleaned_data["note"])
        except Refused as refusal:
            form.add_error(None, refusal.message)
            return False
        return True
    waiting = open_call_at(table)
    if waiting is None:
        form.add_error(None, _("This call was already closed."))
        return False
    return perform_form(request, form, partial(services.cancel_call, person, waiting), _("Call cancelled."))


def _cancels(request: HttpRequest) -> bool:
    return request.POST.get("do") == CANCEL
