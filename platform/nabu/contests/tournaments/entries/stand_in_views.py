"""Stand-ins and the points of late entries, on the pages of the entries."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from nabu.contests.tournaments.access import organised_tournament
from nabu.contests.tournaments.entries.access import entry_for
from nabu.contests.tournaments.entries.forms import LatePointsForm, StandInForm
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry
from nabu.contests.tournaments.entries.stand_ins import set_late_points, set_stand_in
from nabu.contests.tournaments.entries.views import entry_page, list_page
from nabu.web.pages import account_of, perform, perform_form, post_action


@post_action
def add_stand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody comes to fill a table, by name."""
    tournament = organised_tournament(request, pk)
    form = StandInForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["name"]
        service = partial(add_entries_by_name, account_of(request), tournament, [name], stand_in=True)
        if perform_form(request, form, service, _("%(name)s added as a stand-in.") % {"name": name}):
            return redirect("tournaments:entries", tournament.pk)
    return list_page(request, tournament, stand_in_form=form)


@post_action
def stand_in_self(request: HttpRequest, pk: int) -> HttpResponse:
    """The director who is asked fills a table."""
    tournament = organised_tournament(request, pk)
    actor = account_of(request)
    service = partial(add_entry, actor, tournament, actor.player, stand_in=True)
    perform(request, service, _("%(name)s added as a stand-in.") % {"name": actor.player.name})
    return redirect("tournaments:entries", tournament.pk)


@post_action
def mark(request: HttpRequest, pk: int) -> HttpResponse:
    """Make an entry a stand-in, or a player who counts."""
    found = entry_for(request, pk)
    stand_in = bool(request.POST.get("stand_in"))
    words = _("%(name)s is a stand-in now.") if stand_in else _("%(name)s counts from now on.")
    service = partial(set_stand_in, account_of(request), found, stand_in)
    perform(request, service, words % {"name": found.player.name})
    return redirect("tournaments:entry", pk)


@post_action
def late_points(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose what a late entry has for the rounds it missed."""
    found = entry_for(request, pk)
    form = LatePointsForm(request.POST)
    if form.is_valid():
        service = partial(set_late_points, account_of(request), found, form.cleaned_data["points"])
        if perform_form(request, form, service, _("Points for missed rounds saved.")):
            return redirect("tournaments:entry", pk)
    return entry_page(request, found, late_points_form=form)
