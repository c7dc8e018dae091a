"""Calling a director from a table or its slip, and the list of those on duty."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from nabu.accounts.players.models import User
from nabu.contests.calls.director import services
from nabu.contests.calls.director.page import ALONE, PART, Asking, act, call_part, sent_form
from nabu.contests.calls.director.queries import calls_with_people, listed_calls, open_calls
from nabu.contests.calls.limits.services import settings_of
from nabu.contests.calls.models import DirectorCall
from nabu.contests.calls.permissions import can_answer_calls
from nabu.contests.matches.slips import table_of_token
from nabu.contests.results.slip.views import is_open
from nabu.contests.results.table.saving import back_to, visible_table
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import NotAllowed
from nabu.web.pages import account_of, by_htmx, own_page, perform, post_action


@never_cache
@require_safe
def calls(request: HttpRequest, pk: int) -> HttpResponse:
    """For those on duty: the tables that wait, and those that were helped last."""
    tournament = _on_duty(request, pk)
    listed = listed_calls(tournament)
    context = {
        **frame(request, tournament, "calls"),
        "waiting": [call for call in listed if call.closed_at is None],
        "closed": [call for call in listed if call.closed_at is not None],
        "settings": settings_of(tournament),
    }
    return render(request, "contests/calls/director/calls.html", context)


@never_cache
@require_safe
def line(request: HttpRequest, pk: int) -> HttpResponse:
    """The line about waiting calls on the pages of those on duty. 204 while it still says what they `have`."""
    tournament = _on_duty(request, pk)
    found = open_calls(tournament)
    if request.GET.get("have") == signature(found):
        return HttpResponse(status=204)
    return render(request, "contests/calls/director/_line.html", line_context(tournament, found))


def line_context(tournament: Tournament, found: list[DirectorCall]) -> dict[str, object]:
    """What the line shows."""
    return {"tournament": tournament, "calls": found, "have": signature(found)}


def signature(found: list[DirectorCall]) -> str:
    """Another one whenever the line says something else."""
    return "-".join(f"{call.pk}{'t' if call.taken_at else ''}" for call in found) or "0"


@post_action
def take(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that one is on the way."""
    found = _call(request, pk)
    service = partial(services.take_call, account_of(request), found)
    perform(request, service, _("You took the call of table %(table)s.") % {"table": found.table.number})
    return _back(request, found)


@post_action
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """The table has been helped."""
    found = _call(request, pk)
    service = partial(services.close_call, account_of(request), found)
    perform(request, service, _("Call of table %(table)s closed.") % {"table": found.table.number})
    return _back(request, found)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def at_table(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of a table's page about its call, which asks for itself again; and where its forms are sent."""
    found = visible_table(request, pk)
    asking = Asking(request.user, request.path)
    if request.method != "POST":
        return render(request, PART, call_part(found, asking)) if by_htmx(request) else back_to(found)
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("table:page", args=[pk]))
    form = sent_form(request, request.user)
    if act(request, found, request.user, form):
        return back_to(found)
    return render(request, ALONE, {**call_part(found, asking, form), "back": reverse("table:page", args=[pk])})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def at_slip(request: HttpRequest, token: str) -> HttpResponse:
    """The same for whoever has the slip of the table; a seat's code acts."""
    table = table_of_token(token)
    if table is None or not is_open(table):
        # An open page that asks for its part is loaded again: a whole page must not stand inside it.
        return HttpResponseClientRefresh() if by_htmx(request) else redirect("table:slip", token)
    asking = Asking(None, request.path)
    if request.method != "POST":
        part = {**call_part(table, asking), "asked_again": True}
        return render(request, PART, part) if by_htmx(request) else redirect("table:slip", token)
    form = sent_form(request, None)
    if act(request, table, None, form):
        return redirect("table:slip", token)
    return render(request, ALONE, {**call_part(table, asking, form), "back": reverse("table:slip", args=[token])})


def _on_duty(request: HttpRequest, pk: int) -> Tournament:
    tournament = visible_tournament(request, pk)
    if not can_answer_calls(request.user, tournament):
        raise NotAllowed
    return tournament


def _call(request: HttpRequest, pk: int) -> DirectorCall:
    found = get_object_or_404(calls_with_people(), pk=pk)
    _on_duty(request, found.tournament_id)
    return found


def _back(request: HttpRequest, found: DirectorCall) -> HttpResponse:
    """To the page on which the button was, the list or the table."""
    page = own_page(request, request.headers.get("referer", ""))
    table = back_to(found.table)
    return table if page == table["Location"] else redirect("tournaments:calls", found.tournament_id)
