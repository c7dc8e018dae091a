"""The page on which an organiser switches calls and messages off, and lets blocked people write again."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from nabu.contests.calls.limits import services
from nabu.contests.calls.limits.forms import CallSettingsForm
from nabu.contests.calls.models import Block, DirectorCall
from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.web.pages import account_of, perform, post_action


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def call_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Both switches, and who is blocked."""
    tournament = organised_tournament(request, pk)
    if request.method == "POST":
        form = CallSettingsForm(request.POST)
        if form.is_valid():
            service = partial(services.change_settings, account_of(request), tournament, **form.changes)
            perform(request, service, _("Saved"))
        return redirect("tournaments:call_settings", pk)
    found = services.settings_of(tournament)
    shown = {"calls": found.calls, "contact": found.contact}
    context = {
        **frame(request, tournament, "calls"),
        "form": CallSettingsForm(initial={**shown, **CallSettingsForm.as_shown(shown)}),
        "blocks": Block.objects.filter(tournament=tournament).select_related("user__player", "entry__player"),
    }
    return render(request, "contests/calls/limits/settings.html", context)


@post_action
def block_caller(request: HttpRequest, pk: int) -> HttpResponse:
    """No more calls and messages from who made this call."""
    found = get_object_or_404(DirectorCall.objects.select_related("tournament", "made_by", "made_entry"), pk=pk)
    organised_tournament(request, found.tournament_id)
    perform(request, partial(services.block_caller, account_of(request), found), _("Blocked in this event."))
    return redirect("tournaments:calls", found.tournament_id)


@post_action
def unblock(request: HttpRequest, pk: int) -> HttpResponse:
    """Calls and messages of this person come through again."""
    found = get_object_or_404(Block.objects.select_related("tournament"), pk=pk)
    organised_tournament(request, found.tournament_id)
    perform(request, partial(services.unblock, account_of(request), found), _("No longer blocked."))
    return redirect("tournaments:call_settings", found.tournament_id)
