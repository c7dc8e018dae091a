"""The page that says what cancelling does, and asks for the reason."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.cancelling import services
from nabu.contests.tournaments.cancelling.forms import CancelForm
from nabu.contests.tournaments.cancelling.queries import consequences_of
from nabu.web.pages import account_of, perform, perform_form, post_action


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """First what follows, then the tournament is cancelled. One that is over already leads to its overview."""
    tournament = organised_tournament(request, pk)
    form = CancelForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        service = partial(services.cancel_tournament, account_of(request), tournament, **form.cleaned_data)
        if perform_form(request, form, service, _("Tournament cancelled.")):
            return redirect("tournaments:detail", pk)
        tournament = organised_tournament(request, pk)  # Somebody else may have cancelled it.
    elif tournament.is_over:
        return redirect("tournaments:detail", pk)
    context = {**frame(request, tournament, "overview"), "form": form, "follows": consequences_of(tournament)}
    return render(request, "contests/tournaments/cancelling/cancel.html", context)


@post_action
def keep_ratings(request: HttpRequest, pk: int) -> HttpResponse:
    """Whether the games of a cancelled tournament may be rated."""
    tournament = organised_tournament(request, pk)
    keeps = request.POST.get("keeps") == "yes"
    done = _("Its games count once approved.") if keeps else _("Its games do not count for the ratings.")
    perform(request, partial(services.set_keeps_ratings, account_of(request), tournament, keeps), done)
    return redirect("tournaments:ratings", pk)
