"""What a tournament does to the ratings, and the director's approval that lets it count."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.pages import account_of, perform, perform_form, post_action
from nabu.results.approval.services import approve_tournament, withdraw_approval
from nabu.results.forms import ReasonForm
from nabu.tournaments.access import frame, organised_tournament, visible_tournament
from nabu.tournaments.models import Tournament
from nabu.tournaments.rating_changes import rating_changes, unrated_games


@require_safe
def ratings(request: HttpRequest, pk: int) -> HttpResponse:
    """Every player's rating before and after: provisional until a director has approved the tournament."""
    return _page(request, visible_tournament(request, pk), ReasonForm())


@post_action
def approve(request: HttpRequest, pk: int) -> HttpResponse:
    """The results are right: the ratings count."""
    tournament = organised_tournament(request, pk)
    perform(request, lambda: approve_tournament(account_of(request), tournament), _("Approved. The ratings count now."))
    return redirect("tournaments:ratings", pk)


@post_action
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Something was wrong after all: the ratings go back."""
    tournament = organised_tournament(request, pk)
    form = ReasonForm(request.POST)
    done = _("The approval is taken back, and the ratings with it.")
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: withdraw_approval(account_of(request), tournament, form.cleaned_data["reason"]),
        done,
    ):
        return redirect("tournaments:ratings", pk)
    return _page(request, tournament, form)


def _page(request: HttpRequest, tournament: Tournament, form: ReasonForm) -> HttpResponse:
    context = {
        **frame(request, tournament, "ratings"),
        "changes": [(each, each.after - each.before) for each in rating_changes(tournament)],
        "form": form,
        "unrated": unrated_games(tournament),
    }
    return render(request, "tournaments/ratings.html", context)
