"""The desk that takes the entry fee: everybody, found by name, one tap for a payment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.accounts.players.names import name_in_query
from nabu.contests.tournaments.access import frame, organised_registration
from nabu.contests.tournaments.entries.access import back_to, entry_for, kept_tournament
from nabu.contests.tournaments.entries.forms import EntrySearchForm
from nabu.contests.tournaments.entries.queries import listed_entries
from nabu.contests.tournaments.fees import services
from nabu.contests.tournaments.fees.queries import fees_of, owing, paid_without_entry
from nabu.contests.tournaments.permissions import Level, is_organiser
from nabu.web.pages import account_of, perform, post_action

LIST_PAGE = 100


@require_safe
def fees_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who has paid, for those who keep score; 404 where there is no entry fee."""
    tournament = kept_tournament(request, pk)
    fees = fees_of(tournament)
    if fees is None:
        raise Http404
    search = EntrySearchForm(request.GET)
    show = "unpaid" if request.GET.get("show") == "unpaid" else ""
    listed = listed_entries(tournament, search.words).filter(pk__in=owing(tournament).values("pk"))
    listed = listed.annotate(paid_to_name=name_in_query("paid_to"))
    if show:
        listed = listed.filter(paid_at=None)
    context = {
        **frame(request, tournament, "entries"),
        "people": "fees",
        "fees": fees,
        "page": Paginator(listed, LIST_PAGE).get_page(request.GET.get("page")),
        "search_form": search,
        "words": search.words,
        "show": show,
        "without_entry": paid_without_entry(tournament) if is_organiser(request.user, tournament) else [],
    }
    return render(request, "contests/tournaments/fees/fees.html", context)


@post_action
def pay(request: HttpRequest, pk: int) -> HttpResponse:
    """This player has paid."""
    return _note(request, pk, services.note_entry_paid, _("%(name)s has paid the entry fee."))


@post_action
def cancel_payment(request: HttpRequest, pk: int) -> HttpResponse:
    """This player has not paid, or has the money back."""
    return _note(request, pk, services.note_entry_unpaid, _("%(name)s has not paid the entry fee."))


@post_action
def pay_registration(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody who has registered paid in advance."""
    return _note_registration(request, pk, services.note_registration_paid, _("%(name)s has paid the entry fee."))


@post_action
def cancel_registration_payment(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody who is not entered has not paid, or has the money back."""
    done = _("%(name)s has not paid the entry fee.")
    return _note_registration(request, pk, services.note_registration_unpaid, done)


def _note(request: HttpRequest, pk: int, service: Callable[..., Any], done: str) -> HttpResponse:
    found = entry_for(request, pk, Level.SCOREKEEPER)
    perform(request, partial(service, account_of(request), found), done % {"name": found.player.name})
    page = "tournaments:check_in" if request.POST.get("from") == "check_in" else "tournaments:fees"
    return back_to(request, page, found.tournament_id)


def _note_registration(request: HttpRequest, pk: int, service: Callable[..., Any], done: str) -> HttpResponse:
    found = organised_registration(request, pk)
    perform(request, partial(service, account_of(request), found), done % {"name": found.player.name})
    page = "tournaments:fees" if request.POST.get("from") == "fees" else "tournaments:registration"
    return redirect(page, found.tournament_id)
