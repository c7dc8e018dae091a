"""The clock of a round: a page for a projector, the part of other pages that shows it, and its buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from competition.clock import MOST_MINUTES
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.access import visible_round
from nabu.contests.tournaments.clock import services as clock
from nabu.contests.tournaments.clock.projector import feature_table, featured_table, unfeature_table
from nabu.contests.tournaments.clock.queries import clock_context, no_show_time
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.permissions import can_keep_score, can_see_round
from nabu.contests.tournaments.shared import works_in_round
from nabu.contests.tournaments.topics import topics_of_round
from nabu.core import database_clock
from nabu.core.errors import NotAllowed
from nabu.web.pages import account_of, perform, post_action
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import shared

CHANGES: dict[str, tuple[Callable[[User, Round], Round], str | Promise]] = {
    "start": (clock.start_clock, gettext_lazy("Clock started.")),
    "pause": (clock.pause_clock, gettext_lazy("Clock paused.")),
    "resume": (clock.resume_clock, gettext_lazy("Clock resumed.")),
    "stop": (clock.stop_clock, gettext_lazy("Clock reset.")),
}
PROJECTOR: dict[str, tuple[Callable[[User, Table], Round], str | Promise]] = {
    "show": (feature_table, gettext_lazy("The projector shows this table.")),
    "remove": (unfeature_table, gettext_lazy("The projector shows no table.")),
}
MINUTES = "minutes"


class MinutesForm(forms.Form):
    """The minutes of a round."""

    minutes = forms.IntegerField(label=gettext_lazy("Round length (minutes)"), min_value=0, max_value=MOST_MINUTES)


class ExtensionForm(forms.Form):
    """More time for a table."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=-clock.MOST_EXTRA_MINUTES, max_value=clock.MOST_EXTRA_MINUTES
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


@require_safe
@shared(SharedPage(topics_of_round, in_full=works_in_round))
def clock_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The clock of a round with its tables, for a large screen."""
    found = visible_round(request, pk)
    context = {
        **clock_context(found),
        "tournament": found.stage.tournament,
        "tables": list(found.tables.prefetch_related(with_players())),
        "featured": featured_table(found),
        "no_show": no_show_time(found) if found.status == Round.Status.PUBLISHED else None,
    }
    return render(request, "contests/tournaments/clock/clock.html", context)


@require_safe
def server_time(request: HttpRequest) -> JsonResponse:
    """The time by which clocks run, in milliseconds: pages are made for everybody and know no time."""
    response = JsonResponse({"now": round(database_clock.now().timestamp() * 1000)})
    response["Cache-Control"] = "no-store"
    return response


@post_action
def clock_change(request: HttpRequest, pk: int, do: str) -> HttpResponse:
    """Start, pause, resume or set the clock back, or change the minutes of the round."""
    found = _round(request, pk)
    if do not in CHANGES and do != MINUTES:
        raise Http404
    if not can_keep_score(request.user, found.stage.tournament):
        raise NotAllowed
    if do == MINUTES:
        form = MinutesForm(request.POST)
        if form.is_valid():
            minutes = form.cleaned_data["minutes"]
            done = ngettext("Round length: %(minutes)s minute.", "Round length: %(minutes)s minutes.", minutes)
            done %= {"minutes": minutes}
            perform(request, partial(clock.set_minutes, account_of(request), found, minutes), done)
        else:
            add_error_messages(request, form)
    else:
        service, words = CHANGES[do]
        perform(request, partial(service, account_of(request), found), str(words))
    return _back(request, found)


@post_action
def extend(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a table more time."""
    found = get_object_or_404(Table.objects.select_related("round__stage__tournament"), pk=pk)
    if not can_see_round(request.user, found.round):
        raise Http404
    if not can_keep_score(request.user, found.round.stage.tournament):
        raise NotAllowed
    form = ExtensionForm(request.POST)
    if form.is_valid():
        words = form.cleaned_data
        perform(
            request,
            partial(clock.extend_table, account_of(request), found, words["minutes"], words["reason"]),
            _("Extra time changed."),
        )
    else:
        add_error_messages(request, form)
    return redirect("table:page", pk)


@post_action
def feature(request: HttpRequest, pk: int, do: str) -> HttpResponse:
    """Show a table on the projector, or no longer."""
    if do not in PROJECTOR:
        raise Http404
    found = get_object_or_404(Table.objects.select_related("round__stage__tournament"), pk=pk)
    if not can_see_round(request.user, found.round):
        raise Http404
    if not can_keep_score(request.user, found.round.stage.tournament):
        raise NotAllowed
    service, words = PROJECTOR[do]
    perform(request, partial(service, account_of(request), found), str(words))
    return redirect("table:page", pk)


def add_error_messages(request: HttpRequest, form: forms.Form) -> None:
    """What is wrong with a small form that has no page of its own."""
    for name, errors in form.errors.items():
        for error in errors:
            messages.error(request, f"{form[name].label}: {error}")


def _round(request: HttpRequest, pk: int) -> Round:
    found = get_object_or_404(Round.objects.select_related("stage__tournament"), pk=pk)
    if not can_see_round(request.user, found):
        raise Http404
    return found


def _back(request: HttpRequest, found: Round) -> HttpResponse:
    name = "round_clock" if request.POST.get("back") == "clock" else "round"
    return redirect(f"tournaments:{name}", found.pk)
